import { stat, writeFile } from 'node:fs/promises'
import PostalMime, { type Address } from 'postal-mime'
import { DocumentRefused } from '../../ports/documents.ts'
import { ReadingFailed } from '../../ports/reader.ts'
import { readStart } from '../reader/formats/bytes.ts'
import { bookOf } from '../reader/formats/epub.ts'
import { decodeHtml } from '../reader/formats/html.ts'
import { wordsOfLetter } from '../reader/formats/letter-head.ts'
import { dateOf, lettersIn } from '../reader/formats/mail.ts'
import { msgParts } from '../reader/formats/msg.ts'
import { resolvePart, Zip } from '../reader/formats/zipped.ts'
import { type CleanedHtml, cleanHtml, escapeHtml, type PictureOf, pictureUrl } from './clean-html.ts'

/** A letter or a book as one page of HTML with its pictures inside, for the office. */

export interface PageMade {
  /** Pictures that lie on the web or are of a kind that is not drawn: their words stand for them. */
  lost_pictures: number
  attachments: number
}

const MOST_BYTES = 48 * 1024 * 1024
const MOST_PICTURE_BYTES = 8 * 1024 * 1024

export async function writeHtmlPage(input: { path: string; mime: string; to: string }): Promise<PageMade> {
  try {
    const page = await pageOf(input.path, input.mime)
    const whole = `\ufeff<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>${escapeHtml(page.title)}</title></head><body>\n${page.html}\n</body></html>\n`
    if (whole.length > MOST_BYTES * 2) throw tooLarge()
    await writeFile(input.to, whole)
    return { lost_pictures: page.lost, attachments: page.attachments }
  } catch (error) {
    if (error instanceof ReadingFailed) throw new DocumentRefused('damaged', error.words)
    throw error
  }
}

const tooLarge = () =>
  new DocumentRefused('too_heavy', {
    en: 'The file is too large to be converted.',
    ru: 'Файл слишком большой для преобразования.',
  })

interface Page extends CleanedHtml {
  title: string
  attachments: number
}

export function pageOf(path: string, mime: string): Promise<Page> {
  if (/epub/.test(mime)) return bookPage(path)
  return /outlook/.test(mime) ? outlookPage(path) : letterPages(path)
}

const person = ({ name, address, group }: Address): string =>
  group
    ? `${name}: ${group.map(person).join(', ')}`
    : name && name !== address
      ? `${name} <${address}>`
      : (address ?? name)

const rowOf = (name: string, value: string | undefined) =>
  value ? `<tr><td valign="top"><b>${name}:</b></td><td>${escapeHtml(value)}</td></tr>` : ''

interface Letter {
  head: Record<string, string | undefined>
  html?: string
  text?: string
  /** By the id that the letter calls them by. */
  pictures: Map<string, string>
  attached: string[]
}

function letterHtml({ head, html, text, pictures, attached }: Letter): Page {
  const words = wordsOfLetter(head.Subject, text || html)
  const rows = Object.entries(head)
    .map(([name, value]) => rowOf(words.label(name), name === 'Date' && value ? words.day(value) : value))
    .join('')
  const byId: PictureOf = source => pictures.get(source.replace(/^cid:/i, '')) ?? ownBytes(source)
  const body = html
    ? cleanHtml(html, byId)
    : {
        html: (text ?? '')
          .split(/\r?\n/)
          .map(line => `<div>${escapeHtml(line) || '<br>'}</div>`)
          .join('\n'),
        lost: 0,
      }
  const list =
    attached.length > 0 ? `<hr><p>${words.label('Attachments')}: ${attached.map(escapeHtml).join(', ')}</p>` : ''
  return {
    title: head.Subject ?? '',
    html: `<table>${rows}</table><hr>${body.html}${list}`,
    lost: body.lost,
    attachments: attached.length,
  }
}

const ownBytes = (source: string) =>
  /^data:image\/(png|jpe?g|gif|bmp|webp);base64,/i.test(source) ? source : undefined

/** All letters of a file that holds several, each on a page of its own. */
async function letterPages(path: string): Promise<Page> {
  if ((await stat(path)).size > MOST_BYTES) throw tooLarge()
  const pages: Page[] = []
  for (const bytes of lettersIn(await readStart(path, MOST_BYTES))) pages.push(await letterPage(bytes))
  const sum = (of: (page: Page) => number) => pages.reduce((all, page) => all + of(page), 0)
  return {
    title: pages.length === 1 ? pages[0]!.title : '',
    html: pages.map(({ html }) => html).join('\n<p style="page-break-before: always"><br></p>\n'),
    lost: sum(({ lost }) => lost),
    attachments: sum(({ attachments }) => attachments),
  }
}

async function letterPage(bytes: Buffer): Promise<Page> {
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: 64, forceRfc822Attachments: true })
  const pictures = new Map<string, string>()
  const attached: string[] = []
  for (const { contentId, content, mimeType, filename, disposition } of mail.attachments) {
    const raw = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)
    const url = raw.length <= MOST_PICTURE_BYTES ? pictureUrl(mimeType, raw) : undefined
    if (contentId && url) pictures.set(contentId.replace(/^<|>$/g, ''), url)
    if (filename && !(contentId && disposition === 'inline')) attached.push(filename)
  }
  const head = {
    From: mail.from && person(mail.from),
    To: mail.to?.map(person).join(', '),
    Cc: mail.cc?.map(person).join(', '),
    Date: dateOf(mail),
    Subject: mail.subject,
  }
  return letterHtml({ head, html: mail.html, text: mail.text, pictures, attached })
}

async function outlookPage(path: string): Promise<Page> {
  const { head, html, text, attachments } = await msgParts(path)
  const pictures = new Map<string, string>()
  for (const { id, mime, bytes } of attachments) {
    const raw = id ? bytes() : undefined
    const url = raw && raw.length <= MOST_PICTURE_BYTES ? pictureUrl(mime, raw) : undefined
    if (url) pictures.set(id, url)
  }
  const attached = attachments.filter(({ id, name }) => name !== '' && !pictures.has(id)).map(({ name }) => name)
  return letterHtml({ head, html, text, pictures, attached })
}

const PICTURES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
}

const SOURCE = /(?:src|href)\s{0,5}=\s{0,5}["']([^"'#]{1,500})["']/gi

async function bookPage(path: string): Promise<Page> {
  const zip = await Zip.open(path)
  try {
    const { title, chapters } = await bookOf(zip)
    const parts: string[] = []
    let [lost, size] = [0, 0]
    for (const chapter of chapters) {
      const text = decodeHtml(await zip.whole(chapter, MOST_BYTES)).text
      const pictures = await picturesIn(zip, chapter, text)
      const made = cleanHtml(text, source => pictures.get(source), { xhtml: true })
      size += made.html.length
      if (size > MOST_BYTES) throw tooLarge()
      parts.push(made.html)
      lost += made.lost
    }
    return { title, html: parts.join('\n<hr>\n'), lost, attachments: 0 }
  } finally {
    zip.close()
  }
}

async function picturesIn(zip: Zip, chapter: string, html: string): Promise<Map<string, string>> {
  const folder = chapter.slice(0, chapter.lastIndexOf('/') + 1)
  const found = new Map<string, string>()
  for (const [, source] of html.matchAll(SOURCE)) {
    const mime = PICTURES[/\.(\w{3,4})$/.exec(source!)?.[1]?.toLowerCase() ?? '']
    const part = resolvePart(folder, decoded(source!))
    if (!mime || found.has(source!) || (zip.parts.get(part)?.size ?? Infinity) > MOST_PICTURE_BYTES) continue
    const url = pictureUrl(mime, await zip.whole(part))
    if (url) found.set(source!, url)
  }
  return found
}

function decoded(source: string): string {
  try {
    return decodeURIComponent(source)
  } catch {
    return source
  }
}
