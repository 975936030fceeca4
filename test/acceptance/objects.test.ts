import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { aPerson, type Json, until } from '../support/client.ts'
import { aPdf } from '../support/pdf.ts'

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const corpus = (name: string) => new Uint8Array(readFileSync(new URL(`../corpus/${name}`, import.meta.url)))
const OFFICE = 'application/vnd.openxmlformats-officedocument'
const NOWHERE = '00000000-0000-4000-8000-000000000000'

test('an upload is pending, is read, and comes back byte for byte', async () => {
  const anna = await aPerson()
  const text = 'Договор № 7.\nПодписан 1 мая.\n'
  const { id, status, duplicate } = await anna.upload('договор.txt', text)
  expect({ status, duplicate }).toEqual({ status: 'pending', duplicate: false })
  const object = await anna.read(id)
  expect(object).toMatchObject({
    id,
    filename: 'договор.txt',
    display_name: 'договор.txt',
    original_name: 'договор.txt',
    ai_name: 'Договор № 7.txt',
    name_source: 'original',
    name_locked: false,
    kind: 'text',
    mime: 'text/plain',
    status: 'ready',
    size: Buffer.byteLength(text),
    content_hash: sha256(text),
    version: 1,
    editor: 'text',
    text_view: true,
    text_fallback: false,
    pdf_tools: false,
    image_editable: false,
    is_hidden: false,
    needs_manual: false,
    has_corrections: false,
    collection_id: null,
    theme_id: null,
    chat_only: false,
    deleted_at: null,
    error: null,
    enrichment: { title: 'Договор № 7', language: 'ru', doc_type: 'contract' },
  })
  const content = await anna.get(`/v1/objects/${id}/content`)
  expect(content.text).toBe(text)
  const read = await anna.get(`/v1/objects/${id}/text`)
  expect(read.body).toEqual({ text, pages: [{ page: 1, char_start: 0, char_end: [...text].length }] })
})

test('a second copy is a new object with duplicate=true, and only for its owner', async () => {
  const [anna, bob] = [await aPerson(), await aPerson()]
  const first = await anna.upload('a.txt', 'the same bytes')
  const second = await anna.upload('b.txt', 'the same bytes')
  expect(second).toMatchObject({ duplicate: true })
  expect(second.id).not.toBe(first.id)
  expect(await bob.upload('c.txt', 'the same bytes')).toMatchObject({ duplicate: false })
  await anna.delete(`/v1/objects/${first.id}`)
  await anna.delete(`/v1/objects/${second.id}`)
  expect(await anna.upload('d.txt', 'the same bytes')).toMatchObject({ duplicate: false })
})

test('a hidden twin does not betray itself', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('secret.txt', 'very secret')
  const hidden = await anna.patch(`/v1/objects/${id}`, { is_hidden: true })
  expect(hidden.body).toMatchObject({ id, is_hidden: true })
  expect((await anna.get(`/v1/objects/${id}`)).status).toBe(404)
  expect((await anna.patch(`/v1/objects/${id}`, { is_hidden: false })).status).toBe(404)
  expect((await anna.get('/v1/objects')).body).toMatchObject({ items: [], total: 0 })
  expect(await anna.upload('twin.txt', 'very secret')).toMatchObject({ duplicate: false })
})

test('empty files are stored', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('empty.txt', '')
  expect(await anna.read(id)).toMatchObject({ size: 0, content_hash: sha256(''), status: 'ready', kind: 'text' })
  const { status, text } = await anna.get(`/v1/objects/${id}/content`)
  expect({ status, text }).toEqual({ status: 200, text: '' })
  expect((await anna.get(`/v1/objects/${id}/text`)).body).toEqual({ text: '', pages: [] })
})

test('the kind is told by the bytes, not by the name', async () => {
  const anna = await aPerson()
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const kinds: [string, Uint8Array<ArrayBuffer> | string, string, string][] = [
    ['photo.txt', new Uint8Array(png), 'image', 'image/png'],
    ['scan.doc', '%PDF-1.4\n%âãÏÓ\n1 0 obj\n', 'pdf', 'application/pdf'],
    ['notes.md', '# Title', 'text', 'text/markdown'],
    ['table.csv', 'a,b\n1,2', 'text', 'text/csv'],
    ['page.txt', '<!DOCTYPE html><html><body>hi', 'text', 'text/html'],
    ['mail.eml', 'From: a@b.c\r\nTo: d@e.f\r\nSubject: x\r\n\r\nhi', 'email', 'message/rfc822'],
    ['unknown.txt', new Uint8Array([0, 1, 2, 3, 200, 255]), 'other', 'application/octet-stream'],
    ['old.txt', new Uint8Array([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]), 'text', 'text/plain'],
    ['contract.docx', corpus('contract.docx'), 'document', `${OFFICE}.wordprocessingml.document`],
    ['slides.docx', corpus('plan.pptx'), 'presentation', `${OFFICE}.presentationml.presentation`],
    ['table.zip', corpus('prices.xlsx'), 'spreadsheet', `${OFFICE}.spreadsheetml.sheet`],
    ['letter.docx', corpus('contract.odt'), 'document', 'application/vnd.oasis.opendocument.text'],
  ]
  for (const [name, bytes, kind, mime] of kinds) {
    const { id } = await anna.upload(name, bytes)
    expect((await anna.get(`/v1/objects/${id}`)).body).toMatchObject({ kind, mime, filename: name })
  }
})

test('old Cyrillic encodings are read', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('old.txt', new Uint8Array([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]))
  await anna.read(id)
  expect((await anna.get(`/v1/objects/${id}/text`)).body.text).toBe('Привет')
})

test('ranges, ETags and HEAD', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('digits.txt', '0123456789')
  const path = `/v1/objects/${id}/content`
  const whole = await anna.get(path)
  const etag = whole.headers.get('etag')!
  expect(etag).toBe(`"${sha256('0123456789')}"`)
  expect(whole.headers.get('accept-ranges')).toBe('bytes')
  const part = await anna.get(path, { range: 'bytes=2-5' })
  expect(part).toMatchObject({ status: 206, text: '2345' })
  expect(part.headers.get('content-range')).toBe('bytes 2-5/10')
  expect(await anna.get(path, { range: 'bytes=-3' })).toMatchObject({ status: 206, text: '789' })
  expect(await anna.get(path, { range: 'bytes=7-' })).toMatchObject({ status: 206, text: '789' })
  const beyond = await anna.get(path, { range: 'bytes=10-' })
  expect(beyond.status).toBe(416)
  expect(beyond.headers.get('content-range')).toBe('bytes */10')
  expect(await anna.get(path, { range: 'lines=1-2' })).toMatchObject({ status: 200, text: '0123456789' })
  expect(await anna.get(path, { range: 'bytes=0-1', 'if-range': '"other"' })).toMatchObject({ status: 200 })
  expect(await anna.get(path, { range: 'bytes=0-1', 'if-range': etag })).toMatchObject({ status: 206, text: '01' })
  expect(await anna.get(path, { 'if-none-match': etag })).toMatchObject({ status: 304, text: '' })
  const head = await anna.call('HEAD', path)
  expect(head).toMatchObject({ status: 200, text: '' })
  expect(head.headers.get('content-length')).toBe('10')
})

test('content is never served as a page of ours', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('страница "x".html', '<html><script>alert(1)</script>')
  const saved = await anna.get(`/v1/objects/${id}/content`)
  expect(saved.headers.get('content-disposition')).toMatch(/^attachment; filename="/)
  expect(saved.headers.get('content-disposition')).toContain("filename*=UTF-8''%D1%81%D1%82")
  const shown = await anna.get(`/v1/objects/${id}/content?disposition=inline`)
  expect(shown.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
  expect(shown.headers.get('content-security-policy')).toMatch(/^sandbox/)
  const svg = await anna.upload('x.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')
  const drawn = await anna.get(`/v1/objects/${svg.id}/content?disposition=inline`)
  expect(drawn.headers.get('content-type')).toBe('text/plain; charset=utf-8')
})

test('renaming keeps the original name and refuses impossible ones', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('before.txt')
  const renamed = await anna.patch(`/v1/objects/${id}`, { filename: 'после 😀.txt' })
  expect(renamed.body).toMatchObject({
    filename: 'после 😀.txt',
    display_name: 'после 😀.txt',
    original_name: 'before.txt',
    name_source: 'manual',
  })
  for (const [filename, type] of [
    ['', 'string_too_short'],
    ['x'.repeat(256), 'string_too_long'],
    ['a/b', 'value_error'],
    ['a\\b', 'value_error'],
    ['a\nb', 'value_error'],
    ['a\0b', 'value_error'],
    ['..', 'value_error'],
  ]) {
    const { status, body } = await anna.patch(`/v1/objects/${id}`, { filename })
    expect(status).toBe(422)
    expect(body.detail[0]).toMatchObject({ loc: ['body', 'filename'], type })
  }
  expect((await anna.patch(`/v1/objects/${id}`, { filename: '😀'.repeat(255) })).status).toBe(200)
})

test('locking the name', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('mine.txt')
  const { status, body } = await anna.post(`/v1/objects/${id}/lock-name`)
  expect({ status, locked: body.name_locked, name: body.filename }).toEqual({
    status: 200,
    locked: true,
    name: 'mine.txt',
  })
  expect((await anna.patch(`/v1/objects/${id}`, { name_locked: false })).body).toMatchObject({
    name_locked: false,
    filename: 'mine.txt',
  })
})

test('moving between folders, and out of them', async () => {
  const [anna, bob] = [await aPerson(), await aPerson()]
  const [box, foreign] = [await anna.folder('box'), await bob.folder('theirs')]
  const { id } = await anna.upload('a.txt', 'a', `?collection_id=${box.id}`)
  expect((await anna.get(`/v1/objects/${id}`)).body.collection_id).toBe(box.id)
  expect((await anna.get(`/v1/collections/${box.id}`)).body.object_count).toBe(1)
  expect((await anna.patch(`/v1/objects/${id}`, { collection_id: null })).body.collection_id).toBeNull()
  expect((await anna.patch(`/v1/objects/${id}`, { filename: 'b.txt' })).body.collection_id).toBeNull()
  expect((await anna.patch(`/v1/objects/${id}`, { collection_id: foreign.id })).status).toBe(404)
  expect((await anna.send('x.txt', 'x', `?collection_id=${foreign.id}`)).status).toBe(404)
  expect((await anna.send('x.txt', 'x', `?collection_id=${NOWHERE}`)).status).toBe(404)
  expect((await anna.send('x.txt', 'x', '?collection_id=nonsense')).body.detail[0]).toMatchObject({
    loc: ['query', 'collection_id'],
    type: 'uuid_parsing',
  })
  expect((await anna.get('/v1/objects')).body.total).toBe(1)
})

test('a chat attachment is in no list until it is saved', async () => {
  const anna = await aPerson()
  const box = await anna.folder('box')
  const { id } = await anna.upload('chat.txt', 'chat', `?chat_only=true&collection_id=${box.id}`)
  expect(await anna.read(id)).toMatchObject({ chat_only: true, collection_id: null, status: 'ready' })
  expect((await anna.get('/v1/objects')).body.total).toBe(0)
  expect((await anna.patch(`/v1/objects/${id}`, { chat_only: true })).status).toBe(422)
  expect((await anna.patch(`/v1/objects/${id}`, { chat_only: false })).body.chat_only).toBe(false)
  expect((await anna.get('/v1/objects')).body.total).toBe(1)
  expect((await anna.send('x', 'x', '?chat_only=perhaps')).body.detail[0]).toMatchObject({
    loc: ['query', 'chat_only'],
    type: 'bool_parsing',
  })
})

test('trash, restore, permanent', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('a.txt', 'bytes to keep')
  expect(await anna.delete(`/v1/objects/${id}/permanent`)).toMatchObject({
    status: 409,
    body: { code: 'not_in_trash' },
  })
  expect((await anna.delete(`/v1/objects/${id}`)).body).toEqual({ ok: true })
  for (const path of ['', '/content', '/text']) expect((await anna.get(`/v1/objects/${id}${path}`)).status).toBe(404)
  expect((await anna.delete(`/v1/objects/${id}`)).status).toBe(404)
  expect((await anna.patch(`/v1/objects/${id}`, { filename: 'b' })).status).toBe(404)
  expect((await anna.get('/v1/objects')).body.total).toBe(0)
  const trash = (await anna.get('/v1/trash')).body
  expect(trash).toMatchObject({ total: 1, next_cursor: null })
  expect(trash.items[0]!.deleted_at).not.toBeNull()
  expect((await anna.post(`/v1/objects/${id}/restore`)).body).toMatchObject({ id, deleted_at: null })
  expect((await anna.post(`/v1/objects/${id}/restore`)).status).toBe(404)
  expect((await anna.get(`/v1/objects/${id}/content`)).text).toBe('bytes to keep')
  await anna.delete(`/v1/objects/${id}`)
  expect((await anna.delete(`/v1/objects/${id}/permanent`)).body).toEqual({ ok: true })
  expect((await anna.post(`/v1/objects/${id}/restore`)).status).toBe(404)
  expect((await anna.get('/v1/trash')).body.total).toBe(0)
})

test('bytes stay while another object uses them', async () => {
  const anna = await aPerson()
  const [first, second] = [await anna.upload('a.txt', 'shared'), await anna.upload('b.txt', 'shared')]
  await anna.delete(`/v1/objects/${first.id}`)
  await anna.delete(`/v1/objects/${first.id}/permanent`)
  const third = await anna.upload('c.txt', 'shared')
  await until(async () => (await anna.get(`/v1/objects/${third.id}`)).body.status === 'ready', 'the third to be read')
  expect((await anna.get(`/v1/objects/${second.id}/content`)).text).toBe('shared')
})

test('emptying the trash', async () => {
  const anna = await aPerson()
  for (const name of ['a', 'b', 'c']) await anna.delete(`/v1/objects/${(await anna.upload(name)).id}`)
  const kept = await anna.upload('kept')
  expect((await anna.get('/v1/trash')).body.kept_days).toBe(14)
  expect((await anna.delete('/v1/trash')).body).toEqual({ ok: true, removed: 3 })
  expect((await anna.get('/v1/trash')).body).toMatchObject({ items: [], total: 0 })
  expect((await anna.get(`/v1/objects/${kept.id}`)).status).toBe(200)
})

test('the list pages by cursor in every order without gaps or twins', async () => {
  const anna = await aPerson()
  const names = ['б.txt', 'А.txt', 'ё.txt', 'е.txt', 'b.txt', 'a.txt', 'я.txt']
  for (const [index, name] of names.entries()) await anna.upload(name, 'x'.repeat((index * 3) % 5))
  const all = async (sort: string) => {
    const seen: Json[] = []
    let cursor = ''
    do {
      const { body } = await anna.get(`/v1/objects?sort=${sort}&limit=2${cursor && `&cursor=${cursor}`}`)
      expect(body.total).toBe(names.length)
      seen.push(...body.items)
      cursor = body.next_cursor
    } while (cursor)
    return seen
  }
  for (const sort of ['created_at', 'updated_at', 'name', 'size']) {
    const up = (await all(sort)).map(item => item.id)
    const down = (await all(`-${sort}`)).map(item => item.id)
    expect(new Set(up).size).toBe(names.length)
    if (sort !== 'updated_at') expect(down).toEqual([...up].reverse())
  }
  expect((await all('name')).map(item => item.filename)).toEqual([
    'a.txt',
    'b.txt',
    'А.txt',
    'б.txt',
    'е.txt',
    'ё.txt',
    'я.txt',
  ])
  expect((await all('size')).map(item => item.size)).toEqual([0, 0, 1, 2, 3, 3, 4])
  const newest = (await anna.get('/v1/objects')).body.items.map((item: Json) => item.filename)
  expect(newest).toEqual([...names].reverse())
})

test('the list filters, and says what it does not understand', async () => {
  const anna = await aPerson()
  const box = await anna.folder('box')
  await anna.read((await anna.upload('in.txt', 'in', `?collection_id=${box.id}`)).id)
  await anna.read((await anna.upload('out.pdf', aPdf([{ lines: ['A page'] }]))).id)
  const total = async (query: string) => (await anna.get(`/v1/objects?${query}`)).body.total
  expect(await total(`collection_id=${box.id}`)).toBe(1)
  expect(await total('kind=pdf')).toBe(1)
  expect(await total('kind=audio')).toBe(0)
  expect(await total('status=ready')).toBe(2)
  expect(await total('status=pending')).toBe(0)
  expect(await total('doc_type=other')).toBe(2)
  expect(await total('doc_type=invoice')).toBe(0)
  expect(await total('category=finance')).toBe(0)
  expect(await anna.get('/v1/objects?doc_type=poem')).toMatchObject({ status: 400, body: { code: 'unknown_doc_type' } })
  const complaint = async (query: string) => (await anna.get(`/v1/objects?${query}`)).body.detail[0]
  expect(await complaint('limit=0')).toMatchObject({
    loc: ['query', 'limit'],
    type: 'greater_than_equal',
    ctx: { ge: 1 },
  })
  expect(await complaint('limit=501')).toMatchObject({ type: 'less_than_equal', ctx: { le: 500 } })
  expect(await complaint('limit=ten')).toMatchObject({ type: 'int_parsing', input: 'ten' })
  expect(await complaint('kind=song')).toMatchObject({ type: 'enum' })
  expect(await complaint('sort=colour')).toMatchObject({ type: 'enum' })
  expect(await complaint('cursor=made-up')).toMatchObject({ loc: ['query', 'cursor'], type: 'value_error' })
  expect((await anna.get(`/v1/objects?collection_id=${NOWHERE}`)).status).toBe(404)
})

test('bulk does what it can and says what it could not', async () => {
  const anna = await aPerson()
  const box = await anna.folder('box')
  const [a, b] = [(await anna.upload('a')).id, (await anna.upload('b')).id]
  const bulk = async (action: string, ids: string[], more = {}) =>
    (await anna.post('/v1/objects/bulk', { object_ids: ids, action, ...more })).body
  expect(await bulk('move', [a, b, NOWHERE], { collection_id: box.id })).toEqual({
    done: [a, b],
    failed: [{ id: NOWHERE, code: 'not_found' }],
  })
  expect((await anna.get(`/v1/objects?collection_id=${box.id}`)).body.total).toBe(2)
  const places = async () => {
    const { items } = (await anna.get('/v1/objects?sort=name')).body
    return items.map(file => file.collection_id)
  }
  expect((await bulk('move', [b, a], { collection_ids: [null, box.id] })).done).toEqual([b, a])
  expect(await places()).toEqual([box.id, null])
  expect(await bulk('move', [a, b], { collection_ids: [null, NOWHERE] })).toEqual({
    done: [a],
    failed: [{ id: b, code: 'not_found' }],
  })
  const short = await anna.post('/v1/objects/bulk', { object_ids: [a, b], action: 'move', collection_ids: [null] })
  expect([short.status, short.body.detail[0].loc]).toEqual([422, ['body', 'collection_ids']])
  expect(await bulk('permanent', [a])).toEqual({ done: [], failed: [{ id: a, code: 'not_in_trash' }] })
  expect((await bulk('trash', [a, a, b])).done).toEqual([a, b])
  expect((await bulk('restore', [a, b])).done).toEqual([a, b])
  expect((await bulk('reprocess', [a])).done).toEqual([a])
  expect((await bulk('hide', [b])).done).toEqual([b])
  expect(await bulk('unhide', [b])).toEqual({ done: [], failed: [{ id: b, code: 'not_found' }] })
  await bulk('trash', [a])
  expect((await bulk('permanent', [a])).done).toEqual([a])
  expect((await anna.post('/v1/objects/bulk', { object_ids: [], action: 'trash' })).body.detail[0]).toMatchObject({
    loc: ['body', 'object_ids'],
    type: 'too_short',
  })
  const many = Array.from({ length: 501 }, () => NOWHERE)
  expect((await anna.post('/v1/objects/bulk', { object_ids: many, action: 'trash' })).body.detail[0].type).toBe(
    'too_long',
  )
  const odd = await anna.post('/v1/objects/bulk', { object_ids: [a, 'x'], action: 'trash' })
  expect(odd.body.detail[0]).toMatchObject({ loc: ['body', 'object_ids', 1], type: 'uuid_parsing', input: 'x' })
})

test('two who change the same files at once, the one backwards, both have it done', async () => {
  const anna = await aPerson()
  const ids: string[] = []
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) ids.push((await anna.upload(`${name}.txt`)).id)
  const bulk = (object_ids: string[], action: string) => anna.post('/v1/objects/bulk', { object_ids, action })
  for (let round = 0; round < 10; round++)
    for (const { status, body } of await Promise.all([bulk(ids, 'favorite'), bulk(ids.toReversed(), 'unfavorite')]))
      expect({ status, done: body.done?.length, failed: body.failed }).toEqual({ status: 200, done: 6, failed: [] })
})

test('reprocess keeps the object ready meanwhile', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('a.txt', 'some words')
  await anna.read(id)
  const { status, body } = await anna.post(`/v1/objects/${id}/reprocess`)
  expect({ status, state: body.status }).toEqual({ status: 202, state: 'ready' })
  expect((await anna.get(`/v1/objects/${id}/text`)).body.text).toBe('some words')
})

test('what is foreign is not found', async () => {
  const [anna, bob] = [await aPerson(), await aPerson()]
  const { id } = await anna.upload('private.txt')
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/content'],
    ['GET', '/text'],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/restore'],
    ['DELETE', '/permanent'],
    ['POST', '/lock-name'],
    ['POST', '/reprocess'],
  ] as const) {
    const { status, body } = await bob.call(method, `/v1/objects/${id}${path}`, method === 'PATCH' ? { body: {} } : {})
    expect({ method, path, status, code: body.code }).toEqual({ method, path, status: 404, code: 'not_found' })
  }
  expect((await bob.post('/v1/objects/archive', { object_ids: [id] })).status).toBe(404)
})
