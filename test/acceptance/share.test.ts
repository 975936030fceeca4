import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aPerson, baseUrl, call, type Person } from '../support/client.ts'

async function link(person: Person, target: string, body: object = {}) {
  const made = await person.post(`/v1/${target}/shares`, body)
  expect(made.status).toBe(201)
  return made.body
}

const visit = <Path extends string = ''>(token: string, path = '' as Path, headers: Record<string, string> = {}) =>
  call('GET', `/v1/share/${token}${path}`, { headers })

const put = (token: string, name: string, content: string, headers: Record<string, string> = {}) => {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  return call('POST', `/v1/share/${token}/objects`, { headers, raw: form })
}

/** A folder with a file, and one more below it. */
async function aFolder(person: Person) {
  const top = await person.folder('Общая папка')
  const below = await person.folder('below', { parent_id: top.id })
  const file = await person.upload('отчёт.txt', 'report', `?collection_id=${top.id}`)
  const deep = await person.upload('deep.txt', 'deep', `?collection_id=${below.id}`)
  for (const { id } of [file, deep]) await person.read(id)
  return { top, below, file, deep }
}

test('a folder link shows the files of the subtree to anybody who has it', async () => {
  const anna = await aPerson()
  const { top, file, deep } = await aFolder(anna)
  const outside = await anna.upload('outside.txt')
  const made = await link(anna, `collections/${top.id}`)
  expect(made).toMatchObject({ has_password: false, can_upload: false, expires_at: null })
  expect(made.url).toMatch(new RegExp(`/share/${made.token}$`))
  expect((await visit(made.token)).body).toMatchObject({ kind: 'folder', name: 'Общая папка', can_upload: false })
  const { body } = await visit(made.token, '/objects')
  expect(body).toMatchObject({ folder_name: 'Общая папка', can_upload: false, total: 2 })
  expect(body.items.map(item => item.id).sort()).toEqual([file.id, deep.id].sort())
  expect(body.items[1]).toEqual({
    id: file.id,
    created_at: expect.any(String),
    display_name: 'отчёт.txt',
    filename: 'отчёт.txt',
    kind: 'text',
    mime: 'text/plain',
    status: 'ready',
    doc_type: expect.any(String),
    size: 6,
    text_view: true,
  })
  expect((await visit(made.token, '/objects?limit=1&offset=1')).body.items.map(item => item.id)).toEqual([file.id])
  expect((await visit(made.token, `/objects/${file.id}`)).body.filename).toBe('отчёт.txt')
  expect((await visit(made.token, `/objects/${file.id}/content`)).text).toBe('report')
  expect((await visit(made.token, `/objects/${file.id}/content`, { range: 'bytes=0-2' })).text).toBe('rep')
  expect((await visit(made.token, `/objects/${deep.id}/text`)).body.text).toBe('deep')
  for (const path of ['', '/content', '/text'])
    expect((await visit(made.token, `/objects/${outside.id}${path}`)).status).toBe(404)
  for (const query of ['limit=0', 'limit=501', 'offset=-1'])
    expect((await visit(made.token, `/objects?${query}`)).status).toBe(422)
})

test('a file link shows the file and has no list', async () => {
  const anna = await aPerson()
  const { file, deep } = await aFolder(anna)
  const { token } = await link(anna, `objects/${file.id}`, { can_upload: true })
  expect((await visit(token)).body).toMatchObject({
    kind: 'file',
    name: 'отчёт.txt',
    object_id: file.id,
    can_upload: false,
  })
  expect((await visit(token, '/objects')).status).toBe(404)
  expect((await visit(token, `/objects/${file.id}/content`)).text).toBe('report')
  expect((await visit(token, `/objects/${deep.id}`)).status).toBe(404)
  expect((await put(token, 'x', 'x')).status).toBe(403)
})

test('links are listed without their token, revoked, and expire', async () => {
  const [anna, bob] = [await aPerson(), await aPerson()]
  const { top, file } = await aFolder(anna)
  const one = await link(anna, `collections/${top.id}`, { password: 'сезам' })
  const two = await link(anna, `objects/${file.id}`, { expires_at: '2099-01-01T00:00:00+03:00' })
  const listed = await anna.get('/v1/shares')
  for (const { token } of [one, two]) expect(listed.text).not.toContain(token)
  expect(listed.body.items).toEqual([
    expect.objectContaining({ id: two.id, kind: 'file', name: 'отчёт.txt', expires_at: '2098-12-31T21:00:00.000Z' }),
    expect.objectContaining({ id: one.id, kind: 'folder', has_password: true, collection_id: top.id }),
  ])
  expect((await bob.get('/v1/shares')).body.items).toEqual([])
  expect((await bob.delete(`/v1/shares/${two.id}`)).status).toBe(404)
  expect((await visit(two.token)).status).toBe(200)
  expect((await anna.delete(`/v1/shares/${two.id}`)).body).toEqual({ ok: true })
  expect((await visit(two.token)).status).toBe(404)
  const past = await anna.post(`/v1/objects/${file.id}/shares`, { expires_at: '2001-01-01T00:00:00Z' })
  expect(past.body.detail[0]).toMatchObject({ loc: ['body', 'expires_at'], type: 'value_error' })
  const vague = await anna.post(`/v1/objects/${file.id}/shares`, { expires_at: 'tomorrow' })
  expect(vague.body.detail[0]).toMatchObject({ loc: ['body', 'expires_at'], type: 'datetime_parsing' })
  const soon = await link(anna, `objects/${file.id}`, { expires_at: new Date(Date.now() + 700).toISOString() })
  expect((await visit(soon.token)).status).toBe(200)
  while (Date.now() < new Date(soon.expires_at).getTime() + 20) await visit(one.token)
  expect((await visit(soon.token)).status).toBe(404)
})

test('a password is asked for everywhere, may be Cyrillic, and cannot be guessed for long', async () => {
  const anna = await aPerson()
  const { top, file } = await aFolder(anna)
  const { token } = await link(anna, `collections/${top.id}`, { password: 'сезам %' })
  for (const path of ['', '/objects', `/objects/${file.id}`, `/objects/${file.id}/content`, '/archive']) {
    expect(await visit(token, path)).toMatchObject({ status: 401, body: { code: 'share_password' } })
  }
  expect((await visit(token)).headers.get('www-authenticate')).toBeNull()
  const right = { 'x-share-password': encodeURIComponent('сезам %') }
  expect((await visit(token, '/objects', right)).body.total).toBe(2)
  const raw = await link(anna, `collections/${top.id}`, { password: '100%' })
  expect((await visit(raw.token, '', { 'x-share-password': '100%' })).status).toBe(200)
  // A page with many pictures sends the right one many times at once.
  const many = await Promise.all(Array.from({ length: 24 }, () => visit(token, '/objects', right)))
  expect(many.map(reply => reply.status)).toEqual(Array.from({ length: 24 }, () => 200))
  const guessed = await link(anna, `collections/${top.id}`, { password: 'open' })
  for (let n = 0; n < 10; n++)
    expect((await visit(guessed.token, '', { 'x-share-password': `guess ${n}` })).status).toBe(401)
  const limited = await visit(guessed.token, '', { 'x-share-password': 'open' })
  expect(limited.status).toBe(429)
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(60)
  expect((await visit(raw.token, '', { 'x-share-password': '100%' })).status).toBe(200)
})

test('the page of a link gives the password once and then has a cookie', async () => {
  const anna = await aPerson()
  const { top, file } = await aFolder(anna)
  const { token } = await link(anna, `collections/${top.id}`, { password: 'open' })
  const unlock = (password: string) => call('POST', `/v1/share/${token}/unlock`, { body: { password } })
  expect((await unlock('shut')).body.code).toBe('share_password')
  const opened = await unlock('open')
  expect(opened.body).toEqual({ ok: true })
  const set = opened.headers.get('set-cookie')!
  expect(set).toContain(`Path=/v1/share/${token}; HttpOnly; SameSite=Strict`)
  const cookie = set.split(';')[0]!
  expect((await visit(token, `/objects/${file.id}/content`, { cookie })).text).toBe('report')
  const other = await link(anna, `collections/${top.id}`, { password: 'open' })
  expect((await visit(other.token, '', { cookie })).status).toBe(401)
})

test('a link that takes files puts them into the folder and overwrites nothing', async () => {
  const anna = await aPerson()
  const { top, file } = await aFolder(anna)
  const { token } = await link(anna, `collections/${top.id}`, { can_upload: true })
  const sent = await put(token, 'отчёт.txt', 'report')
  expect(sent).toMatchObject({ status: 201, body: { status: 'pending', duplicate: false } })
  expect(sent.body.id).not.toBe(file.id)
  expect(await anna.read(sent.body.id)).toMatchObject({ collection_id: top.id, filename: 'отчёт.txt', status: 'ready' })
  expect((await visit(token, '/objects')).body.total).toBe(3)
  const closed = await link(anna, `collections/${top.id}`)
  expect(await put(closed.token, 'x', 'x')).toMatchObject({ status: 403, body: { code: 'upload_not_allowed' } })
})

test('what is hidden or in the trash is not there for the link', async () => {
  const anna = await aPerson()
  const { top, below, file, deep } = await aFolder(anna)
  const folder = await link(anna, `collections/${top.id}`)
  const single = await link(anna, `objects/${file.id}`)
  const open = anna.with({ 'x-hidden-token': (await anna.post('/v1/hidden-pin/unlock')).body.hidden_token })
  await anna.patch(`/v1/collections/${below.id}`, { is_hidden: true })
  expect((await visit(folder.token, '/objects')).body.total).toBe(1)
  expect((await visit(folder.token, `/objects/${deep.id}/content`)).status).toBe(404)
  await anna.delete(`/v1/objects/${file.id}`)
  expect((await visit(folder.token, '/objects')).body.total).toBe(0)
  expect((await visit(single.token)).status).toBe(404)
  await anna.post(`/v1/objects/${file.id}/restore`)
  await anna.patch(`/v1/collections/${top.id}`, { is_hidden: true })
  for (const { token } of [folder, single]) expect((await visit(token)).status).toBe(404)
  expect((await anna.get('/v1/shares')).body.items).toEqual([])
  expect((await anna.delete(`/v1/shares/${folder.id}`)).status).toBe(404)
  expect((await open.get('/v1/shares')).body.items).toHaveLength(2)
  await open.patch(`/v1/collections/${top.id}`, { is_hidden: false })
  expect((await visit(folder.token)).status).toBe(200)
  await anna.delete(`/v1/collections/${top.id}`)
  expect((await visit(folder.token)).status).toBe(404)
})

test('a folder comes as one zip with its folders', async () => {
  const anna = await aPerson()
  const { top } = await aFolder(anna)
  await anna.upload('отчёт.txt', 'a second report', `?collection_id=${top.id}`)
  const odd = await anna.folder('a/b', { parent_id: top.id })
  await anna.upload('x.txt', 'x', `?collection_id=${odd.id}`)
  const { token } = await link(anna, `collections/${top.id}`)
  const response = await fetch(`${baseUrl()}/v1/share/${token}/archive`)
  expect(response.headers.get('content-type')).toBe('application/zip')
  const file = join(mkdtempSync(join(tmpdir(), 'dossier-zip-')), 'a.zip')
  writeFileSync(file, Buffer.from(await response.arrayBuffer()))
  const script =
    'import sys,zipfile,json;z=zipfile.ZipFile(sys.argv[1]);assert z.testzip() is None;print(json.dumps({n:z.read(n).decode() for n in z.namelist()}))'
  const found = JSON.parse(execFileSync('python3', ['-c', script, file], { encoding: 'utf8' }))
  expect(found).toEqual({
    'отчёт.txt': 'report',
    'отчёт (2).txt': 'a second report',
    'below/deep.txt': 'deep',
    'a_b/x.txt': 'x',
  })
})

test('unknown tokens are not found, whatever they look like', async () => {
  for (const token of ['x', 'dos_short', `dos_${'A'.repeat(64)}`, '%00', 'a%2Fb'])
    expect((await visit(token)).status).toBe(404)
})
