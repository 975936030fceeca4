import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aPerson, until } from '../support/client.ts'
import { aPdf } from '../support/pdf.ts'
import { pdfOf } from '../support/scanned-pdf.ts'

const CORPUS = join(import.meta.dirname, '../corpus')
const bytesOf = (name: string) => new Uint8Array(readFileSync(join(CORPUS, name)))

test('documents of every kind are read, and their offsets are exact', async () => {
  const anna = await aPerson()
  for (const [name, kind] of [
    ['contract.docx', 'document'],
    ['contract.odt', 'document'],
    ['contract.rtf', 'document'],
    ['prices.xlsx', 'spreadsheet'],
    ['plan.pptx', 'presentation'],
    ['contract.pdf', 'pdf'],
  ] as const) {
    const { id } = await anna.upload(name, bytesOf(name))
    const object = await anna.read(id)
    expect(object).toMatchObject({
      kind,
      status: 'ready',
      text_view: true,
      text_fallback: false,
      needs_manual: false,
      error: null,
    })
    const { text, pages } = (await anna.get(`/v1/objects/${id}/text`)).body
    expect(text).toMatch(/Договор поставки|Товар|План на квартал/)
    const last = pages.at(-1)!
    expect([...text].slice(last.char_start, last.char_end).join('')).toMatch(/\S$/)
    expect(last.char_end).toBeLessThanOrEqual([...text].length)
  }
})

test('a scan is recognised, and its pages are counted', async () => {
  const health = (await (await aPerson()).get('/health/deep')).body
  if (!health.checks.find(({ name }: { name: string }) => name === 'ocr-russian')?.ok) return
  const anna = await aPerson()
  const words = `<svg xmlns="http://www.w3.org/2000/svg" width="1400" height="500"><rect width="1400" height="500" fill="white"/>
    <text x="60" y="120" font-family="Liberation Serif" font-size="48">Signed agreement number twelve</text>
    <text x="60" y="240" font-family="Liberation Serif" font-size="48">Подписанный договор номер двенадцать</text></svg>`
  const jpeg = await sharp(Buffer.from(words)).jpeg().toBuffer()
  const { id } = await anna.upload('scan.pdf', new Uint8Array(pdfOf([{ jpeg }], [595, 212])))
  const object = await until(
    async () => {
      const found = (await anna.get(`/v1/objects/${id}`)).body
      return found.status === 'pending' ? undefined : found
    },
    'the scan to be read',
    120,
  )
  expect(object).toMatchObject({ status: 'ready', text_fallback: true, needs_manual: false })
  expect((await anna.get(`/v1/objects/${id}/text`)).body.text).toMatch(/Signed agreement[\s\S]*Подписанный договор/)
  const usage = (await anna.get('/v1/usage')).body
  expect(JSON.stringify(usage)).toContain('ocr')
})

test('what cannot be read says why, in the language of its owner', async () => {
  const anna = await aPerson()
  const torn = new Uint8Array(aPdf([{ lines: ['A page'] }]).subarray(0, 40))
  const { id } = await anna.upload('torn.pdf', torn)
  const object = await until(async () => {
    const found = (await anna.get(`/v1/objects/${id}`)).body
    return found.status === 'pending' ? undefined : found
  }, 'the file to be given up')
  expect(object).toMatchObject({ status: 'failed', error: expect.stringContaining('damaged') })
  await anna.put('/v1/settings', { prefs: { language: 'ru' } })
  expect((await anna.get(`/v1/objects/${id}`)).body.error).toContain('повреждён')
})

test('scans wait among their like, and what is quick is read meanwhile', { tags: ['long'] }, async () => {
  const anna = await aPerson()
  const words = `<svg xmlns="http://www.w3.org/2000/svg" width="2400" height="3000"><rect width="2400" height="3000" fill="white"/>${Array.from(
    { length: 40 },
    (_, n) => `<text x="80" y="${100 + n * 70}" font-family="Liberation Serif" font-size="44">Line ${n} of many</text>`,
  ).join('')}</svg>`
  const pages = await Promise.all(
    [90, 91, 92, 93].map(quality => sharp(Buffer.from(words)).jpeg({ quality }).toBuffer()),
  )
  const scans = await Promise.all(pages.map((jpeg, n) => anna.upload(`${n}.jpg`, new Uint8Array(jpeg))))
  const note = await anna.upload('note.txt', 'Quick as a flash')
  expect((await anna.read(note.id)).status).toBe('ready')
  const { body } = await anna.get('/v1/processing')
  const waiting = (await anna.get('/v1/objects?status=pending')).body.items.map(({ id }: { id: string }) => id)
  const last = await until(
    async () => {
      const found = (await anna.get(`/v1/objects/${scans.at(-1)!.id}`)).body
      return found.status !== 'pending' && found
    },
    'the last scan to be read',
    120,
  )
  expect(last.status).toBe('ready')
  if (!last.text_fallback) return // nothing here recognises pages
  expect(body.pending).toBeGreaterThan(0)
  expect(waiting).toContain(scans.at(-1)!.id)
})
