import { failed, WHY } from '../failures.ts'
import type { Manuscript } from '../manuscript.ts'
import { decodeHtml, writeHtml } from './html.ts'
import { resolvePart, type Zip } from './zipped.ts'

const CHAPTER_BYTES = 32 * 1024 * 1024

/** A book: its chapters in reading order, each a page. */
export async function readEpub(zip: Zip, out: Manuscript): Promise<void> {
  const book = await opened(zip)
  out.title = book.said.title ?? ''
  if (book.said.creator) out.facts.author = book.said.creator
  if (book.said.date) out.facts.created = book.said.date
  if (book.said.language) out.facts.language = book.said.language
  for (const chapter of book.chapters) {
    out.startPage()
    const title = writeHtml(decodeHtml(await zip.whole(chapter, CHAPTER_BYTES)).text, out, { xhtml: true })
    out.title ||= title
  }
  out.facts.page_count = book.chapters.length
}

async function opened(zip: Zip) {
  const root = /full-path\s*=\s*["']([^"']+)["']/.exec(await zip.text('META-INF/container.xml'))?.[1]
  const packed = root ?? [...zip.parts.keys()].find(name => name.endsWith('.opf'))
  if (!packed || !zip.parts.has(packed)) throw failed(WHY.damaged)
  const book = await contents(zip, packed)
  if (zip.parts.has('META-INF/encryption.xml') && /EncryptedKey/.test(await zip.text('META-INF/encryption.xml')))
    throw failed(WHY.sealed)
  return book
}

/** Its title, and the names of its chapters in the order in which they are read. */
export async function bookOf(zip: Zip): Promise<{ title: string; chapters: string[]; cover: string | undefined }> {
  const { said, chapters, cover } = await opened(zip)
  return { title: said.title ?? '', chapters, cover }
}

const PICTURE = /^image\/(png|jpe?g|gif|webp)$/

/** The id of the cover, in the new way and in the older one. */
function coverId(name: string, { id, properties, name: about, content }: Record<string, string>): string {
  if (name === 'item' && properties === 'cover-image') return id ?? ''
  return name === 'meta' && about === 'cover' ? (content ?? '') : ''
}

async function contents(zip: Zip, packed: string) {
  const folder = packed.slice(0, packed.lastIndexOf('/') + 1)
  const said: Record<string, string> = {}
  const files = new Map<string, string>()
  const spine: string[] = []
  const pictures = new Map<string, string>()
  let cover = ''
  let current = ''
  await zip.xml(packed, {
    open(name, attributes) {
      current = name
      cover ||= coverId(name, attributes)
      if (name === 'item' && PICTURE.test(attributes['media-type'] ?? ''))
        pictures.set(attributes.id ?? '', resolvePart(folder, decoded(attributes.href ?? '')))
      if (name === 'item' && /html|xml/.test(attributes['media-type'] ?? ''))
        files.set(attributes.id ?? '', resolvePart(folder, decoded(attributes.href ?? '')))
      else if (name === 'itemref') spine.push(attributes.idref ?? '')
    },
    text(text) {
      if (/^(title|creator|date|language)$/.test(current)) said[current] = (said[current] ?? '') + text.trim()
    },
    close() {
      current = ''
    },
  })
  const chapters = spine.map(id => files.get(id) ?? '').filter(name => zip.parts.has(name))
  const shown = pictures.get(cover)
  return { said, chapters, cover: shown && zip.parts.has(shown) ? shown : undefined }
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href.split('#', 1)[0]!)
  } catch {
    return href
  }
}
