import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { type Computation, ComputeExceeded, computation } from '../../../ports/compute.ts'
import { LONGEST_LETTER } from '../../../ports/mailboxes.ts'
import type { SourceEntry } from './archive.ts'
import { addressOf, type ImportItem, type ImportReading, isRubbish, itemOf } from './items.ts'
import type { LetterHead, readAttached, readLetterHead } from './letters.ts'
import { findArchive } from './open.ts'
import type { Unpacking } from './tar.ts'

/** Mail programs keep a folder of letters as one file; here every letter is a file of its own. */

const head: Computation<Uint8Array, LetterHead> = computation<typeof readLetterHead>(
  import.meta.url,
  './letters.ts',
  'readLetterHead',
  10_000,
)
const attached = computation<typeof readAttached>(import.meta.url, './letters.ts', 'readAttached', 60_000)
const HEAD_BYTES = 64 * 1024
const PIECE = 64 * 1024
const BEGIN = Buffer.from('\nFrom ')
const MARKED = Buffer.from('\n>From ')

/** A file of letters by itself, or an archive of such files and single letters. */
export async function openLetters(path: string, unpacking: Unpacking): Promise<ImportReading['archive']> {
  const archive = await findArchive(path, unpacking)
  if (archive) return archive
  const { size } = await stat(path)
  const entry: SourceEntry = { parts: ['mbox'], size, modifiedAt: undefined, open: async () => createReadStream(path) }
  return { entries: new Map([['mbox', entry]]), close: () => {} }
}

export async function* mboxItems(reading: ImportReading): AsyncGenerator<ImportItem> {
  for (const entry of reading.archive.entries.values()) {
    if (isRubbish(entry)) continue
    if (isMbox(entry)) yield* lettersIn(reading, entry)
    else if (/\.eml$/i.test(entry.parts.at(-1)!)) yield itemOf('mbox', entry)
  }
}

export const isMbox = ({ parts }: Pick<SourceEntry, 'parts'>): boolean => /(^|\.)mbox$/i.test(parts.at(-1)!)

/** `parts` is the place of the file of letters: its folder here bears its name. */
export async function* lettersIn(
  { compute, ownerId }: ImportReading,
  entry: SourceEntry,
  parts = entry.parts,
): AsyncGenerator<ImportItem> {
  const folder = parts.at(-1)!.replace(/\.?mbox$/i, '') || 'Mail'
  let n = 0
  for await (const bytes of split(await entry.open())) {
    n++
    yield await letterItem({ compute, ownerId }, bytes, {
      folders: [...parts.slice(0, -1), folder],
      number: n,
      address: addressOf('mbox', `${entry.parts.join('/')}/${n}`),
    })
  }
}

/** A letter as a file: its name is its day and its subject, its address its own id where it has one. */
export async function letterItem(
  { compute, ownerId }: Pick<ImportReading, 'compute' | 'ownerId'>,
  bytes: Buffer,
  { folders, number, address }: { folders: string[]; number: number; address: string },
): Promise<ImportItem> {
  const { subject, date, messageId } = await compute.run(head, bytes.subarray(0, HEAD_BYTES), ownerId)
  const day = date ? `${date.slice(0, 10)} ` : ''
  return {
    folders,
    name: `${day}${subject || `${number}`}.eml`,
    size: bytes.length,
    modifiedAt: date ? new Date(date) : undefined,
    sourceUrl: messageId ? `mid:${encodeURIComponent(messageId)}` : address,
    tags: [],
    favorite: false,
    open: opener(bytes),
  }
}

const opener = (bytes: Uint8Array) => async () => Readable.from(piecesOf(bytes), { objectMode: false })

/** What is attached to a letter, as files beside it. */
export async function attachedItems(
  { compute, ownerId }: Pick<ImportReading, 'compute' | 'ownerId'>,
  bytes: Buffer,
  letter: ImportItem,
): Promise<ImportItem[]> {
  // A letter that cannot be parsed is kept as it is.
  const found = await compute.run(attached, bytes, ownerId).catch(error => {
    if (error instanceof ComputeExceeded) return []
    throw error
  })
  return found.map(({ name, content }, n) => ({
    ...letter,
    name,
    size: content.length,
    sourceUrl: `${letter.sourceUrl}/${n + 1}`,
    origin: 'mail',
    open: opener(content),
  }))
}

/** What is kept of a piece for the next: a line that was cut, and what stands before it. */
const OVERLAP = BEGIN.length + 1

/** Letter by letter; never more than one of them in memory. */
async function* split(stream: Readable): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let size = 0
  let tail: Buffer = Buffer.from('\n')
  let from = 0
  const take = () => {
    const letter = size > LONGEST_LETTER ? Buffer.alloc(0) : lettersBody(Buffer.concat(parts))
    parts = []
    size = 0
    return letter
  }
  const keep = (piece: Buffer) => {
    size += piece.length
    if (size <= LONGEST_LETTER) parts.push(piece)
    else parts = []
  }
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const view = Buffer.concat([tail, chunk])
    let start = 0
    for (let at = nextLetter(view, from); at >= 0; at = nextLetter(view, at + 1)) {
      keep(view.subarray(start, at))
      const letter = take()
      if (letter.length > 0) yield letter
      start = at
    }
    const cut = Math.max(start, view.length - OVERLAP)
    keep(view.subarray(start, cut))
    tail = view.subarray(cut)
    // What was whole in this piece has been looked at.
    from = Math.max(0, tail.length - BEGIN.length + 1)
  }
  keep(tail)
  const last = take()
  if (last.length > 0) yield last
}

/** The line between letters stands behind an empty one; inside a letter such a line is marked. */
function nextLetter(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(BEGIN, from); at >= 0; at = bytes.indexOf(BEGIN, at + 1))
    if (at === 0 || bytes[at - 1] === 10 || (bytes[at - 1] === 13 && bytes[at - 2] === 10)) return at
  return -1
}

/** Without the line before it, and with the marks taken off again. */
function lettersBody(bytes: Buffer): Buffer {
  const first = bytes.indexOf(10, 1)
  if (first < 0 || !bytes.subarray(1, 6).equals(BEGIN.subarray(1))) return Buffer.alloc(0)
  const body = bytes.subarray(first + 1)
  const kept: Buffer[] = []
  let from = 0
  for (let at = body.indexOf(MARKED); at >= 0; at = body.indexOf(MARKED, from)) {
    kept.push(body.subarray(from, at + 1))
    from = at + 2
  }
  return from === 0 ? body : Buffer.concat([...kept, body.subarray(from)])
}

/** In pieces: no consumer of the stream has to accept all of it at once. */
function* piecesOf(bytes: Uint8Array): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE)
    yield Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(PIECE, bytes.length - at))
}
