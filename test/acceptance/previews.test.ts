import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aPerson, baseUrl, call, type Person } from '../support/client.ts'
import { aDocx, anXlsx, aVsdx, linkedPicture, zip } from '../support/office.ts'
import { aPdf } from '../support/pdf.ts'

async function bytes(person: Person, path: string) {
  const answer = await fetch(baseUrl() + path, {
    headers: { authorization: `Bearer ${person.token}`, ...person.extraHeaders },
  })
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    headers: answer.headers,
    body: Buffer.from(await answer.arrayBuffer()),
  }
}

/** The share of pixels that are darker than grey. */
async function ink(picture: Buffer): Promise<number> {
  const { data } = await sharp(picture)
    .flatten({ background: 'white' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return data.filter(value => value < 128).length / data.length
}

const textOf = (pdf: Buffer) => execFileSync('pdftotext', ['-', '-'], { input: pdf }).toString()

test('the thumbnail of a PDF file is a PNG of its first page, kept by content', async () => {
  const anna = await aPerson()
  const black = '0 0 0 rg 0 0 595 421 re f'
  const { id } = await anna.upload('a.pdf', aPdf([{ content: black }, { lines: ['second'] }]))
  const first = await bytes(anna, `/v1/objects/${id}/thumbnail`)
  expect(first).toMatchObject({ status: 200, type: 'image/png' })
  expect(await sharp(first.body).metadata()).toMatchObject({ format: 'png', height: 480, width: 340 })
  expect(await ink(first.body)).toBeCloseTo(0.5, 1)
  const again = await anna.get(`/v1/objects/${id}/thumbnail`, { 'if-none-match': first.headers.get('etag')! })
  expect(again.status).toBe(304)
  // A new version has its own.
  const white = aPdf([{ lines: ['almost nothing'] }])
  await anna.call('PUT', `/v1/objects/${id}/content?base_version=1`, { raw: white })
  const next = await bytes(anna, `/v1/objects/${id}/thumbnail`)
  expect(next.headers.get('etag')).not.toBe(first.headers.get('etag'))
  expect(await ink(next.body)).toBeLessThan(0.05)
})

test('a thumbnail is never a white sheet: the first page that shows anything, or none', async () => {
  const anna = await aPerson()
  const empty = { lines: [] }
  const { id } = await anna.upload('late.pdf', aPdf([empty, empty, { content: '0 0 0 rg 0 0 595 421 re f' }]))
  const page = await bytes(anna, `/v1/objects/${id}/thumbnail`)
  expect(await ink(page.body)).toBeCloseTo(0.5, 1)
  const blank = await anna.upload('blank.pdf', aPdf([empty, empty]))
  expect((await bytes(anna, `/v1/objects/${blank.id}/thumbnail`)).status).toBe(404)
})

test('turned and cropped pages are drawn as they are seen', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload(
    'r.pdf',
    aPdf([{ rotate: 90, cropBox: [0, 421, 595, 842], content: '0 g 0 0 595 421 re f 10 440 40 40 re f' }]),
  )
  const { body } = await bytes(anna, `/v1/objects/${id}/thumbnail`)
  const { width, height } = await sharp(body).metadata()
  expect(width! / height!).toBeCloseTo(421 / 595, 1)
  expect(await ink(body)).toBeLessThan(0.02)
})

test('office documents have pages, a thumbnail and small pictures', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('письмо.docx', await aDocx(['Уважаемая Анна Петровна!', 'Договор подписан.']))
  const pages = await bytes(anna, `/v1/objects/${id}/preview.pdf`)
  expect(pages).toMatchObject({ status: 200, type: 'application/pdf' })
  expect(textOf(pages.body)).toContain('Уважаемая Анна Петровна!')
  const thumbnail = await bytes(anna, `/v1/objects/${id}/thumbnail`)
  expect(thumbnail).toMatchObject({ status: 200, type: 'image/png' })
  expect(await ink(thumbnail.body)).toBeGreaterThan(0.0005)
  const { id: sheet } = await anna.upload(
    't.xlsx',
    await anXlsx([
      ['Товар', 'Цена'],
      ['Стол', 4200],
    ]),
  )
  expect(textOf((await bytes(anna, `/v1/objects/${sheet}/preview.pdf`)).body)).toContain('4200')
  const small = await bytes(anna, `/v1/objects/${sheet}/preview?size=256`)
  expect(await sharp(small.body).metadata()).toMatchObject({ format: 'jpeg', height: 256 })
})

test('a drawing of Visio has a first page, and can become PDF', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('network.vsdx', await aVsdx('Router'))
  expect((await anna.get(`/v1/objects/${id}/convert-formats`)).body.formats).toEqual(['pdf'])
  expect(textOf((await bytes(anna, `/v1/objects/${id}/preview.pdf`)).body)).toContain('Router')
  const page = await bytes(anna, `/v1/objects/${id}/thumbnail`)
  expect(page).toMatchObject({ status: 200, type: 'image/png' })
  expect(await sharp(page.body).metadata()).toMatchObject({ width: 480, height: 360 })
  expect(await ink(page.body)).toBeCloseTo(0.25, 1)
  const { id: torn } = await anna.upload('torn.vsdx', (await aVsdx('Router')).subarray(0, 700))
  expect((await bytes(anna, `/v1/objects/${torn}/thumbnail`)).status).toBe(404)
})

test('pictures are upright and small, whatever the camera said', async () => {
  const anna = await aPerson()
  const raw = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#204060' } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const { id } = await anna.upload('photo.jpg', new Uint8Array(raw))
  for (const size of [256, 1024]) {
    const { body, type } = await bytes(anna, `/v1/objects/${id}/preview?size=${size}`)
    expect(type).toBe('image/webp')
    expect(await sharp(body).metadata()).toMatchObject({ format: 'webp', width: size / 2, height: size })
  }
  expect((await bytes(anna, `/v1/objects/${id}/thumbnail`)).status).toBe(404)
  expect((await bytes(anna, `/v1/objects/${id}/preview?size=300`)).status).toBe(422)
})

test('a film shows a frame', async () => {
  const anna = await aPerson()
  const folder = mkdtempSync(join(tmpdir(), 'dossier-film-'))
  const film = join(folder, 'f.mp4')
  execFileSync('ffmpeg', [
    '-loglevel',
    'error',
    '-f',
    'lavfi',
    '-i',
    'testsrc=duration=2:size=640x360:rate=10',
    '-pix_fmt',
    'yuv420p',
    film,
  ])
  const { id } = await anna.upload('f.mp4', new Uint8Array(readFileSync(film)))
  rmSync(folder, { recursive: true })
  const { body, status } = await bytes(anna, `/v1/objects/${id}/preview?size=256`)
  expect(status).toBe(200)
  expect(await sharp(body).metadata()).toMatchObject({ format: 'jpeg', width: 256, height: 144 })
})

test('music shows its cover, and a recording without one says so', async () => {
  const anna = await aPerson()
  const folder = mkdtempSync(join(tmpdir(), 'dossier-music-'))
  const [sine, cover] = ['sine=duration=1', 'color=c=blue:size=600x400:duration=1:rate=1']
  const made = (name: string, ...how: string[]) => {
    const path = join(folder, name)
    execFileSync('ffmpeg', ['-loglevel', 'error', '-f', 'lavfi', '-i', sine, '-f', 'lavfi', '-i', cover, ...how, path])
    return new Uint8Array(readFileSync(path))
  }
  const covered = ['-map', '0:a', '-map', '1:v', '-frames:v', '1', '-disposition:v', 'attached_pic']
  const songs = {
    'song.mp3': made('song.mp3', ...covered, '-c:v', 'mjpeg', '-id3v2_version', '3'),
    'song.flac': made('song.flac', ...covered, '-c:v', 'png'),
    'song.m4a': made('song.m4a', ...covered, '-c:v', 'mjpeg', '-c:a', 'aac'),
  }
  const bare = made('bare.mp3', '-map', '0:a')
  rmSync(folder, { recursive: true })
  for (const [name, song] of Object.entries(songs)) {
    const { id } = await anna.upload(name, song)
    const { status, type, body } = await bytes(anna, `/v1/objects/${id}/preview?size=256`)
    expect({ name, status, type }).toEqual({ name, status: 200, type: 'image/jpeg' })
    expect(await sharp(body).metadata()).toMatchObject({ width: 256, height: 170 })
    const { dominant } = await sharp(body).stats()
    expect({ name, blue: dominant.b > 200 && dominant.r < 60 }).toEqual({ name, blue: true })
    expect((await bytes(anna, `/v1/objects/${id}/thumbnail`)).status).toBe(404)
  }
  const { id } = await anna.upload('bare.mp3', bare)
  expect(await anna.get(`/v1/objects/${id}/preview?size=1024`)).toMatchObject({
    status: 404,
    body: { code: 'no_preview', detail: 'There is no cover in the recording that could be shown.' },
  })
})

test('what has no pages has no thumbnail, and what is broken says so', async () => {
  const anna = await aPerson()
  const { id: other } = await anna.upload('a.bin', new Uint8Array([0, 1, 2, 3, 255]))
  for (const path of ['thumbnail', 'preview', 'preview.pdf'])
    expect(await anna.get(`/v1/objects/${other}/${path}`)).toMatchObject({ status: 404, body: { code: 'no_preview' } })
  const { id: broken } = await anna.upload('b.pdf', '%PDF-1.4\nnothing of a file')
  expect(await anna.get(`/v1/objects/${broken}/thumbnail`)).toMatchObject({ status: 404, body: { code: 'no_preview' } })
  const { id: torn } = await anna.upload('t.docx', (await aDocx(['x'])).subarray(0, 900))
  expect([404]).toContain((await anna.get(`/v1/objects/${torn}/preview.pdf`)).status)
})

test('hidden, trashed and foreign files show nothing; a link shows its thumbnail', async () => {
  const [anna, bob] = [await aPerson(), await aPerson()]
  const { id } = await anna.upload('a.pdf', aPdf([{ lines: ['shared'] }]))
  const path = `/v1/objects/${id}/thumbnail`
  expect((await anna.get(path)).status).toBe(200)
  expect((await bob.get(path)).status).toBe(404)
  const { token } = (await anna.post(`/v1/objects/${id}/shares`, {})).body
  const shared = `/v1/share/${token}/objects/${id}/thumbnail`
  expect((await call('GET', shared)).headers.get('content-type')).toBe('image/png')
  await anna.patch(`/v1/objects/${id}`, { is_hidden: true })
  expect((await anna.get(path)).status).toBe(404)
  expect((await call('GET', shared)).status).toBe(404)
  const { hidden_token } = (await anna.post('/v1/hidden-pin/unlock')).body
  const open = anna.with({ 'x-hidden-token': hidden_token })
  expect((await open.get(path)).status).toBe(200)
  await open.delete(`/v1/objects/${id}`)
  expect((await open.get(path)).status).toBe(404)
})

test('a document that names outside pictures asks nobody for them, and reads no file of the machine', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const anna = await aPerson()
  const at = async (target: string) => {
    const { id } = await anna.upload('d.docx', await aDocx(['before', target], linkedPicture(target)))
    return bytes(anna, `/v1/objects/${id}/preview.pdf`)
  }
  expect((await at(`http://127.0.0.1:${port}/picture.png`)).status).toBe(200)
  const folder = mkdtempSync(join(tmpdir(), 'dossier-secret-'))
  const secret = join(folder, 's.png')
  await sharp({ create: { width: 300, height: 300, channels: 3, background: '#ff00ff' } })
    .png()
    .toFile(secret)
  const { body } = await at(`file://${secret}`)
  const images = execFileSync('pdfimages', ['-list', '-'], { input: body }).toString().trim().split('\n').slice(2)
  rmSync(folder, { recursive: true })
  server.close()
  expect(images).toEqual([])
  expect(asked).toEqual([])
})

test('texts, letters and books have a first page: their first lines, or the cover', async () => {
  const anna = await aPerson()
  const preview = async (name: string, content: string | Uint8Array) => {
    const { id } = await anna.upload(name, content as string)
    const [small, page] = [
      await bytes(anna, `/v1/objects/${id}/preview?size=256`),
      await bytes(anna, `/v1/objects/${id}/thumbnail`),
    ]
    expect(small).toMatchObject({ status: 200, type: 'image/jpeg' })
    expect(page).toMatchObject({ status: 200, type: 'image/png' })
    expect(await sharp(page.body).metadata()).toMatchObject({ height: 480 })
    return page.body
  }
  const letter = 'From: a@example.org\r\nTo: b@example.org\r\nSubject: Hello\r\n\r\nThe words of the letter.\r\n'
  const pages = [
    await preview('plan.md', '# Plan of the year\n\n- first\n- second\n'),
    await preview('notes.txt', 'A line of notes\nand one more\n'),
    await preview(
      'page.html',
      '<!doctype html><html><body><h1>Page</h1><p>of words</p><script>x</script></body></html>',
    ),
    await preview('letter.eml', letter),
  ]
  for (const page of pages) {
    const dark = await ink(page)
    expect(dark).toBeGreaterThan(0.001)
    expect(dark).toBeLessThan(0.2)
  }
  expect(new Set(pages.map(page => page.toString('base64'))).size).toBe(4)
  const cover = await sharp({ create: { width: 30, height: 48, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer()
  const book = await zip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfile full-path="OPS/book.opf"/></container>',
    'OPS/book.opf':
      '<package><metadata><meta name="cover" content="c"/></metadata><manifest><item id="c" href="c.png" media-type="image/png"/><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>',
    'OPS/a.xhtml': '<html><body><p>It was quiet.</p></body></html>',
    'OPS/c.png': Buffer.from(cover),
  })
  const { dominant } = await sharp(await preview('book.epub', book)).stats()
  expect(dominant.b).toBeGreaterThan(200)
  expect(dominant.r).toBeLessThan(60)
  const drawing = {
    mimetype: 'application/vnd.oasis.opendocument.graphics',
    'content.xml': '<office:document-content xmlns:office="o"/>',
    'Thumbnails/thumbnail.png': Buffer.from(cover),
  }
  const jpeg = await sharp(cover).jpeg().toBuffer()
  const documents: Record<string, Record<string, string | Buffer>> = {
    'plan.odg': drawing,
    'plan.pages': { 'Index/Document.iwa': 'x', 'preview.jpg': jpeg },
    'talk.key': { 'Index/Document.iwa': 'x', 'QuickLook/Thumbnail.jpg': jpeg },
  }
  for (const [name, parts] of Object.entries(documents)) {
    const page = (await sharp(await preview(name, await zip(parts))).stats()).dominant
    expect({ name, blue: page.b > 200 && page.r < 60 }).toEqual({ name, blue: true })
  }
  const { id: bare } = await anna.upload('bare.pages', await zip({ 'Index/Document.iwa': 'x' }))
  expect((await bytes(anna, `/v1/objects/${bare}/thumbnail`)).status).toBe(404)
  const { id: blank } = await anna.upload('blank.txt', '   \n')
  expect((await bytes(anna, `/v1/objects/${blank}/thumbnail`)).status).toBe(404)
})
