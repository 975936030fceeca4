import PostalMime, { type Address, type Email } from 'postal-mime'
import { failed, WHY } from '../failures.ts'
import { LIMITS } from '../limits.ts'
import type { Manuscript } from '../manuscript.ts'
import { readStart } from './bytes.ts'
import { writeHtml } from './html.ts'

/** Letters: who wrote to whom, when and what about, then the words, then what was attached. */

export interface Attached {
  name: string
  size: number
  mime: string
}

export async function readEml(path: string, out: Manuscript): Promise<void> {
  const bytes = await readStart(path)
  if (bytes.length >= LIMITS.textBytes) out.cut()
  const letters = lettersIn(bytes)
  const attached: Attached[] = []
  for (const letter of letters) {
    if (letters.length > 1) out.startPage()
    attached.push(...(await writeLetter(letter, out)))
  }
  out.facts.attachments = attached.slice(0, LIMITS.listedEntries)
  if (letters.length > 1) out.facts.page_count = letters.length
}

/** A folder of letters is kept as one file in which each begins with a line that says who sent it and when. */
function lettersIn(bytes: Buffer): Buffer[] {
  if (bytes.toString('latin1', 0, 5) !== 'From ') return [bytes]
  const found: Buffer[] = []
  let start = 0
  while (start < bytes.length) {
    let next = start
    do {
      next = bytes.indexOf('\nFrom ', next + 1)
    } while (next >= 0 && !isBetween(bytes, next))
    const end = next < 0 ? bytes.length : next
    found.push(bytes.subarray(bytes.indexOf('\n', start) + 1 || end, end))
    start = next < 0 ? bytes.length : next + 1
  }
  return found
}

/** Behind an empty line, and with the year that such a line has. */
const isBetween = (bytes: Buffer, at: number) =>
  /\n\r?$/.test(bytes.toString('latin1', at - 2, at)) &&
  /^\nFrom \S.*\d\d:\d\d.*\d{4}/.test(bytes.toString('latin1', at, at + 200))

async function writeLetter(bytes: Buffer, out: Manuscript): Promise<Attached[]> {
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: 64 }).catch(() => {
    throw failed(WHY.damaged)
  })
  writeHeader(out, {
    From: mail.from ? [mail.from] : [],
    To: mail.to,
    Cc: mail.cc,
    Date: mail.date,
    Subject: mail.subject,
  })
  const text = mail.text?.trim() ?? ''
  if (text !== '') out.write(text)
  else if (mail.html) writeHtml(mail.html, out)
  const attached = mail.attachments.map(attachmentOf)
  writeAttached(out, attached)
  return attached
}

const attachmentOf = ({ filename, mimeType, content }: Email['attachments'][number]): Attached => ({
  name: filename ?? '',
  size: typeof content === 'string' ? content.length : content.byteLength,
  mime: mimeType,
})

type Header = Record<string, string | Address[] | undefined>

export function writeHeader(out: Manuscript, header: Header): void {
  for (const [name, value] of Object.entries(header)) {
    const shown = typeof value === 'string' ? value : (value ?? []).map(person).filter(Boolean).join(', ')
    if (shown === '') continue
    out.write(`${name}: ${shown.replace(/\s+/g, ' ')}`)
    out.gap('\n')
    if (name === 'From') out.facts.author ??= shown
    if (name === 'Date') out.facts.created ??= isoDate(shown)
    if (name === 'Subject') out.title ||= shown
  }
  out.gap('\n\n')
}

function person({ name, address, group }: Address): string {
  if (group) return `${name}: ${group.map(person).join(', ')}`
  if (!address) return name
  return name && name !== address ? `${name} <${address}>` : address
}

const isoDate = (text: string) => {
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString()
}

export function writeAttached(out: Manuscript, attached: Attached[]): void {
  const named = attached.filter(({ name }) => name !== '')
  if (named.length > 0) {
    out.gap('\n\n')
    out.write(`Attachments:\n${named.map(({ name }) => name).join('\n')}`)
  }
}
