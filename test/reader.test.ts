import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Reader } from '../server/ports/reader.ts'
import { until } from './support/client.ts'
import { aSandbox, withoutOwnProc } from './support/sandbox.ts'
import { pdfOf } from './support/scanned-pdf.ts'
import { ROOT } from './support/server.ts'

/** Our own child processes that run the reader, as the kernel lists them. */
const children = (): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => {
      try {
        const parent = Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
        return parent === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('reader/child')
      } catch {
        return false
      }
    })

/** The built one: its child is a program of its own. */
const TEXT = { kind: 'text', mime: 'text/plain', filename: 'large.txt' }

const aReader = async (limits?: { quickMs?: number; quickAtOnce?: number }, searchPath?: string): Promise<Reader> => {
  const { isolatedReader } = await import(join(ROOT, 'dist/server/adapters/reader/isolated.js'))
  const { findTools } = await import(join(ROOT, 'dist/server/adapters/reader/tools.js'))
  return isolatedReader(await aSandbox(searchPath), await findTools(process.env.PATH ?? ''), limits)
}

test('a reader that is ended from outside does not blame the file, and the next one reads it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-reader-'))
  const path = join(folder, 'large.txt')
  await writeFile(path, 'слово '.repeat(3_000_000))
  const reader = await aReader()
  const reading = reader.read(path, TEXT)
  const outcome = reading.catch((error: Error) => error)
  const [child] = await until(async () => (children().length > 0 ? children() : undefined), 'the child')
  process.kill(child!, 'SIGTERM')
  expect(await outcome).toMatchObject({ name: 'ChildEnded', message: expect.stringContaining('SIGTERM') })
  expect((await reader.read(path, TEXT)).text).toHaveLength(18_000_000)
  await reader.close()
  await until(async () => children().length === 0, 'the children to end')
  await rm(folder, { recursive: true })
})

test.each([
  ['contract.doc', 'document', 'application/msword', true],
  ['prices.xls', 'spreadsheet', 'application/vnd.ms-excel', true],
  ['scan', 'pdf', 'application/pdf', false],
])('what %s takes long for is told, which is the queue it waits in', async (name, kind, mime, byOffice) => {
  const reader = await aReader()
  const folder = await mkdtemp(join(tmpdir(), 'dossier-queue-'))
  let path = join(ROOT, 'test/corpus', name)
  if (name === 'scan') {
    path = join(folder, 'scan.pdf')
    const jpeg = await sharp({ create: { width: 900, height: 1200, channels: 3, background: 'white' } })
      .jpeg()
      .toBuffer()
    await writeFile(path, pdfOf([{ jpeg }]))
  }
  const reading = reader.read(path, { kind, mime, filename: name }, { quick: true })
  await expect(reading).rejects.toMatchObject({ name: 'TakesLong', byOffice })
  await reader.close()
  await rm(folder, { recursive: true })
})

test('a file that takes longer than quick ones do is left for later, and its child is ended', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-reader-'))
  const path = join(folder, 'large.txt')
  await writeFile(path, 'слово '.repeat(3_000_000))
  const reader = await aReader({ quickMs: 1 })
  await expect(reader.read(path, TEXT, { quick: true })).rejects.toMatchObject({ name: 'TakesLong' })
  await until(async () => children().length === 0, 'the child to end')
  expect((await reader.read(path, TEXT)).text).toHaveLength(18_000_000)
  await reader.close()
  await rm(folder, { recursive: true })
})

test('of quick files no more are read at once than were agreed on, and each has its turn', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-reader-'))
  const path = join(folder, 'letter.txt')
  await writeFile(path, 'слово '.repeat(1000))
  const reader = await aReader({ quickAtOnce: 1 })
  const most: number[] = []
  const readings = Array.from({ length: 6 }, async () => {
    const { text } = await reader.read(path, TEXT, { quick: true })
    most.push(children().length)
    return text.length
  })
  expect(await Promise.all(readings)).toEqual(Array(6).fill(6000))
  expect(Math.max(...most)).toBe(1)
  await reader.close()
  await rm(folder, { recursive: true })
})

test('in a container, where a worker has no /proc, old office documents are read like anywhere else', async () => {
  const reader = await aReader(undefined, await withoutOwnProc())
  const path = join(ROOT, 'test/corpus/contract.doc')
  const { text } = await reader.read(path, { kind: 'document', mime: 'application/msword', filename: 'contract.doc' })
  const { text: same } = await reader.read(join(ROOT, 'test/corpus/contract.docx'), {
    kind: 'document',
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    filename: 'contract.docx',
  })
  expect(text.split(/\s+/).length).toBeGreaterThan(0.8 * same.split(/\s+/).length)
  await reader.close()
})
