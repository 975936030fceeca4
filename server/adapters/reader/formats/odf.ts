import { failed, WHY } from '../failures.ts'
import type { Manuscript } from '../manuscript.ts'
import { officeFacts, tags, type XmlHandler, type Zip } from './zipped.ts'

/** OpenDocument: text, sheets (each a page), slides (each a page). */
export async function readOdf(zip: Zip, out: Manuscript, mime: string): Promise<void> {
  if (!zip.parts.has('content.xml')) throw failed(WHY.damaged)
  if ((await zip.text('META-INF/manifest.xml')).includes('encryption-data')) throw failed(WHY.locked)
  const { title, facts } = await properties(zip)
  out.title = title
  Object.assign(out.facts, facts)
  const shape = /spreadsheet/.test(mime) ? 'sheets' : /presentation|graphics/.test(mime) ? 'slides' : 'text'
  await zip.xml('content.xml', shape === 'sheets' ? sheetText(out) : flowText(out, shape === 'slides'))
}

async function properties(zip: Zip) {
  const said: Record<string, string> = {}
  let current = ''
  let pages = 0
  await zip.xml('meta.xml', {
    open(name, attributes) {
      current = name
      if (name === 'document-statistic') pages = Number(attributes['page-count'] ?? 0)
    },
    text(text) {
      if (current) said[current] = (said[current] ?? '') + text
    },
    close() {
      current = ''
    },
  })
  const facts = officeFacts({
    creator: said['initial-creator'] ?? said.creator ?? '',
    created: said['creation-date'] ?? '',
    modified: said.date ?? '',
    subject: said.subject ?? '',
    Application: said.generator ?? '',
    ...(pages > 0 ? { Pages: String(pages) } : {}),
  })
  return { title: said.title?.trim() ?? '', facts }
}

const SKIPPED = new Set(['tracked-changes', 'sequence-decls', 'forms', 'settings', 'font-face-decls'])

const levelOf = (style: string) => (style === 'Title' ? 1 : Number(/^Heading_20_(\d)$/.exec(style)?.[1] ?? 0))

/** Paragraphs as Writer and Impress write them. */
function flowText(out: Manuscript, slides: boolean): XmlHandler {
  let [skipping, depth, cells, title] = [0, 0, 0, false]
  // A title, and what came from elsewhere, is a heading by its style and not by its tag.
  const levels = new Map<string, number>()
  const inside = (write: () => void) => {
    if (depth > 0) write()
  }
  const opened = tags({
    page: () => slides && out.startPage(),
    'soft-page-break': () => slides || out.breakPage(),
    frame: attributes => {
      title = slides && /title$/.test(attributes.class ?? '')
    },
    'table-cell': () => cells++,
    h: attributes => {
      depth++
      out.startHeading(Number(attributes['outline-level'] ?? 1))
    },
    style: attributes => levels.set(attributes.name ?? '', levelOf(attributes['parent-style-name'] ?? '')),
    p: attributes => {
      depth++
      const style = attributes['style-name'] ?? ''
      const level = title ? 1 : (levels.get(style) ?? levelOf(style))
      if (level > 0) out.startHeading(level)
    },
    s: ({ c }) => inside(() => out.write(' '.repeat(Math.min(Number(c ?? 1) || 1, 100)))),
    tab: () => inside(() => out.write('\t')),
    'line-break': () => inside(() => out.write('\n')),
  })
  const endParagraph = () => {
    depth--
    const said = out.endHeading()
    out.title ||= said
    out.gap('\n')
  }
  const closed = tags({
    h: endParagraph,
    p: endParagraph,
    frame: () => {
      title = false
    },
    'table-cell': () => {
      cells--
      out.regap('\t')
    },
    'table-row': () => out.regap(cells > 0 ? ' ' : '\n'),
    notes: () => out.gap('\n'),
    note: () => out.gap('\n'),
  })
  return {
    open(name, attributes) {
      if (SKIPPED.has(name)) skipping++
      if (skipping === 0) opened.get(name)?.(attributes)
    },
    text(text) {
      if (depth > 0 && skipping === 0) out.write(text.replace(/[\t\n ]+/g, ' '))
    },
    close(name) {
      if (skipping === 0) closed.get(name)?.({})
      if (SKIPPED.has(name)) skipping--
    },
  }
}

/** Cells hold their number as it is shown, in paragraphs. Whole empty columns are written as a repetition of one cell. */
function sheetText(out: Manuscript): XmlHandler {
  let [depth, column, at, repeated, value, row] = [0, 0, 0, 1, '', '']
  const sheets: string[] = []
  return {
    open(name, attributes) {
      if (name === 'table') {
        sheets.push(attributes.name ?? '')
        out.startPage()
        out.startHeading(1)
        out.write(attributes.name ?? '')
        out.endHeading()
        out.gap('\n')
        out.facts.sheets = sheets
        out.facts.page_count = sheets.length
      } else if (name === 'table-row') [column, at, row] = [0, 0, '']
      else if (name === 'table-cell' || name === 'covered-table-cell') {
        repeated = Number(attributes['number-columns-repeated'] ?? 1) || 1
        column++
        value = ''
      } else if (name === 'p') {
        depth++
        if (value !== '') value += ' '
      } else if (name === 's' && depth > 0) value += ' '
    },
    text(text) {
      if (depth > 0) value += text
    },
    close(name) {
      if (name === 'p') depth--
      else if (name === 'table-cell') {
        if (value !== '') {
          // A value may be repeated over a million columns: a few of them say it all.
          const times = Math.min(repeated, 16)
          row +=
            (at > 0 ? '\t'.repeat(Math.min(Math.max(column - at, 1), 8)) : '') + Array(times).fill(value).join('\t')
          at = column + repeated - 1
        }
        column += repeated - 1
      } else if (name === 'table-row' && row !== '') {
        out.write(row)
        out.gap('\n')
      }
    },
  }
}
