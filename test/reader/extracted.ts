import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { extract } from '../../server/adapters/reader/extract.ts'
import { findTools } from '../../server/adapters/reader/tools.ts'
import { sniff } from '../../server/features/objects/kinds.ts'
import { decodeBytes } from '../../server/lib/decode.ts'
import type { PageSpan, Reading } from '../../server/ports/reader.ts'

/** Reading in this very process, as the child does it: the kind is sniffed as at an upload. */

export const CORPUS = join(import.meta.dirname, '../corpus')
export const tools = await findTools(process.env.PATH ?? '')
const folder = mkdtempSync(join(tmpdir(), 'dossier-extract-'))
let count = 0

export const forgetAll = () => rmSync(folder, { recursive: true, force: true })

export interface Extracted extends Reading {
  kind: string
  mime: string
  progress: [number, number][]
}

export async function read(filename: string, bytes: Buffer | string, password?: string): Promise<Extracted> {
  const own = join(folder, String(count++))
  mkdirSync(join(own, 'desk'), { recursive: true })
  const path = join(own, 'blob')
  writeFileSync(path, bytes)
  const head = Buffer.from(bytes as string).subarray(0, 64 * 1024)
  const file = await sniff(Buffer.isBuffer(bytes) ? bytes.subarray(0, 64 * 1024) : head, filename)
  const progress: [number, number][] = []
  const desk = {
    tools,
    folder: join(own, 'desk'),
    deadline: Date.now() + 600_000,
    beginSlow: () => {},
    progress: (done: number, total: number) => progress.push([done, total]),
    async nested(inner: { path: string; kind: string; mime: string; filename: string }) {
      const { nested: _none, ...plain } = desk
      const folder = mkdtempSync(join(own, 'inner-'))
      return (await extract(inner, { ...plain, folder })).text
    },
  }
  const reading = await extract({ path, filename, ...file, password }, desk)
  return { ...reading, ...file, progress }
}

export const readCorpus = (name: string) => read(name, readFileSync(join(CORPUS, name)))

/** What the offsets point at, counted in code points as a client counts. */
export const at = (text: string, { char_start, char_end }: PageSpan) => [...text].slice(char_start, char_end).join('')
export const pagesOf = ({ text, pages }: Reading) => pages.map(page => at(text, page))
export const headingsOf = ({ text, headings }: Reading) => headings.map(one => `${one.level} ${at(text, one)}`)

export async function zipOf(files: Record<string, string | Buffer>, stored: string[] = []): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(content as string), name, { compress: !stored.includes(name) })
  zip.end()
  return buffer(zip.outputStream)
}

/** The bytes of a text in an encoding that Node can only read. */
export function encoded(text: string, encoding: string): Buffer {
  const table = new Map<string, number>()
  for (let byte = 0; byte < 256; byte++) table.set(decodeBytes(Uint8Array.of(byte), encoding), byte)
  return Buffer.from([...text].map(sign => table.get(sign) ?? 0x3f))
}
