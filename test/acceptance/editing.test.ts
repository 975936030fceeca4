import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { aPerson, type Person } from '../support/client.ts'

const NOWHERE = '00000000-0000-4000-8000-000000000000'
const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex')

const save = (person: Person, id: string, text: string | Uint8Array<ArrayBuffer>, base: number | string) =>
  person.call('PUT', `/v1/objects/${id}/content?base_version=${base}`, { raw: text })

const revisions = async (person: Person, id: string) => (await person.get(`/v1/objects/${id}/revisions`)).body.items

test('a save makes the next version and keeps the one before', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('план.txt', 'первый план')
  await anna.read(id)
  expect(await revisions(anna, id)).toEqual([])
  const saved = await save(anna, id, 'второй план', 1)
  expect(saved).toMatchObject({
    status: 200,
    body: { id, version: 2, status: 'pending', enrichment: null, content_hash: sha256('второй план') },
  })
  expect(await anna.read(id)).toMatchObject({ status: 'ready', version: 2, text_view: true })
  expect((await anna.get(`/v1/objects/${id}/text`)).body.text).toBe('второй план')
  const [first, ...rest] = await revisions(anna, id)
  expect(rest).toEqual([])
  expect(first).toMatchObject({
    version: 1,
    content_hash: sha256('первый план'),
    filename: 'план.txt',
    size: Buffer.byteLength('первый план'),
    is_current: false,
    author: anna.id,
  })
  const old = await anna.get(`/v1/objects/${id}/revisions/${first!.id}/content`)
  expect(old.text).toBe('первый план')
  expect(old.headers.get('etag')).toBe(`"${sha256('первый план')}"`)
})

test('a save over another version is 409, without base_version 422, and the same bytes make no version', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('a.txt', 'one')
  expect((await save(anna, id, 'one', 1)).body).toMatchObject({ version: 1 })
  expect((await save(anna, id, 'two', 1)).body).toMatchObject({ version: 2 })
  expect(await save(anna, id, 'three', 1)).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
  expect(await save(anna, id, 'three', 3)).toMatchObject({ status: 409 })
  const missing = await anna.call('PUT', `/v1/objects/${id}/content`, { raw: 'x' })
  expect(missing).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['query', 'base_version'], type: 'missing' }] },
  })
  for (const wrong of ['0', 'x', '1.5']) expect((await save(anna, id, 'x', wrong)).status).toBe(422)
  expect(await save(anna, NOWHERE, 'x', 1)).toMatchObject({ status: 404 })
  expect((await anna.get(`/v1/objects/${id}/content`)).text).toBe('two')
})

test('of twenty saves at once one wins and nineteen are 409, nothing else', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('race.txt', 'the beginning')
  const texts = Array.from({ length: 20 }, (_, n) => `text ${n}`)
  const answers = await Promise.all(texts.map(text => save(anna, id, text, 1)))
  const statuses = answers.map(answer => answer.status).sort()
  expect(statuses).toEqual([200, ...Array(19).fill(409)])
  const winner = texts[answers.findIndex(answer => answer.status === 200)]!
  expect((await anna.get(`/v1/objects/${id}/content`)).text).toBe(winner)
  expect((await revisions(anna, id)).map(revision => revision.version)).toEqual([1])
})

test('a large file is saved as a stream', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('big.bin', 'small')
  const bytes = new Uint8Array(3 * 1024 * 1024).map((_, n) => n % 251)
  expect((await save(anna, id, bytes, 1)).body).toMatchObject({ size: bytes.length, content_hash: sha256(bytes) })
})

test('only the last revisions are kept, and restoring keeps the present first', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('many.txt', 'version 1')
  for (let n = 2; n <= 24; n++) expect((await save(anna, id, `version ${n}`, n - 1)).status).toBe(200)
  const kept = await revisions(anna, id)
  expect(kept.map(revision => revision.version)).toEqual(Array.from({ length: 20 }, (_, n) => 23 - n))
  const oldest = kept.at(-1)!
  const restored = await anna.post(`/v1/objects/${id}/revisions/${oldest.id}/restore`)
  expect(restored).toMatchObject({
    status: 200,
    body: { version: 25, status: 'pending', content_hash: sha256('version 4') },
  })
  expect((await anna.get(`/v1/objects/${id}/content`)).text).toBe('version 4')
  const after = await revisions(anna, id)
  expect(after[0]).toMatchObject({ version: 24, content_hash: sha256('version 24') })
  expect(after).toHaveLength(20)
  const again = await anna.post(`/v1/objects/${id}/revisions/${after[0]!.id}/restore`)
  expect(again.body).toMatchObject({ version: 26, content_hash: sha256('version 24') })
  const marks = (await revisions(anna, id)).filter(revision => revision.is_current).map(revision => revision.version)
  expect(marks).toEqual([24])
  const gone = await anna.post(`/v1/objects/${id}/revisions/${oldest.id}/restore`)
  expect(gone).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('a revision belongs to its file and is hidden with it', async () => {
  const [anna, bob] = [await aPerson(), await aPerson()]
  const { id } = await anna.upload('mine.txt', 'one')
  const { id: other } = await anna.upload('other.txt', 'other')
  await save(anna, id, 'two', 1)
  const [revision] = await revisions(anna, id)
  const of = (objectId: string) => `/v1/objects/${objectId}/revisions/${revision!.id}/content`
  expect((await anna.get(of(other))).status).toBe(404)
  expect((await bob.get(of(id))).status).toBe(404)
  await anna.put(`/v1/objects/${id}/draft`, { base_version: 2, text: 'three' })
  await anna.patch(`/v1/objects/${id}`, { is_hidden: true })
  for (const path of [of(id), `/v1/objects/${id}/revisions`, `/v1/objects/${id}/draft`])
    expect((await anna.get(path)).status).toBe(404)
  expect((await save(anna, id, 'x', 2)).status).toBe(404)
  expect((await anna.post(`/v1/objects/${id}/draft/publish`)).status).toBe(404)
})

test('a draft changes nothing until it is published', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('note.md', '# One\n')
  const before = await anna.read(id)
  expect(await anna.get(`/v1/objects/${id}/draft`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await anna.delete(`/v1/objects/${id}/draft`)).status).toBe(404)
  expect((await anna.post(`/v1/objects/${id}/draft/publish`)).status).toBe(404)
  await anna.put(`/v1/objects/${id}/draft`, { base_version: 1, text: 'first try' })
  const draft = await anna.put(`/v1/objects/${id}/draft`, { base_version: 1, text: '# Два\n' })
  expect(draft).toMatchObject({ status: 200, body: { base_version: 1, text: '# Два\n' } })
  expect((await anna.get(`/v1/objects/${id}/draft`)).body).toEqual(draft.body)
  expect((await anna.get(`/v1/objects/${id}`)).body).toEqual(before)
  const published = await anna.post(`/v1/objects/${id}/draft/publish`)
  expect(published).toMatchObject({ status: 200, body: { version: 2, status: 'pending' } })
  expect((await anna.get(`/v1/objects/${id}/content`)).text).toBe('# Два\n')
  expect((await anna.get(`/v1/objects/${id}/draft`)).status).toBe(404)
  expect(await revisions(anna, id)).toMatchObject([{ version: 1 }])
})

test('a draft over a foreign edit is 412 and stays', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('note.txt', 'one')
  await anna.put(`/v1/objects/${id}/draft`, { base_version: 1, text: 'mine' })
  await save(anna, id, 'theirs', 1)
  expect(await anna.post(`/v1/objects/${id}/draft/publish`)).toMatchObject({
    status: 412,
    body: { code: 'draft_stale' },
  })
  expect((await anna.get(`/v1/objects/${id}/draft`)).body.text).toBe('mine')
  await anna.put(`/v1/objects/${id}/draft`, { base_version: 2, text: 'mine' })
  const answers = await Promise.all([1, 2, 3].map(() => anna.post(`/v1/objects/${id}/draft/publish`)))
  expect(answers.filter(answer => answer.status === 200)).toHaveLength(1)
  expect(answers.filter(answer => [404, 412].includes(answer.status))).toHaveLength(2)
  expect((await anna.get(`/v1/objects/${id}/content`)).text).toBe('mine')
})

test('publishing keeps the encoding where the text fits into it', async () => {
  const anna = await aPerson()
  const inWindows = Buffer.from('cff0e8e2e5f22c20ecf2f020ee20e4eee3eee2eef0e52e0d0a', 'hex')
  const { id } = await anna.upload('win.txt', new Uint8Array(inWindows))
  const publish = async (text: string, base: number) => {
    await anna.put(`/v1/objects/${id}/draft`, { base_version: base, text })
    return (await anna.post(`/v1/objects/${id}/draft/publish`)).body
  }
  const fits = await publish('Дом', 1)
  expect(fits).toMatchObject({ size: 3, content_hash: sha256(Buffer.from('c4eeec', 'hex')) })
  const other = await publish('Дом 🏠', 2)
  expect(other).toMatchObject({ content_hash: sha256('Дом 🏠') })
})

test('what is not text takes no draft, and the bounds are kept', async () => {
  const anna = await aPerson()
  const png = Uint8Array.from(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))
  const { id: picture } = await anna.upload('p.png', png)
  expect(await anna.put(`/v1/objects/${picture}/draft`, { base_version: 1, text: 'x' })).toMatchObject({ status: 415 })
  const { id } = await anna.upload('t.txt', 'x')
  const put = (body: object) => anna.put(`/v1/objects/${id}/draft`, body)
  expect((await put({ base_version: 0, text: 'x' })).body.detail[0]).toMatchObject({ type: 'greater_than_equal' })
  expect((await put({ text: 'x' })).body.detail[0]).toMatchObject({ loc: ['body', 'base_version'], type: 'missing' })
  expect((await put({ base_version: 1, text: 'я'.repeat(5_000_001) })).body.detail[0].type).toBe('string_too_long')
  expect((await put({ base_version: 1, text: '🏠'.repeat(5_000_000) })).status).toBe(200)
})

test('the bytes of a removed file go with all its revisions, unless somebody uses them', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('a.txt', 'shared by two')
  await anna.upload('b.txt', 'shared by two')
  await save(anna, id, 'only here', 1)
  await anna.delete(`/v1/objects/${id}`)
  expect((await anna.get(`/v1/objects/${id}/revisions`)).status).toBe(404)
  await anna.delete(`/v1/objects/${id}/permanent`)
  const { body } = await anna.get('/v1/objects')
  expect((await anna.get(`/v1/objects/${body.items[0]!.id}/content`)).text).toBe('shared by two')
})

test('earlier versions are removed for good by the owner alone, and the file stays', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('a.txt', 'a secret word')
  const second = await save(anna, id, 'without it', 1)
  await save(anna, id, 'and on', 2)
  const [, first] = await revisions(anna, id)
  expect((await (await aPerson()).delete(`/v1/objects/${id}/revisions`)).status).toBe(404)
  expect(await anna.delete(`/v1/objects/${id}/revisions`)).toMatchObject({ status: 200, body: { ok: true } })
  expect(await revisions(anna, id)).toEqual([])
  expect((await anna.get(`/v1/objects/${id}/revisions/${first!.id}/content`)).status).toBe(404)
  expect((await anna.get(`/v1/objects/${id}/content`)).text).toBe('and on')
  // There is something to go back to again.
  await save(anna, id, 'further', 3)
  expect((await revisions(anna, id)).map(({ version }) => version)).toEqual([3])
  expect(second.status).toBe(200)
})
