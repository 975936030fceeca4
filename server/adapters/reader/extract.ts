import { PasswordRefused, type Reading, ReadingFailed } from '../../ports/reader.ts'
import type { Desk } from './desk.ts'
import { isLock, WHY } from './failures.ts'
import { readStart } from './formats/bytes.ts'
import type { Zip } from './formats/zipped.ts'
import { Enough, Manuscript } from './manuscript.ts'

/** Which format is read by what. It all happens in the child; a format's code is loaded when the first such file comes. */

export interface ToExtract {
  path: string
  kind: string
  mime: string
  filename: string
  /** Opens a locked file of Office or OpenDocument, this once. */
  password?: string
}

export async function extract(file: ToExtract, desk: Desk): Promise<Reading> {
  const out = new Manuscript()
  try {
    await read(file, out, desk)
  } catch (error) {
    if (error instanceof Enough) out.cut()
    else if (error instanceof ReadingFailed && isLock(error.words) && !file.password) {
      out.needsManual = error.words
      out.locked = true
    } else throw error
  }
  return out.finish()
}

async function read(file: ToExtract, out: Manuscript, desk: Desk): Promise<void> {
  const { kind, mime, path } = file
  if (kind === 'text') return readText(file, out)
  if (kind === 'pdf') return (await import('./formats/pdf.ts')).readPdf(path, out, desk)
  if (kind === 'image') return (await import('./formats/image.ts')).readImage(path, out, desk, mime)
  if (kind === 'audio' || kind === 'video') return (await import('./formats/media.ts')).readMedia(path, out, desk.tools)
  if (kind === 'email') return readMail(file, out, desk)
  if (kind === 'archive') return readArchive(file, out, desk)
  if (kind === 'document' || kind === 'spreadsheet' || kind === 'presentation') return readOffice(file, out, desk)
}

async function readText(file: ToExtract, out: Manuscript): Promise<void> {
  const isHtml = /html/.test(file.mime)
  if (isHtml) return (await import('./formats/html.ts')).readHtml(file.path, out)
  return (await import('./formats/plain.ts')).readPlain(file.path, out, file)
}

async function readMail({ path, mime }: ToExtract, out: Manuscript, desk: Desk): Promise<void> {
  if (/outlook/.test(mime)) return (await import('./formats/msg.ts')).readMsg(path, out, desk)
  return (await import('./formats/mail.ts')).readEml(path, out, desk)
}

async function readArchive({ path, mime, filename }: ToExtract, out: Manuscript, desk: Desk): Promise<void> {
  const archive = await import('./formats/archive.ts')
  if (/zip$|java-archive/.test(mime) && !/gzip|bzip/.test(mime)) return archive.readZip(path, out)
  if (/x-tar|gtar/.test(mime)) return archive.readTar(path, out, false)
  if (/gzip/.test(mime)) return archive.readGzip(path, out, filename)
  return archive.readByProgram(path, out, desk, filename)
}

const OLE = 'd0cf11e0a1b11ae1'
const ODF = /opendocument/

async function readOffice(file: ToExtract, out: Manuscript, desk: Desk): Promise<void> {
  const head = await readStart(file.path, 8)
  if (head.toString('hex') === OLE) return readOldOffice(file, out, desk)
  if (file.password && !ODF.test(file.mime)) throw new PasswordRefused('not_locked')
  if (head.subarray(0, 5).toString('latin1') === '{\\rtf')
    return (await import('./formats/rtf.ts')).readRtf(file.path, out)
  return readZipped(file, out, desk)
}

async function readZipped(
  { path, mime, password }: Pick<ToExtract, 'path' | 'mime' | 'password'>,
  out: Manuscript,
  desk: Desk,
): Promise<void> {
  const { Zip } = await import('./formats/zipped.ts')
  const zip = await Zip.open(path)
  try {
    if (/epub/.test(mime)) return await (await import('./formats/epub.ts')).readEpub(zip, out)
    if (/vnd\.apple\./.test(mime)) return await (await import('./formats/iwork.ts')).readIwork(zip, out, desk, mime)
    if (/visio/.test(mime)) return await (await import('./formats/visio.ts')).readVisio(zip, out)
    if (ODF.test(mime)) return await readOdf(zip, { mime, password }, out, desk)
    // By what is inside: the name and even the type may say otherwise.
    const names = [...zip.parts.keys()]
    // A workbook whose parts are not XML, which only an office program understands.
    if (zip.parts.has('xl/workbook.bin')) return await readByOffice(path, mime, out, desk)
    if (names.some(name => name.startsWith('word/')))
      return await (await import('./formats/docx.ts')).readDocx(zip, out)
    if (names.some(name => name.startsWith('xl/'))) return await (await import('./formats/xlsx.ts')).readXlsx(zip, out)
    if (names.some(name => name.startsWith('ppt/'))) return await (await import('./formats/pptx.ts')).readPptx(zip, out)
    throw new ReadingFailed(WHY.damaged)
  } finally {
    zip.close()
  }
}

async function readOdf(
  zip: Zip,
  { mime, password }: Pick<ToExtract, 'mime' | 'password'>,
  out: Manuscript,
  desk: Desk,
): Promise<void> {
  const within = await (await import('./formats/odf-unlock.ts')).unlockOdf(zip, password, desk)
  if (within) return readZipped({ path: within, mime }, out, desk)
  return (await import('./formats/odf.ts')).readOdf(zip, out, mime)
}

async function readOldOffice(file: ToExtract, out: Manuscript, desk: Desk): Promise<void> {
  const { path, mime, password } = file
  // A document of today that is locked with a password is packed into the container of old.
  const isToday = (await readStart(path)).includes(Buffer.from('EncryptedPackage', 'utf16le'))
  const isLocked = isToday || (await isLockedOld(path))
  if (!isLocked && password) throw new PasswordRefused('not_locked')
  if (!isLocked) return readByOffice(path, mime, out, desk)
  if (!password) throw new ReadingFailed(WHY.locked)
  const opened = await (await import('./formats/unlock.ts')).unlocked(path, password, desk)
  return isToday ? readZipped({ path: opened, mime }, out, desk) : readByOffice(opened, mime, out, desk)
}

const SECTOR = 512
const [WORD, WORD_LOCKED] = [0xa5ec, 0x0100]
const BOOK = '0908100000060500'
const BOOK_LOCKED = 0x002f
const SHOW_LOCKED = 'dfc4d1f3'

/** Word says so at the head of its stream, Excel in its second record, PowerPoint by another mark of its user. */
async function isLockedOld(path: string): Promise<boolean> {
  const bytes = await readStart(path)
  for (let at = SECTOR; at + 64 <= bytes.length; at += SECTOR) {
    if (bytes.readUInt16LE(at) === WORD) return (bytes.readUInt16LE(at + 10) & WORD_LOCKED) !== 0
    if (bytes.toString('hex', at, at + 8) === BOOK) return bytes.readUInt16LE(at + 20) === BOOK_LOCKED
  }
  return bytes.includes(Buffer.from(SHOW_LOCKED, 'hex')) && bytes.includes(Buffer.from('Current User', 'utf16le'))
}

async function readByOffice(path: string, mime: string, out: Manuscript, desk: Desk): Promise<void> {
  if (!desk.tools.soffice) {
    out.needsManual = WHY.noOffice
    return
  }
  desk.beginSlow('office')
  const { modernised } = await import('./formats/legacy.ts')
  const newer = await modernised(path, desk, mime)
  if (/visio/.test(mime)) return (await import('./formats/pdf.ts')).readPdf(newer, out, desk)
  await readZipped({ path: newer, mime }, out, desk)
}
