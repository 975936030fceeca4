import { createRequire } from 'node:module'
import PostalMime, { type Address, type Email } from 'postal-mime'
import { failed, WHY } from '../failures.ts'
import { LIMITS } from '../limits.ts'
import type { Manuscript } from '../manuscript.ts'
import { decodeHtml, writeHtml } from './html.ts'
import { decompressRtf } from './lzfu.ts'
import { readStart } from './plain.ts'
import { writeRtf } from './rtf.ts'

/** Letters: who wrote to whom, when and what about, then the words, then what was attached. */

interface Attached {
  name: string
  size: number
  mime: string
}

export async function readEml(path: string, out: Manuscript): Promise<void> {
  const bytes = await readStart(path)
  if (bytes.length >= LIMITS.textBytes) out.cut()
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
  writeAttached(out, mail.attachments.map(attachmentOf))
}

const attachmentOf = ({ filename, mimeType, content }: Email['attachments'][number]): Attached => ({
  name: filename ?? '',
  size: typeof content === 'string' ? content.length : content.byteLength,
  mime: mimeType,
})

type Header = Record<string, string | Address[] | undefined>

function writeHeader(out: Manuscript, header: Header): void {
  for (const [name, value] of Object.entries(header)) {
    const shown = typeof value === 'string' ? value : (value ?? []).map(person).filter(Boolean).join(', ')
    if (shown === '') continue
    out.write(`${name}: ${shown.replace(/\s+/g, ' ')}`)
    out.gap('\n')
    if (name === 'From') out.facts.author = shown
    if (name === 'Date') out.facts.created = isoDate(shown)
    if (name === 'Subject') out.title = shown
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

function writeAttached(out: Manuscript, attached: Attached[]): void {
  const named = attached.filter(({ name }) => name !== '')
  if (named.length > 0) {
    out.gap('\n\n')
    out.write(`Attachments:\n${named.map(({ name }) => name).join('\n')}`)
  }
  out.facts.attachments = attached.slice(0, LIMITS.listedEntries)
}

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
  recipients?: { name?: string; email?: string; smtpAddress?: string; recipType?: string }[]
  attachments?: { fileName?: string; name?: string; contentLength?: number; attachMimeTag?: string }[]
}

export async function readMsg(path: string, out: Manuscript): Promise<void> {
  const { default: MsgReader } = require('@kenjiuno/msgreader')
  const bytes = await readStart(path, LIMITS.textBytes * 2)
  const copy = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)
  const mail: Msg = parsed(() => new MsgReader(copy).getFileData())
  if (mail.error) throw failed(WHY.damaged)
  const to = (type: string) =>
    (mail.recipients ?? [])
      .filter(({ recipType }) => (recipType ?? 'to') === type)
      .map(({ name, email, smtpAddress }) => ({ name: name ?? '', address: smtpAddress ?? email ?? '' }))
  writeHeader(out, {
    From: [{ name: mail.senderName ?? '', address: mail.senderSmtpAddress ?? mail.senderEmail ?? '' }],
    To: to('to'),
    Cc: to('cc'),
    Date: mail.clientSubmitTime ?? mail.messageDeliveryTime,
    Subject: mail.subject,
  })
  writeMsgBody(mail, out)
  const attached = (mail.attachments ?? []).map(({ fileName, name, contentLength, attachMimeTag }) => ({
    name: fileName ?? name ?? '',
    size: contentLength ?? 0,
    mime: attachMimeTag ?? '',
  }))
  writeAttached(out, attached)
}

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

function parsed<T>(parse: () => T): T {
  try {
    return parse()
  } catch {
    throw failed(WHY.damaged)
  }
}
