import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { link, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Parser } from 'tar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openArchive } from './open.ts'
import { wholeNames } from './tar-names.ts'

let folder: string
const names = Array.from({ length: 6 }, (_, n) => `${n} ${'Ёлка и дом '.repeat(11)}.txt`)
const withFolder = <T>(use: (folder: string) => Promise<T>) => use(mkdtempSync(join(folder, 'work-')))
const unpacking = { mayGoOn: async () => {}, withFolder }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dossier-tar-'))
  for (const name of names) await writeFile(join(folder, name), name)
  await link(join(folder, names[0]!), join(folder, 'same.txt'))
})
afterAll(() => rm(folder, { recursive: true }))

function pack(format: string): string {
  const path = join(folder, `${format}.tar`)
  execFileSync('tar', ['cf', path, `--format=${format}`, '-C', folder, ...names, 'same.txt'])
  return path
}

test.each(['pax', 'gnu'])('names of any length come whole in however many pieces the bytes come (%s)', async format => {
  const bytes = await readFile(pack(format))
  for (const piece of [1, 7, 511, 512, 513, 1000, 100_000]) {
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
    }
    const found: string[] = []
    const parser = new Parser({
      onReadEntry: entry => {
        found.push(entry.path)
        entry.resume()
      },
    })
    const passed: Buffer[] = []
    for await (const some of wholeNames(pieces())) {
      passed.push(some)
      parser.write(some)
    }
    parser.end()
    expect(Buffer.concat(passed).equals(bytes)).toBe(true)
    expect(found).toEqual([...names, 'same.txt'])
  }
})

test('a second name of a file has its bytes, too', async () => {
  const archive = await openArchive(pack('pax'), unpacking)
  expect([...archive.entries.keys()].sort()).toEqual([...names, 'same.txt'].sort())
  expect(await text(await archive.entries.get('same.txt')!.open())).toBe(names[0])
  archive.close()
})

test('what was made to fill a disk is refused, and a work that is to end ends', async () => {
  const bomb = join(folder, 'bomb.tgz')
  await writeFile(join(folder, 'zeros'), '')
  await truncate(join(folder, 'zeros'), 90_000_000)
  execFileSync('tar', ['czf', bomb, '-C', folder, 'zeros'])
  const stopped = async () => {
    throw new DOMException('stopped', 'AbortError')
  }
  await expect(openArchive(bomb, unpacking)).rejects.toMatchObject({ code: 'archive_damaged' })
  await expect(openArchive(bomb, { mayGoOn: stopped, withFolder })).rejects.toMatchObject({ name: 'AbortError' })
})
