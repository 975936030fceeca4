import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aPerson, baseUrl, type Json, type Person, until } from '../support/client.ts'
import { aPdf, numberedPages, pageObject, streamOf } from '../support/pdf.ts'

/** Files made to break whoever opens them: a clear answer inside the limits, and the service goes on. */

async function outcome(person: Person, id: string, op: string, body: object = {}): Promise<Json> {
  const { status, body: accepted } = await person.post(`/v1/objects/${id}/pdf/${op}`, body)
  if (status !== 202) return { status, ...accepted }
  return until(
    async () => {
      const { body: record } = await person.get(`/v1/objects/${id}/pdf-status/${accepted.task_id}`)
      return record.done && record
    },
    op,
    170,
  )
}

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

test('a hundred thousand remarks', { timeout: 180_000 }, async () => {
  const anna = await aPerson()
  const marks = Array.from(
    { length: 100_000 },
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

test('a stream that swells a thousandfold', async () => {
  const anna = await aPerson()
  const bomb = deflateSync(Buffer.alloc(64 * 1024 * 1024, '0 0 m 9 9 l S\n'), { level: 9 })
  const { id } = await anna.upload(
    'bomb.pdf',
    aPdf([{ entries: '' }], { objects: [streamOf(bomb, '/Filter /FlateDecode')] }),
  )
  expect((await outcome(anna, id, 'rotate', { pages: '1', angle: 90 })).done).toBe(true)
})

test('a picture of a billion pixels, and a drawing that asks for a file', async () => {
  const anna = await aPerson()
  const huge = await sharp({
    create: { width: 20_000, height: 20_000, channels: 3, background: 'red' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const { id } = await anna.upload('huge.png', new Uint8Array(huge))
  expect(await anna.get(`/v1/objects/${id}/preview`)).toMatchObject({ status: 404, body: { code: 'no_preview' } })
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
