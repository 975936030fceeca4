import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { aPdf, numberedPages } from '../../../test/support/pdf.ts'
import { aLongText } from '../../../test/support/pdf-samples.ts'
import { aSecretFile } from '../../../test/support/secrets.ts'
import { type Pdf, readPdf, type Value } from './model.ts'
import { openPlain } from './reader.ts'
import { NotPlain } from './scanner.ts'

/** What our own reader finds in a file, beside what qpdf tells of it. */

const folder = mkdtempSync(join(tmpdir(), 'dossier-reader-test-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'f.pdf')
const qpdf = (...args: string[]) => execFileSync('qpdf', args, { maxBuffer: 1 << 28 })

async function readByQpdf(): Promise<Pdf> {
  const json = join(folder, 'f.json')
  writeFileSync(json, qpdf('--json=2', '--json-key=qpdf', '--json-stream-data=none', path))
  return readPdf(json)
}

/** Strings may be told as letters or as bytes. */
const same = (value: Value | undefined): unknown => {
  if (typeof value === 'string') {
    const hex = /^b:(.*)/.exec(value)?.[1]
    if (hex === undefined) return value
    return hex.startsWith('feff') ? `u:${Buffer.from(hex.slice(4), 'hex').swap16().toString('utf16le')}` : value
  }
  if (Array.isArray(value)) return value.map(same)
  if (value === null || typeof value !== 'object') return value ?? null
  const kept = Object.entries(value).filter(([key]) => key !== '/Length')
  return Object.fromEntries(kept.map(([key, inner]) => [key, same(inner)]))
}

const FILES: [string, Buffer][] = [
  ['a long text', aLongText(40)],
  ['words in every way', aSecretFile(5).bytes],
  [
    'numbers',
    aPdf(numberedPages(3), { info: '/Title (a \\(b\\) \\101 (c)) /X [1 -2.5 .5 true null /N <0aF> << /Y 1 0 R >>]' }),
  ],
]

test.each(FILES)('%s: the same objects', async (_name, bytes) => {
  for (const ways of [[], ['--object-streams=generate'], ['--linearize', '--object-streams=generate'], ['--qdf']]) {
    writeFileSync(path, bytes)
    if (ways.length > 0) qpdf(...ways, '--replace-input', path)
    const [ours, theirs] = [await openPlain(path), await readByQpdf()]
    expect(ours.pages).toEqual(theirs.pages)
    expect(same(ours.catalog)).toEqual(same(theirs.catalog))
    for (const ref of theirs.refs()) {
      const [mine, told] = [ours.entry(ref), theirs.entry(ref)]
      expect({ ref, value: same(mine?.stream?.dict ?? mine?.value) }).toEqual({
        ref,
        value: same(told?.stream?.dict ?? told?.value),
      })
    }
  }
})

test('what is out of the ordinary is left to qpdf', async () => {
  const whole = aPdf(numberedPages(2)).toString('latin1')
  for (const torn of [
    whole.replace(/startxref\n\d+/, 'startxref\n99999'),
    whole.replace('3 0 obj', '9 0 obj'),
    whole.slice(0, -40),
    '%PDF-1.4\nnothing',
  ]) {
    writeFileSync(path, Buffer.from(torn, 'latin1'))
    await expect(openPlain(path).then(pdf => pdf.refs().map(pdf.entry))).rejects.toThrow(NotPlain)
  }
  writeFileSync(path, aPdf(numberedPages(2)))
  qpdf('--encrypt', 'a', 'a', '256', '--', '--replace-input', path)
  await expect(openPlain(path)).rejects.toThrow(NotPlain)
})
