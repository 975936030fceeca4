import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { theFont } from './lettering.ts'
import { subset } from './subset.ts'
import { watermarkPage } from './watermark.ts'

const folder = mkdtempSync(join(tmpdir(), 'dossier-font-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Program {
  stream: { data: string }
}

const programOf = (objects: Record<string, unknown>) =>
  Buffer.from((objects['obj:4 0 R'] as Program).stream.data, 'base64')

test('letters of a file can be read again, and its font has a file of its own', async () => {
  const text = 'Съешь ещё этих мягких французских булок, да выпей йоду: № 1 ΑΩ ñ €'
  const [json, pdf] = [join(folder, 'mark.json'), join(folder, 'mark.pdf')]
  const mark = { text, opacity: 1, fontSize: 12, angle: 0 }
  await watermarkPage({ mark, width: 600, height: 100, to: json })
  execFileSync('qpdf', ['--json-input', json, pdf])
  expect(execFileSync('pdftotext', [pdf, '-']).toString().trim()).toBe(text)
  expect(execFileSync('pdffonts', [pdf]).toString()).toMatch(
    /DSSRUS\+DejaVuSans\s+CID TrueType\s+Identity-H\s+yes yes yes/,
  )
})

test('a font in a file has the letters that were used, under their own numbers', async () => {
  const font = await theFont()
  expect(font.encode('Й')).toBe((await theFont()).encode('Й'))
  const one = programOf(font.objects(1))
  font.encode('Съешь ещё этих мягких французских булок')
  const more = programOf(font.objects(1))
  expect(one.readUInt32BE(0)).toBe(0x00010000)
  expect(more.length).toBeGreaterThan(one.length + 2000)
  expect(more.length).toBeLessThan(60_000)
})

test('letters that are never seen cost next to nothing', async () => {
  const font = await theFont()
  font.encode('Съешь ещё')
  expect(programOf(font.objects(1, 'blank')).length).toBeLessThan(1000)
})

test('bytes that are no font give none, and the next font is cut as before', async () => {
  expect(subset(Buffer.from('no font at all'), [1]).length).toBeLessThan(200)
  const font = await theFont()
  font.encode('a')
  expect(programOf(font.objects(1)).length).toBeGreaterThan(1000)
})
