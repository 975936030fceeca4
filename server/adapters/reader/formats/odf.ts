import { failed, WHY } from '../failures.ts'
import type { Manuscript } from '../manuscript.ts'
import { Aside } from './odf-aside.ts'
import { OdfLists } from './odf-lists.ts'
import { sheetText } from './odf-sheets.ts'
import { officeFacts } from './office-facts.ts'
import { readXml, tags, type XmlHandler, type Zip } from './zipped.ts'

/** OpenDocument: text, sheets (each a page), slides (each a page). */
export async function readOdf(zip: Zip, out: Manuscript, mime: string): Promise<void> {
  if (!zip.parts.has('content.xml')) throw failed(WHY.damaged)
  const { title, facts } = await properties(zip)
  out.title = title
  Object.assign(out.facts, facts)
  const shape = /spreadsheet/.test(mime) ? 'sheets' : /presentation|graphics/.test(mime) ? 'slides' : 'text'
  if (shape === 'sheets') return zip.xml('content.xml', sheetText(out))
  const styles = await zip.whole('styles.xml')
  const lists = new OdfLists()
  const said = styles.toString('latin1')
  if (NUMBERED.test(said)) await readXml(once(styles), lists.styles())
  const text = flowText(out, shape === 'slides', lists)
  await zip.xml('content.xml', text)
  text.end()
  await readObjects(zip, out)
  if (shape === 'text' && EDGES.test(said)) await readXml(once(styles), pageEdges(out))
}

const MOST_OBJECTS = 50

/** Charts and formulas lie in the document as small documents of their own. */
async function readObjects(zip: Zip, out: Manuscript): Promise<void> {
  const objects = [...zip.parts.keys()].filter(name => /^Object [^/]*\/content\.xml$/.test(name)).sort()
  for (const name of objects.slice(0, MOST_OBJECTS)) {
    out.gap('\n\n')
    await zip.xmlBeside(name, objectText(out))
  }
}

function objectText(out: Manuscript): XmlHandler {
  let inText = 0
  const isText = (name: string) => /^(p|mi|mn|mo|mtext)$/.test(name)
  return {
    open(name) {
      if (isText(name)) inText++
      if (name === 'table-header-columns') out.gap('\n')
    },
    text(text) {
      if (inText > 0 && text.trim() !== '') out.write(text.trim())
    },
    close(name) {
      if (isText(name)) inText--
      if (name === 'p') out.gap('\n')
      else if (/^m(i|n|o|text)$/.test(name)) out.gap(' ')
      else if (name === 'table-cell') out.regap('\t')
      else if (name === 'table-row') out.regap('\n')
    },
  }
}

/** Most documents say of themselves at length that they have neither. */
const NUMBERED = /list-level-style-number|<text:outline-level-style[^<>]*num-format="[^"]/
const EDGES = /<style:(header|footer)(-left|-first)?[\s>]/

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

async function properties(zip: Zip) {
  const said: Record<string, string> = {}
  let current = ''
  let pages = 0
  await zip.xmlBeside('meta.xml', {
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

const SKIPPED = new Set(
  'tracked-changes sequence-decls forms settings font-face-decls note-citation title desc ruby-text'.split(' '),
)

const levelOf = (style: string) => (style === 'Title' ? 1 : Number(/^Heading_20_(\d)$/.exec(style)?.[1] ?? 0))

/** Paragraphs as Writer and Impress write them; notes and comments, which hang on a word, follow at the end. */
function flowText(out: Manuscript, slides: boolean, lists: OdfLists): XmlHandler & { end(): void } {
  let [skipping, depth, cells, title] = [0, 0, 0, false]
  // A title, and what came from elsewhere, is a heading by its style and not by its tag.
  const levels = new Map<string, number>()
  const aside = new Aside()
  const write = (text: string) => {
    if (depth === 0) return
    if (aside.open) aside.write(text)
    else out.write(text)
  }
  const beginParagraph = (level: number, number: string) => {
    // A box of text hangs on the paragraph around it.
    if (depth++ > 0 && !aside.open) out.gap('\n')
    if (aside.open) return
    if (number !== '') out.write(`${number} `)
    if (level > 0) out.startHeading(level)
  }
  const opened = tags({
    page: () => slides && out.startPage(),
    'soft-page-break': () => slides || out.breakPage(),
    frame: attributes => {
      title = slides && /title$/.test(attributes.class ?? '')
    },
    'table-cell': () => cells++,
    h: attributes => {
      const level = Number(attributes['outline-level'] ?? 1)
      beginParagraph(level, lists.heading(level, attributes['is-list-header'] === 'true'))
    },
    style: attributes => levels.set(attributes.name ?? '', levelOf(attributes['parent-style-name'] ?? '')),
    p: attributes => {
      const style = attributes['style-name'] ?? ''
      beginParagraph(title ? 1 : (levels.get(style) ?? levelOf(style)), aside.open ? '' : lists.paragraph())
    },
    s: ({ c }) => write(' '.repeat(Math.min(Number(c ?? 1) || 1, 100))),
    tab: () => write('\t'),
    'line-break': () => write('\n'),
  })
  const endParagraph = () => {
    depth--
    if (aside.open) return aside.write('\n')
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
  })
  return {
    open(name, attributes) {
      if (SKIPPED.has(name)) skipping++
      if (skipping > 0) return
      aside.opened(name)
      lists.opened(name, attributes)
      opened.get(name)?.(attributes)
    },
    text(text) {
      if (depth > 0 && skipping === 0) write(text.replace(/[\t\n ]+/g, ' '))
    },
    close(name) {
      if (skipping === 0) {
        closed.get(name)?.({})
        lists.closed(name)
        aside.closed(name)
      }
      if (SKIPPED.has(name)) skipping--
    },
    end: () => aside.writeAll(out),
  }
}

/** What stands at the head and foot of every page. */
function pageEdges(out: Manuscript): XmlHandler {
  let [edge, depth] = [0, 0]
  const isEdge = (name: string) => /^(header|footer)(-left|-first)?$/.test(name)
  return {
    open(name) {
      if (isEdge(name)) {
        edge++
        out.gap('\n\n')
      } else if (name === 'p' || name === 'h') depth++
      else if (edge > 0 && (name === 's' || name === 'tab')) out.gap(' ')
    },
    text(text) {
      if (edge > 0 && depth > 0) out.write(text.replace(/[\t\n ]+/g, ' '))
    },
    close(name) {
      if (isEdge(name)) edge--
      else if (name === 'p' || name === 'h') {
        depth--
        if (edge > 0) out.gap('\n')
      }
    },
  }
}
