import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Desk } from '../desk.ts'
import { failed, WHY } from '../failures.ts'
import { LIMITS } from '../limits.ts'
import { Manuscript } from '../manuscript.ts'
import { readStart } from './bytes.ts'
import { decodeText } from './encodings.ts'
import { decodeHtml, writeHtml } from './html.ts'
import { wordsOfLetter } from './letter-head.ts'
import { decompressRtf } from './lzfu.ts'
import { writeAttached, writeHeader } from './mail.ts'
import { writeRtf } from './rtf.ts'
import { codePage } from './rtf-words.ts'

/** Outlook's letters. */

// CommonJS with a default inside of a default; and slow to load, so only when there is such a letter.
const require = createRequire(import.meta.url)

interface Msg {
  error?: string
  subject?: string
  senderName?: string
  senderEmail?: string
  senderSmtpAddress?: string
  body?: string
  bodyHtml?: string
  html?: Uint8Array
  compressedRtf?: Uint8Array
  messageDeliveryTime?: string
  clientSubmitTime?: string
  messageCodepage?: number
  internetCodepage?: number
  recipients?: { name?: string; email?: string; smtpAddress?: string; recipType?: string }[]
  attachments?: Attachment[]
}

interface Attachment {
  fileName?: string
  name?: string
  contentLength?: number
  attachMimeTag?: string
  pidContentId?: string
  /** A letter inside of the letter. */
  innerMsgContentFields?: Msg
}

interface Parser {
  parserConfig?: { ansiEncoding?: string; propertyObserver?: (fields: unknown, tag: number, raw: Uint8Array) => void }
  getFileData(): Msg
  getAttachment(attachment: Attachment): { content: Uint8Array }
}

interface Parsed {
  mail: Msg
  contentOf(attachment: Attachment): Uint8Array
}

export async function readMsg(path: string, out: Manuscript, desk: Desk): Promise<void> {
  const bytes = await readStart(path, LIMITS.textBytes * 2)
  const { mail, contentOf } = parsed(() => parseMsg(bytes))
  if (mail.error) throw failed(WHY.damaged)
  const inner = writeMsg(mail, out, 0)
  const attachments = mail.attachments ?? []
  out.facts.attachments = attachments.map(attachedOf).slice(0, LIMITS.listedEntries)
  const plain = attachments.filter(one => /\.eml$/i.test(attachedOf(one).name)).slice(0, MOST_PLAIN)
  for (const [n, attachment] of plain.entries()) {
    const bytes = orNothing(() => contentOf(attachment))
    if (!bytes) continue
    const path = join(desk.folder, `letter-${n}.eml`)
    await writeFile(path, bytes)
    const text = await desk
      .nested?.({ path, kind: 'email', mime: 'message/rfc822', filename: 'letter.eml' })
      .catch(() => '')
    if (!text) continue
    out.breakPage()
    out.write(text)
  }
  if (inner + plain.length > 0) out.facts.page_count = 1 + inner + plain.length
}

/** Of letters of other programs that were attached as files. */
const MOST_PLAIN = 20

/** A letter in parts, for what shows it as a page. */
export async function msgParts(path: string) {
  const bytes = await readStart(path, LIMITS.textBytes * 2)
  const { mail, contentOf } = parsed(() => parseMsg(bytes))
  if (mail.error) throw failed(WHY.damaged)
  const people = peopleOf(mail)
  const from = people.From[0]!
  const shown = (all: { name: string; address: string }[]) =>
    all.map(({ name, address }) => (address && name ? `${name} <${address}>` : name || address)).join(', ')
  return {
    head: {
      From: shown([from]),
      To: shown(people.To),
      Cc: shown(people.Cc),
      Date: dateOf(mail),
      Subject: mail.subject,
    },
    html: mail.html ? decodeHtml(Buffer.from(mail.html)).text : mail.bodyHtml,
    text: mail.body?.trim() ? mail.body : rtfText(mail),
    attachments: (mail.attachments ?? []).map(one => ({
      id: one.pidContentId ?? '',
      name: attachedOf(one).name,
      mime: one.attachMimeTag ?? '',
      bytes: () => orNothing(() => contentOf(one)),
    })),
  }
}

/** Letters of old programs have their words as RTF alone. */
function rtfText(mail: Msg): string | undefined {
  if (!mail.compressedRtf) return undefined
  const out = new Manuscript()
  writeRtf(decompressRtf(Buffer.from(mail.compressedRtf)), out)
  return out.finish().text
}

const SECTOR = 4096
const ANSI = 0x1e
const SAMPLE = 64 * 1024

/** Letters of old programs are in the code page of their country, which they say in a number, if at all. */
function parseMsg(bytes: Buffer): Parsed {
  const { default: MsgReader } = require('@kenjiuno/msgreader')
  // The last sector may be cut off where nothing stands in it.
  const copy = new Uint8Array(Math.ceil(bytes.length / SECTOR) * SECTOR)
  copy.set(bytes)
  const parse = (config: Parser['parserConfig']): Parsed => {
    const parser: Parser = new MsgReader(copy.buffer)
    parser.parserConfig = config
    return { mail: parser.getFileData(), contentOf: attachment => parser.getAttachment(attachment).content }
  }
  const foreign: Uint8Array[] = []
  let size = 0
  const first = parse({
    propertyObserver(_fields, tag, raw) {
      if ((tag & 0xffff) !== ANSI || size > SAMPLE || !raw.some(byte => byte > 0x7f)) return
      foreign.push(raw)
      size += raw.length
    },
  })
  if (foreign.length === 0) return first
  const { encoding } = decodeText(Buffer.concat(foreign), declaredPage(first.mail))
  return parse({ ansiEncoding: encoding === 'x-mac-cyrillic' ? 'maccyrillic' : encoding })
}

/** Western is what programs say that were never asked. */
function declaredPage({ messageCodepage, internetCodepage }: Msg): string | undefined {
  const page = [messageCodepage, internetCodepage].find(
    number => number && ![1252, 20_127, 28_591, 65_001].includes(number),
  )
  return page ? codePage(page) : undefined
}

const NESTED = 3

function peopleOf(mail: Msg) {
  const to = (type: string) =>
    (mail.recipients ?? [])
      .filter(({ recipType }) => (recipType ?? 'to') === type)
      .map(({ name, email, smtpAddress }) => ({ name: name ?? '', address: smtpAddress ?? shownAddress(email) }))
  const From = [{ name: mail.senderName ?? '', address: mail.senderSmtpAddress ?? shownAddress(mail.senderEmail) }]
  return { From, To: to('to'), Cc: to('cc') }
}

const dateOf = (mail: Msg) => mail.clientSubmitTime ?? mail.messageDeliveryTime

/** Answers how many letters were inside of it. */
function writeMsg(mail: Msg, out: Manuscript, depth: number): number {
  const words = wordsOfLetter(mail.subject, mail.body)
  writeHeader(out, { ...peopleOf(mail), Date: dateOf(mail), Subject: mail.subject }, words)
  writeMsgBody(mail, out)
  const attachments = mail.attachments ?? []
  writeAttached(out, attachments.map(attachedOf), words)
  let count = 0
  for (const { innerMsgContentFields: inner } of attachments)
    if (inner && depth < NESTED) {
      out.breakPage()
      count += 1 + writeMsg(inner, out, depth + 1)
    }
  return count
}

/** Inside of a company people are known by a path in its directory, which tells a reader nothing. */
const shownAddress = (address = '') => (/^\/o=/i.test(address) ? '' : address)

const attachedOf = ({ fileName, name, contentLength, attachMimeTag }: Attachment) => ({
  name: fileName ?? name ?? '',
  size: contentLength ?? 0,
  mime: attachMimeTag ?? '',
})

function writeMsgBody(mail: Msg, out: Manuscript): void {
  const body = mail.body?.trim()
  if (body) {
    out.write(body)
    return
  }
  const html = mail.html ? decodeHtml(Buffer.from(mail.html)).text : mail.bodyHtml
  if (html) writeHtml(html, out)
  if (html || !mail.compressedRtf) return
  const title = out.title
  writeRtf(decompressRtf(Buffer.from(mail.compressedRtf)), out)
  out.title = title
}

/** An attachment that is broken leaves the letter readable. */
function orNothing<T>(take: () => T): T | undefined {
  try {
    return take()
  } catch {
    return undefined
  }
}

function parsed<T>(parse: () => T): T {
  try {
    return parse()
  } catch {
    throw failed(WHY.damaged)
  }
}
