import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../server/db/embedded.ts'
import { aPerson, type Json, type Person, until } from './support/client.ts'
import { callTool, mcpClient, tokenOf } from './support/mcp.ts'
import { aPdf, numberedPages } from './support/pdf.ts'
import { type RunningServer, startServer } from './support/server.ts'

/** Conversion and work on PDF files that somebody else has given: the result is one's own, and ends with nothing but the grant. */

let server: RunningServer
let sql: pg.Client

beforeAll(async () => {
  server = await startServer()
  const { url } = await startEmbeddedPostgres({ dataDir: server.dataDir, log: () => {} })
  sql = new pg.Client({ connectionString: url })
  await sql.connect()
}, 60_000)

afterAll(async () => {
  await sql?.end()
  await server?.stop()
})

async function aGivenPdf(role: 'viewer' | 'editor') {
  const [anna, boris] = [await aPerson(server.url), await aPerson(server.url)]
  const folder = await anna.folder('Given')
  const grants = `/v1/collections/${folder.id}/grants`
  const grant = (await anna.post(grants, { email: boris.email, role })).body
  const { id } = await anna.upload('plan.pdf', aPdf(numberedPages(3)), `?collection_id=${folder.id}`)
  await anna.read(id)
  const takeBack = async () => expect((await anna.delete(`${grants}/${grant.id}`)).status).toBe(200)
  return { anna, boris, id, grants: `${grants}/${grant.id}`, takeBack }
}

const ended = (person: Person, path: string) =>
  until(
    async () => {
      const { body } = await person.get(path)
      return body.done && body
    },
    'the end of the task',
    60,
  )

async function worked(person: Person, id: string, op: string, body: object): Promise<{ record: Json; status: string }> {
  const { status, body: accepted } = await person.post(`/v1/objects/${id}/${op}`, body)
  expect(status).toBe(202)
  const path = `/v1/objects/${id}/${op === 'convert' ? 'convert' : 'pdf'}-status/${accepted.task_id}`
  return { record: await ended(person, path), status: path }
}

test('whoever may read a given file converts it and works on it; what comes of it is theirs and stays', async () => {
  const { anna, boris, id, takeBack } = await aGivenPdf('viewer')
  // Her own file is counted when its vectors are made, a moment after it was read.
  const before: Json = await until(async () => {
    const { body } = await anna.get('/v1/usage')
    return body.by_meter.some(({ meter }) => meter === 'llm_embed') && body
  }, 'her own file to be counted')
  expect((await boris.get(`/v1/objects/${id}/convert-formats`)).body.formats).toContain('txt')
  const rotated = await worked(boris, id, 'pdf/rotate', { pages: '1', angle: 90 })
  const converted = await worked(boris, id, 'convert', { fmt: 'txt' })
  expect([rotated.record.error, converted.record.error]).toEqual([null, null])
  const [turned] = rotated.record.object_ids
  const [text] = converted.record.object_ids
  for (const made of [turned, text]) {
    // Its words are those of somebody else.
    expect((await boris.get(`/v1/objects/${made}`)).body).toMatchObject({
      collection_id: null,
      access: 'owner',
      origin: 'link',
    })
    expect((await anna.get(`/v1/objects/${made}`)).status).toBe(404)
  }
  expect((await anna.get('/v1/objects')).body.total).toBe(1)
  expect((await anna.get('/v1/usage')).body).toEqual(before)
  expect((await anna.get(`/v1/tasks-status/${rotated.record.task_id}`)).status).toBe(404)
  await takeBack()
  for (const made of [turned, text]) expect((await boris.get(`/v1/objects/${made}`)).status).toBe(200)
  for (const { status } of [rotated, converted]) expect((await boris.get(status)).status).toBe(404)
  expect((await boris.get(`/v1/tasks-status/${rotated.record.task_id}`)).body.object_ids).toEqual([turned])
  expect((await boris.post(`/v1/objects/${id}/convert`, { fmt: 'txt' })).status).toBe(404)
  expect((await boris.get(`/v1/objects/${id}/convert-formats`)).status).toBe(404)
})

test('only an editor replaces it, and the revision says who did', async () => {
  const { anna, boris, id, grants, takeBack } = await aGivenPdf('viewer')
  const request = { pages: '1', angle: 90, replace: true }
  const refused = await boris.post(`/v1/objects/${id}/pdf/rotate`, request)
  expect([refused.status, refused.body.code]).toEqual([403, 'not_editor'])
  await anna.patch(grants, { role: 'editor' })
  const { record } = await worked(boris, id, 'pdf/rotate', request)
  expect(record).toMatchObject({ ok: true, object_ids: [id] })
  expect((await anna.get(`/v1/objects/${id}`)).body.version).toBe(2)
  expect((await anna.get(`/v1/objects/${id}/revisions`)).body.items).toMatchObject([{ version: 1, author: boris.id }])
  expect((await boris.get('/v1/objects')).body.total).toBe(0)

  const black = { boxes: [{ page: 1, x0: 0.1, y0: 0.1, x1: 0.3, y1: 0.3 }], replace: true }
  const redacted = (await worked(boris, id, 'pdf/redact', black)).record
  expect(redacted).toMatchObject({ ok: true, report: expect.any(Object) })
  await takeBack()
  expect((await boris.get(`/v1/tasks-status/${redacted.task_id}`)).body).toMatchObject({ object_ids: [], report: null })
})

test('a second file of one’s own is not mixed with what was given', async () => {
  const { boris, id } = await aGivenPdf('viewer')
  const own = (await boris.upload('own.pdf', aPdf(numberedPages(1)))).id
  for (const [base, other] of [
    [id, own],
    [own, id],
  ])
    expect((await boris.post(`/v1/objects/${base}/pdf/insert`, { source_object_id: other, at: 1 })).status).toBe(404)
})

test('what is under way when the grant ends finds nothing any more', async () => {
  const { anna, boris, id, takeBack } = await aGivenPdf('editor')
  // Taken up only when it is released.
  await sql.query(`create function hold() returns trigger language plpgsql as $$
    begin new.due_at := now() + interval '1 hour'; return new; end $$`)
  await sql.query(`create trigger hold before insert on jobs for each row
    when (new.name in ('pdf.operation', 'document.convert')) execute function hold()`)
  const tasks: string[] = []
  const begin = async (path: string, body: object) => {
    const accepted = await boris.post(`/v1/objects/${id}/${path}`, body)
    expect(accepted.status).toBe(202)
    tasks.push(accepted.body.task_id)
  }
  await begin('convert', { fmt: 'txt' })
  await begin('pdf/rotate', { pages: '1', angle: 90 })
  await begin('pdf/rotate', { pages: '1', angle: 90, replace: true })
  await takeBack()
  await sql.query('drop trigger hold on jobs')
  await sql.query('update jobs set due_at = now() where id = any($1)', [tasks])
  for (const task of tasks)
    expect(await ended(boris, `/v1/tasks-status/${task}`)).toMatchObject({
      state: 'FAILURE',
      error: expect.stringContaining('no such file'),
      object_ids: [],
    })
  expect((await boris.get('/v1/objects')).body.total).toBe(0)
  expect((await anna.get(`/v1/objects/${id}`)).body.version).toBe(1)
})

const PDF = aPdf(numberedPages(2))

async function twoGivenPdfs(role: 'viewer' | 'editor') {
  const house = await aGivenPdf(role)
  const { anna, id } = house
  const folder = (await anna.get(`/v1/objects/${id}`)).body.collection_id
  const second = (await anna.upload('terms.pdf', PDF, `?collection_id=${folder}`)).id
  await anna.read(second)
  return { ...house, second: second as string, folder: folder as string }
}

/** Jobs of these names are taken up only when they are released. */
async function holding<T>(names: string[], work: (release: () => Promise<void>) => Promise<T>): Promise<T> {
  await sql.query(`create or replace function hold_some() returns trigger language plpgsql as $$
    begin new.due_at := now() + interval '1 hour'; return new; end $$`)
  await sql.query(`create trigger hold_some before insert on jobs for each row
    when (new.name in (${names.map(name => `'${name}'`).join(', ')})) execute function hold_some()`)
  try {
    return await work(async () => {
      await sql.query('update jobs set due_at = now() where name = any($1)', [names])
    })
  } finally {
    await sql.query('drop trigger hold_some on jobs')
  }
}

test('given files of one owner are put together into a file of one’s own', async () => {
  const { anna, boris, id, second, takeBack } = await twoGivenPdfs('viewer')
  const accepted = await boris.post('/v1/objects/assemble', { object_ids: [id, second], name: 'Both', sort: 'order' })
  expect([accepted.status, accepted.body.count]).toEqual([202, 2])
  const path = `/v1/tasks-status/${accepted.body.task_id}`
  const record = await ended(boris, path)
  expect(record).toMatchObject({ ok: true, error: null, report: { skipped: [] } })
  const [made] = record.object_ids
  expect((await boris.get(`/v1/objects/${made}`)).body).toMatchObject({
    filename: 'Both.pdf',
    collection_id: null,
    access: 'owner',
    origin: 'link',
  })
  expect((await boris.get(`/v1/objects/${made}/pdf-structure`)).body.pages).toBe(5)
  expect((await anna.get('/v1/objects')).body.total).toBe(2)
  await takeBack()
  expect((await boris.get(`/v1/objects/${made}`)).status).toBe(200)
  // What is said of the files goes with them.
  expect((await boris.get(path)).body).toMatchObject({ object_ids: [made], report: null })
  expect((await boris.post('/v1/objects/assemble', { object_ids: [id, second] })).status).toBe(404)
})

test('files of two owners are never put together, and what is not given is not found', async () => {
  const { anna, boris, id } = await aGivenPdf('editor')
  const own = (await boris.upload('own.pdf', PDF)).id
  const unseen = (await anna.upload('unseen.pdf', PDF)).id
  for (const object_ids of [
    [id, own],
    [own, id],
  ]) {
    const { status, body } = await boris.post('/v1/objects/assemble', { object_ids })
    expect([status, body.code]).toEqual([409, 'several_owners'])
  }
  for (const object_ids of [
    [id, unseen],
    [unseen, id],
    [own, unseen],
  ])
    expect((await boris.post('/v1/objects/assemble', { object_ids })).status).toBe(404)
})

test('what is put together is given up when the grant ends, or one of the files is not what it was', {
  tags: ['long'],
}, async () => {
  const { anna, boris, id, second, takeBack } = await twoGivenPdfs('viewer')
  await holding(['document.assemble'], async release => {
    const begin = async () => (await boris.post('/v1/objects/assemble', { object_ids: [id, second] })).body.task_id
    const changed = await begin()
    await anna.post(`/v1/objects/${second}/pdf/rotate`, { pages: '1', angle: 90, replace: true })
    await until(async () => (await anna.get(`/v1/objects/${second}`)).body.version === 2, 'the next version')
    await release()
    expect((await ended(boris, `/v1/tasks-status/${changed}`)).error).toContain('changed')
    const moved = await begin()
    await anna.patch(`/v1/objects/${second}`, { collection_id: null })
    await release()
    expect((await ended(boris, `/v1/tasks-status/${moved}`)).error).toContain('no such file')
    await anna.patch(`/v1/objects/${second}`, { is_hidden: true })
    expect((await boris.post('/v1/objects/assemble', { object_ids: [id, second] })).status).toBe(404)
    const { body } = await boris.post('/v1/objects/assemble', { object_ids: [id] })
    await takeBack()
    await release()
    expect((await ended(boris, `/v1/tasks-status/${body.task_id}`)).error).toContain('no such file')
  })
  expect((await boris.get('/v1/objects')).body.total).toBe(0)
})

test('any address of a task tells of a new version while the file is given', { tags: ['long'] }, async () => {
  const { anna, boris, id, takeBack } = await aGivenPdf('editor')
  const { record } = await worked(boris, id, 'pdf/redact', {
    boxes: [{ page: 1, x0: 0.1, y0: 0.1, x1: 0.3, y1: 0.3 }],
    replace: true,
  })
  const path = `/v1/tasks-status/${record.task_id}`
  expect((await boris.get(path)).body).toMatchObject({ object_ids: [id], report: expect.any(Object) })
  await anna.delete(`/v1/objects/${id}`)
  expect((await boris.get(path)).body).toMatchObject({ object_ids: [], report: null })
  await anna.post(`/v1/objects/${id}/restore`, {})
  expect((await boris.get(path)).body.object_ids).toEqual([id])
  await takeBack()
  expect((await boris.get(path)).body).toMatchObject({ ok: true, object_ids: [], report: null })
})

test('what the assistant was asked for and did not come to be is in no ledger; undoing takes no other version for it', {
  tags: ['long'],
}, async () => {
  const { anna, boris, id } = await aGivenPdf('editor')
  const client = await mcpClient(await tokenOf(boris), server.url)
  await holding(['pdf.operation'], async release => {
    const rotate = { object_id: id, op: 'rotate', parameters: { pages: '1', angle: 90 }, replace: true }
    const done = (await callTool(client, 'pdf_operation', rotate)).structuredContent
    expect(done.status).toBe('done')
    const [change] = done.result.change_ids
    const raw = Buffer.from(aPdf(numberedPages(5)))
    expect((await anna.call('PUT', `/v1/objects/${id}/content?base_version=1`, { raw })).status).toBe(200)
    const undo = async () => (await anna.post(`/v1/changes/${change}/undo`, {})).status
    expect(await undo()).toBe(404)
    await release()
    expect((await ended(boris, `/v1/tasks-status/${done.result.task_id}`)).error).toContain('changed')
    expect((await anna.get('/v1/changes?by=agent')).body.items).toEqual([])
    expect(await undo()).toBe(404)
    expect((await anna.get(`/v1/objects/${id}`)).body.version).toBe(2)
  })
  await client.close()
})

test('why work on a given file failed is told while it is given', async () => {
  const { anna, boris, id, takeBack } = await aGivenPdf('editor')
  const told = await holding(['pdf.operation'], async release => {
    const { body } = await boris.post(`/v1/objects/${id}/pdf/rotate`, { pages: '1', angle: 90, replace: true })
    const raw = Buffer.from(aPdf(numberedPages(5)))
    await anna.call('PUT', `/v1/objects/${id}/content?base_version=1`, { raw })
    await release()
    const path = `/v1/tasks-status/${body.task_id}`
    expect((await ended(boris, path)).error).toContain('changed')
    return path
  })
  await takeBack()
  expect((await boris.get(told)).body.error).toContain('no such file')
})
