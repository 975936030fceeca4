import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { aPerson, baseUrl, type Person, until } from '../support/client.ts'
import { aBook } from '../support/office.ts'
import { aPdf, streamOf } from '../support/pdf.ts'
import { pdfOf } from '../support/scanned-pdf.ts'

const folder = mkdtempSync(join(tmpdir(), 'dossier-searchable-test-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0

async function contentOf(person: Person, id: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${person.token}`, ...person.extraHeaders }
  return Buffer.from(await (await fetch(`${baseUrl()}/v1/objects/${id}/content`, { headers })).arrayBuffer())
}

async function ended(person: Person, path: string) {
  return until(async () => {
    const { body } = await person.get(path)
    return body.done && body
  }, path)
}

async function resultOf(person: Person, id: string, call: string, body: object) {
  const { status, body: accepted } = await person.post(`/v1/objects/${id}/${call}`, body)
  expect({ status, accepted }).toMatchObject({ status: 202 })
  const record = await ended(person, `/v1/tasks-status/${accepted.task_id}`)
  expect(record).toMatchObject({ ok: true, error: null })
  const bytes = await contentOf(person, record.object_ids[0])
  const path = join(folder, `result-${++files}.pdf`)
  writeFileSync(path, bytes)
  return { record, bytes, path }
}

const ready = (person: Person, id: string) =>
  until(async () => (await person.get(`/v1/objects/${id}`)).body.status === 'ready', 'the file is read')

/** Words where they are drawn, in pixels of a page of A4 at 150 dpi: the left end of each and its baseline. */
const WORDS: [text: string, x: number, y: number][] = [
  ['Договор', 150, 200],
  ['поставки', 470, 200],
  ['Agreement', 150, 330],
  ['number', 560, 330],
  ['Покупатель', 150, 460],
  ['обязуется', 600, 460],
  ['delivery', 150, 590],
  ['conditions', 470, 590],
]
const [WIDTH, HEIGHT] = [1240, 1754]
const DPI = 150

const drawn = () => {
  const texts = WORDS.map(
    ([text, x, y]) => `<text x="${x}" y="${y}" font-family="Liberation Serif" font-size="56">${text}</text>`,
  )
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="white"/>${texts.join('')}</svg>`,
    ),
  )
}

interface Found {
  text: string
  x0: number
  y0: number
  x1: number
  y1: number
}

const wordsIn = (path: string): Found[] =>
  [
    ...execFileSync('pdftotext', ['-bbox', path, '-'])
      .toString()
      .matchAll(/<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)/g),
  ].map(([, x0, y0, x1, y1, text]) => ({ text: text!, x0: +x0!, y0: +y0!, x1: +x1!, y1: +y1! }))

function sound(path: string): void {
  const checked = spawnSync('qpdf', ['--check', path])
  expect(`${checked.stdout}${checked.stderr}`).not.toMatch(/WARNING|ERROR/)
  expect(checked.status).toBe(0)
}

test('a scan gets its words exactly under their picture, which is not touched', { tags: ['long'] }, async () => {
  const anna = await aPerson()
  const jpeg = await drawn().jpeg({ quality: 90 }).toBuffer()
  const turned = await drawn().rotate(90).jpeg({ quality: 90 }).toBuffer()
  const scan = pdfOf([{ jpeg }, { text: 'a page with its own words and nothing else' }])
  const { id } = await anna.upload('скан.pdf', new Uint8Array(scan))
  const { path, record, bytes } = await resultOf(anna, id, 'pdf/searchable', {})
  sound(path)
  expect(record.report).toMatchObject({ pages_recognised: [1], words: WORDS.length })
  expect(bytes.length).toBeLessThan(scan.length * 1.1)
  execFileSync('pdfimages', ['-all', path, join(folder, 'kept')])
  const [kept] = readdirSync(folder).filter(name => name.startsWith('kept'))
  expect(readFileSync(join(folder, kept!)).equals(jpeg)).toBe(true)
  const found = wordsIn(path)
  for (const [text, x, y] of WORDS) {
    const word = found.find(candidate => candidate.text === text)
    expect(word, text).toBeDefined()
    expect(Math.abs(word!.x0 - (x / DPI) * 72), text).toBeLessThan(3)
    // The foot of a word lies on its baseline, or a tail's length below.
    expect(word!.y1 - (y / DPI) * 72, text).toBeGreaterThan(-1)
    expect(word!.y1 - (y / DPI) * 72, text).toBeLessThan(9)
  }
  // A page that lies on its side, with the picture turned by the page.
  const lying = aPdf(
    [
      {
        rotate: 270,
        mediaBox: [0, 0, 842, 595],
        content: 'q 842 0 0 595 0 0 cm /I Do Q',
        resources: '/XObject << /I 5 0 R >>',
      },
    ],
    {
      objects: [
        streamOf(
          turned,
          `/Type /XObject /Subtype /Image /Width ${HEIGHT} /Height ${WIDTH} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
        ),
      ],
    },
  )
  const { id: side } = await anna.upload('боком.pdf', new Uint8Array(lying))
  const upright = await resultOf(anna, side, 'pdf/searchable', {})
  sound(upright.path)
  const text = execFileSync('pdftotext', [upright.path, '-']).toString()
  for (const [word] of WORDS) expect(text).toContain(word)
  const done = await anna.upload('слова.pdf', aPdf([{ lines: ['words and words and more words that are text'] }]))
  const { body } = await anna.post(`/v1/objects/${done.id}/pdf/searchable`, {})
  expect(await ended(anna, `/v1/objects/${done.id}/pdf-status/${body.task_id}`)).toMatchObject({
    ok: false,
    error: expect.stringContaining('nothing to recognise'),
  })
})

test('pictures become pages without loss, the right way up, with their words', { tags: ['long'] }, async () => {
  const anna = await aPerson()
  const photo = await drawn().rotate(270).jpeg({ quality: 90 }).withMetadata({ orientation: 6 }).toBuffer()
  const { id } = await anna.upload('фото.jpg', new Uint8Array(photo))
  await ready(anna, id)
  const { path, record } = await resultOf(anna, id, 'convert', { fmt: 'pdf' })
  sound(path)
  expect(record.report.words).toBeGreaterThanOrEqual(WORDS.length)
  const text = execFileSync('pdftotext', [path, '-']).toString()
  for (const [word] of WORDS) expect(text).toContain(word)
  execFileSync('pdfimages', ['-all', path, join(folder, 'photo')])
  const [kept] = readdirSync(folder).filter(name => name.startsWith('photo'))
  const pixels = (bytes: Buffer) => sharp(bytes).removeAlpha().raw().toBuffer()
  expect((await pixels(readFileSync(join(folder, kept!)))).equals(await pixels(photo))).toBe(true)
  expect(readFileSync(path).includes('Exif')).toBe(false)
  const colours = await sharp({ create: { width: 40, height: 60, channels: 4, background: '#00800080' } })
    .composite([
      { input: { create: { width: 20, height: 30, channels: 4, background: '#ff0000' } }, left: 0, top: 0 },
      { input: { create: { width: 20, height: 30, channels: 4, background: '#0000ff' } }, left: 20, top: 0 },
    ])
    .png()
    .toBuffer()
  const { id: png } = await anna.upload('знак.png', new Uint8Array(colours))
  const page = await resultOf(anna, png, 'convert', { fmt: 'pdf' })
  sound(page.path)
  execFileSync('pdfimages', ['-png', page.path, join(folder, 'sign')])
  const [shown, mask] = readdirSync(folder)
    .filter(name => name.startsWith('sign'))
    .toSorted()
    .map(name => readFileSync(join(folder, name)))
  expect((await pixels(shown!)).equals(await pixels(colours))).toBe(true)
  const alpha = (bytes: Buffer, channel: 0 | 3) => sharp(bytes).extractChannel(channel).raw().toBuffer()
  expect((await alpha(mask!, 0)).equals(await alpha(colours, 3))).toBe(true)
})

test('every way that a camera may be held comes out upright', { tags: ['long'] }, async () => {
  const anna = await aPerson()
  const upright = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#ffffff' } })
    .composite([
      { input: { create: { width: 150, height: 100, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
      { input: { create: { width: 150, height: 100, channels: 3, background: '#0000ff' } }, left: 150, top: 100 },
    ])
    .png()
    .toBuffer()
  const expected = await sharp(upright).removeAlpha().raw().toBuffer()
  const stored = {
    2: sharp(upright).flop(),
    4: sharp(upright).flip(),
    5: sharp(await sharp(upright).flop().toBuffer()).rotate(270),
    7: sharp(await sharp(upright).flop().toBuffer()).rotate(90),
    8: sharp(upright).rotate(90),
  }
  const ids: string[] = []
  for (const [orientation, picture] of Object.entries(stored)) {
    const jpeg = await picture
      .jpeg({ quality: 100 })
      .withMetadata({ orientation: Number(orientation) })
      .toBuffer()
    const straight = await sharp(jpeg).rotate().removeAlpha().raw().toBuffer()
    const off = straight.reduce((sum, value, at) => sum + Math.abs(value - expected[at]!), 0) / expected.length
    expect(off, `the sample ${orientation}`).toBeLessThan(12)
    ids.push((await anna.upload(`o${orientation}.jpg`, new Uint8Array(jpeg))).id)
  }
  const { body } = await anna.post('/v1/objects/assemble', { object_ids: ids, sort: 'order' })
  const record = await ended(anna, `/v1/tasks-status/${body.task_id}`)
  const path = join(folder, 'ways.pdf')
  writeFileSync(path, await contentOf(anna, record.object_ids[0]))
  for (const n of ids.keys()) {
    const args = ['-png', '-r', '72', '-f', `${n + 1}`, '-l', `${n + 1}`, '-singlefile', path]
    const seen = sharp(execFileSync('pdftoppm', args, { maxBuffer: 1 << 26 }))
    const { width, height } = await seen.metadata()
    const at = async (x: number, y: number) => [
      ...(await seen
        .clone()
        .removeAlpha()
        .extract({ left: Math.round(width! / 2 + x), top: Math.round(height! / 2 + y), width: 1, height: 1 })
        .raw()
        .toBuffer()),
    ]
    const [red, blue] = [await at(-50, -30), await at(50, 30)]
    expect(red[0]! > 200 && red[2]! < 80, `page ${n + 1}: ${red}`).toBe(true)
    expect(blue[2]! > 200 && blue[0]! < 80, `page ${n + 1}: ${blue}`).toBe(true)
  }
})

test('a scan becomes text and a document by what was read on it', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('скан.pdf', new Uint8Array(pdfOf([{ jpeg: await drawn().jpeg().toBuffer() }])))
  await ready(anna, id)
  for (const fmt of ['txt', 'md', 'docx']) {
    const { bytes } = await resultOf(anna, id, 'convert', { fmt })
    const path = join(folder, `scan.${fmt}`)
    writeFileSync(path, bytes)
    const text = fmt === 'docx' ? execFileSync('unzip', ['-p', path, 'word/document.xml']).toString() : bytes.toString()
    for (const [word] of WORDS) expect(text, fmt).toContain(word)
  }
})

test('no sheet of a workbook is lost on the way to CSV', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload(
    'книга.xlsx',
    await aBook({ Склад: [['Стол', 4200]], Цены: [['Стул', 900]], Empty: [] }),
  )
  const all = await resultOf(anna, id, 'convert', { fmt: 'csv' })
  expect(all.record.report.sheets.toSorted()).toEqual(['Empty', 'Склад', 'Цены'])
  const made = (await anna.get(`/v1/objects/${all.record.object_ids[0]}`)).body
  expect(made).toMatchObject({ filename: 'книга.zip', kind: 'archive' })
  writeFileSync(join(folder, 'sheets.zip'), all.bytes)
  expect(execFileSync('unzip', ['-p', join(folder, 'sheets.zip')]).toString()).toMatch(/Стол,4200[\s\S]*Стул,900/)
  const one = await resultOf(anna, id, 'convert', { fmt: 'csv', sheet: 2 })
  expect(one.bytes.toString().trim()).toBe('Стул,900')
})

test('files that were attached to the parts are attached to the whole', async () => {
  const anna = await aPerson()
  const attached = (words: string) =>
    aPdf([{ lines: [words] }], {
      objects: [
        streamOf(words, '/Type /EmbeddedFile'),
        '<< /Type /Filespec /F (note.txt) /UF (note.txt) /EF << /F 5 0 R >> >>',
      ],
      catalog: '/Names << /EmbeddedFiles << /Names [(note.txt) 6 0 R] >> >>',
    })
  const ids = []
  for (const words of ['first secret', 'second secret'])
    ids.push((await anna.upload(`${words}.pdf`, attached(words))).id)
  const { body } = await anna.post('/v1/objects/assemble', { object_ids: ids, sort: 'order' })
  const record = await ended(anna, `/v1/tasks-status/${body.task_id}`)
  const path = join(folder, 'whole.pdf')
  writeFileSync(path, await contentOf(anna, record.object_ids[0]))
  sound(path)
  expect(execFileSync('qpdf', ['--list-attachments', path]).toString().trim().split('\n')).toHaveLength(2)
  expect(execFileSync('qpdf', ['--show-attachment=2-note.txt', path]).toString()).toBe('second secret')
})
