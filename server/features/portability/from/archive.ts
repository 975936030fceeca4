import { once } from 'node:events'
import type { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { AppError } from '../../../lib/errors.ts'
import { zipEntryName } from '../../../lib/zip-names.ts'

/** An archive that another program made: its files by path, read one after the other. */

export const MOST_ENTRIES = 500_000
/** What describes other files is small, also all of it together. */
const LONGEST_NOTES = 128 * 1024 * 1024

export interface SourceEntry {
  /** Folders and name, without anything that would lead out of the archive. */
  parts: string[]
  size: number
  modifiedAt: Date | undefined
  open(): Promise<Readable>
}

export interface OpenedArchive {
  /** By path, in the order of the archive. */
  entries: Map<string, SourceEntry>
  close(): void
}

export const unreadable = () =>
  new AppError('unsupported', 'archive_damaged', {
    en: 'The file is no zip or tar archive, or not all of it. Nothing was changed. Make it again, or fetch it again.',
    ru: 'Это не zip- и не tar-архив, или он повреждён. Ничего не изменено. Создайте или скачайте его заново.',
  })

export const damagedEntry = () =>
  new AppError('unsupported', 'archive_damaged', {
    en: 'The file is damaged in the archive, or locked with a password.',
    ru: 'Файл в архиве повреждён или защищён паролем.',
  })

/** Never unpacked as a whole. */
export async function openZip(path: string): Promise<OpenedArchive> {
  const zip = await new Promise<yauzl.ZipFile>((yes, no) =>
    yauzl.open(path, { lazyEntries: true, autoClose: false, decodeStrings: false }, (error, opened) =>
      error || !opened ? no(unreadable()) : yes(opened),
    ),
  )
  const entries = new Map<string, SourceEntry>()
  // What breaks later breaks the stream that it is read by.
  zip.on('error', () => {})
  try {
    zip.on('entry', (entry: yauzl.Entry) => {
      const name = zipEntryName(entry)
      if (!name.endsWith('/')) addEntry(entries, name, fileOf(zip, entry))
      if (entries.size > MOST_ENTRIES) zip.emit('error', unreadable())
      else zip.readEntry()
    })
    const ended = once(zip, 'end')
    zip.readEntry()
    await ended
  } catch {
    zip.close()
    throw unreadable()
  }
  return { entries, close: () => zip.close() }
}

/** Folders and name, without anything that would lead out of the archive. */
export const placeIn = (name: string): string[] =>
  name.split('/').filter(part => part !== '' && part !== '.' && part !== '..')

export function addEntry(entries: Map<string, SourceEntry>, name: string, file: Omit<SourceEntry, 'parts'>): void {
  const parts = placeIn(name)
  if (parts.length > 0) entries.set(parts.join('/'), { ...file, parts })
}

/** Clocks are wrong by hours, not by days. */
export const isLater = (date: Date) => date.getTime() > Date.now() + 86_400_000

function fileOf(zip: yauzl.ZipFile, entry: yauzl.Entry): Omit<SourceEntry, 'parts'> {
  const modified = entry.getLastModDate()
  return {
    size: entry.uncompressedSize,
    modifiedAt: modified.getFullYear() > 1980 && !isLater(modified) ? modified : undefined,
    open: () =>
      new Promise<Readable>((yes, no) => {
        if (entry.isEncrypted()) return no(damagedEntry())
        zip.openReadStream(entry, (error, stream) => (error || !stream ? no(damagedEntry()) : yes(stream)))
      }),
  }
}

const tooMuchSaid = () =>
  new AppError('unsupported', 'archive_damaged', {
    en: 'The descriptions in the archive are longer than an import takes. Nothing was changed. Export fewer files at a time.',
    ru: 'Описания в архиве длиннее, чем принимает импорт. Ничего не изменено. Экспортируйте файлы частями.',
  })

/** The files that describe other files, each read as a whole; missing ones are left out. */
export async function notesIn(archive: OpenedArchive, paths: string[]): Promise<Buffer[]> {
  const found = paths.map(path => archive.entries.get(path)).filter(entry => entry !== undefined)
  if (found.reduce((sum, { size }) => sum + size, 0) > LONGEST_NOTES) throw tooMuchSaid()
  const notes: Buffer[] = []
  for (const entry of found) {
    const chunks: Buffer[] = []
    for await (const chunk of await entry.open()) chunks.push(chunk as Buffer)
    notes.push(Buffer.concat(chunks))
  }
  return notes
}
