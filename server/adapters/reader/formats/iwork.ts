import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { ReadingFailed } from '../../../ports/reader.ts'
import type { Desk } from '../desk.ts'
import { failed, WHY } from '../failures.ts'
import { LIMITS } from '../limits.ts'
import type { Manuscript } from '../manuscript.ts'
import { listed } from './archive.ts'
import { readImage } from './image.ts'
import { type IwaMessage, messagesIn, textsOf, unbroken } from './iwa.ts'
import { KINDS, writeTables } from './iwa-tables.ts'
import { readPdf } from './pdf.ts'
import { readXml, Zip } from './zipped.ts'

/**
 * Pages, Numbers and Keynote. The preview that they carry is the document as it is seen; without it the texts of their own
 * parts, in the order in which these lie; and at the last the picture of the first page.
 */
export async function readIwork(zip: Zip, out: Manuscript, desk: Desk, mime: string): Promise<void> {
  const names = [...zip.parts.keys()]
  // A document that was sent as a folder lies in one.
  const find = (pattern: RegExp) => names.find(name => pattern.test(name))
  if (find(/(^|\/)\.iwp[hv]2?$/)) throw failed(WHY.sealed)
  const preview = find(/(^|\/)QuickLook\/Preview\.pdf$/)
  if (preview && (await readPreview(zip, preview, out, desk))) return
  const old = find(/(^|\/)index\.(xml|apxl)(\.gz)?$/)
  if (old) return readOld(zip, old, out)
  const packed = find(/(^|\/)Index\.zip$/)
  if (!packed && !names.some(name => name.endsWith('.iwa'))) return listed(zip, out)
  const read = /numbers/.test(mime) ? readBook : readParts
  if (packed) await readPacked(await taken(zip, packed, 'index.zip', desk), inner => read(inner, out))
  else await read(zip, out)
  if (out.length > 0) return
  const picture = find(/(^|\/)preview\.jpg$/) ?? find(/(^|\/)QuickLook\/Thumbnail\.jpg$/)
  if (!picture) return
  await readImage(await taken(zip, picture, 'preview.jpg', desk), out, desk, 'image/jpeg')
  out.needsManual ??= WHY.onlyPreview
}

/** Nothing of a preview that is damaged is in the text; the document is read without it then. */
async function readPreview(zip: Zip, preview: string, out: Manuscript, desk: Desk): Promise<boolean> {
  if (!desk.tools.pdftotext) return false
  try {
    await readPdf(await taken(zip, preview, 'preview.pdf', desk), out, desk)
    return out.length > 0
  } catch (error) {
    if (error instanceof ReadingFailed && error.words === WHY.damaged && out.length === 0) return false
    throw error
  }
}

async function taken(zip: Zip, part: string, as: string, desk: Desk): Promise<string> {
  const path = join(desk.folder, as)
  await writeFile(path, await zip.whole(part, LIMITS.textBytes))
  return path
}

async function readPacked(path: string, read: (inner: Zip) => Promise<void>): Promise<void> {
  const inner = await Zip.open(path)
  try {
    await read(inner)
  } finally {
    inner.close()
  }
}

/** The document's own part first, then slides by their number, then the tables. */
const rankOf = (name: string) => (/Document\.iwa$/.test(name) ? 0 : /Slide/.test(name) ? 1 : 2)
const numberIn = (name: string) => Number(/(\d{1,9})\.iwa$/.exec(name)?.[1] ?? 0)
/** Of templates, which show nothing of the document itself, and of styles. */
const BESIDE = /(MasterSlide|TemplateSlide|Stylesheet|ThemeStylesheet|ViewState|Metadata|AnnotationAuthor)/

async function readParts(zip: Zip, out: Manuscript): Promise<void> {
  const parts = [...zip.parts.keys()].filter(name => name.endsWith('.iwa') && !BESIDE.test(name))
  parts.sort((a, b) => rankOf(a) - rankOf(b) || numberIn(a) - numberIn(b) || (a < b ? -1 : 1))
  for (const name of parts) {
    const texts = textsOf(await zip.whole(name, LIMITS.textBytes))
    if (texts.length === 0) continue
    if (/Slide/.test(name)) out.startPage()
    for (const text of texts) {
      out.write(text)
      out.gap('\n')
    }
    out.gap('\n\n')
  }
}

const MOST_TABLE_BYTES = 96 * 1024 * 1024

/** Tables cell by cell; where that cannot be done, the words that stand in them. */
async function readBook(zip: Zip, out: Manuscript): Promise<void> {
  const objects = new Map<number, IwaMessage>()
  let size = 0
  for (const name of zip.parts.keys()) {
    if (!name.endsWith('.iwa') || BESIDE.test(name)) continue
    for (const message of messagesIn(await zip.whole(name, LIMITS.textBytes))) {
      if (!KINDS.has(message.type)) continue
      size += message.bytes.length
      objects.set(message.id, message)
    }
    if (size > MOST_TABLE_BYTES) break
  }
  if (size <= MOST_TABLE_BYTES && unbroken(() => writeTables(objects, out))) return
  out.gap('\n\n')
  await readParts(zip, out)
  if (out.length > 0) out.needsManual ??= WHY.onlyWords
}

const MOST_OLD_BYTES = 64 * 1024 * 1024

/** Of 2009 and before: one part of XML, whose paragraphs and cells hold the words. */
async function readOld(zip: Zip, name: string, out: Manuscript): Promise<void> {
  // What is locked is packed in a way of its own.
  if (![0, 8].includes(zip.parts.get(name)!.entry.compressionMethod)) throw failed(WHY.sealed)
  const bytes = await zip.whole(name, MOST_OLD_BYTES)
  const plain = name.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: MOST_OLD_BYTES }) : bytes
  let [depth, masters] = [0, 0]
  await readXml([plain] as unknown as AsyncIterable<Buffer>, {
    open(tag, attributes) {
      if (/^(master-slide|stylesheet|metadata|prototypes)/.test(tag)) masters++
      else if (tag === 'p') depth++
      else if (tag === 'ct' && masters === 0 && attributes.s) {
        out.write(attributes.s)
        out.gap('\t')
      } else if (tag === 'slide') out.breakPage()
    },
    text(text) {
      if (depth > 0 && masters === 0) out.flow(text)
    },
    close(tag) {
      if (/^(master-slide|stylesheet|metadata|prototypes)/.test(tag)) masters--
      else if (tag === 'p') {
        depth--
        out.gap('\n')
      }
    },
  })
}
