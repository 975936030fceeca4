import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { aPerson, baseUrl, type Json, type Person, until } from '../support/client.ts'
import { aPdf, numberedPages } from '../support/pdf.ts'

/** A signature as a picture on a page. Judged by qpdf --check and by the ink on the page as poppler draws it. */

const folder = mkdtempSync(join(tmpdir(), 'dossier-signature-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function annotated(person: Person, id: string, body: object): Promise<{ path: string; object: string }> {
  const accepted = await person.post(`/v1/objects/${id}/pdf/annotate`, body)
  expect(accepted).toMatchObject({ status: 202, body: { op: 'annotate' } })
  const record: Json = await until(async () => {
    const { body: now } = await person.get(`/v1/objects/${id}/pdf-status/${accepted.body.task_id}`)
    return now.done && now
  }, 'the annotation')
  expect(record).toMatchObject({ ok: true })
  const headers = { authorization: `Bearer ${person.token}`, ...person.extraHeaders }
  const [object] = record.object_ids
  const answer = await fetch(`${baseUrl()}/v1/objects/${object}/content`, { headers })
  const path = join(folder, `${object}-${accepted.body.task_id}.pdf`)
  writeFileSync(path, Buffer.from(await answer.arrayBuffer()))
  expect(spawnSync('qpdf', ['--check', path], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
  return { path, object }
}

/** Where the page shows strong blue, in parts of its width and height. */
async function inkOn(path: string, page: number): Promise<number[]> {
  const only = ['-png', '-singlefile', '-cropbox', '-f', `${page}`, '-l', `${page}`, '-scale-to', '800']
  const drawn = execFileSync('pdftoppm', [...only, path])
  const { data, info } = await sharp(drawn).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let [x0, y0, x1, y1] = [1e9, 1e9, -1, -1]
  for (let y = 0; y < info.height; y++)
    for (let x = 0; x < info.width; x++) {
      const [r, g, b] = data.subarray((y * info.width + x) * 3)
      if (b! > 200 && r! < 80 && g! < 80)
        [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x + 1), Math.max(y1, y + 1)]
    }
  return x1 < 0 ? [] : [x0 / info.width, y0 / info.height, x1 / info.width, y1 / info.height]
}

const near = (found: number[], wanted: number[]) => {
  expect(found).toHaveLength(4)
  for (const [n, share] of wanted.entries()) expect(Math.abs(found[n]! - share)).toBeLessThan(0.012)
}

const BOX = { x0: 0.5, y0: 0.7, x1: 0.9, y1: 0.8 }
/** As wide to its height as the box on a page of 612 by 792 points, so that it fills it. */
const [WIDTH, HEIGHT] = [612 * 4, 792]

const ink = (width: number, height: number) =>
  sharp({
    create: { width: Math.round(width / 6), height: Math.round(height / 6), channels: 4, background: '#0000ff' },
  })

test('a drawn signature lies where it was put, see-through where nothing was drawn, on turned pages too', {
  tags: ['long'],
}, async () => {
  const anna = await aPerson()
  const size = execFileSync('pdfinfo', ['-'], { input: aPdf([{}]) }).toString()
  const [, w, h] = /Page size:\s+(\d+) x (\d+)/.exec(size)!.map(Number)
  const { id } = await anna.upload('contract.pdf', aPdf([{}, { rotate: 90 }, { rotate: 180 }]))
  const upright = await ink(w! * 4, h!)
    .png()
    .toBuffer()
  const shown = { ...BOX, type: 'picture' }
  const body = {
    annotations: [
      { ...shown, page: 1 },
      { ...shown, page: 3 },
    ],
    picture: upright.toString('base64'),
  }
  const { path } = await annotated(anna, id, body)
  for (const page of [1, 3]) near(await inkOn(path, page), [BOX.x0, BOX.y0, BOX.x1, BOX.y1])
  expect(await inkOn(path, 2)).toEqual([])
  // On its side the page is as wide as it was high.
  const lying = await ink(h! * 4, w!)
    .png()
    .toBuffer()
  const turned = await annotated(anna, id, { annotations: [{ ...shown, page: 2 }], picture: lying.toString('base64') })
  near(await inkOn(turned.path, 2), [BOX.x0, BOX.y0, BOX.x1, BOX.y1])
  // A line across a field that is empty otherwise: the text of the page stays to be seen through it.
  const stroke = sharp({ create: { width: 400, height: 100, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
  const line = await sharp({ create: { width: 400, height: 20, channels: 4, background: '#0000ff' } })
    .png()
    .toBuffer()
  const signed = await stroke
    .composite([{ input: line, top: 40, left: 0 }])
    .png()
    .toBuffer()
  const { id: words } = await anna.upload('words.pdf', aPdf(numberedPages(1)))
  const over = await annotated(anna, words, {
    annotations: [{ page: 1, x0: 0, y0: 0, x1: 1, y1: 1, type: 'picture' }],
    picture: signed.toString('base64'),
  })
  const [, y0, , y1] = await inkOn(over.path, 1)
  expect(y1! - y0!).toBeLessThan(0.1)
  expect(execFileSync('pdftotext', [over.path, '-']).toString()).toContain('w1x')
  const dark = await sharp(execFileSync('pdftoppm', ['-png', '-singlefile', '-scale-to', '800', over.path])).stats()
  expect(dark.channels[0]!.mean).toBeGreaterThan(200)
})

test('a picture of one’s own serves as well, as it is held; what is none is refused', async () => {
  const [anna, bob] = [await aPerson(), await aPerson()]
  const { id } = await anna.upload('contract.pdf', aPdf(numberedPages(2)))
  const photo = await ink(WIDTH, HEIGHT).flatten().jpeg({ quality: 95 }).toBuffer()
  const { id: picture } = await anna.upload('signature.jpg', new Uint8Array(photo))
  const annotations = [{ ...BOX, page: 2, type: 'picture' }]
  const { path, object } = await annotated(anna, id, { annotations, source_object_id: picture, replace: true })
  expect(object).toBe(id)
  expect(await inkOn(path, 2)).toHaveLength(4)
  expect(await inkOn(path, 1)).toEqual([])
  expect(execFileSync('pdfimages', ['-list', path]).toString()).toMatch(/jpeg/)
  const refused = async (body: object) =>
    (await anna.post(`/v1/objects/${id}/pdf/annotate`, { annotations, ...body })).status
  expect(await refused({})).toBe(422)
  expect(await refused({ picture: Buffer.from('GIF89a nothing').toString('base64') })).toBe(422)
  expect(await refused({ picture: 'iVBORw0KGgo<script>' })).toBe(422)
  expect(await refused({ source_object_id: id })).toBe(422)
  const { id: foreign } = await bob.upload('b.jpg', new Uint8Array(photo))
  expect(await refused({ source_object_id: foreign })).toBe(404)
  // What only begins like a picture fails with its reason.
  const torn = photo.subarray(0, 60).toString('base64')
  const accepted = await anna.post(`/v1/objects/${id}/pdf/annotate`, { annotations, picture: torn })
  expect(accepted.status).toBe(202)
  const record = await until(async () => {
    const { body } = await anna.get(`/v1/objects/${id}/pdf-status/${accepted.body.task_id}`)
    return body.done && body
  }, 'the torn one')
  expect(record).toMatchObject({ ok: false, error: expect.stringContaining('picture') })
})
