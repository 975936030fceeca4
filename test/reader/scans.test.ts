import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findTools, ocrCheck } from '../../server/adapters/reader/tools.ts'
import type { Reader } from '../../server/ports/reader.ts'
import { manyPages } from '../support/hostile-inputs.ts'
import { grained, onTable, shaded, turned } from '../support/photographed.ts'
import { aSandbox } from '../support/sandbox.ts'
import { pdfOf } from '../support/scanned-pdf.ts'
import { ROOT } from '../support/server.ts'
import { whole } from '../support/whole.ts'
import { CORPUS, forgetAll, pagesOf, read, tools } from './extracted.ts'

/** Scans are made of the corpus' own PDF: its first page as a picture, straight, lying, leaning, upside down. */

// Recognising is the slowest thing there is, and the machine may be busy.
vi.setConfig({ testTimeout: 240_000 })

const native = tools.ocr.engine === 'tesseract' && tools.ocr.languages.includes('rus')
const pdf = join(CORPUS, 'contract.pdf')
let folder = ''
let page: Buffer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-scans-'))
  if (tools.pdftoppm)
    execFileSync(tools.pdftoppm, ['-r', '150', '-gray', '-png', '-f', '1', '-singlefile', pdf, join(folder, 'page')])
  page = readFileSync(join(folder, 'page.png'))
})
afterAll(() => {
  forgetAll()
  rmSync(folder, { recursive: true })
})

const jpeg = (picture = page) => sharp(picture).jpeg({ quality: 80 }).toBuffer()
const WORDS =
  /Договор поставки[\s\S]*Поставщик ООО «Ромашка» передаёт, а Покупатель принимает товар[\s\S]*Goods are delivered within ten days/

describe.runIf(native)('pictures of pages', () => {
  test('are read, straight and leaning, on their side and upside down', { tags: ['long'] }, async () => {
    const each = [await jpeg(), await turned(page, 3.5), await turned(page, 90), await turned(page, 180)]
    for (const bytes of each)
      expect(await read('scan.png', bytes)).toMatchObject({
        kind: 'image',
        text: expect.stringMatching(WORDS),
        ocrPages: 1,
      })
  })

  test.runIf(whole)('are read from a table under a lamp, leaning far, and through grain', async () => {
    const photo = await shaded(await onTable(page, -9))
    for (const bytes of [photo, await turned(await grained(page, 45), 12)])
      expect((await read('photo.png', bytes)).text).toMatch(WORDS)
  })

  test('are turned as the camera says', async () => {
    const lying = await sharp(page).rotate(270).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const reading = await read('photo.jpg', lying)
    expect(reading.text).toMatch(WORDS)
    expect(Number(reading.facts.height)).toBeGreaterThan(Number(reading.facts.width))
  })

  test('in one TIFF are its pages', async () => {
    const blank = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const { data, info } = await sharp(page)
      .resize(900)
      .flatten()
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const reading = await read(
      'a.tiff',
      await sharp(data, { raw: { ...info, channels: 1 } })
        .tiff()
        .toBuffer(),
    )
    expect(reading.text).toMatch(/Договор поставки/)
    expect(await read('blank.png', blank)).toMatchObject({ text: '', ocrPages: 0, needsManual: null })
  })
})

test('a photograph without words is ready and empty, with what its camera wrote down', { tags: ['long'] }, async () => {
  const noise = Buffer.from(Uint8Array.from({ length: 400 * 300 * 3 }, (_, n) => (n * 2654435761) >>> 24))
  const photo = await sharp(noise, { raw: { width: 400, height: 300, channels: 3 } })
    .blur(2)
    .resize(800)
    .withExif({
      IFD0: { Make: 'Maker', Model: 'M1' },
      IFD2: { DateTimeOriginal: '2026:03:15 12:30:00' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '55/1 45/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '37/1 30/1 0/1' },
    })
    .jpeg()
    .toBuffer()
  expect(await read('photo.jpg', photo)).toMatchObject({
    text: '',
    needsManual: null,
    ocrPages: 0,
    facts: {
      width: 800,
      height: 600,
      exif: { date: '2026-03-15T12:30:00', camera: 'Maker M1', gps: { latitude: 55.75, longitude: 37.5 } },
    },
  })
})

test('a drawing says its words itself', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg"><title>Схема</title><text x="1">Насос <tspan>№ 3</tspan></text></svg>'
  expect(await read('a.svg', svg)).toMatchObject({ kind: 'image', text: 'Насос № 3', title: 'Схема', ocrPages: 0 })
})

test.runIf(native)(
  'where tesseract is not installed, its JavaScript form reads the same in a child',
  { tags: ['long'] },
  async () => {
    const { isolatedReader } = await import(join(ROOT, 'dist/server/adapters/reader/isolated.js'))
    const bare = await findTools('/nowhere')
    expect(bare.ocr).toMatchObject({ engine: 'tesseract.js', languages: 'rus+eng' })
    const reader: Reader = isolatedReader(await aSandbox(), bare)
    const path = join(folder, 'page.png')
    const reading = await reader.read(path, { kind: 'image', mime: 'image/png', filename: 'page.png' })
    await reader.close()
    expect(reading).toMatchObject({ text: expect.stringMatching(WORDS), ocrPages: 1 })
    await expect(ocrCheck(bare).run()).resolves.toContain('tesseract.js reads rus+eng')
    const english = { ocr: { ...bare.ocr, languages: 'eng' } }
    await expect(ocrCheck(english).run()).rejects.toThrow(/^off: .*Russian/)
  },
)

describe.runIf(native)('a PDF', () => {
  test('of scans and of text is read by page, with progress', async () => {
    const scan = await jpeg()
    const reading = await read(
      'mixed.pdf',
      pdfOf([{ text: 'The first page has a text of its own 1984' }, { jpeg: scan }, { jpeg: scan, text: '3' }]),
    )
    const [first, second, third] = pagesOf(reading)
    expect(first).toBe('The first page has a text of its own 1984')
    expect(second).toMatch(WORDS)
    expect(third).toMatch(WORDS)
    expect(reading).toMatchObject({
      ocrPages: 2,
      needsManual: null,
      progress: [
        [1, 2],
        [2, 2],
      ],
    })
  })

  test('of a scan in which nothing can be read asks for a person', { tags: ['long'] }, async () => {
    const grey = await sharp({ create: { width: 1200, height: 1600, channels: 3, background: '#888' } })
      .composite([
        { input: { create: { width: 400, height: 900, channels: 3, background: '#222' } }, left: 200, top: 300 },
      ])
      .jpeg()
      .toBuffer()
    expect(await read('dark.pdf', pdfOf([{ jpeg: grey }]))).toMatchObject({
      text: '',
      ocrPages: 0,
      needsManual: {
        en: expect.stringContaining('no text could be recognised'),
        ru: expect.stringContaining('не удалось'),
      },
    })
  })

  test('of blank pages is simply empty', async () => {
    expect(await read('blank.pdf', pdfOf([{}, {}]))).toMatchObject({ text: '', needsManual: null, ocrPages: 0 })
  })
})

describe.runIf(tools.pdftotext && tools.qpdf)('a PDF', () => {
  const made = (...args: string[]) => {
    const target = join(folder, `${args.length}.pdf`)
    execFileSync(tools.qpdf!, [...args, pdf, target])
    return readFileSync(target)
  }

  test('of very many empty pages asks no program for their pictures; what is drawn there is looked at', {
    tags: ['long'],
  }, async () => {
    const reading = await read('empty.pdf', manyPages(3000))
    expect(reading).toMatchObject({ text: '', ocrPages: 0, progress: [], needsManual: null })
    expect(reading.facts.page_count).toBe(3000)
    // A letter without a font, beside 20 pages with nothing and one with a scan.
    const drawn = '60 60 20 400 re 60 60 200 20 re f'
    const mixed = [...Array.from({ length: 20 }, () => ({})), { drawn }, { jpeg: await jpeg() }]
    expect((await read('mixed.pdf', pdfOf(mixed))).progress).toEqual([
      [1, 2],
      [2, 2],
    ])
  })

  test('with a password to open it asks for a person', async () => {
    expect(await read('locked.pdf', made('--encrypt', 'secret', 'owner', '256', '--'))).toMatchObject({
      text: '',
      needsManual: { en: expect.stringContaining('password'), ru: expect.stringContaining('паролем') },
    })
  })

  test('that only forbids copying is read for its owner', async () => {
    const reading = await read('forbidden.pdf', made('--encrypt', '', 'owner', '256', '--extract=n', '--'))
    expect(reading).toMatchObject({ text: expect.stringContaining('Договор поставки'), needsManual: null })
  })

  test('that has lost its end or its table of objects is repaired; one that is none fails with a reason', async () => {
    const whole = readFileSync(pdf)
    const wrongTable = Buffer.from(whole.toString('latin1').replace(/startxref\n\d+/, 'startxref\n7'), 'latin1')
    for (const bytes of [whole.subarray(0, whole.lastIndexOf('startxref')), wrongTable])
      expect((await read('damaged.pdf', bytes)).text).toContain('Покупатель')
    const torn = Buffer.concat([whole.subarray(0, 20), Buffer.alloc(3000, 'x')])
    const reason = { en: expect.stringContaining('damaged'), ru: expect.stringContaining('повреждён') }
    await expect(read('torn.pdf', torn)).rejects.toMatchObject({ name: 'ReadingFailed', words: reason })
  })
})
