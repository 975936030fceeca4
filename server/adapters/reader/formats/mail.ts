import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Address, type Email } from 'postal-mime'
import { ReadingFailed } from '../../../ports/reader.ts'
import type { Desk } from '../desk.ts'
import { failed, WHY } from '../failures.ts'
import { LIMITS } from '../limits.ts'
import type { Manuscript } from '../manuscript.ts'
import { readStart } from './bytes.ts'
import { writeHtml } from './html.ts'
import { type LetterWords, wordsOfLetter } from './letter-head.ts'

/** Letters: who wrote to whom, when and what about, then the words, then what was attached. */

export interface Attached {
  name: string
  size: number
  mime: string
}

export async function readEml(path: string, out: Manuscript, desk: Desk): Promise<void> {
  const bytes = await readStart(path)
  if (bytes.length >= LIMITS.textBytes) out.cut()
  const letters = lettersIn(bytes)
  const reading = { out, desk, inner: 0 }
  const attached: Attached[] = []
  for (const letter of letters) {
    if (letters.length > 1) out.startPage()
    attached.push(...(await writeLetter(letter, reading, 0)))
  }
  out.facts.attachments = attached.slice(0, LIMITS.listedEntries)
  if (letters.length + reading.inner > 1) out.facts.page_count = letters.length + reading.inner
}

/** A folder of letters is kept as one file in which each begins with a line that says who sent it and when. */
export function lettersIn(bytes: Buffer): Buffer[] {
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

interface Whole {
  out: Manuscript
  desk: Desk
  /** Letters that were attached to letters, so far. */
  inner: number
}

async function writeLetter(bytes: Buffer, whole: Whole, depth: number): Promise<Attached[]> {
  const { out } = whole
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: 64, forceRfc822Attachments: true }).catch(() => {
    throw failed(WHY.damaged)
  })
  const words = wordsOfLetter(mail.subject, mail.text || mail.html)
  const header = {
    From: mail.from ? [mail.from] : [],
    To: mail.to,
    Cc: mail.cc,
    Date: dateOf(mail),
    Subject: mail.subject,
  }
  writeHeader(out, header, words)
  const text = mail.text?.trim() ?? ''
  if (text !== '') out.write(text)
  else if (mail.html) writeHtml(mail.html, out)
  const attached = mail.attachments.map(attachmentOf)
  writeAttached(out, attached, words)
  await writeInner(mail.attachments, whole, depth)
  return attached
}

/** As the letter has it: what is parsed of it has lost its zone. */
export const dateOf = ({ headers, date }: Email) => headers.find(({ key }) => key === 'date')?.value ?? date

type Attachment = Email['attachments'][number]

const attachmentOf = ({ filename, mimeType, content }: Attachment): Attached => ({
  name: filename ?? '',
  size: typeof content === 'string' ? content.length : content.byteLength,
  mime: mimeType,
})

const MOST_INNER = 100
const DEEPEST = 5

/** Letters that were attached to this one: each a part of its own behind it. One that cannot be read is attached all the same. */
async function writeInner(attachments: Attachment[], whole: Whole, depth: number): Promise<void> {
  for (const { filename, mimeType, content } of attachments) {
    const isOutlook = /ms-outlook/.test(mimeType) || /\.msg$/i.test(filename ?? '')
    if (!isOutlook && mimeType !== 'message/rfc822' && !/\.eml$/i.test(filename ?? '')) continue
    if (whole.inner >= MOST_INNER || depth >= DEEPEST) return
    whole.inner++
    whole.out.breakPage()
    const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)
    if (isOutlook) whole.out.write(await outlookText(bytes, whole))
    else await writeLetter(bytes, whole, depth + 1).catch(passOverDamage)
  }
}

async function outlookText(bytes: Buffer, { desk, inner }: Whole): Promise<string> {
  if (!desk.nested) return ''
  const path = join(desk.folder, `letter-${inner}.msg`)
  await writeFile(path, bytes)
  return desk
    .nested({ path, kind: 'email', mime: 'application/vnd.ms-outlook', filename: 'letter.msg' })
    .catch(passOverDamage)
}

function passOverDamage(error: unknown): '' {
  if (error instanceof ReadingFailed && error.words === WHY.damaged) return ''
  throw error
}

type Header = Record<string, string | Address[] | undefined>

export function writeHeader(out: Manuscript, header: Header, words: LetterWords): void {
  for (const [name, value] of Object.entries(header)) {
    const shown = typeof value === 'string' ? value : (value ?? []).map(person).filter(Boolean).join(', ')
    if (shown === '') continue
    const line = name === 'Date' ? words.day(shown) : shown
    out.write(`${words.label(name)}: ${line.replace(/\s+/g, ' ')}`)
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

export function writeAttached(out: Manuscript, attached: Attached[], words: LetterWords): void {
  const named = attached.filter(({ name }) => name !== '')
  if (named.length > 0) {
    out.gap('\n\n')
    out.write(`${words.label('Attachments')}:\n${named.map(({ name }) => name).join('\n')}`)
  }
}
