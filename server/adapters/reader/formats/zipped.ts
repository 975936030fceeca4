import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createInflateRaw, inflateRawSync } from 'node:zlib'
import { SaxesParser } from 'saxes'
import yauzl from 'yauzl'
import { zipEntryName } from '../../../lib/zip-names.ts'
import { ReadingFailed } from '../../../ports/reader.ts'
import { failed, WHY } from '../failures.ts'
import { LIMITS } from '../limits.ts'
import { readPiece } from './bytes.ts'

/** Documents that are zip files of XML: read part by part as a stream, never unpacked as a whole. */

export interface ZipPart {
  name: string
  size: number
  packed: number
  encrypted: boolean
}

const SMALL_FILE = 4 * 1024 * 1024
const SMALL_PART = 2 * 1024 * 1024
/** Held in memory, twice. */
const MOST_LOCKED = 128 * 1024 * 1024
const LOCAL_HEADER = 0x04034b50

export class Zip {
  readonly parts = new Map<string, ZipPart & { entry: yauzl.Entry }>()
  #unpacked = 0
  readonly #file: yauzl.ZipFile
  /** All of a small file: its parts are then taken without asking the disk for each. */
  readonly #whole: Buffer | undefined
  /** Of a file with a password: a part still packed, but without its lock; undefined for one that has none. */
  unlocked?: (name: string) => Promise<Buffer | undefined>
  private constructor(file: yauzl.ZipFile, whole: Buffer | undefined) {
    this.#file = file
    this.#whole = whole
  }

  static async open(path: string): Promise<Zip> {
    const { size } = await stat(path)
    const whole = size <= SMALL_FILE ? await readFile(path) : undefined
    const file = await openZip(path, whole, size)
    const zip = new Zip(file, whole)
    try {
      for await (const entry of file.eachEntry()) zip.#add(entry)
    } catch {
      // A directory that breaks off still tells of the files before the break.
      if (zip.parts.size === 0 && file.entryCount > 0) {
        file.close()
        throw failed(WHY.damaged)
      }
    }
    return zip
  }

  #add(entry: yauzl.Entry): void {
    if (this.parts.size >= LIMITS.zipEntries) throw failed(WHY.bomb)
    const name = zipEntryName(entry)
    this.parts.set(name, {
      name,
      size: entry.uncompressedSize,
      packed: entry.compressedSize,
      encrypted: entry.isEncrypted(),
      entry,
    })
  }

  /** The bytes of a part, counted: what grows beyond reason ends here. */
  async *bytes(name: string): AsyncGenerator<Buffer> {
    const part = this.parts.get(name)
    if (!part) return
    if (part.encrypted) throw failed(WHY.sealed)
    const locked = await this.unlocked?.(name)
    const small = locked ? undefined : this.#small(part)
    if (small) {
      yield small
      return
    }
    const stream = locked ? Readable.from([locked]).pipe(createInflateRaw()) : await this.#stream(part.entry)
    let unpacked = 0
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        unpacked += chunk.length
        this.#unpacked += chunk.length
        if (this.#unpacked > LIMITS.unpackedBytes) throw failed(WHY.bomb)
        if (unpacked > LIMITS.bombBytes && unpacked > part.packed * LIMITS.bombRatio) throw failed(WHY.bomb)
        yield chunk
      }
    } catch (error) {
      if (error instanceof Error && error.name === 'Error') throw failed(WHY.damaged)
      throw error
    } finally {
      stream.destroy()
    }
  }

  #stream(entry: yauzl.Entry): Promise<Readable> {
    return new Promise((resolve, reject) =>
      this.#file.openReadStream(entry, (error, opened) => (error ? reject(failed(WHY.damaged)) : resolve(opened))),
    )
  }

  /** A part of a locked file as it lies there: not packed, as far as the zip knows. */
  async stored(name: string): Promise<Buffer> {
    const part = this.parts.get(name)
    if (part?.entry.compressionMethod !== 0) throw failed(WHY.damaged)
    if (part.size > MOST_LOCKED) throw failed(WHY.memory)
    return buffer(await this.#stream(part.entry))
  }

  /** Unpacked at once, when it is not much; undefined when it must be streamed, because it says so or proves to be more. */
  #small({ entry }: { entry: yauzl.Entry }): Buffer | undefined {
    const whole = this.#whole
    if (!whole || entry.uncompressedSize > SMALL_PART || entry.compressedSize > SMALL_PART) return undefined
    const header = entry.relativeOffsetOfLocalHeader
    if (header + 30 > whole.length || whole.readUInt32LE(header) !== LOCAL_HEADER) return undefined
    const start = header + 30 + whole.readUInt16LE(header + 26) + whole.readUInt16LE(header + 28)
    const packed = whole.subarray(start, start + entry.compressedSize)
    if (entry.compressionMethod === 0) return packed
    try {
      return entry.compressionMethod === 8 ? inflateRawSync(packed, { maxOutputLength: SMALL_PART }) : undefined
    } catch {
      return undefined
    }
  }

  async text(name: string, limit = 8 * 1024 * 1024): Promise<string> {
    return (await this.whole(name, limit)).toString('utf8').replace(/^\ufeff/, '')
  }

  async whole(name: string, limit = 8 * 1024 * 1024): Promise<Buffer> {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of this.bytes(name)) {
      chunks.push(chunk)
      size += chunk.length
      if (size > limit) break
    }
    return Buffer.concat(chunks)
  }

  xml(name: string, handler: XmlHandler): Promise<void> {
    return readXml(this.bytes(name), handler)
  }

  /** A part without which the document can be read: when it is damaged the rest is not. */
  async xmlBeside(name: string, handler: XmlHandler): Promise<void> {
    try {
      await this.xml(name, handler)
    } catch (error) {
      if (!(error instanceof ReadingFailed && error.words === WHY.damaged)) throw error
    }
  }

  /** The targets that a part of an office document points at, by the id of the relation. */
  async relations(name: string): Promise<Map<string, { target: string; type: string }>> {
    const slash = name.lastIndexOf('/') + 1
    const found = new Map<string, { target: string; type: string }>()
    await this.xmlBeside(`${name.slice(0, slash)}_rels/${name.slice(slash)}.rels`, {
      open: (tag, { Id, Target, Type, TargetMode }) => {
        if (tag === 'Relationship' && Id && Target && TargetMode !== 'External')
          found.set(Id, { target: resolvePart(name.slice(0, slash), Target), type: Type?.split('/').at(-1) ?? '' })
      },
    })
    return found
  }

  close(): void {
    this.#file.close()
  }
}

const OPTIONS = { lazyEntries: true, autoClose: false, decodeStrings: false }

/** Reads a file as if it ended sooner. */
class Shortened extends yauzl.RandomAccessReader {
  readonly #path: string
  constructor(path: string) {
    super()
    this.#path = path
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return createReadStream(this.#path, { start, end: end - 1 })
  }
}

/** What was appended on the way, a line end by a server or the rest of a form, keeps the end of the directory from being found. */
async function openZip(path: string, whole: Buffer | undefined, size: number): Promise<yauzl.ZipFile> {
  const opened = (open: (done: (error: Error | null, zip: yauzl.ZipFile) => void) => void) =>
    new Promise<yauzl.ZipFile>((resolve, reject) => open((error, zip) => (error ? reject(error) : resolve(zip))))
  try {
    return await opened(done => (whole ? yauzl.fromBuffer(whole, OPTIONS, done) : yauzl.open(path, OPTIONS, done)))
  } catch {
    const end = await endOfZip(path, size)
    if (end === undefined || end >= size) throw failed(WHY.damaged)
    return opened(done =>
      whole
        ? yauzl.fromBuffer(whole.subarray(0, end), OPTIONS, done)
        : yauzl.fromRandomAccessReader(new Shortened(path), end, OPTIONS, done),
    ).catch(() => {
      throw failed(WHY.damaged)
    })
  }
}

const END_RECORD = Buffer.from('504b0506', 'hex')
const END_SIZE = 22

/** Where the last record that ends a directory ends itself, with the comment that it announces. */
async function endOfZip(path: string, size: number): Promise<number | undefined> {
  const length = Math.min(size, 1024 * 1024)
  const tail = await readPiece(path, size - length, length)
  const at = tail.lastIndexOf(END_RECORD)
  if (at < 0 || at + END_SIZE > tail.length) return undefined
  return size - length + at + END_SIZE + tail.readUInt16LE(at + 20)
}

export function resolvePart(folder: string, target: string): string {
  const steps = target.startsWith('/') ? [] : folder.split('/').filter(Boolean)
  for (const step of target.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  }
  return steps.join('/')
}

export interface XmlHandler {
  /** Names come without their prefix. */
  open?(name: string, attributes: Record<string, string>): void
  text?(text: string): void
  close?(name: string): void
}

type OnTag = (attributes: Record<string, string>) => void

/** What to do at which tag. A map and not an object: a hostile tag may bear the name of a method. */
export const tags = (table: Record<string, OnTag>): Map<string, OnTag> => new Map(Object.entries(table))

const local = (name: string) => {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

/** Entities that a document defines for itself stand for nothing, so there is nothing to explode. */
export async function readXml(bytes: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let depth = 0
  parser.on('error', () => {})
  parser.on('doctype', said => {
    for (const [, name] of said.matchAll(/<!ENTITY\s+([\w.-]+)/g)) parser.ENTITIES[name!] = ''
  })
  parser.on('opentag', tag => {
    if (++depth > LIMITS.xmlDepth) throw failed(WHY.nested)
    handler.open?.(local(tag.name), unprefixed(tag.attributes))
  })
  parser.on('closetag', tag => {
    depth--
    handler.close?.(local(tag.name))
  })
  if (handler.text) {
    parser.on('text', text => handler.text!(text))
    parser.on('cdata', text => handler.text!(text))
  }
  let decoder: InstanceType<typeof TextDecoder> | undefined
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(/^(fffe|feff)/.exec(chunk.toString('hex', 0, 2)) ? wide(chunk) : 'utf-8')
    parser.write(decoder.decode(chunk, { stream: true }))
  }
  try {
    parser.close()
  } catch {
    // Broken off in the middle: what was there has been read.
  }
}

const wide = (chunk: Buffer) => (chunk[0] === 0xff ? 'utf-16le' : 'utf-16be')

/** Each under its whole name too, for an element may have an `id` and an `r:id`. */
function unprefixed(attributes: Record<string, string>): Record<string, string> {
  for (const name in attributes) if (name.includes(':')) attributes[local(name)] ??= attributes[name]!
  return attributes
}
