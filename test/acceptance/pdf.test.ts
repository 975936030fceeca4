import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { aPerson, baseUrl, type Json, type Person, until } from '../support/client.ts'
import { aPdf, type FileSpec, numberedPages, pageObject, pdfText, streamOf } from '../support/pdf.ts'

/** Judged by programs that had no hand in it: qpdf --check, pdftotext, pdfimages and the drawn pixels. */

const folder = mkdtempSync(join(tmpdir(), 'dossier-pdf-test-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0

async function contentOf(person: Person, id: string): Promise<Buffer> {
  const answer = await fetch(`${baseUrl()}/v1/objects/${id}/content`, {
    headers: { authorization: `Bearer ${person.token}`, ...person.extraHeaders },
  })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

const saved = (bytes: Buffer) => {
  const path = join(folder, `${++files}.pdf`)
  writeFileSync(path, bytes)
  return path
}

function checked(bytes: Buffer, password = ''): string {
  const path = saved(bytes)
  const { status, stdout, stderr } = spawnSync('qpdf', [`--password=${password}`, '--check', path])
  expect({ status, said: `${stdout}${stderr}`.slice(-300) }).toMatchObject({ status: 0 })
  return path
}

const textOf = (path: string, ...args: string[]) =>
  execFileSync('pdftotext', [...args, '-layout', path, '-']).toString()
const pagesOf = (path: string, ...args: string[]) =>
  textOf(path, ...args)
    .split('\f')
    .slice(0, -1)
    .map(page => [...page.matchAll(/w(\d+)x/g)].map(match => Number(match[1])))
const everything = (path: string) =>
  execFileSync('qpdf', ['--qdf', '--object-streams=disable', '--stream-data=uncompress', path, '-'], {
    maxBuffer: 1 << 28,
  }).toString('latin1')

async function operate(person: Person, id: string, op: string, body: object = {}) {
  const { status, body: accepted } = await person.post(`/v1/objects/${id}/pdf/${op}`, body)
  expect({ status, accepted }).toMatchObject({ status: 202, accepted: { op, status: 'accepted' } })
  return until(async () => {
    const { body: record } = await person.get(`/v1/objects/${id}/pdf-status/${accepted.task_id}`)
    return record.done && record
  }, `${op} to be done`)
}

async function result(
  person: Person,
  id: string,
  op: string,
  body: object = {},
): Promise<{ path: string; object: Json; record: Json }> {
  const record = await operate(person, id, op, body)
  expect(record).toMatchObject({ state: 'SUCCESS', ok: true, progress: 1, error: null })
  expect(record.object_ids).toHaveLength(1)
  const object = (await person.get(`/v1/objects/${record.object_ids[0]}`)).body
  return { path: checked(await contentOf(person, object.id)), object, record }
}

const refused = async (person: Person, id: string, op: string, body: object) => {
  const answer = await person.post(`/v1/objects/${id}/pdf/${op}`, body)
  expect({ op, body, status: answer.status }).toMatchObject({ status: 422 })
  return answer.body.detail[0]
}

/** A file with bookmarks, names, a field and tags for each page. */
function rich(count: number): Buffer<ArrayBuffer> {
  const file: FileSpec & { objects: string[] } = { objects: Array.from({ length: 2 + count * 3 }, () => '') }
  const at = (kind: number, n: number) => 7 + kind * count + (n - 1)
  const numbers = Array.from({ length: count }, (_, n) => n + 1)
  file.objects[0] = `<< /Type /Outlines /First ${at(0, 1)} 0 R /Last ${at(0, count)} 0 R /Count ${count} >>`
  file.objects[1] = `<< /Type /StructTreeRoot /K [${numbers.map(n => `${at(2, n)} 0 R`).join(' ')}] >>`
  for (const n of numbers) {
    const dest = `[${pageObject(file, n)} 0 R /Fit]`
    file.objects[at(0, n) - 5] =
      `<< /Title (chapter-c${n}c) /Parent 5 0 R ${n > 1 ? `/Prev ${at(0, n - 1)} 0 R` : ''} ${n < count ? `/Next ${at(0, n + 1)} 0 R` : ''} /Dest ${dest} >>`
    file.objects[at(1, n) - 5] =
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (field${n}) /V (value-v${n}v) /Rect [60 60 200 80] /P ${pageObject(file, n)} 0 R >>`
    file.objects[at(2, n) - 5] =
      `<< /Type /StructElem /S /P /P 6 0 R /Pg ${pageObject(file, n)} 0 R /Alt (alt-a${n}a) /K 0 >>`
  }
  const names = numbers.map(n => `(name-n${n}n) [${pageObject(file, n)} 0 R /Fit]`).join(' ')
  file.catalog = `/Outlines 5 0 R /StructTreeRoot 6 0 R /Names << /Dests << /Names [${names}] >> >> /AcroForm << /Fields [${numbers.map(n => `${at(1, n)} 0 R`).join(' ')}] /DA (/F1 12 Tf) /DR << /Font << /F1 3 0 R >> >> >>`
  return aPdf(
    numbers.map(n => ({ ...numberedPages(count)[n - 1], entries: `/Annots [${at(1, n)} 0 R]` })),
    file,
  )
}

test('delete leaves the other pages, and nothing of those that are gone', async () => {
  const anna = await aPerson()
  const home = await anna.folder('Отчёты')
  const ru = anna.with({ 'accept-language': 'ru' })
  const { id } = await ru.upload('Отчёт.pdf', rich(6), `?collection_id=${home.id}`)
  const { path, object } = await result(ru, id, 'delete', { pages: '2-3' })
  expect(object).toMatchObject({ filename: 'Отчёт (без стр. 2–3).pdf', collection_id: home.id, kind: 'pdf' })
  expect(pagesOf(path)).toEqual([[1], [4], [5], [6]])
  const raw = everything(path)
  for (const n of [2, 3])
    for (const trace of [`w${n}x`, `chapter-c${n}c`, `value-v${n}v`, `alt-a${n}a`, `name-n${n}n`, `field${n}`])
      expect(raw).not.toContain(trace)
  for (const n of [1, 4, 5, 6])
    for (const trace of [`w${n}x`, `chapter-c${n}c`, `value-v${n}v`, `alt-a${n}a`, `name-n${n}n`])
      expect(raw).toContain(trace)
  expect((await ru.get(`/v1/objects/${id}`)).body).toMatchObject({ version: 1, filename: 'Отчёт.pdf' })
})

test('split by size and by ranges gives files with nothing foreign in them', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('Report.pdf', rich(5))
  const bySize = await operate(anna, id, 'split', { size: 2 })
  const names: string[] = []
  const found: number[][] = []
  for (const part of bySize.object_ids) {
    names.push((await anna.get(`/v1/objects/${part}`)).body.filename)
    const path = checked(await contentOf(anna, part))
    found.push(pagesOf(path).flat())
    const foreign = [1, 2, 3, 4, 5].filter(n => !found.at(-1)!.includes(n))
    for (const n of foreign)
      for (const trace of [`w${n}x`, `chapter-c${n}c`, `value-v${n}v`]) expect(everything(path)).not.toContain(trace)
  }
  expect(names).toEqual(['Report (p. 1–2).pdf', 'Report (p. 3–4).pdf', 'Report (p. 5).pdf'])
  expect(found).toEqual([[1, 2], [3, 4], [5]])
  const ranged = await operate(anna, id, 'split', {
    ranges: [
      [4, 5],
      [1, 1],
    ],
    size: 2,
  })
  const parts = await Promise.all(
    ranged.object_ids.map(async (part: string) => pagesOf(checked(await contentOf(anna, part))).flat()),
  )
  expect(parts).toEqual([[4, 5], [1]])
})

test('rotate adds to the turn that is there; reorder keeps bookmarks on their pages', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('r.pdf', aPdf([{ ...numberedPages(1)[0], rotate: 90 }, numberedPages(2)[1]!]))
  const { path } = await result(anna, id, 'rotate', { pages: '1-', angle: 270 })
  const turns = execFileSync('pdfinfo', ['-f', '1', '-l', '2', path])
    .toString()
    .matchAll(/rot:\s+(\d+)/g)
  expect([...turns].map(match => match[1])).toEqual(['0', '270'])
  const { id: other } = await anna.upload('o.pdf', rich(4))
  const moved = await result(anna, other, 'reorder', { order: [4, 2, 1, 3] })
  expect(pagesOf(moved.path)).toEqual([[4], [2], [1], [3]])
  const outline = JSON.parse(execFileSync('qpdf', ['--json=2', '--json-key=outlines', moved.path]).toString()).outlines
  expect(outline.map((item: Json) => [item.title, item.destpageposfrom1])).toEqual([
    ['chapter-c1c', 3],
    ['chapter-c2c', 2],
    ['chapter-c3c', 4],
    ['chapter-c4c', 1],
  ])
})

test('pages are moved, turned and removed at once, and that is one version', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('a.pdf', rich(4))
  const sheets = [{ page: 4, angle: 90 }, { page: 1 }, { page: 3, angle: 90 }]
  const { path, object } = await result(anna, id, 'arrange', { sheets, replace: true })
  expect(object).toMatchObject({ id, version: 2 })
  expect((await anna.get(`/v1/objects/${id}/revisions`)).body.items).toHaveLength(1)
  expect(pagesOf(path)).toEqual([[4], [1], [3]])
  const turns = execFileSync('pdfinfo', ['-f', '1', '-l', '3', path])
    .toString()
    .matchAll(/rot:\s+(\d+)/g)
  expect([...turns].map(match => match[1])).toEqual(['90', '0', '90'])
  const outline = JSON.parse(execFileSync('qpdf', ['--json=2', '--json-key=outlines', path]).toString()).outlines
  expect(outline.map((item: Json) => [item.title, item.destpageposfrom1])).toEqual([
    ['chapter-c1c', 2],
    ['chapter-c3c', 3],
    ['chapter-c4c', 1],
  ])
  for (const trace of ['w2x', 'chapter-c2c', 'value-v2v', 'alt-a2a', 'name-n2n', 'field2'])
    expect(everything(path)).not.toContain(trace)
})

test('insert and replace put whole files in their place', { tags: ['long'] }, async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('host.pdf', rich(4))
  const guest = (await anna.upload('guest.pdf', aPdf([{ lines: ['w71x'] }, { lines: ['w72x'] }]))).id
  const inserted = await result(anna, id, 'insert', { source_object_id: guest, at: 2 })
  expect(pagesOf(inserted.path)).toEqual([[1], [71], [72], [2], [3], [4]])
  expect(pagesOf((await result(anna, id, 'insert', { source_object_id: guest, at: 5 })).path)).toEqual([
    [1],
    [2],
    [3],
    [4],
    [71],
    [72],
  ])
  expect(pagesOf((await result(anna, id, 'insert', { source_object_id: guest, at: 1 })).path)).toEqual([
    [71],
    [72],
    [1],
    [2],
    [3],
    [4],
  ])
  const replaced = await result(anna, id, 'replace', { source_object_id: guest, pages: '2,4' })
  expect(pagesOf(replaced.path)).toEqual([[1], [71], [72], [3]])
  for (const trace of ['chapter-c2c', 'value-v2v', 'w4x', 'name-n4n'])
    expect(everything(replaced.path)).not.toContain(trace)
})

const outlineOf = (path: string) =>
  JSON.parse(execFileSync('qpdf', ['--json=2', '--json-key=outlines', path]).toString()).outlines.map((item: Json) => [
    item.title,
    item.destpageposfrom1,
    item.kids.map((kid: Json) => [kid.title, kid.destpageposfrom1]),
  ])

test('the bookmarks of a guest come along, to their pages', { tags: ['long'] }, async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('host.pdf', rich(4))
  const { id: guest } = await anna.upload('guest.pdf', rich(2))
  const inserted = await result(anna, id, 'insert', { source_object_id: guest, at: 2 })
  expect(outlineOf(inserted.path)).toEqual([
    ['chapter-c1c', 1, []],
    ['chapter-c1c', 2, []],
    ['chapter-c2c', 3, []],
    ['chapter-c2c', 4, []],
    ['chapter-c3c', 5, []],
    ['chapter-c4c', 6, []],
  ])
  const replaced = await result(anna, id, 'replace', { source_object_id: guest, pages: '3-4' })
  expect(outlineOf(replaced.path).map(([title, page]: Json[]) => [title, page])).toEqual([
    ['chapter-c1c', 1],
    ['chapter-c2c', 2],
    ['chapter-c1c', 3],
    ['chapter-c2c', 4],
  ])
  const plain = (await anna.upload('plain.pdf', aPdf(numberedPages(2)))).id
  const host = await result(anna, plain, 'insert', { source_object_id: guest, at: 3 })
  expect(outlineOf(host.path).map(([, page]: Json[]) => page)).toEqual([3, 4])
  const { body } = await anna.post('/v1/objects/assemble', { object_ids: [plain, guest], sort: 'order' })
  const record = await until(async () => {
    const now = (await anna.get(`/v1/tasks-status/${body.task_id}`)).body
    return now.done && now
  }, 'the assembly')
  expect(outlineOf(checked(await contentOf(anna, record.object_ids[0]!)))).toEqual([
    ['plain.pdf', 1, []],
    [
      'guest.pdf',
      3,
      [
        ['chapter-c1c', 3],
        ['chapter-c2c', 4],
      ],
    ],
  ])
})

test('protect locks with AES-256, unlock opens, and both know passwords', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('open.pdf', rich(3))
  const record = await operate(anna, id, 'protect', { password: 'пароль 1' })
  const locked = record.object_ids[0]!
  const bytes = await contentOf(anna, locked)
  const path = checked(bytes, 'пароль 1')
  expect(spawnSync('qpdf', ['--check', path]).status).toBe(2)
  const said = execFileSync('qpdf', ['--password=пароль 1', '--show-encryption', path]).toString()
  expect(said).toContain('R = 6')
  expect(said).toContain('AESv3')
  expect(await refused(anna, locked, 'delete', { pages: '1' })).toMatchObject({ loc: ['body', 'password'] })
  expect(await refused(anna, locked, 'unlock', { password: 'wrong' })).toMatchObject({ loc: ['body', 'password'] })
  const cut = await operate(anna, locked, 'delete', { pages: '1', password: 'пароль 1' })
  const still = checked(await contentOf(anna, cut.object_ids[0]!), 'пароль 1')
  expect(spawnSync('qpdf', ['--check', still]).status).toBe(2)
  expect(pagesOf(still, '-upw', 'пароль 1')).toEqual([[2], [3]])
  const opened = await result(anna, locked, 'unlock', { password: 'пароль 1' })
  expect(pagesOf(opened.path)).toEqual([[1], [2], [3]])
  expect((await anna.post(`/v1/objects/${locked}/pdf/protect`, { password: 'x' })).body.code).toBe('already_protected')
  expect((await anna.post(`/v1/objects/${id}/pdf/unlock`, { password: 'x' })).body.code).toBe('not_protected')
})

test('a Cyrillic watermark is drawn and can be found, on turned pages too', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('w.pdf', aPdf([{ lines: ['w1x'] }, { lines: ['w2x'], rotate: 90 }]))
  const { path } = await result(anna, id, 'watermark', {
    text: 'Конфиденциально',
    opacity: 0.5,
    font_size: 40,
    angle: 30,
  })
  const fonts = execFileSync('pdffonts', [path]).toString()
  expect(fonts).toMatch(/DejaVuSans\s+CID TrueType\s+Identity-H\s+yes yes yes/)
  for (const page of ['1', '2']) {
    const raw = execFileSync('pdftotext', ['-raw', '-f', page, '-l', page, path, '-']).toString()
    expect(raw.replace(/\s+/g, '')).toContain('Конфиденциально')
  }
  const drawn = execFileSync('pdftoppm', ['-png', '-singlefile', '-r', '50', path])
  const { data } = await sharp(drawn).greyscale().raw().toBuffer({ resolveWithObject: true })
  expect(data.filter(value => value < 235).length).toBeGreaterThan(300)
  const text = await refused(anna, id, 'watermark', { text: ' ' })
  expect(text).toMatchObject({ loc: ['body', 'text'], type: 'missing' })
  const letters = await refused(anna, id, 'watermark', { text: 'хорошо 🏠' })
  expect(letters).toMatchObject({ loc: ['body', 'text'], type: 'value_error', msg: expect.stringContaining('🏠') })
})

test('properties in Cyrillic stand in both places', async () => {
  const anna = await aPerson()
  const file = {
    objects: [streamOf('<x>old secret title</x>', '/Type /Metadata /Subtype /XML').toString('latin1')],
    catalog: '/Metadata 5 0 R',
    info: `/Title ${pdfText('Старое')} /Author (Bob)`,
  }
  const { id } = await anna.upload('p.pdf', aPdf([{ lines: ['w1x'] }], file))
  const { path } = await result(anna, id, 'properties', { title: 'Договор №7', subject: 'Поставка', author: '' })
  const info = execFileSync('pdfinfo', [path]).toString()
  expect(info).toMatch(/Title:\s+Договор №7/)
  expect(info).toMatch(/Subject:\s+Поставка/)
  expect(info).not.toMatch(/Bob/)
  const xmp = execFileSync('pdfinfo', ['-meta', path]).toString()
  expect(xmp).toContain('Договор №7')
  expect(xmp).not.toContain('old secret')
  await refused(anna, id, 'properties', {})
})

test('marks lie where they were put, on turned and cropped pages', async () => {
  const anna = await aPerson()
  const pages = [
    {},
    { rotate: 90 },
    { rotate: 180 },
    { rotate: 270 },
    { cropBox: [100, 200, 500, 700] as [number, number, number, number], rotate: 90 },
  ]
  const { id } = await anna.upload('m.pdf', aPdf(pages))
  const box = { x0: 0.1, y0: 0.2, x1: 0.4, y1: 0.3 }
  const annotations = pages.flatMap((_, n) => [
    { page: n + 1, ...box, type: 'highlight', color: '#FF0000' },
    { page: n + 1, x0: 0.5, y0: 0.5, x1: 0.95, y1: 0.6, type: 'text', color: '#0000FF', text: 'Проверить сумму' },
  ])
  const { path } = await result(anna, id, 'annotate', { annotations })
  for (const page of pages.keys()) {
    const drawn = execFileSync('pdftoppm', [
      '-png',
      '-singlefile',
      '-cropbox',
      '-f',
      `${page + 1}`,
      '-l',
      `${page + 1}`,
      '-scale-to',
      '400',
      path,
    ])
    const { data, info } = await sharp(drawn).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    let [minX, minY, maxX, maxY] = [1e9, 1e9, 0, 0]
    for (let y = 0; y < info.height; y++)
      for (let x = 0; x < info.width; x++) {
        const [r, g, b] = data.subarray((y * info.width + x) * 3)
        if (r! > 200 && g! < 60 && b! < 60)
          [minX, minY, maxX, maxY] = [Math.min(minX, x), Math.min(minY, y), Math.max(maxX, x), Math.max(maxY, y)]
      }
    const shares = [minX / info.width, minY / info.height, (maxX + 1) / info.width, (maxY + 1) / info.height]
    for (const [n, share] of [box.x0, box.y0, box.x1, box.y1].entries())
      expect(Math.abs(shares[n]! - share)).toBeLessThan(0.01)
  }
  const marks = JSON.parse(execFileSync('qpdf', ['--json=2', '--json-key=qpdf', path]).toString())
  expect(JSON.stringify(marks)).toContain('u:Проверить сумму')
  expect(execFileSync('pdffonts', [path]).toString()).toMatch(/DejaVuSans/)
})

test('compress shrinks a scan, never grows a file, and keeps the text', { tags: ['long'] }, async () => {
  const anna = await aPerson()
  const noise = Buffer.alloc(1654 * 2339 * 3)
  for (let at = 0; at < noise.length; at++) noise[at] = (at * 2654435761) >>> 24
  const photo = await sharp(noise, { raw: { width: 1654, height: 2339, channels: 3 } })
    .blur(2)
    .jpeg({ quality: 95 })
    .toBuffer()
  const image = (filter: string) =>
    Buffer.concat([
      Buffer.from(
        `<< /Type /XObject /Subtype /Image /Width 1654 /Height 2339 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter ${filter} /Length ${photo.length} >>\nstream\n`,
      ),
      photo,
      Buffer.from('\nendstream'),
    ])
  const page = { lines: ['w1x'], resources: '/XObject << /I 5 0 R >>', content: 'q 595 0 0 842 0 0 cm /I Do Q' }
  const scan = aPdf([page], { objects: [image('/DCTDecode')] })
  const { id } = await anna.upload('scan.pdf', scan)
  const { path, object } = await result(anna, id, 'compress')
  expect(object.size).toBeLessThan(scan.length / 2)
  expect(pagesOf(path)).toEqual([[1]])
  expect(execFileSync('pdfimages', ['-list', path]).toString()).toMatch(/jpeg/)
  const { id: small } = await anna.upload('small.pdf', new Uint8Array(readFileSync(path)))
  const again = (await operate(anna, small, 'compress')).object_ids[0]
  expect((await anna.get(`/v1/objects/${again}`)).body.size).toBeLessThanOrEqual(object.size)
  // That it is a photograph is said elsewhere, and packed away.
  writeFileSync(path, aPdf([page], { objects: [image('6 0 R'), '/DCTDecode'] }))
  const packed = execFileSync('qpdf', ['--object-streams=generate', path, '-'], { maxBuffer: 1e9 })
  expect(packed.includes('/DCTDecode')).toBe(false)
  const hidden = await result(anna, (await anna.upload('packed.pdf', new Uint8Array(packed))).id, 'compress')
  expect(hidden.object.size).toBeLessThan(packed.length / 2)
})

test('parameters are refused in words that people understand', async () => {
  const anna = await aPerson()
  const ru = anna.with({ 'accept-language': 'ru' })
  const { id } = await ru.upload('six.pdf', aPdf(numberedPages(6)))
  expect(await refused(ru, id, 'delete', { pages: '9' })).toMatchObject({
    loc: ['body', 'pages'],
    msg: 'страница 9: в документе 6 страниц',
    input: '9',
  })
  expect((await refused(anna, id, 'delete', { pages: '1-' })).loc).toEqual(['body', 'pages'])
  expect(await refused(anna, id, 'delete', {})).toMatchObject({ loc: ['body', 'pages'], type: 'missing' })
  await refused(anna, id, 'delete', { pages: '1-2-3' })
  await refused(anna, id, 'rotate', { pages: '1', angle: 45 })
  expect(await refused(anna, id, 'rotate', { pages: '1' })).toMatchObject({ loc: ['body', 'angle'], type: 'missing' })
  await refused(anna, id, 'reorder', { order: [1, 2, 3] })
  await refused(anna, id, 'reorder', { order: [1, 2, 3, 4, 5, 5] })
  await refused(anna, id, 'reorder', { order: [1, 2, 3, 4, 5, 7] })
  for (const sheets of [[], [{ page: 7 }], [{ page: 2 }, { page: 2 }], [{ page: 1, angle: 45 }]])
    await refused(anna, id, 'arrange', { sheets })
  await refused(anna, id, 'arrange', {})
  await refused(anna, id, 'split', { ranges: [[5, 2]] })
  await refused(anna, id, 'split', { ranges: [[1, 9]] })
  await refused(anna, id, 'split', { size: 1001 })
  await refused(anna, id, 'protect', {})
  await refused(anna, id, 'insert', { at: 1 })
  await refused(anna, id, 'insert', { source_object_id: id, at: 8 })
  await refused(anna, id, 'annotate', {})
  await refused(anna, id, 'annotate', { annotations: [{ page: 1, x0: 0.5, x1: 0.2, y0: 0, y1: 1 }] })
  await refused(anna, id, 'annotate', { annotations: [{ page: 1, x0: 0, x1: 1.1, y0: 0, y1: 1 }] })
  await refused(anna, id, 'annotate', { annotations: [{ page: 7, x0: 0, x1: 1, y0: 0, y1: 1 }] })
  await refused(anna, id, 'annotate', { annotations: [{ page: 1, x0: 0, x1: 1, y0: 0, y1: 1, color: 'red' }] })
  await refused(anna, id, 'redact', { boxes: [] })
  expect(await refused(anna, id, 'merge', {})).toMatchObject({ loc: ['path', 'op'], type: 'enum' })
  expect(
    (
      await anna.post(`/v1/objects/${id}/pdf/insert`, {
        source_object_id: '00000000-0000-4000-8000-000000000000',
        at: 1,
      })
    ).status,
  ).toBe(404)
  const { id: text } = await anna.upload('a.txt')
  expect((await anna.post(`/v1/objects/${text}/pdf/compress`, {})).status).toBe(415)
})

test('a signed document is refused, a broken one repaired or refused, a hidden one stays hidden', async () => {
  const anna = await aPerson()
  const signature = '<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 100 200 300] /Contents <00> >>'
  const { id: signed } = await anna.upload('s.pdf', aPdf(numberedPages(2), { objects: [signature] }))
  expect(await anna.post(`/v1/objects/${signed}/pdf/delete`, { pages: '1' })).toMatchObject({
    status: 409,
    body: { code: 'pdf_signed' },
  })
  const whole = aPdf(numberedPages(3)).toString('latin1')
  const torn = Buffer.from(whole.replace(/startxref\n\d+/, 'startxref\n99999'), 'latin1')
  const { id: mended } = await anna.upload('torn.pdf', torn)
  expect(pagesOf((await result(anna, mended, 'delete', { pages: '2' })).path)).toEqual([[1], [3]])
  const { id: broken } = await anna.upload('broken.pdf', '%PDF-1.4\nnothing')
  expect(await anna.post(`/v1/objects/${broken}/pdf/delete`, { pages: '1' })).toMatchObject({
    status: 415,
    body: { code: 'pdf_damaged' },
  })
  const { id } = await anna.upload('h.pdf', aPdf(numberedPages(2)))
  await anna.patch(`/v1/objects/${id}`, { is_hidden: true })
  expect((await anna.post(`/v1/objects/${id}/pdf/delete`, { pages: '1' })).status).toBe(404)
  const { hidden_token } = (await anna.post('/v1/hidden-pin/unlock')).body
  const open = anna.with({ 'x-hidden-token': hidden_token })
  const { object, record } = await result(open, id, 'delete', { pages: '1' })
  expect(object.is_hidden).toBe(true)
  expect((await anna.get(`/v1/objects/${object.id}`)).status).toBe(404)
  expect((await anna.get(`/v1/objects/${id}/pdf-status/${record.task_id}`)).status).toBe(404)
})

test('a task is known to its owner, by its own object only', async () => {
  const [anna, bob] = [await aPerson(), await aPerson()]
  const { id } = await anna.upload('a.pdf', aPdf(numberedPages(2)))
  const { id: other } = await anna.upload('b.pdf', aPdf(numberedPages(3)))
  const { task_id } = await operate(anna, id, 'compress')
  const { id: his } = await bob.upload('a.pdf', aPdf(numberedPages(2)))
  expect((await anna.get(`/v1/objects/${other}/pdf-status/${task_id}`)).status).toBe(404)
  expect((await bob.get(`/v1/objects/${his}/pdf-status/${task_id}`)).status).toBe(404)
  expect((await bob.get(`/v1/objects/${id}/pdf-status/${task_id}`)).status).toBe(404)
})
