import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { aPerson, baseUrl, type Person, until } from '../support/client.ts'
import { aPdf, type FileSpec, numberedPages, pageObject, pdfText, streamOf } from '../support/pdf.ts'

const folder = mkdtempSync(join(tmpdir(), 'dossier-workbench-test-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0

async function saved(person: Person, id: string): Promise<string> {
  const headers = { authorization: `Bearer ${person.token}`, ...person.extraHeaders }
  const answer = await fetch(`${baseUrl()}/v1/objects/${id}/content`, { headers })
  const path = join(folder, `file-${++files}.pdf`)
  writeFileSync(path, Buffer.from(await answer.arrayBuffer()))
  return path
}

async function operate(person: Person, id: string, op: string, body: object) {
  const { status, body: accepted } = await person.post(`/v1/objects/${id}/pdf/${op}`, body)
  expect({ status, accepted }).toMatchObject({ status: 202 })
  const record = await until(async () => {
    const { body: now } = await person.get(`/v1/objects/${id}/pdf-status/${accepted.task_id}`)
    return now.done && now
  }, op)
  expect({ op, ...record }).toMatchObject({ ok: true, error: null })
  const path = await saved(person, record.object_ids[0]!)
  const checked = spawnSync('qpdf', ['--check', path])
  expect({ op, said: `${checked.stdout}${checked.stderr}` }).toMatchObject({
    said: expect.not.stringMatching(/WARNING|ERROR/),
  })
  return { record, path }
}

const textOf = (path: string, ...args: string[]) => execFileSync('pdftotext', [...args, path, '-']).toString()
const rawOf = (path: string) =>
  execFileSync('qpdf', ['--qdf', '--object-streams=disable', path, '-'], { maxBuffer: 1 << 26 }).toString('latin1') +
  execFileSync('qpdf', ['--json=2', '--json-stream-data=none', path], { maxBuffer: 1 << 26 }).toString()

test('pages get numbers where they are wanted, upright on turned ones', async () => {
  const anna = await aPerson()
  const pages = [...numberedPages(2), { lines: ['lying'], rotate: 90 }]
  const { id } = await anna.upload('a.pdf', aPdf(pages))
  const { path } = await operate(anna, id, 'number', {
    text: 'Стр. {n} из {total}',
    start: 5,
    position: 'bottom-right',
  })
  const found = [5, 6, 7].map(n => {
    const page = `${n - 4}`
    const bbox = execFileSync('pdftotext', ['-bbox', '-f', page, '-l', page, path, '-']).toString()
    const word = new RegExp(`xMin="([\\d.]+)" yMin="([\\d.]+)"[^>]*>${n}<`).exec(bbox)!
    return [Number(word[1]), Number(word[2])]
  })
  expect(textOf(path)).toContain('Стр. 7 из 7')
  for (const [x, y] of found.slice(0, 2)) expect({ x: x! > 480, y: y! > 790 }).toEqual({ x: true, y: true })
  // Poppler tells the words of the turned page as it is seen: 842 wide and 595 high.
  expect(found[2]![0]).toBeGreaterThan(700)
  expect(found[2]![1]).toBeGreaterThan(540)
  expect((await anna.post(`/v1/objects/${id}/pdf/number`, { text: '日本 {n}' })).status).toBe(422)
  expect((await anna.post(`/v1/objects/${id}/pdf/watermark`, { text: '日本 🎉' })).status).toBe(422)
})

test('a page is cut to what is wanted of it', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('a.pdf', aPdf(numberedPages(2)))
  const { path, record } = await operate(anna, id, 'crop', { box: { x0: 0, y0: 0, x1: 0.5, y1: 0.5 }, pages: '2' })
  const sizes = [
    ...execFileSync('pdfinfo', ['-f', '1', '-l', '2', path])
      .toString()
      .matchAll(/size:\s+([\d.]+) x ([\d.]+)/g),
  ]
  expect(sizes.map(([, w, h]) => [Number(w), Number(h)])).toEqual([
    [595, 842],
    [297.5, 421],
  ])
  expect(record.report.kept).toHaveLength(1)
  expect((await anna.post(`/v1/objects/${id}/pdf/crop`, { box: { x0: 0.5, y0: 0, x1: 0.5, y1: 1 } })).status).toBe(422)
})

test('bookmarks are read and written anew, and the result may be the next version of the file', async () => {
  const anna = await aPerson()
  const { id, version } = await anna
    .upload('a.pdf', aPdf(numberedPages(3)))
    .then(async ({ id: made }) => (await anna.get(`/v1/objects/${made}`)).body)
  const items = [
    { title: 'Глава 1', page: 1, items: [{ title: 'Раздел', page: 2, items: [] }] },
    { title: 'Chapter 2', page: 3, items: [] },
  ]
  const { record } = await operate(anna, id, 'outline', { items, replace: true })
  expect(record.object_ids).toEqual([id])
  expect((await anna.get(`/v1/objects/${id}`)).body).toMatchObject({ version: version + 1, filename: 'a.pdf' })
  expect((await anna.get(`/v1/objects/${id}/revisions`)).body.items).toHaveLength(1)
  expect((await anna.get(`/v1/objects/${id}/pdf-structure`)).body).toMatchObject({
    pages: 3,
    outline: items,
    fields: [],
  })
  expect((await anna.post(`/v1/objects/${id}/pdf/outline`, { items: [{ title: 'x', page: 9 }] })).status).toBe(422)
  expect((await anna.post(`/v1/objects/${id}/pdf/split`, { replace: true })).status).toBe(422)
})

const form: FileSpec = {
  objects: [
    '<< /FT /Tx /T (name) /Type /Annot /Subtype /Widget /Rect [60 600 300 622] /DA (/Helv 12 Tf 0 g) /F 4 >>',
    '<< /FT /Btn /T (agree) /Type /Annot /Subtype /Widget /Rect [60 560 80 580] /F 4 /AS /Off /V /Off /AP << /N << /On 8 0 R /Off 9 0 R >> >> >>',
    '<< /FT /Ch /Ff 131072 /T (city) /Opt [(Moscow) (Perm)] /Type /Annot /Subtype /Widget /Rect [60 520 300 542] /DA (/Helv 0 Tf 0 g) /F 4 >>',
    streamOf('0 0 20 20 re f', '/Type /XObject /Subtype /Form /BBox [0 0 20 20]'),
    streamOf('', '/Type /XObject /Subtype /Form /BBox [0 0 20 20]'),
  ],
  catalog: '/AcroForm << /Fields [5 0 R 6 0 R 7 0 R] /NeedAppearances true >>',
}
const formPage = { lines: ['A form'], entries: '/Annots [5 0 R 6 0 R 7 0 R]' }

test('a form is filled in, in Russian too, read back the same, and made part of the page', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('form.pdf', aPdf([formPage], form))
  const before = (await anna.get(`/v1/objects/${id}/pdf-structure`)).body.fields
  expect(
    before.map(({ name, type, options }: { name: string; type: string; options: string[] }) => [name, type, options]),
  ).toEqual([
    ['name', 'text', []],
    ['agree', 'checkbox', []],
    ['city', 'choice', ['Moscow', 'Perm']],
  ])
  const values = { name: 'Анна Ковалёва', agree: true, city: 'Perm' }
  const { record, path } = await operate(anna, id, 'fill', { fields: values })
  expect(textOf(path)).toContain('Анна Ковалёва')
  const filled = (await anna.get(`/v1/objects/${record.object_ids[0]}/pdf-structure`)).body.fields
  expect(filled.map(({ value }: { value: string }) => value)).toEqual(['Анна Ковалёва', 'On', 'Perm'])
  expect((await anna.post(`/v1/objects/${id}/pdf/fill`, { fields: { nobody: 'x' } })).status).toBe(422)
  const flat = await operate(anna, record.object_ids[0]!, 'flatten', {})
  expect(textOf(flat.path)).toContain('Анна Ковалёва')
  expect((await anna.get(`/v1/objects/${flat.record.object_ids[0]}/pdf-structure`)).body.fields).toEqual([])
})

test('two versions are compared word by word, with the differences marked', async () => {
  const anna = await aPerson()
  const first = aPdf([{ lines: ['The price is 100 roubles', 'and nothing else'] }, { lines: ['Last page'] }])
  const second = aPdf([{ lines: ['The price is 250 roubles', 'and nothing else'] }, { lines: ['Last page'] }])
  const [a, b] = [await anna.upload('a.pdf', first), await anna.upload('b.pdf', second)]
  const { record, path } = await operate(anna, a.id, 'compare', { other_object_id: b.id })
  expect(record.report).toMatchObject({ equal: false, pages: [{ page: 1, removed: 1, added: 1 }] })
  expect(
    textOf(path, '-raw')
      .split('\f')
      .map(page => page.trim().split('\n')[0]),
  ).toEqual(['The price is 100 roubles', 'The price is 250 roubles', 'Last page', 'Last page', ''])
  expect(rawOf(path).match(/\/Subtype \/Highlight/g)).toHaveLength(2)
  const same = await operate(anna, a.id, 'compare', { other_object_id: a.id })
  expect(same.record.report).toMatchObject({ equal: true, pages: [] })

  // An earlier version stands before the present one.
  await anna.call('PUT', `/v1/objects/${a.id}/content?base_version=1`, { raw: second })
  const { id: revision } = (await anna.get(`/v1/objects/${a.id}/revisions`)).body.items[0]!
  const own = await operate(anna, a.id, 'compare', { other_revision_id: revision })
  expect(own.record.report).toMatchObject({ equal: false, pages: [{ page: 1, removed: 1, added: 1 }] })
  expect(textOf(own.path, '-raw').split('\f')[0]).toContain('100 roubles')
  const foreign = await anna.post(`/v1/objects/${b.id}/pdf/compare`, { other_revision_id: revision })
  expect(foreign.status).toBe(404)
})

test('pictures and lines that differ between two versions are found and framed, too', { tags: ['long'] }, async () => {
  const anna = await aPerson()
  const square = (x: number) => `1 0 0 rg ${x} 300 80 80 re f`
  const first = aPdf([{ lines: ['The same words'] }, { content: square(100) }, { lines: ['End'] }])
  const second = aPdf([{ lines: ['The same words'] }, { content: square(350) }, { lines: ['End'] }])
  const [a, b] = [await anna.upload('a.pdf', first), await anna.upload('b.pdf', second)]
  const { record, path } = await operate(anna, a.id, 'compare', { other_object_id: b.id })
  expect(record.report).toMatchObject({
    equal: false,
    pages: [{ page: 2, removed: 0, added: 0, pictures: 2 }],
    compared: ['text', 'pictures'],
  })
  expect(rawOf(path).match(/\/Subtype \/Square/g)).toHaveLength(4)
  const same = await operate(anna, a.id, 'compare', { other_object_id: a.id })
  expect(same.record.report).toMatchObject({ equal: true, pages: [] })
})

test('a redaction leaves nothing of the word beside the pages, and says what it has removed', {
  tags: ['long'],
}, async () => {
  const anna = await aPerson()
  const spec: FileSpec = {
    objects: [
      '<< /Type /Outlines /First 6 0 R /Last 6 0 R /Count 1 >>',
      `<< /Title ${pdfText('Zarubin and his contract')} /Parent 5 0 R /Dest [11 0 R /Fit] >>`,
      `<< /Type /Annot /Subtype /Text /Rect [300 300 320 320] /Contents (Zarubin again) >>`,
      streamOf('about Zarubin', '/Type /EmbeddedFile'),
      '<< /Type /Filespec /F (n.txt) /UF (n.txt) /EF << /F 8 0 R >> >>',
      '<< /FT /Tx /T (who) /V (Zarubin) /Type /Annot /Subtype /Widget /Rect [60 100 300 120] /DA (/Helv 12 Tf 0 g) /F 4 >>',
    ],
    catalog:
      '/Outlines 5 0 R /AcroForm << /Fields [10 0 R] >> /Names << /EmbeddedFiles << /Names [(n.txt) 9 0 R] >> /Dests << /Names [(Zarubin) [11 0 R /Fit]] >> >>',
  }
  const pages = [
    { lines: ['Zarubin signs here', 'the rest stays'] },
    { lines: ['Second page with Zarubin as well'], entries: '/Annots [7 0 R 10 0 R]' },
  ]
  const bytes = aPdf(pages, spec)
  expect(pageObject(spec, 1)).toBe(11)
  const { id } = await anna.upload('secret.pdf', bytes)
  const boxes = [
    { page: 1, x0: 0, y0: 0.05, x1: 1, y1: 0.105 },
    { page: 2, x0: 0, y0: 0.05, x1: 1, y1: 0.105 },
  ]
  const { path, record } = await operate(anna, id, 'redact', { boxes })
  expect(record.report).toMatchObject({
    comments_removed: 1,
    form_fields_removed: 1,
    attachments_removed: 1,
    bookmarks_covered: 1,
    names_removed: 1,
  })
  expect(rawOf(path)).not.toMatch(/zarubin/i)
  expect(textOf(path)).toContain('the rest stays')
  const { body } = await anna.get(`/v1/objects/${record.object_ids[0]}/pdf-structure`)
  expect(body.outline).toMatchObject([{ title: '███████ and his contract' }])
  // Kept on request, but not where it tells what was covered.
  const { body: kept } = await anna.post(`/v1/objects/${id}/pdf/redact`, { boxes, keep: ['comments', 'attachments'] })
  const refused = await until(async () => {
    const { body: now } = await anna.get(`/v1/objects/${id}/pdf-status/${kept.task_id}`)
    return now.done && now
  }, 'the refusal')
  expect(refused).toMatchObject({ ok: false, error: expect.stringContaining('not published') })
})
