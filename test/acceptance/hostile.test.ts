import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { packedPdf, swollen } from '../support/bombs.ts'
import { aPerson, baseUrl, type Json, type Person, until } from '../support/client.ts'
import { aPdf, numberedPages, pageObject, streamOf } from '../support/pdf.ts'
import { sampled, whole } from '../support/whole.ts'

/** Files made to break whoever opens them: a clear answer inside the limits, and the service goes on. */

async function outcome(person: Person, id: string, op: string, body: object = {}): Promise<Json> {
  const { status, body: accepted } = await person.post(`/v1/objects/${id}/pdf/${op}`, body)
  if (status !== 202) return { ...accepted, status }
  return until(
    async () => {
      const { body: record } = await person.get(`/v1/objects/${id}/pdf-status/${accepted.task_id}`)
      return record.done && record
    },
    op,
    170,
  )
}

/** Whoever asks for a picture waits ten seconds at most, then is told to ask again. */
const thumbnailOf = (person: Person, id: string) =>
  until(
    async () => {
      const answer = await person.get(`/v1/objects/${id}/thumbnail`)
      return answer.status !== 503 && answer
    },
    'thumbnail',
    170,
  )

test('a tree of pages that bites its own tail', async () => {
  const anna = await aPerson()
  const loop = aPdf(numberedPages(2))
    .toString('latin1')
    .replace(/\/Kids \[[^\]]*\]/, match => `/Kids [2 0 R${' '.repeat(match.length - 13)}]`)
  const { id } = await anna.upload('loop.pdf', Uint8Array.from(Buffer.from(loop, 'latin1')))
  const refused = await outcome(anna, id, 'compress')
  expect(refused.code ?? refused.error).toMatch(/damaged/)
  expect((await anna.get(`/v1/objects/${id}/thumbnail`)).status).toBe(404)
})

test('a great many remarks', { tags: ['long'] }, async () => {
  const anna = await aPerson()
  const marks = Array.from(
    { length: sampled(20_000, 100_000) },
    (_, n) => `<< /Type /Annot /Subtype /Square /Rect [${n % 500} 10 ${(n % 500) + 9} 19] >>`,
  )
  const { id } = await anna.upload(
    'marks.pdf',
    aPdf([{ entries: `/Annots [${marks.map((_, n) => `${5 + n} 0 R`).join(' ')}]` }, {}], { objects: marks }),
  )
  expect(await outcome(anna, id, 'rotate', { pages: '1', angle: 90 })).toMatchObject({ state: 'SUCCESS' })
})

test('bookmarks ten thousand deep', async () => {
  const anna = await aPerson()
  const depth = 10_000
  const file = { objects: Array.from({ length: depth + 1 }, () => '') }
  file.objects[0] = '<< /Type /Outlines /First 6 0 R /Last 6 0 R /Count 1 >>'
  for (let n = 1; n <= depth; n++) {
    const kid = n < depth ? `/First ${6 + n} 0 R /Last ${6 + n} 0 R /Count 1` : ''
    file.objects[n] =
      `<< /Title (t${n}) /Parent ${4 + n} 0 R ${kid} /Dest [${pageObject(file, (n % 2) + 1)} 0 R /Fit] >>`
  }
  const { id } = await anna.upload('deep.pdf', aPdf(numberedPages(2), { ...file, catalog: '/Outlines 5 0 R' }))
  const record = await outcome(anna, id, 'delete', { pages: '2' })
  expect(record.ok || /heavy|damaged/.test(record.error)).toBe(true)
})

const refusedOrDone = (record: Json) =>
  expect({ ...record, clear: record.ok || /heavy|damaged/.test(`${record.code} ${record.error}`) }).toMatchObject({
    clear: true,
  })

test.runIf(whole)('pages that swell a thousandfold', async () => {
  const anna = await aPerson()
  const bomb = swollen(300 * 1024 * 1024, '0 0 m 9 9 l S\n')
  expect(bomb.length).toBeLessThan(2 * 1024 * 1024)
  const objects = [streamOf(bomb, '/Filter /FlateDecode /Type /XObject /Subtype /Form /BBox [0 0 595 842]')]
  const page = { lines: ['before'], resources: '/XObject << /X 5 0 R >>', content: '/X Do' }
  const { id } = await anna.upload('bomb.pdf', aPdf([page, {}], { objects }))
  const box = { page: 1, x0: 0.1, y0: 0.1, x1: 0.2, y1: 0.2 }
  const [turned, cut, redacted, small, thumbnail] = await Promise.all([
    outcome(anna, id, 'rotate', { pages: '1', angle: 90 }),
    outcome(anna, id, 'delete', { pages: '1' }),
    outcome(anna, id, 'redact', { boxes: [box] }),
    outcome(anna, id, 'compress'),
    thumbnailOf(anna, id),
  ])
  // Its streams are not opened to turn or remove pages.
  for (const record of [turned, cut]) expect(record).toMatchObject({ ok: true })
  for (const record of [redacted, small]) refusedOrDone(record)
  expect(redacted.ok).toBe(false)
  expect(thumbnail).toMatchObject({ status: 404, body: { code: 'no_preview' } })
  expect((await anna.get('/v1/usage')).status).toBe(200)
})

test.runIf(whole)('a gigabyte of objects in one stream', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('objects.pdf', packedPdf(1024 * 1024 * 1024))
  refusedOrDone(await outcome(anna, id, 'delete', { pages: '1' }))
  expect([200, 404]).toContain((await thumbnailOf(anna, id)).status)
  const { id: next } = await anna.upload('next.pdf', aPdf(numberedPages(2)))
  expect(await outcome(anna, next, 'delete', { pages: '1' })).toMatchObject({ ok: true })
})

/** A second of music, behind a tag that holds the picture. */
function withCover(png: Buffer): Uint8Array<ArrayBuffer> {
  const music = execFileSync('ffmpeg', ['-loglevel', 'error', '-f', 'lavfi', '-i', 'sine=duration=1', '-f', 'mp3', '-'])
  const body = Buffer.concat([Buffer.from('\0image/png\0\x03\0', 'latin1'), png])
  const frame = Buffer.concat([Buffer.from('APIC'), Buffer.alloc(6), body])
  frame.writeUInt32BE(body.length, 4)
  const size = [21, 14, 7, 0].map(bits => (frame.length >> bits) & 127)
  return new Uint8Array(Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), Buffer.from(size), frame, music]))
}

test('a picture of a billion pixels, and a drawing that asks for a file', { tags: ['long'] }, async () => {
  const anna = await aPerson()
  const huge = await sharp({
    create: { width: 20_000, height: 20_000, channels: 3, background: 'red' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const { id } = await anna.upload('huge.png', new Uint8Array(huge))
  expect(await anna.get(`/v1/objects/${id}/preview`)).toMatchObject({ status: 404, body: { code: 'no_preview' } })
  const { id: song } = await anna.upload('song.mp3', withCover(huge))
  expect(await anna.get(`/v1/objects/${song}/preview`)).toMatchObject({ status: 404, body: { code: 'no_preview' } })
  const folder = mkdtempSync(join(tmpdir(), 'dossier-hostile-'))
  const secret = join(folder, 's.png')
  await sharp({ create: { width: 50, height: 50, channels: 3, background: '#ff00ff' } })
    .png()
    .toFile(secret)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100" height="100"><image width="100" height="100" href="file://${secret}" xlink:href="file://${secret}"/></svg>`
  const { id: drawing } = await anna.upload('d.svg', svg)
  const answer = await fetch(`${baseUrl()}/v1/objects/${drawing}/preview`, {
    headers: { authorization: `Bearer ${anna.token}` },
  })
  rmSync(folder, { recursive: true })
  const { dominant } = await sharp(Buffer.from(await answer.arrayBuffer())).stats()
  expect(dominant.r > 200 && dominant.b > 200 && dominant.g < 50).toBe(false)
})
