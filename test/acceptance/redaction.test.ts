import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { aPerson, baseUrl, type Json, type Person, until } from '../support/client.ts'
import { aPdf } from '../support/pdf.ts'
import { aPlainFile, aRandomBox, aSecretFile, chance, type Written } from '../support/secrets.ts'
import { sampled } from '../support/whole.ts'

const folder = mkdtempSync(join(tmpdir(), 'dossier-redaction-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function redact(
  person: Person,
  name: string,
  bytes: Buffer<ArrayBuffer>,
  boxes: object[],
  keep: string[] = [],
): Promise<{ record: Json; path: string }> {
  const { id } = await person.upload(`${name}.pdf`, bytes)
  const { status, body } = await person.post(`/v1/objects/${id}/pdf/redact`, { boxes, keep })
  expect({ status, body }).toMatchObject({ status: 202 })
  const record = await until(async () => {
    const { body: now } = await person.get(`/v1/objects/${id}/pdf-status/${body.task_id}`)
    return now.done && now
  }, 'the redaction')
  expect(record).toMatchObject({ ok: true, error: null })
  const answer = await fetch(`${baseUrl()}/v1/objects/${record.object_ids[0]}/content`, {
    headers: { authorization: `Bearer ${person.token}` },
  })
  const path = join(folder, `${name}.pdf`)
  writeFileSync(path, Buffer.from(await answer.arrayBuffer()))
  return { record, path }
}

/** Every way to find a word that needs no engine of ours. */
function contentsOf(path: string): string {
  const text = execFileSync('pdftotext', ['-raw', path, '-'], { maxBuffer: 1 << 28 }).toString()
  const raw = execFileSync('qpdf', ['--qdf', '--object-streams=disable', '--stream-data=uncompress', path, '-'], {
    maxBuffer: 1 << 28,
  }).toString('latin1')
  const objects = execFileSync('qpdf', ['--json=2', '--json-stream-data=none', path], { maxBuffer: 1 << 28 }).toString()
  return `${text}\n${raw}\n${objects}`
}

test.each(sampled([11], [11, 12, 13, 14]))('what lies under random boxes is nowhere in the file (%d)', async seed => {
  const anna = await aPerson()
  const { bytes, words } = aSecretFile(seed, 2)
  writeFileSync(join(folder, 'before.pdf'), bytes)
  const before = contentsOf(join(folder, 'before.pdf'))
  for (const word of words) expect(before).toContain(word.text)
  const next = chance(seed)
  const chosen = Array.from({ length: 4 }, () => aRandomBox(next, words))
  const covered = new Set(chosen.flatMap(({ covered: list }) => list))
  expect(covered.size).toBeGreaterThanOrEqual(4)
  const { record, path } = await redact(
    anna,
    `r${seed}`,
    bytes,
    chosen.map(({ box }) => box),
  )
  expect(spawnSync('qpdf', ['--check', path]).status).toBe(0)
  const after = contentsOf(path)
  expect([...covered].map(word => word.text).filter(text => after.includes(text))).toEqual([])
  const pages = [...new Set(chosen.map(({ box }) => box.page))].sort()
  expect(record.report).toMatchObject({
    boxes: 4,
    pages_as_pictures: pages,
    checked: expect.arrayContaining(['text by poppler', 'text by PDFium']),
  })
  const touched = (word: Written) =>
    chosen.some(
      ({ box }) =>
        box.page === word.page &&
        word.x0 < box.x1 + 0.01 &&
        word.x1 > box.x0 - 0.01 &&
        word.y0 < box.y1 + 0.01 &&
        word.y1 > box.y0 - 0.01,
    )
  const text = execFileSync('pdftotext', ['-raw', path, '-']).toString()
  const lost = words.filter(word => !touched(word) && !text.includes(word.text))
  // Remarks whose letters poppler does not give as text are in the picture only.
  expect(lost.length / words.length).toBeLessThan(0.2)
})

test('the other pages stay as they are, text and all, with their remarks and fields where they are asked for', {
  tags: ['long'],
}, async () => {
  const anna = await aPerson()
  const { bytes, words } = aSecretFile(21, 2)
  const only = words.filter(word => word.page === 2)
  const { path } = await redact(anna, 'one', bytes, [{ page: 2, x0: 0, y0: 0, x1: 1, y1: 1 }], ['comments', 'form'])
  const raw = contentsOf(path)
  expect(only.filter(word => raw.includes(word.text))).toEqual([])
  expect(words.filter(word => word.page === 1 && !raw.includes(word.text))).toEqual([])
  expect(execFileSync('pdfimages', ['-list', path]).toString().trim().split('\n')).toHaveLength(3)
})

test('where only letters lie under the boxes the page stays text, and the rest of it stays where it was', {
  tags: ['long'],
}, async () => {
  const anna = await aPerson()
  const { bytes, words } = aPlainFile(31, 3)
  const next = chance(7)
  const chosen = Array.from({ length: 6 }, () => aRandomBox(next, words))
  const boxes = chosen.map(({ box }) => box)
  const { record, path } = await redact(anna, 'plain', bytes, boxes)
  expect(spawnSync('qpdf', ['--check', path]).status).toBe(0)
  const pages = [...new Set(boxes.map(({ page }) => page))].sort()
  expect(record.report).toMatchObject({ pages_as_text: pages, pages_as_pictures: [] })
  expect(execFileSync('pdfimages', ['-list', path]).toString().trim().split('\n')).toHaveLength(2)
  const after = contentsOf(path)
  const covered = new Set(chosen.flatMap(({ covered: list }) => list.map(word => word.text)))
  expect([...covered].filter(text => after.includes(text))).toEqual([])
  const near = (word: Written) =>
    boxes.some(
      box => box.page === word.page && word.x0 < box.x1 && word.x1 > box.x0 && word.y0 < box.y1 && word.y1 > box.y0,
    )
  const text = execFileSync('pdftotext', ['-raw', path, '-']).toString()
  expect(words.filter(word => !near(word) && !text.includes(word.text))).toEqual([])
  // Common words that also stand in the licence of a font, or in the grammar of the format, are no reason to refuse.
  const common = aPdf([{ lines: ['Page type font with stream', 'another line'] }])
  const all = await redact(anna, 'common', common, [{ page: 1, x0: 0, y0: 0.05, x1: 1, y1: 0.11 }])
  expect(all.record.report.pages_as_text).toEqual([1])
  expect(execFileSync('pdftotext', [all.path, '-']).toString().trim()).toBe('another line')
})
