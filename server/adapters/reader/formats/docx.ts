import type { Manuscript } from '../manuscript.ts'
import { writeChart } from './charts.ts'
import { decodeHtml, writeHtml } from './html.ts'
import { officeProperties } from './office-facts.ts'
import { WordLists } from './word-lists.ts'
import { tags, type XmlHandler, type Zip } from './zipped.ts'

/** Word: the body, then its drawings, notes, comments, and what stands at the head and foot of its pages. */
export async function readDocx(zip: Zip, out: Manuscript): Promise<void> {
  const main = [...zip.parts.keys()].find(name => /^word\/document\d*\.xml$/.test(name)) ?? 'word/document.xml'
  const { title, facts } = await officeProperties(zip)
  out.title = title
  Object.assign(out.facts, facts)
  const styles = await readStyles(zip)
  const lists = await WordLists.open(zip)
  await zip.xml(main, wordText(out, styles, lists))
  await readInserted(zip, main, out)
  const beside = /^word\/(footnotes|endnotes|comments|header\d*|footer\d*)\.xml$/
  for (const name of [...zip.parts.keys()].filter(part => beside.test(part)).sort()) {
    out.gap('\n\n')
    await zip.xmlBeside(name, wordText(out, { levels: new Map(), lists: styles.lists }, lists))
  }
}

/** What the document only points at: diagrams, charts, and whole pages of HTML that programs put in as they are. */
async function readInserted(zip: Zip, main: string, out: Manuscript): Promise<void> {
  for (const { target, type } of (await zip.relations(main)).values()) {
    out.gap('\n\n')
    if (type === 'chart') await writeChart(zip, target, out)
    else if (type === 'diagramData') await zip.xmlBeside(target, wordText(out, NO_STYLES, new WordLists()))
    else if (type === 'aFChunk' && /\.x?html?$/i.test(target)) {
      const title = writeHtml(decodeHtml(await zip.whole(target)).text, out)
      out.title ||= title
    }
  }
}

interface Styles {
  /** Which style stands for a heading of which level. */
  levels: Map<string, number>
  /** Which style belongs to a list. */
  lists: Map<string, { numId: string; level: number }>
}

const NO_STYLES: Styles = { levels: new Map(), lists: new Map() }

/** What styles say, by their own word or by that of the style they are based on. */
async function readStyles(zip: Zip): Promise<Styles> {
  const levels: Styles['levels'] = new Map()
  const lists: Styles['lists'] = new Map()
  const parents = new Map<string, string>()
  let id = ''
  const said = tags({
    basedOn: ({ val = '' }) => parents.set(id, val),
    numId: ({ val = '' }) => lists.set(id, { numId: val, level: lists.get(id)?.level ?? 0 }),
    ilvl: ({ val }) => lists.set(id, { numId: lists.get(id)?.numId ?? '', level: Number(val) || 0 }),
    outlineLvl: ({ val }) => Number(val) < 9 && levels.set(id, Number(val) + 1),
    name: ({ val = '' }) => {
      const level = /^(?:heading|заголовок) (\d)$/i.exec(val)?.[1] ?? (/^(title|название)$/i.test(val) ? 1 : 0)
      if (level) levels.set(id, Number(level))
    },
  })
  await zip.xmlBeside('word/styles.xml', {
    open(name, attributes) {
      if (name === 'style') id = attributes.styleId ?? ''
      else if (id !== '') said.get(name)?.(attributes)
    },
    close(name) {
      if (name === 'style') id = ''
    },
  })
  inherit(levels, parents)
  inheritLists(lists, parents)
  return { levels, lists }
}

function inherit<T>(said: Map<string, T>, parents: Map<string, string>): void {
  for (const child of parents.keys()) {
    let ancestor = parents.get(child)
    for (let steps = 0; ancestor && steps < 10 && !said.has(child); steps++) {
      if (said.has(ancestor)) said.set(child, said.get(ancestor)!)
      ancestor = parents.get(ancestor)
    }
  }
}

/** A style may say its level alone, and have the list from the style below it. */
function inheritLists(lists: Styles['lists'], parents: Map<string, string>): void {
  inherit(lists, parents)
  for (const [id, list] of lists) {
    let ancestor = parents.get(id)
    for (let steps = 0; ancestor && steps < 10 && list.numId === ''; steps++) {
      list.numId = lists.get(ancestor)?.numId ?? ''
      ancestor = parents.get(ancestor)
    }
  }
}

/** Shown twice for old readers, or not shown at all. */
const SKIPPED = new Set(['Fallback', 'instrText', 'delText', 'del', 'moveFrom', 'pPrChange', 'rPrChange'])

interface Paragraph {
  style: string
  numId: string
  level: number
  heading: number
  /** The number before it, until its first word is written. */
  number: string
  begun: boolean
}

const newParagraph = (): Paragraph => ({ style: '', numId: '', level: -1, heading: 0, number: '', begun: false })

const isOff = (val: string | undefined) => /^(0|false|off)$/.test(val ?? '')

function wordText(out: Manuscript, styles: Styles, lists: WordLists): XmlHandler {
  let [skipping, inText, inProperties, cells, hidden] = [0, false, false, 0, false]
  // One inside of another where a box of text hangs on a paragraph.
  const open: Paragraph[] = []
  const current = () => open.at(-1)
  const begin = () => {
    const paragraph = current()
    if (!paragraph || paragraph.begun) return
    paragraph.begun = true
    if (paragraph.number !== '') out.write(`${paragraph.number} `)
    if (paragraph.heading > 0 && paragraph.heading < 10) out.startHeading(paragraph.heading)
  }
  const write = (text: string) => {
    begin()
    out.write(text)
  }
  const endProperties = (paragraph: Paragraph) => {
    const listed = styles.lists.get(paragraph.style)
    paragraph.heading ||= styles.levels.get(paragraph.style) ?? 0
    const numId = paragraph.numId || listed?.numId || ''
    const level = paragraph.level >= 0 ? paragraph.level : (listed?.level ?? 0)
    if (numId !== '' && numId !== '0') paragraph.number = lists.next(numId, level)
  }
  const property = (say: (paragraph: Paragraph, val: string) => void) => (attributes: Record<string, string>) => {
    const paragraph = current()
    if (inProperties && paragraph) say(paragraph, attributes.val ?? '')
  }
  const opened = tags({
    t: () => {
      inText = true
    },
    tc: () => cells++,
    p: () => {
      if (open.length > 0) out.gap('\n')
      open.push(newParagraph())
    },
    pPr: () => {
      inProperties = true
    },
    pStyle: property((paragraph, val) => {
      paragraph.style = val
    }),
    numId: property((paragraph, val) => {
      paragraph.numId = val
    }),
    ilvl: property((paragraph, val) => {
      paragraph.level = Number(val) || 0
    }),
    outlineLvl: property((paragraph, val) => {
      paragraph.heading = Number(val) + 1
    }),
    r: () => {
      hidden = false
    },
    vanish: ({ val }) => {
      if (!inProperties) hidden = !isOff(val)
    },
    br: ({ type }) => (type === 'page' ? out.breakPage() : hidden || write('\n')),
    // Tab stops in the properties of a paragraph bear the same name as a tab.
    tab: () => inProperties || hidden || write('\t'),
    cr: () => write('\n'),
    noBreakHyphen: () => write('-'),
    lastRenderedPageBreak: () => out.breakPage(),
  })
  const closed = tags({
    t: () => {
      inText = false
    },
    pPr: () => {
      inProperties = false
      const paragraph = current()
      if (paragraph) endProperties(paragraph)
    },
    p: () => {
      open.pop()
      const said = out.endHeading()
      out.title ||= said
      out.gap('\n')
    },
    tc: () => {
      cells--
      out.regap('\t')
    },
    tr: () => out.regap(cells > 0 ? ' ' : '\n'),
  })
  return {
    open(name, attributes) {
      if (SKIPPED.has(name)) skipping++
      if (skipping === 0) opened.get(name)?.(attributes)
    },
    text(text) {
      if (inText && !hidden && skipping === 0) write(text)
    },
    close(name) {
      if (skipping === 0) closed.get(name)?.({})
      if (SKIPPED.has(name)) skipping--
    },
  }
}
