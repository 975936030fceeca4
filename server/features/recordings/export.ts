import { once } from 'node:events'
import yazl from 'yazl'
import type { Segment } from '../transcripts/index.ts'
import { joinWords, type SaidSegment, type StoredTurn } from './join.ts'

/** A transcript as other programs read it. Runs beside the main thread: an hour of speech is a long text. */

export const EXPORTS = ['srt', 'vtt', 'md', 'docx'] as const
export type ExportFormat = (typeof EXPORTS)[number]

export interface ToExport {
  format: ExportFormat
  title: string
  text: string
  segments: Segment[]
  turns: StoredTurn[]
  /** Names by label; whoever has none is called by the label. */
  names: Record<string, string>
}

const two = (value: number, digits = 2) => String(value).padStart(digits, '0')

function clock(seconds: number, mark: ',' | '.' | ''): string {
  const ms = Math.round(seconds * 1000)
  const whole = `${two(Math.floor(ms / 3_600_000))}:${two(Math.floor(ms / 60_000) % 60)}:${two(Math.floor(ms / 1000) % 60)}`
  return mark === '' ? whole : `${whole}${mark}${two(ms % 1000, 3)}`
}

const nameOf = ({ speaker }: SaidSegment, names: Record<string, string>) =>
  speaker === null ? '' : (names[speaker] ?? speaker)

/** A subtitle begins before it ends, whatever the clock of the words says. */
const endOf = ({ start, end }: SaidSegment) => Math.max(end, start + 0.1)

function srt(said: SaidSegment[], names: Record<string, string>): string {
  const lines = said.map((segment, n) => {
    const who = nameOf(segment, names)
    const times = `${clock(segment.start, ',')} --> ${clock(endOf(segment), ',')}`
    return `${n + 1}\n${times}\n${who ? `${who}: ` : ''}${segment.text}\n`
  })
  return lines.join('\n')
}

const markup = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function vtt(said: SaidSegment[], names: Record<string, string>): string {
  const lines = said.map(segment => {
    const who = nameOf(segment, names)
    const times = `${clock(segment.start, '.')} --> ${clock(endOf(segment), '.')}`
    return `${times}\n${who ? `<v ${markup(who)}>` : ''}${markup(segment.text)}\n`
  })
  return `WEBVTT\n\n${lines.join('\n')}`
}

interface Passage {
  who: string
  start: number
  text: string
}

/** What one speaker says without being interrupted, or a minute of it. */
function passages(said: SaidSegment[], names: Record<string, string>): Passage[] {
  const found: Passage[] = []
  for (const segment of said) {
    const who = nameOf(segment, names)
    const last = found.at(-1)
    if (last && last.who === who && segment.start - last.start < 60) last.text += ` ${segment.text}`
    else found.push({ who, start: segment.start, text: segment.text })
  }
  return found
}

const headOf = ({ who, start }: Passage) => `${who ? `${who}, ` : ''}${clock(start, '')}`

const marked = (text: string) => text.replace(/[\\`*_[\]<>#|]/g, '\\$&')

const markdown = (title: string, parts: Passage[]) =>
  `# ${marked(title)}\n\n${parts.map(part => `**${marked(headOf(part))}**\n\n${marked(part.text)}\n`).join('\n')}`

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const run = (text: string, bold = false) =>
  `<w:r>${bold ? '<w:rPr><w:b/></w:rPr>' : ''}<w:t xml:space="preserve">${markup(text)}</w:t></w:r>`
const paragraph = (inner: string, style = '') =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}${inner}</w:p>`

const STYLES = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<w:styles xmlns:w="${W}"><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:rPr><w:b/><w:sz w:val="36"/></w:rPr></w:style></w:styles>`
const TYPES = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/></Types>`
const relations = (type: string, target: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`

async function docx(title: string, parts: Passage[]): Promise<Buffer> {
  const body = parts.map(part => paragraph(run(headOf(part), true)) + paragraph(run(part.text))).join('')
  const document = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:document xmlns:w="${W}"><w:body>${paragraph(run(title), 'Title')}${body}</w:body></w:document>`
  const zip = new yazl.ZipFile()
  // The same transcript gives the same bytes, whenever it is asked for.
  const options = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true }
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name, options)
  add('[Content_Types].xml', TYPES)
  add('_rels/.rels', relations('officeDocument', 'word/document.xml'))
  add('word/document.xml', document)
  add('word/styles.xml', STYLES)
  add('word/_rels/document.xml.rels', relations('styles', 'styles.xml'))
  const chunks: Buffer[] = []
  zip.outputStream.on('data', (chunk: Buffer) => chunks.push(chunk))
  zip.end()
  await once(zip.outputStream, 'end')
  return Buffer.concat(chunks)
}

export async function exportTranscript(input: ToExport): Promise<string | Buffer> {
  const said = joinWords(input.text, input.segments, input.turns).filter(({ text }) => text !== '')
  const parts = () => passages(said, input.names)
  switch (input.format) {
    case 'srt':
      return srt(said, input.names)
    case 'vtt':
      return vtt(said, input.names)
    case 'md':
      return markdown(input.title, parts())
    case 'docx':
      return docx(input.title, parts())
  }
}
