import type { Manuscript } from '../manuscript.ts'
import type { Zip } from './zipped.ts'

/** A chart: its titles, then what it draws as a small table, one series a line. */

const MOST_POINTS = 200

interface Series {
  name: string[]
  categories: string[]
  values: string[]
}

type Place = keyof Series

const PLACES: Record<string, Place> = {
  tx: 'name',
  cat: 'categories',
  xVal: 'categories',
  val: 'values',
  yVal: 'values',
}

/** Without `values` the titles alone: the numbers of a chart in a sheet stand in its cells. */
export async function writeChart(zip: Zip, part: string, out: Manuscript, values = true): Promise<void> {
  const all: Series[] = []
  let [series, place, inValue, inText, inData]: [Series | undefined, Place | undefined, boolean, boolean, boolean] = [
    undefined,
    undefined,
    false,
    false,
    false,
  ]
  await zip.xmlBeside(part, {
    open(name) {
      if (name === 'ser') {
        series = { name: [], categories: [], values: [] }
        all.push(series)
      } else if (series && !place && Object.hasOwn(PLACES, name)) place = PLACES[name]
      else if (name === 'strCache' || name === 'numCache' || name === 'strLit' || name === 'numLit') inData = true
      else if (name === 'v') inValue = inData
      else if (name === 't') inText = true
    },
    text(text) {
      if (inText) out.write(text)
      else if (inValue && series && place && series[place].length < MOST_POINTS) series[place].push(text.trim())
    },
    close(name) {
      if (name === 'ser') series = undefined
      else if (place && PLACES[name] === place) place = undefined
      else if (/^(str|num)(Cache|Lit)$/.test(name)) inData = false
      else if (name === 'v') inValue = false
      else if (name === 't') inText = false
      else if (name === 'p') out.gap('\n')
    },
  })
  if (values) writeSeries(all, out)
  out.gap('\n')
}

function writeSeries(all: Series[], out: Manuscript): void {
  const line = (cells: string[]) => {
    const shown = cells.map(cell => shortNumber(cell)).join('\t')
    if (shown.trim() === '') return
    out.gap('\n')
    out.write(shown)
  }
  let before = ''
  for (const { name, categories, values } of all) {
    const head = categories.join('\t')
    if (head !== before) line(['', ...categories])
    before = head
    line([name.join(' '), ...values])
  }
}

/** Fractions that a computer counted out are rounded as a sheet does. */
const shortNumber = (text: string) =>
  text.length > 12 && /^-?\d*\.\d+(e[+-]?\d+)?$/i.test(text) ? String(Number(Number(text).toPrecision(10))) : text
