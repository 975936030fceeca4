import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { aPerson, baseUrl, type Json, type Person, until } from '../support/client.ts'
import { aDocx, anXlsx, zip } from '../support/office.ts'
import { aPdf, numberedPages, streamOf } from '../support/pdf.ts'

const folder = mkdtempSync(join(tmpdir(), 'dossier-convert-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function contentOf(person: Person, id: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${person.token}`, ...person.extraHeaders }
  return Buffer.from(await (await fetch(`${baseUrl()}/v1/objects/${id}/content`, { headers })).arrayBuffer())
}

const done = (person: Person, path: string) =>
  until(async () => {
    const { body } = await person.get(path)
    return body.done && body
  }, path)

async function convert(
  person: Person,
  id: string,
  fmt: string,
): Promise<{ record: Json; objects: Json[]; bytes: Buffer }> {
  const { status, body } = await person.post(`/v1/objects/${id}/convert`, { fmt })
  expect({ status, body }).toMatchObject({ status: 202, body: { op: 'convert', status: 'accepted', fmt } })
  const record = await done(person, `/v1/objects/${id}/convert-status/${body.task_id}`)
  expect({ fmt, ...record }).toMatchObject({ fmt, ok: true })
  const objects = []
  for (const made of record.object_ids) objects.push((await person.get(`/v1/objects/${made}`)).body)
  return { record, objects, bytes: await contentOf(person, record.object_ids[0]) }
}

const formats = async (person: Person, id: string) =>
  (await person.get(`/v1/objects/${id}/convert-formats`)).body.formats.toSorted()

const textOf = (pdf: Buffer) => execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf }).toString()
/** The names and the texts of the parts of an office file. */
const partsOf = (bytes: Buffer) => {
  const path = join(folder, 'o.zip')
  writeFileSync(path, bytes)
  return execFileSync(
    'python3',
    [
      '-c',
      'import sys,zipfile\nz=zipfile.ZipFile(sys.argv[1])\nfor n in z.namelist(): print(n, z.read(n).decode("utf8","replace"))',
      path,
    ],
    { maxBuffer: 1 << 26 },
  ).toString()
}

test('a PDF file becomes a document with its headings, lists, tables and pictures', { tags: ['long'] }, async () => {
  const anna = await aPerson()
  const red = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer()
  const words = 'Поставщик передаёт товар покупателю в срок, который стороны указали в этом договоре. '.repeat(4)
  const html = `<html><body><h1>Спецификация</h1><p>${words}</p><ul><li>первый пункт</li><li>второй пункт</li></ul>
    <table border="1" cellspacing="0"><tr><td>Товар</td><td>Цена</td></tr><tr><td>Стол</td><td>1500</td></tr></table>
    <p>${words}</p><p><img src="data:image/png;base64,${red.toString('base64')}" width="120" height="90"></p></body></html>`
  const page = (await anna.upload('spec.html', html)).id
  const pdf = (await convert(anna, page, 'pdf')).objects[0].id
  await anna.read(pdf)
  const { record, objects, bytes } = await convert(anna, pdf, 'docx')
  expect(record.report).toMatchObject({
    headings: 1,
    lists: 2,
    tables: 1,
    pictures: 1,
    not_kept: ['fonts', 'page_layout'],
  })
  const parts = partsOf(bytes)
  expect(parts).toMatch(/<w:pStyle w:val="Heading1"\/>.{0,80}Спецификация/)
  expect(parts).toMatch(/<w:tbl>.*Товар.*<\/w:tc><w:tc>.*Цена.*<\/w:tr><w:tr>.*Стол.*1500.*<\/w:tbl>/)
  expect(parts).toContain('word/media/picture1.png')
  // What an office program makes of it.
  const again = textOf((await convert(anna, objects[0].id, 'pdf')).bytes)
  for (const word of ['Спецификация', 'первый пункт', 'Стол', '1500']) expect(again).toContain(word)
})

const picturesIn = (pdf: Buffer) => {
  const path = join(folder, 'pictures.pdf')
  writeFileSync(path, pdf)
  return execFileSync('pdfimages', ['-list', path])
    .toString()
    .split('\n')
    .filter(line => / image /.test(line)).length
}

test('letters and books become PDF with their pictures, and say what could not be kept', async () => {
  const anna = await aPerson()
  const red = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer()
  const letter = [
    'From: Anna <anna@example.org>\r\nTo: Ivan <ivan@example.org>\r\nSubject: Quarry\r\nMIME-Version: 1.0',
    'Content-Type: multipart/related; boundary=b\r\n\r\n--b',
    'Content-Type: text/html; charset=utf-8\r\n',
    '<p>Привет из карьера</p><img src="cid:red"><img src="https://example.org/spy.png" alt="seen"><script>alert(1)</script><table border=1><tr><td>w51x</td></tr></table>',
    '--b\r\nContent-Type: image/png\r\nContent-ID: <red>\r\nContent-Disposition: inline\r\nContent-Transfer-Encoding: base64\r\n',
    red.toString('base64'),
    '--b\r\nContent-Type: application/pdf; name="act.pdf"\r\nContent-Disposition: attachment; filename="act.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n--b--\r\n',
  ].join('\r\n')
  const { id } = await anna.upload('letter.eml', letter)
  expect(await formats(anna, id)).toEqual(['docx', 'pdf'])
  const made = await convert(anna, id, 'pdf')
  expect(made.record.report).toMatchObject({ not_kept: ['pictures', 'attachments'], lost_pictures: 1, attachments: 1 })
  const text = textOf(made.bytes)
  for (const word of ['Quarry', 'ivan@example.org', 'Привет из карьера', 'w51x', 'act.pdf', 'seen'])
    expect(text).toContain(word)
  expect(text).not.toContain('alert')
  expect(picturesIn(made.bytes)).toBe(1)

  const book = await zip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfile full-path="OPS/book.opf"/></container>',
    'OPS/book.opf':
      '<package><metadata><dc:title>Двор</dc:title></metadata><manifest><item id="a" href="text/a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>',
    'OPS/text/a.xhtml': '<html><body><h1>Глава w52x</h1><p>Было тихо.</p><img src="../img/red.png"/></body></html>',
    'OPS/img/red.png': red,
  })
  const read = await convert(anna, (await anna.upload('book.epub', book)).id, 'pdf')
  expect(textOf(read.bytes)).toContain('Глава w52x')
  expect(picturesIn(read.bytes)).toBe(1)
  expect(read.record.report).toMatchObject({ not_kept: [], lost_pictures: 0 })
})

test('HTML and Markdown become PDF with the pictures that they hold', async () => {
  const anna = await aPerson()
  const red = sharp({ create: { width: 40, height: 30, channels: 3, background: '#ff0000' } }).png()
  const held = `data:image/png;base64,${(await red.toBuffer()).toString('base64')}`
  for (const [name, content] of [
    ['page.html', `<!doctype html><html><body><p>Слово w53x</p><img src="${held}"></body></html>`],
    ['page.md', `# Слово w53x\n\n![red](${held})\n`],
  ]) {
    const made = await convert(anna, (await anna.upload(name!, content!)).id, 'pdf')
    expect(textOf(made.bytes)).toContain('Слово w53x')
    expect({ name, pictures: picturesIn(made.bytes) }).toEqual({ name, pictures: 1 })
    expect(made.record.report).toMatchObject({ not_kept: [], lost_pictures: 0 })
  }
})

test('a file of several letters becomes a PDF with all of them', async () => {
  const anna = await aPerson()
  const letters = ['w61x', 'w62x', 'w63x'].map(
    word =>
      `From anna@example.org Mon Mar  2 10:00:00 2026\nFrom: anna@example.org\nSubject: ${word}\n\nBody of ${word}.\n\n`,
  )
  const { id } = await anna.upload('letters.mbox', letters.join(''))
  const made = await convert(anna, id, 'pdf')
  expect([...textOf(made.bytes).matchAll(/Body of (\w+)/g)].map(([, word]) => word)).toEqual(['w61x', 'w62x', 'w63x'])
})

test('office documents become PDF and each other', async () => {
  const anna = await aPerson()
  const home = await anna.folder('Документы')
  const { id } = await anna.upload(
    'Договор.docx',
    await aDocx(['Договор поставки № 7', 'Стороны договорились.']),
    `?collection_id=${home.id}`,
  )
  expect(await formats(anna, id)).toEqual(['html', 'odt', 'pdf', 'rtf', 'txt'])
  const pdf = await convert(anna, id, 'pdf')
  expect(pdf.objects[0]).toMatchObject({ filename: 'Договор.pdf', kind: 'pdf', collection_id: home.id })
  expect(textOf(pdf.bytes)).toContain('Договор поставки № 7')
  const odt = await convert(anna, id, 'odt')
  expect(odt.objects[0].mime).toBe('application/vnd.oasis.opendocument.text')
  expect(partsOf(odt.bytes)).toContain('Стороны договорились.')
  expect((await convert(anna, id, 'txt')).bytes.toString('utf8')).toContain('Договор поставки № 7')
  const { id: sheet } = await anna.upload(
    't.xlsx',
    await anXlsx([
      ['Товар', 'Цена'],
      ['Стол', 4200],
    ]),
  )
  expect((await convert(anna, sheet, 'csv')).bytes.toString('utf8').trim()).toBe('Товар,Цена\nСтол,4200')
})

test('texts become documents and sheets, in whatever encoding they are', async () => {
  const anna = await aPerson()
  const { id: markdown } = await anna.upload(
    'план.md',
    '# План\n\n- первый пункт\n- второй **важный**\n\n| A | B |\n|---|---|\n| 1 | 2 |\n',
  )
  const pdf = textOf((await convert(anna, markdown, 'pdf')).bytes)
  for (const words of ['План', 'первый пункт', 'важный']) expect(pdf).toContain(words)
  expect(pdf).not.toContain('**')
  expect(partsOf((await convert(anna, markdown, 'docx')).bytes)).toContain('первый пункт')
  expect((await convert(anna, markdown, 'html')).bytes.toString()).toContain('<h1>План</h1>')
  const csv = Buffer.from('d2eee2e0f02cd6e5ede00ad1f2eeeb2c343230300ad1f2f3eb2c313030300a', 'hex')
  const { id: table } = await anna.upload('цены.csv', new Uint8Array(csv))
  expect(partsOf((await convert(anna, table, 'xlsx')).bytes)).toContain('Стул')
  const { id: html } = await anna.upload(
    'p.html',
    '<!doctype html><html><meta charset="utf-8"><body><h1>Привет</h1><p>из разметки</p></body></html>',
  )
  expect(textOf((await convert(anna, html, 'pdf')).bytes)).toContain('из разметки')
})

test('PDF becomes text, Markdown, a document and pictures of pages', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('r.pdf', aPdf(numberedPages(3)))
  expect(await formats(anna, id)).toEqual(['docx', 'jpg', 'md', 'png', 'txt'])
  expect((await convert(anna, id, 'txt')).bytes.toString()).toMatch(/w1x[\s\S]*w2x[\s\S]*w3x/)
  expect(partsOf((await convert(anna, id, 'docx')).bytes)).toContain('w2x')
  const pages = await convert(anna, id, 'png')
  expect(pages.objects.map(object => object.filename)).toEqual(['r (p. 1).png', 'r (p. 2).png', 'r (p. 3).png'])
  expect(await sharp(pages.bytes).metadata()).toMatchObject({ format: 'png', height: 2000 })
  const { id: scan } = await anna.upload('empty.pdf', aPdf([{}]))
  const { body } = await anna.post(`/v1/objects/${scan}/convert`, { fmt: 'txt' })
  expect(await done(anna, `/v1/objects/${scan}/convert-status/${body.task_id}`)).toMatchObject({
    state: 'FAILURE',
    ok: false,
    error: expect.stringContaining('no text'),
  })
})

test('pictures and recordings change their format', { tags: ['long'] }, async () => {
  const anna = await aPerson()
  const png = await sharp({
    create: { width: 80, height: 40, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } },
  })
    .png()
    .toBuffer()
  const { id } = await anna.upload('p.png', new Uint8Array(png))
  expect(await formats(anna, id)).toEqual(['avif', 'jpg', 'pdf', 'tiff', 'webp'])
  for (const [fmt, format] of [
    ['jpg', 'jpeg'],
    ['webp', 'webp'],
    ['avif', 'heif'],
    ['tiff', 'tiff'],
  ])
    expect(await sharp((await convert(anna, id, fmt!)).bytes).metadata()).toMatchObject({
      format,
      width: 80,
      height: 40,
    })
  const onPage = join(folder, 'on-page.pdf')
  writeFileSync(onPage, (await convert(anna, id, 'pdf')).bytes)
  expect(spawnSync('qpdf', ['--check', onPage], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
  const film = join(folder, 'f.webm')
  execFileSync('ffmpeg', [
    '-y',
    '-loglevel',
    'error',
    '-f',
    'lavfi',
    '-i',
    'testsrc=duration=1:size=160x120:rate=5',
    '-f',
    'lavfi',
    '-i',
    'sine=duration=1',
    '-c:v',
    'libvpx',
    '-c:a',
    'libvorbis',
    film,
  ])
  const { id: video } = await anna.upload('f.webm', new Uint8Array(readFileSync(film)))
  expect(await formats(anna, video)).toEqual(['flac', 'm4a', 'mkv', 'mp3', 'mp4', 'ogg', 'opus', 'wav'])
  for (const [fmt, codec] of [
    ['mp3', 'mp3'],
    ['wav', 'pcm_s16le'],
    ['mp4', 'h264'],
    ['m4a', 'aac'],
    ['opus', 'opus'],
    ['flac', 'flac'],
    ['ogg', 'vorbis'],
    ['mkv', 'h264'],
  ]) {
    const path = join(folder, `f.${fmt}`)
    writeFileSync(path, (await convert(anna, video, fmt!)).bytes)
    expect(
      execFileSync('ffprobe', ['-v', 'error', '-show_entries', 'stream=codec_name', '-of', 'csv=p=0', path]).toString(),
    ).toContain(codec)
  }
})

const canHeic = ['heif-enc', 'heif-convert'].every(name => spawnSync('which', [name]).status === 0)

test.skipIf(!canHeic)(
  'a photograph of a telephone is opened: pictures, a page, a preview and its words',
  { tags: ['long'] },
  async () => {
    const anna = await aPerson()
    const [png, heic] = [join(folder, 'h.png'), join(folder, 'h.heic')]
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="300"><rect width="900" height="300" fill="white"/><rect width="40" height="300" fill="red"/><text x="80" y="180" font-size="90" font-family="sans-serif">Invoice 7421</text></svg>`
    writeFileSync(png, await sharp(Buffer.from(svg)).png().toBuffer())
    execFileSync('heif-enc', ['-q', '90', '-o', heic, png])
    const { id } = await anna.upload('IMG_0001.heic', new Uint8Array(readFileSync(heic)))
    expect(await formats(anna, id)).toEqual(['avif', 'jpg', 'pdf', 'png', 'tiff', 'webp'])
    for (const [fmt, format] of [
      ['jpg', 'jpeg'],
      ['png', 'png'],
    ]) {
      const { bytes } = await convert(anna, id, fmt!)
      expect(await sharp(bytes).metadata()).toMatchObject({ format, width: 900, height: 300 })
      const [red, green] = await sharp(bytes)
        .extract({ left: 5, top: 5, width: 1, height: 1 })
        .removeAlpha()
        .raw()
        .toBuffer()
      expect(red! > 180 && green! < 90).toBe(true)
    }
    const small = await fetch(`${baseUrl()}/v1/objects/${id}/preview?size=256`, {
      headers: { authorization: `Bearer ${anna.token}` },
    })
    expect(await sharp(Buffer.from(await small.arrayBuffer())).metadata()).toMatchObject({ format: 'webp', width: 256 })
    await anna.read(id, 120)
    const text = (await anna.get(`/v1/objects/${id}/text`)).text
    expect(text).toContain('7421')
  },
)

test('what a conversion cannot keep is named in its report', { tags: ['long'] }, async () => {
  const anna = await aPerson()
  const lost = async (name: string, bytes: string | Uint8Array, fmt: string) => {
    const { id } = await anna.upload(name, bytes as string)
    return (await convert(anna, id, fmt)).record.report
  }
  const outside = '<img src="https://example.org/a.png"><img src="b.png"><iframe src="https://example.org"></iframe>'
  const inside = `<img src="data:image/png;base64,${(
    await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
  ).toString('base64')}">`
  expect(await lost('p.html', `<p>one</p>${outside}${inside}`, 'pdf')).toMatchObject({
    not_kept: ['pictures', 'embedded'],
    lost_pictures: 2,
  })
  expect(await lost('m.md', '# A\n\n![x](https://example.org/x.png) ![y](y.png) text', 'html')).toMatchObject({
    not_kept: ['pictures'],
    lost_pictures: 2,
  })
  expect(await lost('n.md', '# A\n\ntext', 'docx')).toMatchObject({ not_kept: [], lost_pictures: 0 })
  const remark =
    '<w:comments xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:comment w:id="1" w:author="A"><w:p><w:r><w:t>why?</w:t></w:r></w:p></w:comment></w:comments>'
  const remarks = await aDocx(['Remarked'], { parts: { 'word/comments.xml': remark } })
  expect(await lost('c.docx', remarks, 'pdf')).toMatchObject({ not_kept: ['comments'] })
  expect(await lost('c.docx', remarks, 'txt')).toMatchObject({ not_kept: ['formatting', 'pictures', 'comments'] })
  const sheet = await anXlsx([
    ['A', 'B'],
    [1, 2],
  ])
  expect(await lost('s.xlsx', sheet, 'csv')).toMatchObject({ not_kept: ['formatting', 'formulas', 'pictures'] })
  const seeThrough = { r: 255, g: 0, b: 0, alpha: 0.5 }
  const png = await sharp({ create: { width: 8, height: 4, channels: 4, background: seeThrough } })
    .png()
    .toBuffer()
  expect(await lost('a.png', png, 'jpg')).toMatchObject({ not_kept: ['transparency'] })
  expect(await lost('a.png', png, 'webp')).toMatchObject({ not_kept: [] })
  const film = join(folder, 'lost.mkv')
  const [pictures, sound] = ['testsrc=duration=1:size=64x48:rate=5', 'sine=duration=1']
  const inputs = ['-f', 'lavfi', '-i', pictures, '-f', 'lavfi', '-i', sound]
  const maps = ['-map', '0:v', '-map', '1:a', '-map', '1:a', '-c:v', 'libx264', '-c:a', 'libvorbis']
  execFileSync('ffmpeg', ['-y', '-loglevel', 'error', ...inputs, ...maps, film])
  const bytes = new Uint8Array(readFileSync(film))
  expect(await lost('f.mkv', bytes, 'mp3')).toMatchObject({ not_kept: ['film', 'other_sounds'] })
  expect(await lost('f.mkv', bytes, 'mp4')).toMatchObject({ not_kept: ['other_sounds'] })
  const noted = aPdf([{ lines: ['the text'], entries: '/Annots [5 0 R]' }], {
    objects: [
      '<< /Type /Annot /Subtype /Text /Rect [72 700 90 720] /Contents (see the other page) >>',
      '<< /Type /Filespec /F (a.txt) /UF (a.txt) /EF << /F 7 0 R >> >>',
      streamOf('an attached text', '/Type /EmbeddedFile'),
    ],
    catalog: '/Names << /EmbeddedFiles << /Names [(a.txt) 6 0 R] >> >>',
  })
  const bare = ['formatting', 'pictures', 'annotations', 'attachments']
  expect(await lost('n.pdf', noted, 'txt')).toMatchObject({ not_kept: bare })
  expect(await lost('n.pdf', noted, 'docx')).toMatchObject({
    not_kept: expect.arrayContaining(['annotations', 'attachments']),
  })
  expect(await lost('r.pdf', aPdf(numberedPages(1)), 'txt')).toMatchObject({ not_kept: ['formatting', 'pictures'] })
  expect(await lost('r.pdf', aPdf(numberedPages(1)), 'png')).toMatchObject({ not_kept: ['text'] })
})

test('an impossible pair is 415 and names the possible ones; conversions are counted', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('p.docx', await aDocx(['x']))
  const refused = await anna.post(`/v1/objects/${id}/convert`, { fmt: 'mp3' })
  expect(refused).toMatchObject({
    status: 415,
    body: { code: 'cannot_convert', detail: expect.stringContaining('pdf') },
  })
  expect((await anna.post(`/v1/objects/${id}/convert`, { fmt: '__proto__' })).status).toBe(415)
  expect((await anna.post(`/v1/objects/${id}/convert`, {})).status).toBe(422)
  await convert(anna, id, 'pdf')
  const { body } = await anna.get('/v1/usage')
  expect(body.by_meter).toContainEqual(expect.objectContaining({ meter: 'conversion', calls: 1, cost_rub: 0 }))
})

async function assemble(person: Person, body: object): Promise<{ accepted: Json; record: Json }> {
  const { status, body: accepted } = await person.post('/v1/objects/assemble', body)
  expect({ status, accepted }).toMatchObject({ status: 202, accepted: { status: 'accepted' } })
  return { accepted, record: await done(person, `/v1/tasks-status/${accepted.task_id}`) }
}

test('different files become one PDF with a bookmark for each', async () => {
  const anna = await aPerson()
  const home = await anna.folder('Дело')
  const upright = await sharp({ create: { width: 400, height: 200, channels: 3, background: 'green' } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const first = (await anna.upload('a.pdf', aPdf(numberedPages(2)), `?collection_id=${home.id}`)).id
  const picture = (await anna.upload('b.jpg', new Uint8Array(upright))).id
  const text = (await anna.upload('c.txt', 'not pages')).id
  const letter = (await anna.upload('d.docx', await aDocx(['w77x']))).id
  const { accepted, record } = await assemble(anna, {
    object_ids: [first, letter, picture, text],
    sort: 'order',
    name: 'Всё вместе',
  })
  expect(accepted).toMatchObject({ count: 3, skipped: [text] })
  expect(record).toMatchObject({ ok: true, report: { skipped: [] } })
  const object = (await anna.get(`/v1/objects/${record.object_ids[0]}`)).body
  expect(object).toMatchObject({ filename: 'Всё вместе.pdf', collection_id: home.id })
  const path = join(folder, 'all.pdf')
  writeFileSync(path, await contentOf(anna, object.id))
  expect(spawnSync('qpdf', ['--check', path]).status).toBe(0)
  expect(
    [
      ...execFileSync('pdftotext', ['-layout', path, '-'])
        .toString()
        .matchAll(/w(\d+)x/g),
    ].map(match => match[1]),
  ).toEqual(['1', '2', '77'])
  const { outlines } = JSON.parse(execFileSync('qpdf', ['--json=2', '--json-key=outlines', path]).toString())
  expect(outlines.map((item: Json) => [item.title, item.destpageposfrom1])).toEqual([
    ['a.pdf', 1],
    ['d.docx', 3],
    ['b.jpg', 4],
  ])
  expect(execFileSync('pdfinfo', ['-f', '4', '-l', '4', path]).toString()).toMatch(/Page\s+4 size:\s+595 x 842/)
  const byDate = await assemble(anna, { object_ids: [letter, first] })
  const dated = textOf(await contentOf(anna, byDate.record.object_ids[0]))
  expect(dated.indexOf('w1x')).toBeLessThan(dated.indexOf('w77x'))
})

test('assembly keeps the rules: bounds, strangers, hidden files, what has no pages', async () => {
  const [anna, bob] = [await aPerson(), await aPerson()]
  const one = (await anna.upload('a.pdf', aPdf(numberedPages(1)))).id
  const text = (await anna.upload('c.txt', 'not pages')).id
  expect((await anna.post('/v1/objects/assemble', { object_ids: [] })).status).toBe(422)
  expect((await anna.post('/v1/objects/assemble', { object_ids: Array(201).fill(one) })).status).toBe(422)
  expect((await anna.post('/v1/objects/assemble', { object_ids: [one], sort: 'size' })).status).toBe(422)
  expect((await anna.post('/v1/objects/assemble', { object_ids: [text] })).status).toBe(415)
  expect((await bob.post('/v1/objects/assemble', { object_ids: [one] })).status).toBe(404)
  const secret = (await anna.upload('s.pdf', aPdf([{ lines: ['w9x'] }]))).id
  await anna.patch(`/v1/objects/${secret}`, { is_hidden: true })
  expect((await anna.post('/v1/objects/assemble', { object_ids: [one, secret] })).status).toBe(404)
  const { hidden_token } = (await anna.post('/v1/hidden-pin/unlock')).body
  const open = anna.with({ 'x-hidden-token': hidden_token })
  const { record } = await assemble(open, { object_ids: [one, secret] })
  expect((await open.get(`/v1/objects/${record.object_ids[0]}`)).body.is_hidden).toBe(true)
  expect((await anna.get(`/v1/tasks-status/${record.task_id}`)).status).toBe(404)
  expect((await anna.get(`/v1/objects/${record.object_ids[0]}`)).status).toBe(404)
  const locked = await anna.post(`/v1/objects/${one}/pdf/protect`, { password: 'x' })
  const protectedOne = (await done(anna, `/v1/objects/${one}/pdf-status/${locked.body.task_id}`)).object_ids[0]
  const mixed = await assemble(anna, { object_ids: [one, protectedOne] })
  expect(mixed.record.report.skipped).toMatchObject([
    { object_id: protectedOne, reason: expect.stringContaining('password') },
  ])
})

test('a picture becomes smaller on the way, never larger; one sheet of a workbook is enough', async () => {
  const anna = await aPerson()
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'green' } })
    .jpeg()
    .toBuffer()
  const { id } = await anna.upload('big.jpg', new Uint8Array(photo))
  const sized = async (size: number) => {
    const { body } = await anna.post(`/v1/objects/${id}/convert`, { fmt: 'webp', size })
    const record = await done(anna, `/v1/objects/${id}/convert-status/${body.task_id}`)
    const { width, height } = await sharp(await contentOf(anna, record.object_ids[0])).metadata()
    return [width, height]
  }
  expect(await sized(300)).toEqual([300, 200])
  expect(await sized(5000)).toEqual([900, 600])
  expect((await anna.post(`/v1/objects/${id}/convert`, { fmt: 'webp', size: 2 })).status).toBe(422)
})
