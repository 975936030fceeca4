import { afterAll, expect, test } from 'vitest'
import { aPdf } from '../support/pdf.ts'
import { forgetAll, read } from './extracted.ts'

/** What files that other people's programs have made were once refused for. */

afterAll(forgetAll)

test('a PDF whose annotation has a name with letters of its own is read, with what the annotation says', async () => {
  const note = '<< /Type /Annot /Subtype /Text /Rect [10 10 30 30] /Contents (Ask the bank) /Name /Sm#F8rrebr#F8d >>'
  const bytes = aPdf([{ lines: ['The rent is paid monthly'], entries: '/Annots [5 0 R]' }], { objects: [note] })
  expect((await read('rent.pdf', bytes)).text).toBe('The rent is paid monthly\n\nAsk the bank')
})

test('a word that a PDF breaks by a soft hyphen is one word', async () => {
  const content =
    'BT /F1 14 Tf 60 700 Td (All of it, in) Tj /Span << /ActualText <FEFF00AD> >> BDC (-) Tj EMC 0 -20 Td (cluding titles) Tj ET'
  expect((await read('paper.pdf', aPdf([{ content }]))).text).toBe('All of it, including titles')
})

/** A TIFF of one strip, compressed as no program has for twenty years. */
function oldJpegTiff(): Buffer {
  const tags: [tag: number, type: number, value: number, count?: number][] = [
    [256, 3, 64],
    [257, 3, 64],
    [258, 3, 160, 3],
    [259, 3, 6],
    [262, 3, 6],
    [273, 4, 200],
    [277, 3, 3],
    [278, 3, 64],
    [279, 4, 100],
  ]
  const bytes = Buffer.alloc(300)
  bytes.write('II*\0', 'latin1')
  bytes.writeUInt32LE(8, 4)
  bytes.writeUInt16LE(tags.length, 8)
  for (const [n, [tag, type, value, count = 1]] of tags.entries()) {
    const at = 10 + n * 12
    bytes.writeUInt16LE(tag, at)
    bytes.writeUInt16LE(type, at + 2)
    bytes.writeUInt32LE(count, at + 4)
    bytes.writeUInt32LE(value, at + 8)
  }
  for (const at of [160, 162, 164]) bytes.writeUInt16LE(8, at)
  return bytes
}

test('a picture that is stored in a way that cannot be opened is not called damaged', async () => {
  const { text, needsManual } = await read('old.tif', oldJpegTiff())
  expect(text).toBe('')
  expect(needsManual?.en).toContain('old or rare way')
})
