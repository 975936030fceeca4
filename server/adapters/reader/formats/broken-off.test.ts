import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Desk } from '../desk.ts'
import { Manuscript } from '../manuscript.ts'
import { readByProgram } from './archive.ts'
import { textsOf } from './iwa.ts'

const varint = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(Math.floor(value / 128))]

test('a part of iWork with very many texts keeps all of them', () => {
  const { compress } = createRequire(import.meta.url)('snappyjs')
  const count = 150_000
  const body = Buffer.alloc(count * 3)
  for (let n = 0; n < count; n++) body.set([3 * 8 + 2, 1, 'a'.charCodeAt(0)], n * 3)
  const told = [8, ...varint(2001), 3 * 8, ...varint(body.length)]
  const head = [8, 1, 2 * 8 + 2, told.length, ...told]
  const block: Buffer = Buffer.from(compress(Buffer.concat([Buffer.from([head.length, ...head]), body])))
  const frame = Buffer.alloc(4)
  frame.writeUIntLE(block.length, 1, 3)
  expect(textsOf(Buffer.concat([frame, block]))).toHaveLength(count)
})

const bsdtar = '/usr/bin/bsdtar'
const hasBsdtar = (() => {
  try {
    return execFileSync(bsdtar, ['--version']).length > 0
  } catch {
    return false
  }
})()

test.skipIf(!hasBsdtar)('an archive that breaks off is listed as far as it goes, and that is said', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'archive-'))
  try {
    for (const name of ['one.txt', 'two.txt']) writeFileSync(join(folder, name), name.repeat(5000))
    const path = join(folder, 'a.cpio')
    execFileSync(bsdtar, ['-cf', path, '--format', 'cpio', '-C', folder, 'one.txt', 'two.txt'])
    const desk = { tools: { bsdtar } } as Desk
    const whole = new Manuscript()
    await readByProgram(path, whole, desk, 'a.cpio')
    expect(whole.finish()).toMatchObject({ text: 'one.txt\ntwo.txt', needsManual: null })
    writeFileSync(path, readFileSync(path).subarray(0, 40_000))
    const cut = new Manuscript()
    await readByProgram(path, cut, desk, 'a.cpio')
    expect(cut.finish().text).toMatch(/^one.txt/)
    expect(cut.facts.truncated).toBe(true)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
