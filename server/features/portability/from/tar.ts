import { createReadStream } from 'node:fs'
import { type FileHandle, open, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Parser, type ReadEntry } from 'tar'
import { AppError } from '../../../lib/errors.ts'
import {
  addEntry,
  isLater,
  MOST_ENTRIES,
  type OpenedArchive,
  placeIn,
  type SourceEntry,
  unreadable,
} from './archive.ts'
import { wholeNames } from './tar-names.ts'

/** A tar has no list of its files, and a packed one can only be read from its beginning: its files are laid behind each other once. */

const FILES = new Set(['File', 'OldFile', 'ContiguousFile'])
const BROKEN = new Set(['TAR_BAD_ARCHIVE', 'TAR_ENTRY_INVALID', 'TAR_ABORT'])
/** Texts become ten times smaller; what grows further than this was made to fill a disk. */
const MOST_GROWTH = 100
const SMALL = 64 * 1024 * 1024
/** What is left free for others where temporary files lie, looked at every so often. */
const LEFT_FREE = 1024 ** 3
const LOOK_EVERY = 16 * 1024 * 1024

const noRoom = () =>
  new AppError('unsupported', 'archive_damaged', {
    en: 'There is no room on the server to unpack this archive. Nothing was changed. Bring it as zip, or in parts.',
    ru: 'На сервере нет места, чтобы распаковать этот архив. Ничего не изменено. Загрузите его в zip или по частям.',
  })

/** Throws where the work is to end, or nothing that takes room may be done. */
export type MayGoOn = () => Promise<void>

export interface Unpacking {
  mayGoOn: MayGoOn
  /** Where temporary files lie. */
  withFolder<T>(use: (folder: string) => Promise<T>): Promise<T>
}

interface Laying extends Unpacking {
  packed: boolean
  size: number
}

export async function openTar(path: string, laying: Laying): Promise<OpenedArchive> {
  const spool = await laying.withFolder(withoutName)
  try {
    const entries = await lay(path, spool, laying)
    return { entries, close: () => void spool.close().catch(() => {}) }
  } catch (error) {
    await spool.close()
    const { code, name } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC') throw noRoom()
    throw error instanceof AppError || name === 'AbortError' ? error : unreadable()
  }
}

/** It loses its name with its folder; its room is free again when it is closed, however that comes about. */
const withoutName = (folder: string): Promise<FileHandle> => open(join(folder, 'files'), 'wx+', 0o600)

async function lay(
  path: string,
  spool: FileHandle,
  { packed, size, mayGoOn, withFolder }: Laying,
): Promise<Map<string, SourceEntry>> {
  const entries = new Map<string, SourceEntry>()
  const most = SMALL + size * MOST_GROWTH
  let waiting: Buffer[] = []
  let laid = 0
  let looked = 0
  let broken = false
  let ended = false
  const parser = new Parser({
    onReadEntry(entry: ReadEntry) {
      const isFile = FILES.has(entry.type)
      if (isFile) addEntry(entries, entry.path, fileOf(spool, entry, laid))
      // A second name of a file that came before.
      const same = entry.type === 'Link' ? entries.get(placeIn(entry.linkpath ?? '').join('/')) : undefined
      if (same) addEntry(entries, entry.path, same)
      entry.on('data', (chunk: Buffer) => {
        if (!isFile) return
        laid += chunk.length
        waiting.push(chunk)
      })
    },
    onwarn: code => {
      broken ||= BROKEN.has(code)
    },
  })
  parser.on('nullBlock', () => {
    ended = true
  })
  const settle = async () => {
    const chunks = waiting
    waiting = []
    if (broken || laid > most || entries.size > MOST_ENTRIES) throw unreadable()
    if (laid - looked > LOOK_EVERY) {
      looked = laid
      await mayGoOn()
      const { bavail, bsize } = await withFolder(folder => statfs(folder))
      if (bavail * bsize < LEFT_FREE) throw noRoom()
    }
    for (const chunk of chunks) await spool.appendFile(chunk)
  }
  const source = createReadStream(path)
  const plain = packed ? source.pipe(createGunzip()) : source
  source.on('error', error => plain.destroy(error))
  try {
    for await (const chunk of wholeNames(plain)) {
      parser.write(chunk)
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

function fileOf(spool: FileHandle, { size, mtime }: ReadEntry, start: number): Omit<SourceEntry, 'parts'> {
  return {
    size,
    modifiedAt: mtime && !isLater(mtime) ? mtime : undefined,
    open: async () =>
      size === 0
        ? Readable.from([])
        : createReadStream('', { fd: spool.fd, autoClose: false, start, end: start + size - 1 }),
  }
}
