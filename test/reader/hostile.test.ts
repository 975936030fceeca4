import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sniff } from '../../server/features/objects/kinds.ts'
import type { Reader, Reading } from '../../server/ports/reader.ts'
import { aSandbox } from '../support/sandbox.ts'
import { ROOT } from '../support/server.ts'
import { CORPUS, tools, zipOf } from './extracted.ts'

/** Files made to do harm, through the real children: each ends with a reading or a reason, and the next file is read. */

let reader: Reader
const folder = mkdtempSync(join(tmpdir(), 'dossier-hostile-'))

beforeAll(async () => {
  const { isolatedReader } = await import(join(ROOT, 'dist/server/adapters/reader/isolated.js'))
  reader = isolatedReader(await aSandbox(), tools)
})
afterAll(async () => {
  await reader.close()
  rmSync(folder, { recursive: true })
})

async function read(filename: string, bytes: Buffer): Promise<Reading | { failed: string }> {
  const path = join(folder, createHash('sha256').update(bytes).digest('hex'))
  writeFileSync(path, bytes)
  const file = await sniff(bytes.subarray(0, 64 * 1024), filename)
  return reader
    .read(path, { ...file, filename })
    .catch((error: { name: string; words: { en: string; ru: string } }) => {
      expect(error).toMatchObject({ name: 'ReadingFailed', words: { ru: expect.stringMatching(/[а-я]/) } })
      return { failed: error.words.en }
    })
}

/** The service itself stays small whatever its children meet, and goes on. */
async function unharmed(work: () => Promise<unknown>): Promise<void> {
  const before = process.memoryUsage().rss
  await work()
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
  expect(await read('after.txt', Buffer.from('и дальше'))).toMatchObject({ text: 'и дальше' })
}

/** A zip by hand: one entry, whose unpacked form is so many copies of a piece. */
function bomb(name: string, start: string, piece: string, times: number, end: string): Buffer {
  const middle = Buffer.from(piece.repeat(20_000))
  const parts = [Buffer.from(start), ...Array<Buffer>(Math.ceil(times / 20_000)).fill(middle), Buffer.from(end)]
  const whole = Buffer.concat(parts)
  const packed = deflateRawSync(whole, { level: 9 })
  const size = Buffer.alloc(12)
  size.writeUInt32LE(packed.length, 4)
  size.writeUInt32LE(whole.length, 8)
  const common = Buffer.concat([Buffer.from('14000000080000000000', 'hex'), size, u16(name.length), u16(0)])
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed])
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, Buffer.alloc(14), Buffer.from(name)])
  const end1 = Buffer.concat([
    Buffer.from('PK\x05\x06\0\0\0\0'),
    u16(1),
    u16(1),
    u32(central.length),
    u32(local.length),
    u16(0),
  ])
  return Buffer.concat([local, central, end1])
}
const u16 = (value: number) => Buffer.from([value & 255, value >> 8])
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

test('a document that unpacks to two hundred megabytes of nothing is refused', { tags: ['long'] }, () =>
  unharmed(async () => {
    const hostile = bomb(
      'word/document.xml',
      '<w:document xmlns:w="w"><w:body>',
      '<w:p></w:p>',
      18_000_000,
      '</w:body></w:document>',
    )
    expect(hostile.length).toBeLessThan(2_000_000)
    expect(await read('bomb.docx', hostile)).toMatchObject({ failed: expect.stringContaining('unpacks') })
  }),
)

test('entities that multiply are not expanded', () =>
  unharmed(async () => {
    const levels = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')
    const laughs = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "ha">${levels}]><x>&l9; слово</x>`
    expect(await read('a.xml', Buffer.from(laughs))).toMatchObject({ text: expect.stringContaining('слово') })
    const inWord = laughs
      .replace('<x>', '<w:document xmlns:w="w"><w:p><w:t>')
      .replace('</x>', '</w:t></w:p></w:document>')
    const docx = await zipOf({ '[Content_Types].xml': '<Types/>', 'word/document.xml': inWord })
    const reading = (await read('a.docx', docx)) as Reading
    expect(reading.text.trim()).toBe('слово')
  }))

test('an outside entity is not fetched', async () => {
  const secret = join(folder, 'secret')
  writeFileSync(secret, 'тайна')
  const xml = `<!DOCTYPE x [<!ENTITY e SYSTEM "file://${secret}">]><w:document xmlns:w="w"><w:p><w:t>&e; слово</w:t></w:p></w:document>`
  const reading = (await read(
    'a.docx',
    await zipOf({ '[Content_Types].xml': '<Types/>', 'word/document.xml': xml }),
  )) as Reading
  expect(reading.text.trim()).toBe('слово')
})

test('nesting without end: XML, RTF, HTML, JSON', () =>
  unharmed(async () => {
    const deep = '<w:tbl>'.repeat(200_000)
    const docx = await zipOf({
      '[Content_Types].xml': '<Types/>',
      'word/document.xml': `<w:document xmlns:w="w">${deep}`,
    })
    expect(await read('deep.docx', docx)).toEqual({ failed: expect.stringContaining('nested') })
    expect(await read('deep.rtf', Buffer.from(`{\\rtf1${'{'.repeat(200_000)}`))).toEqual({
      failed: expect.stringContaining('nested'),
    })
    const html = (times: number) => Buffer.from(`<html>${'<div>'.repeat(times)}слово`)
    expect(await read('deep.html', html(300_000))).toEqual({ failed: expect.stringContaining('nested') })
    expect(await read('sloppy.html', html(10_000))).toMatchObject({ text: 'слово' })
    expect(await read('deep.json', Buffer.from('['.repeat(1_000_000)))).toMatchObject({ text: expect.any(String) })
  }))

test('a text longer than anybody reads is cut, and says so', () =>
  unharmed(async () => {
    const reading = (await read('long.txt', Buffer.from('слово '.repeat(3_500_000)))) as Reading
    expect(reading.text).toHaveLength(20_000_000)
    expect(reading).toMatchObject({
      facts: { truncated: true },
      needsManual: { en: expect.stringContaining('first 20 million') },
    })
    expect(reading.pages).toEqual([{ page: 1, char_start: 0, char_end: 20_000_000 }])
  }))

/** A PNG of so many pixels of one colour is small. */
function hugePng(width: number, height: number): Buffer {
  const raw = join(folder, 'huge.png')
  execFileSync(tools.ffmpeg!, [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    `color=white:s=${width}x${height}`,
    '-frames:v',
    '1',
    '-pix_fmt',
    'monob',
    '-y',
    raw,
  ])
  return readFileSync(raw)
}

test.runIf(tools.ffmpeg)('a picture of 20,000 by 20,000 is not opened', () =>
  unharmed(async () => {
    const head = hugePng(64, 64)
    // The header alone lies: whoever believes it and makes room for the pixels is lost.
    head.writeUInt32BE(20_000, 16)
    head.writeUInt32BE(20_000, 20)
    const reading = await read('huge.png', head)
    expect(reading).toMatchObject({
      text: '',
      needsManual: { en: expect.stringContaining('pixels') },
      facts: { width: 20_000 },
    })
  }),
)

/** All of its pixels are there, one bit each: 50 MB of nothing, packed into a few kilobytes. */
function realHugePng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([size, named, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const pixels = deflateSync(Buffer.alloc(side * (1 + side / 8)))
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

test('a whole picture of 20,000 by 20,000 ends with its reason', async () => {
  const png = realHugePng(20_000)
  expect(png.length).toBeLessThan(100_000)
  await unharmed(async () => {
    expect(await read('whole.png', png)).toMatchObject({
      text: '',
      needsManual: { en: expect.stringContaining('pixels'), ru: expect.stringMatching(/[а-я]/) },
      facts: { width: 20_000, height: 20_000 },
    })
  })
})

test.runIf(tools.pdftotext)('ten thousand pages are read with their map', () =>
  unharmed(async () => {
    const { numberedPages, aPdf } = await import('../support/pdf.ts')
    const reading = (await read('long.pdf', aPdf(numberedPages(10_000)))) as Reading
    expect(reading.pages).toHaveLength(10_000)
    const { char_start, char_end } = reading.pages[7_000]!
    expect(reading.text.slice(char_start, char_end)).toContain('w7001x')
  }),
)

test.runIf(tools.pdftotext && tools.qpdf)('of more pages than are read it is told how many there are', () =>
  unharmed(async () => {
    const { manyPages } = await import('../support/hostile-inputs.ts')
    const reading = (await read('longer.pdf', manyPages(20_010))) as Reading
    expect(reading.pages.length).toBeLessThan(20_010)
    expect(reading.facts.page_count).toBe(20_010)
  }),
)

test('broken and empty files of every format end, and with words', async () => {
  for (const name of [
    'contract.docx',
    'contract.odt',
    'contract.rtf',
    'contract.pdf',
    'prices.xlsx',
    'plan.pptx',
    'plan.odp',
  ]) {
    const whole = readFileSync(join(CORPUS, name))
    const holes = Buffer.from(whole)
    for (let at = 100; at < holes.length; at += 97) holes[at] = holes[at]! ^ 0x5a
    for (const bytes of [whole.subarray(0, whole.length >> 1), holes, Buffer.alloc(0)]) {
      const outcome = await read(name, bytes)
      expect('failed' in outcome ? outcome.failed : outcome.text).toBeTypeOf('string')
    }
  }
})

test('a sheet or document under a password asks for a person', async () => {
  const cfb = Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(1000),
    Buffer.from('EncryptedPackage', 'utf16le'),
    Buffer.alloc(600),
  ])
  expect(await read('locked.xlsx', cfb)).toMatchObject({
    text: '',
    needsManual: { en: expect.stringContaining('password') },
  })
  const manifest = '<manifest><file-entry><encryption-data/></file-entry></manifest>'
  const odt = await zipOf(
    { mimetype: 'application/vnd.oasis.opendocument.text', 'META-INF/manifest.xml': manifest, 'content.xml': 'xxxx' },
    ['mimetype'],
  )
  expect(await read('locked.odt', odt)).toMatchObject({ needsManual: { en: expect.stringContaining('password') } })
})

test('a reading can be given up, and its child leaves nothing behind', async () => {
  const path = join(folder, 'slow.txt')
  writeFileSync(path, 'слово '.repeat(3_000_000))
  const abort = new AbortController()
  const reading = reader.read(path, { kind: 'text', mime: 'text/plain', filename: 'a.txt' }, { signal: abort.signal })
  abort.abort(new Error('enough'))
  await expect(reading).rejects.toThrow('enough')
  expect(existsSync(path)).toBe(true)
  expect(await read('after.txt', Buffer.from('и дальше'))).toMatchObject({ text: 'и дальше' })
})
