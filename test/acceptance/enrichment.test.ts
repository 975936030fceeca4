import { expect, test } from 'vitest'
import { aPerson, baseUrl, type Json, type Person, until } from '../support/client.ts'

const LEASE = `ДОГОВОР АРЕНДЫ № 15
г. Казань, 12 марта 2024 г.

ООО «Ромашка», именуемое в дальнейшем «Арендодатель», в лице директора Ивановой Анны Петровны, и ИП Сидоров Олег Игоревич,
именуемый в дальнейшем «Арендатор», заключили настоящий договор аренды помещения. 😀
Арендная плата составляет 45 000 рублей 50 копеек в месяц. Арендная плата вносится до пятого числа каждого месяца.
Помещение передаётся по акту. Срок аренды помещения истекает 31.12.2025.
ИНН 7707083893, КПП 773601001, БИК 044525225. Телефон: +7 (495) 123-45-67, почта: office@romashka.ru`

const NAME = 'Договор аренды № 15 от 12.03.2024 — ООО Ромашка.txt'

const mode = (person: Person, auto_rename_mode: string) => person.put('/v1/settings', { auto_rename_mode })

async function read(person: Person, name: string, text: string, query = '') {
  return person.read((await person.upload(name, text, query)).id)
}

const readings = new Map<string, number>()

/** Until the object was told of as often as it was to be read. */
async function untilRead(person: Person, id: string): Promise<void> {
  const abort = new AbortController()
  const response = await fetch(`${baseUrl()}/v1/events`, {
    headers: { authorization: `Bearer ${person.token}`, 'last-event-id': '0-0' },
    signal: abort.signal,
  })
  const wanted = readings.get(id)!
  let text = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const times = text.split('\n').filter(line => line.startsWith('data:') && line.includes(id)).length
    if (times >= wanted) break
  }
  abort.abort()
}

/** Read anew, and waited for: the file stays ready all the time, so it is the stream that tells. */
async function reread(person: Person, id: string) {
  readings.set(id, (readings.get(id) ?? 1) + 1)
  const { status, body } = await person.post(`/v1/objects/${id}/reprocess`)
  expect([status, body.status]).toEqual([202, 'ready'])
  await untilRead(person, id)
  return (await person.get(`/v1/objects/${id}`)).body
}

test('a file is described without any model', async () => {
  const anna = await aPerson()
  const { enrichment, categories, ...object } = await read(anna, 'scan.txt', LEASE)
  expect(enrichment).toMatchObject({ doc_type: 'contract', language: 'ru', model: 'local' })
  expect(enrichment.title).toBe('Договор аренды № 15')
  expect(enrichment.summary).toContain('Арендная плата')
  expect(enrichment.keywords).toContain('арендная плата')
  expect(enrichment.provenance).toMatchObject({ title: 'local', keywords: 'local' })
  expect(categories).toContain('legal')
  expect(object).toMatchObject({ filename: 'scan.txt', name_source: 'original', has_corrections: false })
  const { entities } = enrichment
  expect(Object.keys(entities).sort()).toEqual(
    ['amounts', 'dates', 'emails', 'identifiers', 'organisations', 'people', 'phones', 'places'].sort(),
  )
  const { text } = (await anna.get(`/v1/objects/${object.id}/text`)).body
  for (const list of Object.values<Json>(entities))
    for (const entity of list) expect([...text].slice(entity.char_start, entity.char_end).join('')).toBe(entity.text)
  expect(entities.dates.map((date: Json) => date.date)).toEqual(['2024-03-12', '2025-12-31'])
  expect(entities.amounts[0]).toMatchObject({ value: 45000.5, currency: 'RUB' })
  expect(entities.identifiers).toContainEqual(
    expect.objectContaining({ kind: 'inn', value: '7707083893', valid: true }),
  )
  expect(entities.phones[0]).toMatchObject({ value: '+74951234567', valid: true })
  expect(entities.emails[0]).toMatchObject({ text: 'office@romashka.ru', valid: true })
})

test('what a person writes stays, whatever is read later', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('scan.txt', LEASE)
  const at = `/v1/objects/${id}/enrichment`
  await anna.read(id)
  const corrected = await anna.patch(at, { title: 'Наша аренда', keywords: ['офис', 'Казань'] })
  expect(corrected.status).toBe(200)
  expect(corrected.body).toMatchObject({ has_corrections: true })
  expect(corrected.body.enrichment).toMatchObject({
    title: 'Наша аренда',
    keywords: ['офис', 'Казань'],
    doc_type: 'contract',
    provenance: { title: 'manual', keywords: 'manual', summary: 'local' },
  })
  const again = await reread(anna, id)
  expect(again.enrichment).toMatchObject({ title: 'Наша аренда', keywords: ['офис', 'Казань'], doc_type: 'contract' })
  expect(again.has_corrections).toBe(true)
  await anna.patch(at, { description: '' })
  expect((await reread(anna, id)).enrichment).toMatchObject({ title: 'Наша аренда', description: '' })
  // Nothing said is nothing changed.
  expect((await anna.patch(at, { summary: 'mine' })).body.enrichment.summary).toContain('Арендная плата')
})

test('date, sum and parties are corrected one by one, found by what was written, and given back', async () => {
  const anna = await aPerson()
  const { id, enrichment } = await read(anna, 'scan.txt', LEASE)
  const at = `/v1/objects/${id}/enrichment`
  expect(enrichment.fields).toMatchObject({ document_date: '2024-03-12', amount: 45000.5, currency: 'RUB' })
  const { body } = await anna.patch(at, { fields: { amount: 46000, parties: ['ООО «Ромашка»', 'Пётр Сидоров'] } })
  expect(body).toMatchObject({ has_corrections: true })
  expect(body.enrichment).toMatchObject({
    fields: { ...enrichment.fields, amount: 46000, parties: ['ООО «Ромашка»', 'Пётр Сидоров'] },
    provenance: { fields: 'manual', title: 'local' },
  })
  const found = async (asked: string) => (await anna.get(`/v1/objects?${asked}`)).body.total
  expect(await found('amount_min=46000&amount_max=46000')).toBe(1)
  expect(await found(`organisation=${encodeURIComponent('Пётр Сидоров')}`)).toBe(1)
  expect((await reread(anna, id)).enrichment.fields.amount).toBe(46000)
  for (const fields of [{ amount: 'many' }, { document_date: '2024-02-31' }, { parties: [''] }])
    expect((await anna.patch(at, { fields })).status).toBe(422)
  const back = await anna.patch(at, { give_back: ['fields', 'title'] })
  expect(back.body).toMatchObject({ has_corrections: false })
  expect(back.body.enrichment).toMatchObject({ fields: enrichment.fields, title: enrichment.title })
  expect(back.body.enrichment.provenance).toEqual(enrichment.provenance)
  expect(await found('amount_min=46000&amount_max=46000')).toBe(0)
})

test('new content is read anew, and corrections come back with it', async () => {
  const anna = await aPerson()
  const { id } = await read(anna, 'scan.txt', LEASE)
  await anna.patch(`/v1/objects/${id}/enrichment`, { title: 'Наша аренда' })
  const put = await anna.call('PUT', `/v1/objects/${id}/content?base_version=1`, { raw: `${RECIPE} Ещё.` })
  expect(put.status).toBe(200)
  expect(put.body).toMatchObject({ status: 'pending', enrichment: null, has_corrections: true, version: 2 })
  const again = await anna.read(id)
  expect(again.enrichment).toMatchObject({ title: 'Наша аренда', doc_type: 'other' })
  expect(again.enrichment.summary).toContain('Свёклу')
})

test('a file that is still being read cannot be corrected', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('scan.txt', LEASE)
  const answers = new Set<string>()
  for (;;) {
    const { status, body } = await anna.patch(`/v1/objects/${id}/enrichment`, { title: 'x' })
    answers.add(`${status} ${body.code ?? ''}`)
    if (status === 200) break
  }
  expect([...answers].every(answer => answer === '409 not_processed' || answer === '200 ')).toBe(true)
})

test('what a person writes is found at once', async () => {
  const anna = await aPerson()
  const { id } = await read(anna, 'scan.txt', LEASE)
  const found = async (q: string) =>
    (await anna.get(`/v1/search?mode=text&q=${encodeURIComponent(q)}`)).body.items.map(item => item.object.id)
  expect(await found('гиппопотам')).toEqual([])
  await anna.patch(`/v1/objects/${id}/enrichment`, { title: 'Гиппопотамы' })
  expect(await found('гиппопотам')).toEqual([id])
})

test('corrections have bounds', async () => {
  const anna = await aPerson()
  const { id } = await read(anna, 'a.txt', 'Some words to read.')
  const complaint = async (body: object) => (await anna.patch(`/v1/objects/${id}/enrichment`, body)).body.detail[0]
  expect(await complaint({ title: 'x'.repeat(501) })).toMatchObject({
    type: 'string_too_long',
    ctx: { max_length: 500 },
  })
  expect(await complaint({ keywords: Array(51).fill('a') })).toMatchObject({ type: 'too_long' })
  expect(await complaint({ keywords: [''] })).toMatchObject({ loc: ['body', 'keywords', 0], type: 'string_too_short' })
  expect(await complaint({ title: null })).toMatchObject({ loc: ['body', 'title'] })
})

test('by default a name is neither changed nor suggested', async () => {
  const anna = await aPerson()
  const object = await read(anna, 'scan.txt', LEASE)
  expect(object).toMatchObject({ filename: 'scan.txt', ai_name: NAME, suggested_name: null, suggested_reason: null })
  expect((await anna.post(`/v1/objects/${object.id}/accept-name`)).body.code).toBe('no_suggestion')
  expect((await anna.get('/v1/changes')).body).toEqual({ items: [], next_cursor: null })
})

test('a name is suggested, and taken when the person says so', async () => {
  const anna = await aPerson()
  await mode(anna, 'manual')
  const { id, ...object } = await read(anna, 'scan.txt', LEASE)
  expect(object).toMatchObject({ filename: 'scan.txt', suggested_name: NAME, name_source: 'original' })
  expect(object.suggested_reason).toContain('contract')
  const russian = await anna.get(`/v1/objects/${id}`, { 'accept-language': 'ru' })
  expect(russian.body.suggested_reason).toContain('договор')
  const accepted = await anna.post(`/v1/objects/${id}/accept-name`)
  expect(accepted.body).toMatchObject({
    filename: NAME,
    display_name: NAME,
    original_name: 'scan.txt',
    name_source: 'ai',
    suggested_name: null,
    suggested_reason: null,
  })
  expect((await anna.post(`/v1/objects/${id}/accept-name`)).status).toBe(409)
  expect((await anna.get('/v1/changes')).body.items).toEqual([])
})

test('a file is renamed by itself where that is wanted, which is written down and can be undone', async () => {
  const anna = await aPerson()
  await mode(anna, 'auto')
  const object = await read(anna, 'scan.txt', LEASE)
  expect(object).toMatchObject({ filename: NAME, original_name: 'scan.txt', name_source: 'ai', suggested_name: null })
  const { items } = (await anna.get('/v1/changes?by=service')).body
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({
    by: 'service',
    subject: 'object',
    object_id: object.id,
    field: 'filename',
    before: 'scan.txt',
    after: NAME,
    undone_at: null,
  })
  expect(items[0]!.why).toContain('contract')
  expect((await anna.get('/v1/changes?by=agent')).body.items).toEqual([])
  const undone = await anna.post(`/v1/changes/${items[0]!.id}/undo`)
  expect(undone.status).toBe(200)
  expect(undone.body.undone_at).not.toBeNull()
  expect((await anna.get(`/v1/objects/${object.id}`)).body).toMatchObject({
    filename: 'scan.txt',
    name_source: 'original',
  })
  // Asked twice it is undone once, and what was refused is not tried again.
  expect((await anna.post(`/v1/changes/${items[0]!.id}/undo`)).body).toEqual(undone.body)
  expect((await reread(anna, object.id)).filename).toBe('scan.txt')
  expect((await anna.get('/v1/changes')).body.items).toHaveLength(1)
})

test('a change cannot be undone when the thing has changed since', async () => {
  const anna = await aPerson()
  await mode(anna, 'auto')
  const { id } = await read(anna, 'scan.txt', LEASE)
  const [change] = (await anna.get('/v1/changes')).body.items
  await anna.patch(`/v1/objects/${id}`, { filename: 'моё имя.txt' })
  const { status, body } = await anna.post(`/v1/changes/${change!.id}/undo`)
  expect([status, body.code]).toEqual([409, 'changed_since'])
  expect((await reread(anna, id)).filename).toBe('моё имя.txt')
})

test('a name that a person gave or locked is never replaced', async () => {
  const anna = await aPerson()
  const [named, locked] = [await anna.upload('a.txt', LEASE), await anna.upload('b.txt', LEASE)]
  await anna.read(named.id)
  await anna.read(locked.id)
  await anna.patch(`/v1/objects/${named.id}`, { filename: 'мой договор.txt' })
  expect((await anna.post(`/v1/objects/${locked.id}/lock-name`)).body.name_locked).toBe(true)
  for (const setting of ['auto', 'manual']) {
    await mode(anna, setting)
    expect(await reread(anna, named.id)).toMatchObject({ filename: 'мой договор.txt', suggested_name: null })
    expect(await reread(anna, locked.id)).toMatchObject({ filename: 'b.txt', suggested_name: null })
  }
  expect((await anna.get('/v1/changes')).body.items).toEqual([])
})

test('the ledger shows nothing that is hidden, in the trash or foreign, and comes in pages', async () => {
  const anna = await aPerson()
  await mode(anna, 'auto')
  const ids: string[] = []
  for (const number of [1, 2, 3]) ids.push((await read(anna, `${number}.txt`, LEASE.replace('№ 15', `№ ${number}`))).id)
  const first = (await anna.get('/v1/changes?limit=2')).body
  expect(first.items.map(item => item.object_id)).toEqual([ids[2], ids[1]])
  const second = (await anna.get(`/v1/changes?limit=2&cursor=${first.next_cursor}`)).body
  expect(second.items.map(item => item.object_id)).toEqual([ids[0]])
  expect(second.next_cursor).toBeNull()
  expect((await anna.get('/v1/changes?cursor=nonsense')).status).toBe(422)
  expect((await anna.get('/v1/changes?by=nobody')).status).toBe(422)
  await anna.patch(`/v1/objects/${ids[0]}`, { is_hidden: true })
  await anna.delete(`/v1/objects/${ids[1]}`)
  const seen = (await anna.get('/v1/changes')).body.items
  expect(seen.map(item => item.object_id)).toEqual([ids[2]])
  const hidden = second.items[0]!.id
  expect((await anna.post(`/v1/changes/${hidden}/undo`)).status).toBe(404)
  const bob = await aPerson()
  expect((await bob.get('/v1/changes')).body.items).toEqual([])
  expect((await bob.post(`/v1/changes/${seen[0]!.id}/undo`)).status).toBe(404)
  const token = (await anna.post('/v1/hidden-pin/unlock')).body.hidden_token
  const open = anna.with({ 'x-hidden-token': token })
  expect((await open.get('/v1/changes')).body.items).toHaveLength(2)
  expect((await open.post(`/v1/changes/${hidden}/undo`)).status).toBe(200)
})

test('a folder that is left to the service is named after its files; a name by hand ends that', async () => {
  const anna = await aPerson()
  const folder = await anna.folder('Новая папка')
  for (const number of [1, 2])
    await read(anna, `${number}.txt`, LEASE.replace('№ 15', `№ ${number}`), `?collection_id=${folder.id}`)
  await anna.patch(`/v1/collections/${folder.id}`, { name_mode: 'auto' })
  const nameOf = async () => (await anna.get(`/v1/collections/${folder.id}`)).body.name
  await until(async () => (await nameOf()) !== 'Новая папка', 'the folder to be named')
  const named = await nameOf()
  expect(named).toMatch(/^Договоры/)
  const [change] = (await anna.get('/v1/changes')).body.items
  expect(change).toMatchObject({ collection_id: folder.id, field: 'name', before: 'Новая папка', after: named })
  await anna.post(`/v1/changes/${change!.id}/undo`)
  expect((await anna.get(`/v1/collections/${folder.id}`)).body).toMatchObject({
    name: 'Новая папка',
    name_mode: 'manual',
  })
  await anna.patch(`/v1/collections/${folder.id}`, { name_mode: 'auto' })
  await until(async () => (await nameOf()) === named, 'the folder to be named again')
  await anna.patch(`/v1/collections/${folder.id}`, { name: 'Аренда' })
  await read(anna, '3.txt', LEASE, `?collection_id=${folder.id}`)
  expect(await nameOf()).toBe('Аренда')
})

const RECIPE = `Рецепт борща
Ингредиенты: свёкла, капуста, картофель, морковь, лук, говядина. Борщ варится два часа. Свёклу натереть и потушить.
Капусту нашинковать. Картофель нарезать. Борщ подавать со сметаной. Кухня домашняя, рецепт простой.`

test('a file at the top is offered the folder whose files are like it, and only when that is clear', async () => {
  const anna = await aPerson()
  const [leases, recipes] = [await anna.folder('Аренда'), await anna.folder('Рецепты')]
  for (const number of [1, 2])
    await read(anna, `a${number}.txt`, LEASE.replace('№ 15', `№ ${number}`), `?collection_id=${leases.id}`)
  for (const number of [1, 2]) await read(anna, `b${number}.txt`, `${RECIPE} ${number}`, `?collection_id=${recipes.id}`)
  const lease = await read(anna, 'new.txt', LEASE)
  expect(lease.suggested_collection_id).toBe(leases.id)
  expect((await read(anna, 'soup.txt', RECIPE)).suggested_collection_id).toBe(recipes.id)
  const other = await read(anna, 'other.txt', 'The quick brown fox jumps over the lazy dog near the river bank.')
  expect(other.suggested_collection_id).toBeNull()
  await anna.patch(`/v1/collections/${leases.id}`, { is_hidden: true })
  expect((await anna.get(`/v1/objects/${lease.id}`)).body.suggested_collection_id).toBeNull()
  await anna.patch(`/v1/objects/${lease.id}`, { collection_id: recipes.id })
  expect((await anna.get(`/v1/objects/${lease.id}`)).body.suggested_collection_id).toBeNull()
})
