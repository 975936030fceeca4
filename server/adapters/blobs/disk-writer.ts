import { createHash } from 'node:crypto'
import { close, fdatasync, open, unlink, writev } from 'node:fs'
import { platform } from 'node:os'
import { finished, type Readable } from 'node:stream'
import { promisify } from 'node:util'

const [closeFd, dataSync, openPath, removeFile] = [
  promisify(close),
  promisify(fdatasync),
  promisify(open),
  promisify(unlink),
]

const BATCH_BYTES = 1024 * 1024
const BATCH_CHUNKS = 512
const WRITEBACK_BYTES = 64 * 1024 * 1024

export interface WrittenBlob {
  size: number
  sha256: string
}

/** Chunks up to about 1 MiB, as they came: writev takes them together, so nothing is copied. */
export interface Batch {
  chunks: Buffer[]
  size: number
}

/**
 * Listens instead of iterating, because a promise per 64 kB chunk costs a tenth of a large upload; the next batch
 * collects while the last one is in use. A source that is left early is not destroyed: an HTTP request destroyed here
 * could not be answered any more.
 */
export async function* batches(bytes: Readable): AsyncGenerator<Batch, void> {
  let batch: Batch = { chunks: [], size: 0 }
  let ended = false
  let failure: unknown
  let wake = () => {}
  const take = (chunk: Buffer | string) => {
    const buffer = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    batch.chunks.push(buffer)
    batch.size += buffer.length
    if (!isFull(batch)) return
    bytes.pause()
    wake()
  }
  const unwatch = finished(bytes, { writable: false }, error => {
    ended = true
    failure = error
    wake()
  })
  bytes.on('data', take)
  // Somebody may have looked at the first bytes and paused it: a listener alone does not wake such a stream.
  bytes.resume()
  try {
    for (;;) {
      if (!ended && !isFull(batch)) await new Promise<void>(resolve => (wake = resolve))
      if (failure) throw failure
      const ready = batch
      if (ready.size === 0) return
      batch = { chunks: [], size: 0 }
      bytes.resume()
      yield ready
    }
  } finally {
    bytes.off('data', take)
    bytes.pause()
    bytes.on('error', () => {}) // what happens to it later is for its owner to notice, not to die of
    unwatch()
  }
}

function isFull(batch: Batch): boolean {
  return batch.size >= BATCH_BYTES || batch.chunks.length >= BATCH_CHUNKS
}

/** Writes a whole small file that is already in memory and closes it durably; on failure nothing is left. */
export async function writeWhole(path: string, { chunks, size }: Batch): Promise<void> {
  const fd = await openPath(path, 'wx')
  try {
    if (size > 0) await writeAll(fd, chunks, size)
    await dataSync(fd)
  } catch (error) {
    await discard(path, fd)
    throw error
  }
  await finish(fd)
}

/** Writes a stream of any length: one write is under way while the next batch is collected and hashed. */
export async function writeStream(path: string, source: AsyncIterable<Batch>): Promise<WrittenBlob> {
  const hash = createHash('sha256')
  const fd = await openPath(path, 'wx')
  const writeback = backgroundSync(fd)
  let size = 0
  let writing: Promise<void> = Promise.resolve()
  try {
    for await (const batch of source) {
      for (const chunk of batch.chunks) hash.update(chunk)
      await writing
      size += batch.size
      writing = writeAll(fd, batch.chunks, batch.size)
      writing.catch(() => {}) // seen by the next await; until then it must not count as unhandled
      writeback.wrote(batch.size)
    }
    await writing
    await writeback.done()
    await dataSync(fd)
  } catch (error) {
    await Promise.allSettled([writing, writeback.done()])
    await discard(path, fd)
    throw error
  }
  await finish(fd)
  return { size, sha256: hash.digest('hex') }
}

/** Starts writing back early, so that the final sync has little left to wait for and dirty pages stay few. */
function backgroundSync(fd: number) {
  let unsynced = 0
  let syncing: Promise<void> | undefined
  let failure: unknown
  return {
    wrote(bytes: number): void {
      unsynced += bytes
      if (unsynced < WRITEBACK_BYTES || syncing) return
      unsynced = 0
      // The kernel reports a lost write once per descriptor: a failure here would not be seen by the final sync.
      syncing = dataSync(fd)
        .catch(error => {
          failure = error
        })
        .finally(() => {
          syncing = undefined
        })
    },
    async done(): Promise<void> {
      await syncing
      if (failure) throw failure
    },
  }
}

async function writeAll(fd: number, chunks: Buffer[], size: number): Promise<void> {
  let rest = chunks
  let left = size
  for (;;) {
    const written = await writeSome(fd, rest)
    left -= written
    if (left === 0) return
    rest = skip(rest, written)
  }
}

function writeSome(fd: number, chunks: Buffer[]): Promise<number> {
  return new Promise((resolve, reject) => {
    writev(fd, chunks, (error, written) => (error ? reject(error) : resolve(written)))
  })
}

/** What is left after a short write; a full disk answers one of those before it answers ENOSPC. */
function skip(chunks: Buffer[], bytes: number): Buffer[] {
  let left = bytes
  const at = chunks.findIndex(chunk => {
    if (chunk.length > left) return true
    left -= chunk.length
    return false
  })
  return [chunks[at]!.subarray(left), ...chunks.slice(at + 1)]
}

/** The bytes are safe, so closing can happen beside the rename, except on Windows, which renames no open file. */
async function finish(fd: number): Promise<void> {
  const closed = closeFd(fd).catch(() => {})
  if (platform() === 'win32') await closed
}

async function discard(path: string, fd: number): Promise<void> {
  await closeFd(fd).catch(() => {})
  await removeFile(path).catch(() => {})
}
