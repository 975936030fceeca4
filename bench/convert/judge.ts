import { diffArrays } from 'diff'
import { Zip } from '../../server/adapters/reader/formats/zipped.ts'
import type { Paper } from './papers.ts'

/** What a Word document has of a paper that is known. */

export interface Count {
  right: number
  all: number
}

interface Paragraph {
  text: string
  heading: boolean
  item: boolean
}

interface Found {
  paragraphs: Paragraph[]
  /** Of each part under a heading. */
  tables: string[][][][]
  columns: number
  pictures: number
  bold: string
  italic: string
  links: string[]
}

/** Text boxes stand twice in a file, the second time for old programs. */
const AGAIN = 'Fallback'

async function foundIn(path: string): Promise<Found> {
  const zip = await Zip.open(path)
  const found: Found = { paragraphs: [], tables: [[]], columns: 1, pictures: 0, bold: '', italic: '', links: [] }
  const open: Paragraph[] = []
  let [again, run, cell] = [0, { bold: false, italic: false }, undefined as string[] | undefined]
  const isOn = (val: string | undefined) => val !== 'false' && val !== '0'
  const opens: Record<string, (attributes: Record<string, string | undefined>) => void> = {
    p: () => open.push({ text: '', heading: false, item: false }),
    pStyle: ({ val }) => {
      if (!/^Heading\d/.test(val ?? '')) return
      open.at(-1)!.heading = true
      found.tables.push([])
    },
    numPr: () => {
      open.at(-1)!.item = true
    },
    r: () => {
      run = { bold: false, italic: false }
    },
    b: ({ val }) => {
      run.bold = isOn(val)
    },
    i: ({ val }) => {
      run.italic = isOn(val)
    },
    blip: () => found.pictures++,
    cols: ({ num }) => {
      found.columns = Math.max(found.columns, Number(num ?? 1))
    },
    tbl: () => found.tables.at(-1)!.push([]),
    tr: () => found.tables.at(-1)!.at(-1)!.push([]),
    tc: () => {
      cell = []
    },
  }
  await zip.xml('word/document.xml', {
    open(name, attributes) {
      if (name === AGAIN) again++
      if (again === 0) opens[name]?.(attributes)
    },
    text(said) {
      if (again > 0 || open.length === 0) return
      open.at(-1)!.text += said
      cell?.push(said)
      if (run.bold) found.bold += said
      if (run.italic) found.italic += said
    },
    close(name) {
      if (name === AGAIN) again--
      if (again > 0) return
      if (name === 'p') found.paragraphs.push(open.pop()!)
      else if (name === 'r') {
        if (run.bold) found.bold += ' '
        if (run.italic) found.italic += ' '
      } else if (name === 'tc') {
        found.tables.at(-1)!.at(-1)!.at(-1)!.push(cell!.join(''))
        cell = undefined
      }
    },
  })
  await zip.xml('word/_rels/document.xml.rels', {
    open(name, { Target, TargetMode }) {
      if (name === 'Relationship' && TargetMode === 'External' && Target) found.links.push(Target)
    },
  })
  zip.close()
  return found
}

const wordsIn = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/\p{L}{2,}/gu) ?? []
const bare = (text: string) => wordsIn(text).join(' ')

/** Each once: what stands twice in the paper has to be found twice. */
function metIn(wanted: string[], had: string[]): Count {
  const left = had.map(bare)
  const met = wanted.map(bare).filter(one => {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
  return { right: met.length, all: wanted.length }
}

function inOrder(wanted: string, had: string): Count {
  const all = wordsIn(wanted)
  const same = diffArrays(all, wordsIn(had)).filter(({ added, removed }) => !added && !removed)
  return { right: same.reduce((sum, { value }) => sum + value.length, 0), all: all.length }
}

/** Each stands under a heading of its own. */
function cellsOf(wanted: string[][][], parts: string[][][][]): Count {
  const had = parts.slice(1).map(([first]) => first)
  const cells = wanted.flatMap((table, n) =>
    table.flatMap((row, r) => row.map((cell, c) => had[n] !== undefined && cell === (had[n][r]?.[c] ?? ''))),
  )
  return { right: cells.filter(Boolean).length, all: cells.length }
}

export async function judged(paper: Paper, path: string): Promise<Record<string, Count>> {
  const found = await foundIn(path)
  const { paragraphs } = found
  const texts = (which: (one: Paragraph) => boolean) => paragraphs.filter(which).map(({ text }) => text)
  const sums: Record<string, Count> = {
    'table cells in their row and column': cellsOf(paper.tables, found.tables),
    'headings that are headings': metIn(
      paper.headings,
      texts(({ heading }) => heading),
    ),
    'items that are in lists': metIn(
      paper.items,
      texts(({ item }) => item),
    ),
    'paragraphs in one piece': metIn(
      paper.paragraphs,
      texts(() => true),
    ),
    'papers with their columns': {
      right: Number(found.columns === paper.columns),
      all: Number(paper.columns > 1),
    },
    pictures: { right: Math.min(found.pictures, paper.pictures), all: paper.pictures },
    'words in reading order': inOrder(paper.text, texts(() => true).join('\n')),
    'bold words': inOrder(paper.bold.join(' '), found.bold),
    'italic words': inOrder(paper.italic.join(' '), found.italic),
    links: { right: paper.links.filter(link => found.links.includes(link)).length, all: paper.links.length },
  }
  sums['papers with their columns']!.right *= sums['papers with their columns']!.all
  return Object.fromEntries(Object.entries(sums).filter(([, { all }]) => all > 0))
}
