import { beforeAll, describe, expect, test } from 'vitest'
import { aPerson, type Json, type Person, until } from '../support/client.ts'

/** Own order over files: tags, favourites, filters, counts, saved searches, and files that are there already. */

let anna: Person
let invoice: Json
let act: Json
let note: Json
let folder: Json

const INVOICE = `INVOICE No. 2026-117
Date: 14 March 2026
Supplier: Hartley Trading Ltd
Bill to: Northwind LLC
Consulting services 1 x 12,500.00
Total due: USD 12,500.00
Due date: 30 March 2026
`
const OTHER = `INVOICE No. 2025-003
Date: 2 May 2025
Supplier: Baltic Paper Ltd
Bill to: Northwind LLC
Paper, 10 boxes
Total due: USD 640.00
`

beforeAll(async () => {
  anna = await aPerson()
  folder = await anna.folder('Bills')
  const ids = [
    (await anna.upload('hartley.txt', INVOICE, `?collection_id=${folder.id}`)).id,
    (await anna.upload('baltic.txt', OTHER, `?collection_id=${folder.id}`)).id,
    (await anna.upload('note.txt', 'Water the garden twice a week in summer.')).id,
  ]
  ;[invoice, act, note] = await Promise.all(ids.map(id => anna.read(id)))
})

const names = async (query: string) => {
  const { status, body } = await anna.get(`/v1/objects?${query}`)
  expect(status).toBe(200)
  return body.items.map(item => item.filename).sort()
}

describe('what a person says of a file', () => {
  test('favourites and tags are theirs, and change nothing of the file', async () => {
    const patched = await anna.patch(`/v1/objects/${note.id}`, {
      is_favorite: true,
      tags: ['Garden', 'garden', ' To  do '],
    })
    expect(patched.body).toMatchObject({ is_favorite: true, tags: ['Garden', 'To do'], updated_at: note.updated_at })
    expect(await names('favorite=true')).toEqual(['note.txt'])
    expect(await names('tag=GARDEN')).toEqual(['note.txt'])
    expect((await anna.patch(`/v1/objects/${note.id}`, { tags: Array(51).fill('x') })).status).toBe(422)
    expect((await anna.patch(`/v1/objects/${note.id}`, { tags: [' '] })).status).toBe(422)
    const again = await anna.patch(`/v1/objects/${note.id}`, { tags: ['Garden'] })
    expect(again.body).toMatchObject({ is_favorite: true, tags: ['Garden'] })
  })

  test('many at once, each with its own outcome', async () => {
    const ids = [invoice.id, act.id, '00000000-0000-4000-8000-000000000000']
    const tagged = await anna.post('/v1/objects/bulk', { object_ids: ids, action: 'tag', tags: ['Taxes'] })
    expect(tagged.body).toEqual({ done: ids.slice(0, 2), failed: [{ id: ids[2], code: 'not_found' }] })
    expect(await names('tag=taxes')).toEqual(['baltic.txt', 'hartley.txt'])
    await anna.post('/v1/objects/bulk', { object_ids: [act.id], action: 'untag', tags: ['TAXES'] })
    expect(await names('tag=taxes')).toEqual(['hartley.txt'])
    await anna.post('/v1/objects/bulk', { object_ids: [act.id], action: 'favorite' })
    expect(await names('favorite=true')).toEqual(['baltic.txt', 'note.txt'])
    await anna.post('/v1/objects/bulk', { object_ids: [act.id], action: 'unfavorite' })
    expect(await names('favorite=true')).toEqual(['note.txt'])
    expect((await anna.post('/v1/objects/bulk', { object_ids: [act.id], action: 'tag' })).status).toBe(422)
  })

  test('tags have colours, are counted, renamed everywhere and taken off', async () => {
    const coloured = await anna.patch('/v1/tags/garden', { color: 'green' })
    expect(coloured.body).toEqual({ name: 'Garden', color: 'green', count: 1 })
    expect((await anna.get('/v1/tags')).body).toEqual({
      items: [
        { name: 'Garden', color: 'green', count: 1 },
        { name: 'Taxes', color: null, count: 1 },
      ],
      counts_are_exact: true,
    })
    expect((await anna.patch('/v1/tags/Garden', { name: 'Сад' })).body).toEqual({
      name: 'Сад',
      color: 'green',
      count: 1,
    })
    expect((await anna.get(`/v1/objects/${note.id}`)).body.tags).toEqual(['Сад'])
    expect((await anna.patch('/v1/tags/Garden', { color: 'red' })).status).toBe(404)
    expect((await anna.patch(`/v1/tags/${encodeURIComponent('Сад')}`, { color: 'url(x)' })).status).toBe(422)
    expect((await anna.delete(`/v1/tags/${encodeURIComponent('сад')}`)).status).toBe(200)
    expect((await anna.get(`/v1/objects/${note.id}`)).body.tags).toEqual([])
    expect((await anna.get('/v1/tags')).body.items.map(tag => tag.name)).toEqual(['Taxes'])
  })

  test('what was opened last comes first', async () => {
    expect(note.opened_at).toBeNull()
    expect((await anna.get(`/v1/objects/${note.id}/content`)).status).toBe(200)
    const { body } = await anna.get('/v1/objects?sort=-opened_at')
    expect(body.items[0]).toMatchObject({ id: note.id, opened_at: expect.any(String) })
    expect(body.items).toHaveLength(3)
    const first = (await anna.get('/v1/objects?sort=-opened_at&limit=1')).body
    const rest = (await anna.get(`/v1/objects?sort=-opened_at&limit=5&cursor=${first.next_cursor}`)).body
    expect([...first.items, ...rest.items].map(item => item.id)).toEqual(body.items.map(item => item.id))
  })
})

describe('what was read of a file', () => {
  test('fields are shown, and files are chosen by them', async () => {
    expect(invoice.enrichment.fields).toMatchObject({ document_date: '2026-03-14', amount: 12500, currency: 'USD' })
    expect(await names('since=2026-03-01&until=2026-03-31')).toEqual(['hartley.txt'])
    expect(await names('amount_min=600&amount_max=700')).toEqual(['baltic.txt'])
    expect(await names('unfiled=true')).toEqual(['note.txt'])
    expect(await names(`collection_id=${folder.id}&amount_min=1000`)).toEqual(['hartley.txt'])
    expect(await names('organisation=no%20such%20company')).toEqual([])
    expect((await anna.get('/v1/objects?since=yesterday')).status).toBe(422)
    expect((await anna.get('/v1/objects?amount_min=much')).status).toBe(422)
    const byDay = (await anna.get('/v1/objects?sort=document_date')).body.items.map((item: Json) => item.filename)
    expect(byDay).toEqual(['baltic.txt', 'hartley.txt', 'note.txt'])
  })

  test('search takes the filters of the library', async () => {
    const found = async (query: string) => {
      const { status, body } = await anna.get(`/v1/search?q=northwind&mode=text&${query}`)
      expect(status).toBe(200)
      return body.items.map(item => item.object.filename).sort()
    }
    expect(await found('')).toEqual(['baltic.txt', 'hartley.txt'])
    expect(await found('since=2026-01-01&until=2026-12-31')).toEqual(['hartley.txt'])
    expect(await found('amount_max=700')).toEqual(['baltic.txt'])
    expect(await found('unfiled=true')).toEqual([])
    await anna.patch(`/v1/objects/${act.id}`, { is_favorite: true, tags: ['Paper'] })
    expect(await found('favorite=true')).toEqual(['baltic.txt'])
    expect(await found('tag=paper&doc_type=invoice')).toEqual(['baltic.txt'])
    expect(await found('organisation=no%20such%20company')).toEqual([])
    await anna.patch(`/v1/objects/${act.id}`, { is_favorite: false, tags: [] })
    expect((await anna.get('/v1/search?q=x&since=yesterday')).status).toBe(422)
  })

  test('what is no file is found by its name, and nothing that is hidden or foreign', async () => {
    const asked = async (person: Person, q: string) =>
      (await person.get(`/v1/search/things?q=${encodeURIComponent(q)}`)).body
    const { organisations } = invoice.enrichment.entities
    const [supplier] = organisations.map((entity: Json) => entity.text).filter((name: string) => /hartley/i.test(name))
    expect((await asked(anna, 'hartl')).people).toEqual([{ name: supplier, sort: 'organisation', count: 1 }])
    const event = {
      title: 'Подсчёт у Hartley',
      starts_at: '2031-03-04T10:00:00',
      ends_at: '2031-03-04T11:00:00',
      tz: 'UTC',
    }
    expect((await anna.post('/v1/calendar/events', event)).status).toBe(201)
    await anna.post('/v1/agent/chat', { query: 'create a task call Hartley' })
    const things = await asked(anna, 'HARTLEY')
    expect(things.events).toMatchObject([{ title: event.title, all_day: false, repeats: false }])
    expect(things.tasks).toMatchObject([{ title: 'Call Hartley', status: 'open', due_at: null }])
    expect((await asked(anna, 'подсчет')).events).toHaveLength(1)
    expect(await asked(await aPerson(), 'hartley')).toEqual({ people: [], events: [], tasks: [] })
    await anna.patch(`/v1/objects/${invoice.id}`, { is_hidden: true })
    expect((await asked(anna, 'hartley')).people).toEqual([])
    const { hidden_token } = (await anna.post('/v1/hidden-pin/unlock')).body
    const open = anna.with({ 'x-hidden-token': hidden_token })
    expect((await asked(open, 'hartley')).people).toHaveLength(1)
    await open.patch(`/v1/objects/${invoice.id}`, { is_hidden: false })
    expect((await anna.get('/v1/search/things')).status).toBe(422)
  })

  test('counts by everything, with the same filters', async () => {
    const { body } = await anna.get('/v1/objects/facets')
    expect(body).toMatchObject({ total: 3, total_is_exact: true, counts_are_exact: true, unfiled: 1, favorite: 1 })
    expect(body.type).toContainEqual({ value: 'invoice', count: 2 })
    expect(body.folder).toEqual([{ value: folder.id, name: 'Bills', count: 2 }])
    expect(body.year).toContainEqual({ value: '2025', count: 1 })
    expect(body.amount).toEqual([
      { min: 0, max: 1000, count: 1 },
      { min: 10000, max: 100000, count: 1 },
    ])
    expect(body.tag).toEqual([{ value: 'Taxes', count: 1, color: null }])
    const companies = body.organisation.map(facet => facet.value)
    expect(companies.some((name: string) => name.includes('Hartley'))).toBe(true)
    // Every value leads to as many files as it says.
    for (const [facet, parameter] of [
      ['organisation', 'organisation'],
      ['person', 'person'],
      ['type', 'doc_type'],
      ['state', 'status'],
      ['folder', 'collection_id'],
    ] as const)
      for (const { value, count } of body[facet])
        expect((await anna.get(`/v1/objects?${parameter}=${encodeURIComponent(value)}`)).body.total, value).toBe(count)
    const some = (await anna.get('/v1/objects/facets?doc_type=invoice&since=2026-01-01&until=2026-12-31')).body
    expect(some).toMatchObject({ total: 1, year: [{ value: '2026', count: 1 }], unfiled: 0 })
    expect((await anna.get('/v1/objects/facets?doc_type=nonsense')).status).toBe(400)
  })

  test('a wrong type is corrected, and given back', async () => {
    const type = note.enrichment.doc_type
    const corrected = await anna.patch(`/v1/objects/${note.id}`, { doc_type: 'manual' })
    expect(corrected.body.enrichment).toMatchObject({ doc_type: 'manual', provenance: { doc_type: 'manual' } })
    expect((await anna.get('/v1/objects/facets')).body.type).toContainEqual({ value: 'manual', count: 1 })
    expect((await anna.patch(`/v1/objects/${note.id}`, { doc_type: 'nonsense' })).status).toBe(400)
    const back = await anna.patch(`/v1/objects/${note.id}`, { doc_type: null })
    expect(back.body.enrichment.doc_type).toBe(type)
  })
})

describe('a few words on each file, for who does something with all of them', () => {
  test('are those of the list, in its order and by its filters, page by page', async () => {
    const listed = (await anna.get('/v1/objects?sort=name')).body
    const first = (await anna.get('/v1/objects/lines?sort=name&limit=2')).body
    expect(first.total).toBe(listed.total)
    const rest = (await anna.get(`/v1/objects/lines?sort=name&limit=2&cursor=${first.next_cursor}`)).body
    expect(rest.next_cursor).toBeNull()
    const few = ({ id, filename, kind, collection_id, tags, is_favorite, is_hidden, ...others }: Json) => ({
      ...{ id, filename, kind, collection_id, tags, is_favorite, is_hidden },
      name_locked: others.name_locked,
      access: others.access,
      owner_name: others.owner_name,
      deleted_at: others.deleted_at,
    })
    expect([...first.items, ...rest.items]).toEqual(listed.items.map(few))
    const bills = (await anna.get(`/v1/objects/lines?collection_id=${folder.id}&doc_type=invoice`)).body
    expect(bills.items.map(({ filename }) => filename).sort()).toEqual(['baltic.txt', 'hartley.txt'])
    expect((await anna.get('/v1/objects/lines?doc_type=nonsense')).status).toBe(400)
    const stranger = await aPerson()
    expect((await stranger.get('/v1/objects/lines')).body.items).toEqual([])
    expect((await stranger.get(`/v1/objects/lines?collection_id=${folder.id}`)).status).toBe(404)
  })
})

describe('saved searches', () => {
  test('are kept, changed and forgotten', async () => {
    const filters = { doc_type: 'invoice', since: '2026-01-01', amount_min: 100 }
    const made = await anna.post('/v1/saved-searches', { name: 'Invoices of 2026', filters })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ name: 'Invoices of 2026', query: '', filters, watch: false })
    expect((await anna.get('/v1/saved-searches')).body.items).toEqual([made.body])
    const edited = await anna.patch(`/v1/saved-searches/${made.body.id}`, { watch: true, name: 'Bills' })
    expect(edited.body).toMatchObject({ name: 'Bills', watch: true, filters })
    expect((await anna.post('/v1/saved-searches', { name: 'x', filters: { doc_type: 'nonsense' } })).status).toBe(400)
    expect((await anna.post('/v1/saved-searches', { name: ' ' })).status).toBe(422)
    const stranger = await aPerson()
    expect((await stranger.patch(`/v1/saved-searches/${made.body.id}`, { name: 'mine' })).status).toBe(404)
    expect((await stranger.get('/v1/saved-searches')).body.items).toEqual([])
    expect((await anna.delete(`/v1/saved-searches/${made.body.id}`)).status).toBe(200)
    expect((await anna.get('/v1/saved-searches')).body.items).toEqual([])
  })

  test('one that watches tells of each new file that matches, once', async () => {
    const boris = await aPerson()
    const controller = new AbortController()
    const response = await fetch(`${process.env.ACCEPTANCE_URLS!.split(',')[0]}/v1/events`, {
      headers: { authorization: `Bearer ${boris.token}` },
      signal: controller.signal,
    })
    let received = ''
    const listening = (async () => {
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
        received += Buffer.from(chunk).toString()
    })().catch(() => {})
    const words = (await boris.post('/v1/saved-searches', { name: 'Gardens', query: 'garden', watch: true })).body
    const typed = (
      await boris.post('/v1/saved-searches', { name: 'Bills', filters: { doc_type: 'invoice' }, watch: true })
    ).body
    const green = (await boris.upload('green.txt', 'The garden is green in May.')).id
    const bill = (await boris.upload('bill.txt', INVOICE)).id
    const matched = () =>
      [...received.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!)).filter(data => data.search_id)
    await until(async () => matched().length >= 2, 'both to be told of')
    expect(
      matched()
        .map(data => [data.search_id, data.object_id])
        .sort(),
    ).toEqual(
      [
        [words.id, green],
        [typed.id, bill],
      ].sort(),
    )
    controller.abort()
    await listening
  })
})

describe('what is there already', () => {
  test('the same bytes: kept, skipped or asked about', async () => {
    const boris = await aPerson()
    const first = await boris.upload('one.txt', 'the same bytes')
    const kept = await boris.send('two.txt', 'the same bytes')
    expect([kept.status, kept.body.duplicate]).toEqual([201, true])
    await boris.delete(`/v1/objects/${kept.body.id}`)
    const skipped = await boris.send('two.txt', 'the same bytes', '?on_duplicate=skip')
    expect(skipped).toMatchObject({ status: 200, body: { id: first.id, duplicate: true } })
    const asked = await boris.send('two.txt', 'the same bytes', '?on_duplicate=ask')
    expect(asked).toMatchObject({ status: 409, body: { code: 'duplicate', object_id: first.id } })
    expect((await boris.get('/v1/objects')).body.total).toBe(1)
    // What lies in the hidden zone is not there for who has not opened it.
    await boris.patch(`/v1/objects/${first.id}`, { is_hidden: true })
    const fresh = await boris.send('two.txt', 'the same bytes', '?on_duplicate=skip')
    expect(fresh).toMatchObject({ status: 201, body: { duplicate: false } })
    expect((await boris.send('x.txt', 'x', '?on_duplicate=perhaps')).status).toBe(422)
  })

  test('the same name in the folder: kept, replaced or asked about', async () => {
    const boris = await aPerson()
    const place = (await boris.folder('Papers')).id
    const first = await boris.upload('plan.txt', 'the first plan', `?collection_id=${place}`)
    await boris.read(first.id)
    expect((await boris.send('plan.txt', 'at the top', '?on_name=ask')).status).toBe(201)
    const asked = await boris.send('plan.txt', 'the second plan', `?collection_id=${place}&on_name=ask`)
    expect(asked).toMatchObject({ status: 409, body: { code: 'name_taken', object_id: first.id } })
    const replaced = await boris.send('plan.txt', 'the second plan', `?collection_id=${place}&on_name=replace`)
    expect(replaced).toMatchObject({ status: 200, body: { id: first.id } })
    expect((await boris.get(`/v1/objects/${first.id}/content`)).text).toBe('the second plan')
    expect((await boris.get(`/v1/objects/${first.id}/revisions`)).body.items).toHaveLength(1)
    expect((await boris.get(`/v1/objects?collection_id=${place}`)).body.total).toBe(1)
    const kept = await boris.send('plan.txt', 'the third plan', `?collection_id=${place}`)
    expect(kept.status).toBe(201)
    expect((await boris.get(`/v1/objects?collection_id=${place}`)).body.total).toBe(2)
  })

  test('a resumable upload is settled by the same wishes', async () => {
    const boris = await aPerson()
    const first = await boris.upload('one.txt', 'sent in parts')
    const tus = { 'tus-resumable': '1.0.0' }
    const said = (text: string) => Buffer.from(text).toString('base64')
    const begin = (metadata: Record<string, string>) =>
      boris.call('POST', '/v1/uploads', {
        headers: {
          ...tus,
          'upload-length': '13',
          'upload-metadata': Object.entries(metadata)
            .map(([key, value]) => `${key} ${said(value)}`)
            .join(','),
        },
      })
    const send = async (metadata: Record<string, string>) => {
      const { headers } = await begin(metadata)
      const path = new URL(headers.get('location')!).pathname
      const sent = await boris.call('PATCH', path, {
        headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
        raw: 'sent in parts',
      })
      return { ...sent, path }
    }
    const skipped = await send({ filename: 'again.txt', on_duplicate: 'skip' })
    expect([skipped.status, skipped.headers.get('x-object-id')]).toEqual([204, first.id])
    const asked = await send({ filename: 'again.txt', on_duplicate: 'ask' })
    expect(asked).toMatchObject({ status: 409, body: { code: 'duplicate', object_id: first.id } })
    expect((await boris.call('HEAD', asked.path, { headers: tus })).status).toBe(404)
    expect((await begin({ filename: 'one.txt', on_name: 'ask' })).body).toMatchObject({ code: 'name_taken' })
    const replaced = await send({ filename: 'one.txt', on_name: 'replace' })
    expect(replaced.headers.get('x-object-id')).toBe(first.id)
    expect((await boris.get('/v1/objects')).body.total).toBe(1)
    const kept = await send({ filename: 'again.txt' })
    expect(kept.headers.get('x-object-id')).not.toBe(first.id)
  })
})

describe('with the hidden zone locked', () => {
  test('nothing of what is hidden is counted, named or changed', async () => {
    const boris = await aPerson()
    const secret = await boris.folder('Secret')
    const hidden = await boris.upload('secret.txt', INVOICE, `?collection_id=${secret.id}`)
    const plain = await boris.upload('plain.txt', 'A plain text about nothing.')
    await Promise.all([boris.read(hidden.id), boris.read(plain.id)])
    await boris.post('/v1/objects/bulk', { object_ids: [hidden.id, plain.id], action: 'tag', tags: ['both'] })
    await boris.post('/v1/objects/bulk', { object_ids: [hidden.id], action: 'tag', tags: ['whisper'] })
    await boris.post('/v1/saved-searches', { name: 'In the folder', filters: { collection_id: secret.id } })
    await boris.patch(`/v1/collections/${secret.id}`, { is_hidden: true })
    const facets = (await boris.get('/v1/objects/facets')).body
    expect(JSON.stringify(facets)).not.toMatch(/Secret|Hartley|whisper|invoice/)
    expect(facets).toMatchObject({ total: 1, unfiled: 1, amount: [] })
    const lines = (await boris.get('/v1/objects/lines')).body
    expect(lines).toMatchObject({ total: 1, items: [{ id: plain.id }] })
    expect((await boris.get('/v1/tags')).body.items).toEqual([{ name: 'both', color: null, count: 1 }])
    expect((await boris.patch('/v1/tags/whisper', { color: 'red' })).status).toBe(404)
    expect((await boris.get('/v1/saved-searches')).body.items).toEqual([])
    await boris.patch('/v1/tags/both', { name: 'one' })
    const { hidden_token } = (await boris.post('/v1/hidden-pin/unlock')).body
    const open = boris.with({ 'x-hidden-token': hidden_token })
    expect((await open.get(`/v1/objects/${hidden.id}`)).body.tags).toEqual(['both', 'whisper'])
    expect((await open.get('/v1/saved-searches')).body.items).toHaveLength(1)
    // What is saved with the zone open stays in it.
    await open.post('/v1/saved-searches', { name: 'Whispered', query: 'whisper' })
    expect((await boris.get('/v1/saved-searches')).body.items).toEqual([])
  })
})

test('a link can be shown again, with what was done by it', async () => {
  const made = (await anna.post(`/v1/collections/${folder.id}/shares`, { can_upload: true })).body
  const visitor = await aPerson()
  await visitor.get(`/v1/share/${made.token}`)
  await visitor.get(`/v1/share/${made.token}`)
  await visitor.get(`/v1/share/${made.token}/objects/${invoice.id}/content`)
  const form = new FormData()
  form.append('file', new Blob(['brought by a visitor']), 'visitor.txt')
  await visitor.call('POST', `/v1/share/${made.token}/objects`, { raw: form })
  const shown = await anna.get(`/v1/shares/${made.id}`)
  expect(shown.body).toMatchObject({ id: made.id, url: made.url, name: 'Bills', kind: 'folder' })
  expect(shown.body.diary).toEqual([{ day: expect.any(String), opened: 2, downloaded: 1, uploaded: 1 }])
  expect((await visitor.get(`/v1/shares/${made.id}`)).status).toBe(404)
})
