import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Desk } from '../desk.ts'
import { failed, WHY } from '../failures.ts'
import { LIMITS } from '../limits.ts'
import type { Manuscript } from '../manuscript.ts'
import { runProgram } from '../programs.ts'
import { Zip } from './zipped.ts'

/** Archives are listed, not unpacked: the names are their text. */

interface Listed {
  name: string
  size: number
}

export async function readZip(path: string, out: Manuscript): Promise<void> {
  const zip = await Zip.open(path)
  try {
    listed(zip, out)
  } finally {
    zip.close()
  }
}

export function listed(zip: Zip, out: Manuscript): void {
  const parts = [...zip.parts.values()]
  write(
    out,
    parts.map(({ name, size }) => ({ name, size })),
  )
  if (parts.some(({ encrypted }) => encrypted)) out.facts.encrypted = true
}

function write(out: Manuscript, entries: Listed[]): void {
  const files = entries.filter(({ name }) => name !== '' && !name.endsWith('/'))
  out.facts.entries = files.slice(0, LIMITS.listedEntries)
  out.facts.entry_count = files.length
  out.facts.unpacked_size = files.reduce((sum, { size }) => sum + size, 0)
  out.write(files.map(({ name }) => name).join('\n'))
}

/** tar and tar.gz: a header of 512 bytes before each file. */
export async function readTar(path: string, out: Manuscript, gzipped: boolean): Promise<void> {
  const file = createReadStream(path)
  const stream: Readable = gzipped ? file.pipe(createGunzip()) : file
  file.on('error', error => stream.destroy(error))
  const entries: Listed[] = []
  try {
    await listTar(stream, entries)
  } catch (error) {
    if (error instanceof Error && error.name === 'ReadingFailed') throw error
    if (entries.length === 0) throw failed(WHY.damaged)
  } finally {
    stream.destroy()
    file.destroy()
  }
  write(out, entries)
}

const BLOCK = 512

async function listTar(stream: Readable, entries: Listed[]): Promise<void> {
  const tar = new TarWalk(entries)
  let unpacked = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    unpacked += chunk.length
    if (unpacked > LIMITS.unpackedBytes || entries.length >= LIMITS.zipEntries) return
    tar.push(chunk)
  }
}

/** Goes from header to header; the bytes of the files between them are passed over. */
class TarWalk {
  #rest: Buffer = Buffer.alloc(0)
  #skip = 0
  #nameSize = 0
  #longName = ''
  readonly #entries: Listed[]
  constructor(entries: Listed[]) {
    this.#entries = entries
  }

  push(chunk: Buffer): void {
    this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    while (this.#step()) {}
    this.#rest = Buffer.from(this.#rest)
  }

  #step(): boolean {
    const jump = Math.min(this.#skip, this.#rest.length)
    this.#rest = this.#rest.subarray(jump)
    this.#skip -= jump
    if (this.#skip > 0 || this.#rest.length < Math.max(BLOCK, this.#nameSize)) return false
    if (this.#nameSize > 0) this.#takeName()
    else this.#takeHeader()
    return true
  }

  /** A name of more than a hundred bytes comes as a file of its own, before the one that it belongs to. */
  #takeName(): void {
    this.#longName = nameIn(this.#rest.subarray(0, this.#nameSize))
    this.#skip = Math.ceil(this.#nameSize / BLOCK) * BLOCK
    this.#nameSize = 0
  }

  #takeHeader(): void {
    const header = this.#rest.subarray(0, BLOCK)
    this.#rest = this.#rest.subarray(BLOCK)
    if (header[0] === 0) return
    const size = tarNumber(header.subarray(124, 136))
    const type = String.fromCharCode(header[156]!)
    if (type === 'L' && size < 65_536) {
      this.#nameSize = size
      return
    }
    this.#skip = Math.ceil(size / BLOCK) * BLOCK
    if (type !== '0' && type !== '\0') return
    const prefix = nameIn(header.subarray(345, 500))
    const short = nameIn(header.subarray(0, 100))
    this.#entries.push({ name: this.#longName || (prefix ? `${prefix}/${short}` : short), size })
    this.#longName = ''
  }
}

const nameIn = (bytes: Buffer) => {
  const end = bytes.indexOf(0)
  return bytes.subarray(0, end < 0 ? bytes.length : end).toString('utf8')
}

/** Octal, or binary when the first bit says so. */
const tarNumber = (field: Buffer) =>
  field[0]! & 0x80 ? Number(field.readBigUInt64BE(4)) : Number.parseInt(field.toString('latin1').trim() || '0', 8) || 0

const LISTING = { outputBytes: 16 * 1024 * 1024 }
/** Rights, links, owner, group, size, three words of a date, and the name with whatever is in it. */
const LISTED = /^([-dlhbcps])\S{9}\S? +\d+ +\d+ +\d+ +(\d+) +\S+ +\S+ +\S+ (.*)$/

/** RAR, 7z and the rest, by the system's program. What is a single packed file and no archive bears its own name. */
export async function readByProgram(path: string, out: Manuscript, desk: Desk, filename: string): Promise<void> {
  if (!desk.tools.bsdtar) {
    out.needsManual = WHY.noArchiver
    return
  }
  const { code, stdout, stderr, overflowed } = await runProgram(desk.tools.bsdtar, ['--numeric-owner', '-tvf', path], {
    limits: LISTING,
  })
  const lines = stdout.toString('utf8').split('\n', LIMITS.zipEntries + 1)
  // The last line of a listing that was broken off is not whole.
  if (overflowed) lines.pop()
  const entries = lines.slice(0, LIMITS.zipEntries).flatMap(line => {
    const [, type, size, name] = LISTED.exec(line.slice(0, LONGEST_LINE)) ?? []
    return type === '-' ? [{ name: name!, size: Number(size) }] : []
  })
  if (code === 0 || entries.length > 0) {
    if (code !== 0 || lines.length > LIMITS.zipEntries) out.cut()
    return write(out, entries)
  }
  if (/encrypt/i.test(stderr)) throw failed(WHY.sealed)
  const inside = insideOf(filename)
  if (inside === filename || !/Unrecognized archive format/i.test(stderr)) throw failed(WHY.damaged)
  write(out, [{ name: inside, size: 0 }])
}

const LONGEST_LINE = 8192

const insideOf = (filename: string) => filename.replace(/\.(gz|bz2|xz|zst|lz4|z)$/i, '')

/** A single packed file: its name, as the header or the file's own name tells it. */
export async function readGzip(path: string, out: Manuscript, filename: string): Promise<void> {
  const inside = insideOf(filename)
  if (/\.tar$|\.tgz$/i.test(inside)) return readTar(path, out, true)
  if (inside !== filename) write(out, [{ name: inside, size: 0 }])
}
