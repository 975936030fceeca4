import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import officeCrypto from 'officecrypto-tool'
import { afterAll, expect, test } from 'vitest'
import { aPerson, type Person, until } from '../support/client.ts'
import { aPdf, pdfText, streamOf } from '../support/pdf.ts'

const folder = mkdtempSync(join(tmpdir(), 'dossier-aside-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

const spec = {
  objects: [
    `<< /Type /Annot /Subtype /Text /Rect [300 300 320 320] /Contents ${pdfText('Проверить смету до пятницы')} >>`,
    streamOf('the hidden appendix speaks of wolframite', '/Type /EmbeddedFile'),
    '<< /Type /Filespec /F (appendix.txt) /UF (appendix.txt) /EF << /F 6 0 R >> >>',
    `<< /FT /Tx /T (who) /V ${pdfText('Ковалёва')} /Type /Annot /Subtype /Widget /Rect [60 100 300 120] /F 4 >>`,
  ],
  catalog: '/AcroForm << /Fields [8 0 R] >> /Names << /EmbeddedFiles << /Names [(appendix.txt) 7 0 R] >> >>',
}

test('remarks, values of fields and attached files are read and found', async () => {
  const anna = await aPerson()
  const page = { lines: ['A page of its own'], entries: '/Annots [5 0 R 8 0 R]' }
  const { id } = await anna.upload('doc.pdf', aPdf([page], spec))
  await anna.read(id)
  const { body } = await anna.get(`/v1/objects/${id}/text`)
  for (const words of ['A page of its own', 'Проверить смету', 'Ковалёва', 'appendix.txt', 'wolframite'])
    expect(body.text).toContain(words)
  for (const q of ['смета пятница', 'wolframite', 'Ковалёва'])
    await until(
      async () =>
        (await anna.get(`/v1/search?mode=text&q=${encodeURIComponent(q)}`)).body.items.some(
          ({ object }: { object: { id: string } }) => object.id === id,
        ),
      q,
    )
})

test('a word of an attached file is found "in attachment", with its name; one of the page is not', async () => {
  const anna = await aPerson()
  const page = { lines: ['A page about feldspar'], entries: '/Annots [5 0 R 8 0 R]' }
  const { id } = await anna.upload('doc.pdf', aPdf([page], spec))
  await anna.read(id)
  const hit = (q: string) =>
    until(async () => {
      const { items } = (await anna.get(`/v1/search?mode=text&q=${encodeURIComponent(q)}`)).body
      return items.find(({ object }: { object: { id: string } }) => object.id === id)
    }, q)
  expect(await hit('wolframite')).toMatchObject({ attachment: 'appendix.txt', page: 2 })
  expect(await hit('feldspar')).toMatchObject({ attachment: null, page: 1 })
  const { pages } = (await anna.get(`/v1/objects/${id}/text`)).body
  expect(pages.map(({ attachment }: { attachment?: string }) => attachment)).toEqual([undefined, 'appendix.txt'])
})

/** Stands in line behind another file, whose reading tells that this one has been looked at. */
async function readAgain(anna: Person, id: string) {
  expect((await anna.post(`/v1/objects/${id}/reprocess`)).status).toBeLessThan(300)
  await until(async () => (await anna.get('/v1/processing')).body.pending === 0, 'nothing to be read')
  const { id: next } = await anna.upload('next.txt', 'another file')
  await anna.read(next)
}

test('a file with a password says so, and is read once with it', async () => {
  const anna = await aPerson()
  const [open, locked] = [join(folder, 'open.pdf'), join(folder, 'locked.pdf')]
  writeFileSync(open, aPdf([{ lines: ['a word that nobody guesses: tantalite'] }]))
  execFileSync('qpdf', ['--encrypt', 'сезам', 'сезам', '256', '--', open, locked])
  const { id } = await anna.upload('locked.pdf', new Uint8Array(readFileSync(locked)))
  await anna.read(id)
  expect((await anna.get(`/v1/objects/${id}`)).body).toMatchObject({
    status: 'ready',
    needs_manual: true,
    error: expect.stringContaining('has a password'),
  })
  const wrong = await anna.post(`/v1/objects/${id}/read-with-password`, { password: 'другой' })
  expect(wrong).toMatchObject({ status: 422 })
  expect(JSON.stringify(wrong.body)).not.toContain('другой')
  const read = await anna.post(`/v1/objects/${id}/read-with-password`, { password: 'сезам' })
  expect(read).toMatchObject({ status: 200, body: { id, needs_manual: false } })
  expect((await anna.get(`/v1/objects/${id}/text`)).body.text).toContain('tantalite')
  await readAgain(anna, id)
  expect((await anna.get(`/v1/objects/${id}/text`)).body.text).toContain('tantalite')
  expect((await anna.get(`/v1/objects/${id}`)).body).toMatchObject({ status: 'ready', needs_manual: false })
  const plain = await anna.upload('open.pdf', new Uint8Array(readFileSync(open)))
  expect((await anna.post(`/v1/objects/${plain.id}/read-with-password`, { password: 'x' })).status).toBe(409)
  expect((await (await aPerson()).post(`/v1/objects/${id}/read-with-password`, { password: 'x' })).status).toBe(404)
})

test('a locked Word file is told apart from a damaged one, and is read once with its password', {
  tags: ['long'],
}, async () => {
  const anna = await aPerson()
  const plain = readFileSync(join(import.meta.dirname, '../corpus/contract.docx'))
  const { id } = await anna.upload('locked.docx', new Uint8Array(officeCrypto.encrypt(plain, { password: 'сезам' })))
  await anna.read(id)
  expect((await anna.get(`/v1/objects/${id}`)).body).toMatchObject({
    kind: 'document',
    status: 'ready',
    needs_manual: true,
    error: expect.stringContaining('has a password'),
  })
  const wrong = await anna.post(`/v1/objects/${id}/read-with-password`, { password: 'другой' })
  expect(wrong).toMatchObject({ status: 422 })
  expect(JSON.stringify(wrong.body)).not.toContain('другой')
  const read = await anna.post(`/v1/objects/${id}/read-with-password`, { password: 'сезам' })
  expect(read).toMatchObject({ status: 200, body: { id, needs_manual: false } })
  const text = (await anna.get(`/v1/objects/${id}/text`)).body.text
  expect(text).toContain('Договор поставки')
  await readAgain(anna, id)
  expect((await anna.get(`/v1/objects/${id}/text`)).body.text).toBe(text)
  const open = await anna.upload('open.docx', new Uint8Array(plain))
  expect((await anna.post(`/v1/objects/${open.id}/read-with-password`, { password: 'x' })).status).toBe(409)
  const note = await anna.upload('note.txt', 'words')
  expect((await anna.post(`/v1/objects/${note.id}/read-with-password`, { password: 'x' })).status).toBe(415)
})

test('a locked OpenDocument text is read once with its password', async () => {
  const anna = await aPerson()
  const bytes = readFileSync(join(import.meta.dirname, '../corpus/locked-contract.odt'))
  const { id } = await anna.upload('locked.odt', new Uint8Array(bytes))
  await anna.read(id)
  expect((await anna.get(`/v1/objects/${id}`)).body).toMatchObject({
    status: 'ready',
    needs_manual: true,
    error: expect.stringContaining('has a password'),
  })
  const read = (password: string) => anna.post(`/v1/objects/${id}/read-with-password`, { password })
  expect((await read('другой')).status).toBe(422)
  expect(await read('сезам')).toMatchObject({ status: 200, body: { id, needs_manual: false } })
  expect((await anna.get(`/v1/objects/${id}/text`)).body.text).toContain('Договор поставки')
})
