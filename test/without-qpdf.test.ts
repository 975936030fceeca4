/** @module-tag long */

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aPerson, type Person, until } from './support/client.ts'
import { aPdf, numberedPages } from './support/pdf.ts'
import { startServer } from './support/server.ts'

/** A machine that has every program but one. */
function pathWithout(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-path-'))
  const seen = new Set([name])
  for (const place of (process.env.PATH ?? '').split(':'))
    for (const program of spawnSync('test', ['-d', place]).status === 0 ? readdirSync(place) : []) {
      if (seen.has(program)) continue
      seen.add(program)
      symlinkSync(join(place, program), join(folder, program))
    }
  return folder
}

test('without qpdf pages can still be cut, turned and moved, and the rest says that it is off', async ({
  onTestFinished,
}) => {
  const path = pathWithout('qpdf')
  const server = await startServer({ env: { PATH: path } })
  onTestFinished(async () => {
    await server.stop()
    rmSync(path, { recursive: true })
  })
  const anna = await aPerson(server.url)
  const { id } = await anna.upload('a.pdf', aPdf(numberedPages(5)))
  const guest = (await anna.upload('g.pdf', aPdf([{ lines: ['w71x'] }]))).id
  const made = async (op: string, body: object) => {
    const record = await operate(anna, id, op, body)
    expect(record).toMatchObject({ ok: true, report: { engine: 'PDFium' } })
    const found: number[][] = []
    for (const one of record.object_ids) found.push(await pagesOf(anna, server.url, one))
    return found
  }
  expect(await made('delete', { pages: '2-3' })).toEqual([[1, 4, 5]])
  expect(await made('reorder', { order: [5, 4, 3, 2, 1] })).toEqual([[5, 4, 3, 2, 1]])
  expect(await made('arrange', { sheets: [{ page: 5, angle: 90 }, { page: 1 }] })).toEqual([[5, 1]])
  expect(await made('rotate', { pages: '1', angle: 90 })).toEqual([[1, 2, 3, 4, 5]])
  expect(await made('split', { size: 3 })).toEqual([
    [1, 2, 3],
    [4, 5],
  ])
  expect(await made('insert', { source_object_id: guest, at: 2 })).toEqual([[1, 71, 2, 3, 4, 5]])
  expect(await made('replace', { source_object_id: guest, pages: '1,3' })).toEqual([[71, 2, 4, 5]])
  expect(await operate(anna, id, 'compress', {})).toMatchObject({ ok: false, error: expect.stringContaining('qpdf') })
  const { id: picture } = await anna.upload('p.png', new Uint8Array(PNG))
  expect((await anna.get(`/v1/objects/${picture}/convert-formats`)).body.formats).not.toContain('pdf')
})

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

async function operate(person: Person, id: string, op: string, body: object) {
  const { status, body: accepted } = await person.post(`/v1/objects/${id}/pdf/${op}`, body)
  expect({ op, status }).toEqual({ op, status: 202 })
  return until(async () => {
    const now = (await person.get(`/v1/objects/${id}/pdf-status/${accepted.task_id}`)).body
    return now.done && now
  }, op)
}

/** Judged where qpdf is. */
async function pagesOf(person: Person, url: string, id: string): Promise<number[]> {
  const headers = { authorization: `Bearer ${person.token}` }
  const bytes = Buffer.from(await (await fetch(`${url}/v1/objects/${id}/content`, { headers })).arrayBuffer())
  const file = join(mkdtempSync(join(tmpdir(), 'dossier-spare-')), 'f.pdf')
  writeFileSync(file, bytes)
  expect(spawnSync('qpdf', ['--check', file]).status).toBe(0)
  const raw = execFileSync('qpdf', ['--qdf', file, '-']).toString('latin1')
  const pages = execFileSync('pdftotext', [file, '-']).toString().split('\f').slice(0, -1)
  const found = pages.map(page => Number(/w(\d+)x/.exec(page)?.[1] ?? 0))
  for (const n of [1, 2, 3, 4, 5]) if (!found.includes(n)) expect(raw).not.toContain(`w${n}x`)
  return found
}
