import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { aPdf } from '../../../test/support/pdf.ts'
import type { WordPlace } from '../../ports/reader.ts'
import type { Font } from './font.ts'
import { hiddenWords } from './layer.ts'

const folder = mkdtempSync(join(tmpdir(), 'dossier-layer-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Of the letters of every file by hand: nothing of it depends on how wide they are. */
const font = {
  missing: () => [],
  width: (text: string) => text.length * 500,
  encode: (text: string) => `(${text})`,
} as unknown as Font

const TEXT = 'The kitchen faces the garden, and in the morning the whole room is full of light'.split(' ')

/** A line of words from (60, 400), so many degrees up, in points from below. */
function leaningLine(degrees: number): WordPlace[] {
  const angle = (degrees * Math.PI) / 180
  const [along, up] = [
    [Math.cos(angle), Math.sin(angle)],
    [-Math.sin(angle), Math.cos(angle)],
  ] as const
  let at = 0
  return TEXT.map(text => {
    const foot: [number, number] = [60 + along[0] * at, 400 + along[1] * at]
    const length = text.length * 5
    at += length + 4
    return {
      text,
      line: 0,
      foot,
      end: [foot[0] + along[0] * length, foot[1] + along[1] * length],
      head: [foot[0] + up[0] * 12, foot[1] + up[1] * 12],
    }
  })
}

test('words of a leaning line are whole, each where it stands', () => {
  for (const degrees of [0, 2, -3, 8]) {
    const line = leaningLine(degrees)
    const path = join(folder, `leaning-${degrees}.pdf`)
    const content = hiddenWords(line, point => point, font).replaceAll('/DossierWords', '/F1')
    writeFileSync(path, aPdf([{ content }]))
    const told = execFileSync('pdftotext', ['-bbox', path, '-']).toString()
    const words = [
      ...told.matchAll(/<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)/g),
    ].map(([, x0, , , y1, text]) => ({ text: text!, x0: Number(x0), foot: 842 - Number(y1) }))
    const inOrder = words.toSorted((a, b) => a.x0 - b.x0)
    expect(
      inOrder.map(({ text }) => text),
      `${degrees}°`,
    ).toEqual(TEXT)
    for (const [n, { x0, foot }] of inOrder.entries()) {
      expect(Math.abs(x0 - line[n]!.foot[0]), TEXT[n]).toBeLessThan(3)
      expect(Math.abs(foot - (line[n]!.foot[1] + line[n]!.end[1]) / 2), TEXT[n]).toBeLessThan(3)
    }
  }
})
