import { computation } from '../../../ports/compute.ts'
import { notesIn, type SourceEntry } from './archive.ts'
import { type ImportItem, type ImportReading, isRubbish, itemOf } from './items.ts'
import { isMbox, lettersIn } from './mbox.ts'
import type { readMarks, readTaken } from './notes.ts'

const marks = computation<typeof readMarks>(import.meta.url, './notes.ts', 'readMarks', 60_000)
const taken = computation<typeof readTaken>(import.meta.url, './notes.ts', 'readTaken', 10_000)

/** A zip of folders: the folders are taken over as they are. */
export async function* folderItems({ archive }: ImportReading): AsyncGenerator<ImportItem> {
  for (const entry of archive.entries.values()) if (!isRubbish(entry)) yield itemOf('folder', entry)
}

/** The Drive of an export is the top; other services keep a folder of their own. */
const DRIVE = /^(Drive|My Drive|Диск|Мой диск|Google Диск)$/i
const PHOTOS = /photos|фото/i

export async function* takeoutItems(reading: ImportReading): AsyncGenerator<ImportItem> {
  for (const entry of reading.archive.entries.values()) {
    const parts = entry.parts[0] === 'Takeout' ? entry.parts.slice(1) : entry.parts
    if (parts.length === 0 || isRubbish(entry) || /^archive_browser\.html$/i.test(parts.at(-1)!)) continue
    const place = parts.length > 1 && DRIVE.test(parts[0]!) ? parts.slice(1) : parts
    if (isMbox(entry)) yield* lettersIn(reading, entry, place)
    else if (!PHOTOS.test(parts[0]!)) yield itemOf('takeout', entry, place)
    else if (!isSidecar(reading, entry)) {
      const item = itemOf('takeout', entry, parts)
      yield { ...item, modifiedAt: (await takenAt(reading, entry)) ?? item.modifiedAt }
    }
  }
}

const sidecarsOf = ({ parts }: SourceEntry): string[] =>
  ['.json', '.supplemental-metadata.json'].map(ending => `${parts.join('/')}${ending}`)

function isSidecar({ archive }: ImportReading, { parts }: SourceEntry): boolean {
  const path = parts.join('/')
  if (parts.at(-1) === 'metadata.json') return true
  const about = /^(.+?)(\.supplemental-metadata)?\.json$/i.exec(path)?.[1]
  return about !== undefined && archive.entries.has(about)
}

async function takenAt({ archive, compute, ownerId }: ImportReading, entry: SourceEntry): Promise<Date | undefined> {
  for (const bytes of await notesIn(archive, sidecarsOf(entry))) {
    const seconds = await compute.run(taken, bytes, ownerId)
    if (seconds) return new Date(seconds * 1000)
  }
  return undefined
}

/** An export of an account has its files one level down and says their tags beside them; anything else is a zip of folders. */
export async function* nextcloudItems({ archive, compute, ownerId }: ImportReading): AsyncGenerator<ImportItem> {
  const isExport = [...archive.entries.keys()].some(path => path.startsWith('files/files/'))
  const notes = isExport ? await notesIn(archive, ['files/tags.json', 'files/systemtags.json']) : []
  const marked = await compute.run(marks, notes, ownerId)
  for (const entry of archive.entries.values()) {
    if (isRubbish(entry) || (isExport && !(entry.parts[0] === 'files' && entry.parts[1] === 'files'))) continue
    const parts = isExport ? entry.parts.slice(2) : entry.parts
    if (parts.length > 0)
      yield {
        ...itemOf('nextcloud', entry, parts),
        ...(marked[`/${parts.join('/')}`] ?? { tags: [], favorite: false }),
      }
  }
}
