import { createReadStream } from 'node:fs'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Parser, type ReadEntry } from 'tar'
import { type Archive, type ArchiveEntry, addEntry, isLater, MOST_ENTRIES, unreadable } from './archive.ts'

/** A tar has no list of its files, and a packed one can only be read from its beginning: its files are laid behind each other once. */

const FILES = new Set(['File', 'OldFile', 'ContiguousFile'])
const BROKEN = new Set(['TAR_BAD_ARCHIVE', 'TAR_ENTRY_INVALID', 'TAR_ABORT'])
/** Texts become ten times smaller; what grows further than this was made to fill a disk. */
const MOST_GROWTH = 200
const SMALL = 64 * 1024 * 1024

export async function openTar(path: string, { packed, size }: { packed: boolean; size: number }): Promise<Archive> {
  const spool = await withoutName()
  try {
    const entries = await lay(path, spool, { packed, most: SMALL + size * MOST_GROWTH })
    return { entries, close: () => void spool.close() }
  } catch (error) {
    await spool.close()
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? error : unreadable()
  }
}

/** Its room is free again when it is closed, however that comes about. */
async function withoutName(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-tar-'))
  try {
    return await open(join(folder, 'files'), 'wx+', 0o600)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function lay(
  path: string,
  spool: FileHandle,
  { packed, most }: { packed: boolean; most: number },
): Promise<Map<string, ArchiveEntry>> {
  const entries = new Map<string, ArchiveEntry>()
  let waiting: Buffer[] = []
  let laid = 0
  let broken = false
  const parser = new Parser({
    onReadEntry(entry: ReadEntry) {
      if (FILES.has(entry.type)) addEntry(entries, entry.path, fileOf(spool, entry, laid))
      entry.on('data', (chunk: Buffer) => {
        if (!FILES.has(entry.type)) return
        laid += chunk.length
        waiting.push(chunk)
      })
    },
    onwarn: code => {
      broken ||= BROKEN.has(code)
    },
  })
  let ended = false
  parser.on('nullBlock', () => {
    ended = true
  })
  const source = createReadStream(path)
  const plain = packed ? source.pipe(createGunzip()) : source
  source.on('error', error => plain.destroy(error))
  const settle = async () => {
    const chunks = waiting
    waiting = []
    if (broken || laid > most || entries.size > MOST_ENTRIES) throw unreadable()
    for (const chunk of chunks) await spool.appendFile(chunk)
  }
  try {
    for await (const chunk of plain) {
      parser.write(chunk as Buffer)
      await settle()
    }
    parser.end()
    await settle()
    // Cut off between two files it would look whole.
    if (!ended) throw unreadable()
  } finally {
    source.destroy()
  }
  return entries
}

function fileOf(spool: FileHandle, { size, mtime }: ReadEntry, start: number): Omit<ArchiveEntry, 'parts'> {
  return {
    size,
    modifiedAt: mtime && !isLater(mtime) ? mtime : undefined,
    open: async () =>
      size === 0
        ? Readable.from([])
        : createReadStream('', { fd: spool.fd, autoClose: false, start, end: start + size - 1 }),
  }
}
