import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { valuesIn } from '../../pdf/form.ts'
import { isDict, type Pdf, readPdf, type Value } from '../../pdf/model.ts'
import { openPlain } from '../../pdf/reader.ts'
import type { Desk } from '../desk.ts'
import type { Manuscript } from '../manuscript.ts'
import { runProgram } from '../programs.ts'
import { readStart } from './bytes.ts'

/** What stands beside the text of a PDF file: remarks of people, values of fields that nobody has drawn, attached files. */

const MOST_PRINTED_BYTES = 16 * 1024 * 1024
const MOST_REMARKS = 5000
const MOST_FILES = 20
const MOST_FILE_BYTES = 32 * 1024 * 1024
const SEEN_ANYWAY = new Set(['/Link', '/Widget', '/Popup', '/FileAttachment'])

export interface AsideTexts {
  /** By the number of the page, from 0. */
  remarks: Map<number, string[]>
  attachments: boolean
}

/** What cannot be found out of it never costs the text. */
export async function asideOf(file: string, pages: string[], desk: Desk): Promise<AsideTexts> {
  const start = await readStart(file)
  // Without any of these words there is nothing of it, unless it is packed away.
  if (!['/Annots', '/EmbeddedFiles', '/ObjStm'].some(word => start.includes(word)))
    return { remarks: new Map(), attachments: false }
  // An object out of the ordinary may only show when it is looked up.
  const plainly = await openPlain(file)
    .then(pdf => besideText(pdf, pages))
    .catch(unlessOfMachine)
  if (plainly) return plainly
  const printed = await readByQpdf(file, start.length, desk)
  if (printed === undefined) return { remarks: new Map(), attachments: start.includes('/EmbeddedFiles') }
  const slowly = await readPdf(printed)
    .then(pdf => besideText(pdf, pages))
    .catch(unlessOfMachine)
  return slowly ?? { remarks: new Map(), attachments: start.includes('/EmbeddedFiles') }
}

/** A disk that is full or cannot be read is no fault of the file: it is read again later. */
function unlessOfMachine(error: Error): undefined {
  if ('syscall' in error) throw error
}

function besideText(pdf: Pdf, pages: string[]): AsideTexts {
  const remarks = new Map<number, string[]>()
  const add = (page: number, text: string) => {
    const shown = text.trim()
    if (shown === '' || pages[page]?.includes(shown)) return
    remarks.set(page, [...(remarks.get(page) ?? []), shown])
  }
  let count = 0
  for (const [n, { object }] of pdf.pages.entries())
    for (const value of pdf.array(pdf.dict(object)['/Annots'])) {
      if (count++ > MOST_REMARKS) break
      const remark = pdf.dict(value)
      if (!SEEN_ANYWAY.has(String(remark['/Subtype']))) add(n, textOf(pdf.resolve(remark['/Contents'])))
    }
  for (const { page, value } of valuesIn(pdf)) if (page !== null) add(page - 1, value)
  const names = pdf.dict(pdf.dict(pdf.catalog['/Names'])['/EmbeddedFiles'])
  return { remarks, attachments: Object.keys(names).length > 0 || hasAttached(pdf) }
}

const hasAttached = (pdf: Pdf) =>
  pdf.pages.some(({ object }) =>
    pdf.array(pdf.dict(object)['/Annots']).some(value => pdf.dict(value)['/Subtype'] === '/FileAttachment'),
  )

/** The objects as qpdf tells them. */
async function readByQpdf(file: string, size: number, desk: Desk): Promise<string | undefined> {
  if (!desk.tools.qpdf || size > MOST_PRINTED_BYTES) return undefined
  const args = ['--json=2', '--json-key=qpdf', '--json-stream-data=none', '--warning-exit-0', file]
  const { code, stdout } = await runProgram(desk.tools.qpdf, args)
  if (code !== 0) return undefined
  const json = join(desk.folder, 'objects.json')
  await writeFile(json, stdout)
  return json
}

function textOf(value: Value): string {
  if (isDict(value) || typeof value !== 'string') return ''
  if (value.startsWith('u:')) return value.slice(2)
  if (!value.startsWith('b:')) return ''
  const bytes = Buffer.from(value.slice(2), 'hex')
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)))
      .swap16()
      .toString('utf16le')
  return bytes.toString('latin1')
}

const KINDS: Record<string, [kind: string, mime: string]> = {
  '.txt': ['text', 'text/plain'],
  '.csv': ['text', 'text/csv'],
  '.md': ['text', 'text/markdown'],
  '.xml': ['text', 'text/xml'],
  '.json': ['text', 'application/json'],
  '.html': ['text', 'text/html'],
  '.pdf': ['pdf', 'application/pdf'],
  '.eml': ['email', 'message/rfc822'],
  '.docx': ['document', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  '.xlsx': ['spreadsheet', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  '.pptx': ['presentation', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  '.odt': ['document', 'application/vnd.oasis.opendocument.text'],
  '.rtf': ['document', 'application/rtf'],
}

/** Attached files, each as a part of its own behind the pages. One inside of another is not opened. */
export async function readAttachments(file: string, out: Manuscript, desk: Desk): Promise<void> {
  const { pdfdetach } = desk.tools
  if (!pdfdetach || !desk.nested) return
  const folder = join(desk.folder, 'attached')
  await mkdir(folder)
  await runProgram(pdfdetach, ['-saveall', '-o', folder, file], { limits: { fileMb: 64 } })
  const names = (await readdir(folder)).slice(0, MOST_FILES)
  if (names.length > 0) out.facts.attachments = names
  for (const name of names) {
    const path = join(folder, name)
    const [kind, mime] = KINDS[extname(name).toLowerCase()] ?? []
    const facts = await stat(path)
    if (!kind || !mime || !facts.isFile() || facts.size > MOST_FILE_BYTES) continue
    // What cannot be read is attached all the same.
    const text = await desk.nested({ path, kind, mime, filename: name }).catch(() => '')
    if (text.trim() === '') continue
    out.startPage(name)
    out.write(`${name}\n\n${text}`)
  }
}
