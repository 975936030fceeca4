import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import yauzl from 'yauzl'
import type { Actor, Db } from '../server/context.ts'
import { ownedTables } from '../server/db/owned-tables.ts'
import { asIn } from '../server/features/portability/import.ts'
import { filesOf, foldersOf, insertRows, ofOneMoment } from '../server/features/portability/queries.ts'
import { KEPT, LEFT_OUT } from '../server/features/portability/tables.ts'
import { aPerson, type Json, type Person, until } from './support/client.ts'
import { aDatabase } from './support/database.ts'
import { ROOT, type RunningServer, startServer } from './support/server.ts'

/** An account goes into an archive and comes out of it on an empty installation, with nothing lost. */

type Installation = { server: RunningServer; database: Awaited<ReturnType<typeof aDatabase>> }
let here: Installation
let there: Installation
let anna: Person
let archive: Buffer<ArrayBuffer>
let ids: { file: string; hidden: string; folder: string }

const anInstallation = async (): Promise<Installation> => {
  const database = await aDatabase()
  return { database, server: await startServer({ env: { DATABASE_URL: database.url } }) }
}

beforeAll(async () => {
  ;[here, there] = await Promise.all([anInstallation(), anInstallation()])
  anna = await aPerson(here.server.url)
  ids = await aLife(anna)
})
afterAll(async () => {
  for (const { server, database } of [here, there]) {
    await server.stop()
    await database.close()
  }
})

async function aLife(person: Person) {
  const theme = (await person.post('/v1/themes', { name: 'Work' })).body
  const folder = await person.folder('Договоры', { theme_id: theme.id })
  const inner = await person.folder('2026', { parent_id: folder.id })
  const text = 'Contract 17 with Northwind. Amount 1200 EUR, due 12 May 2026.'
  const file = await person.upload('contract.txt', text, `?collection_id=${inner.id}`)
  await person.upload('contract.txt', 'another one of the same name', `?collection_id=${inner.id}`)
  const gone = await person.upload('old.md', '# Old\n\nNotes of last year.')
  const hidden = await person.upload('diary.txt', 'Zanzibar is where I hid it.')
  for (const { id } of [file, gone, hidden]) await person.read(id)
  await person.patch(`/v1/objects/${hidden.id}`, { is_hidden: true })
  await person.delete(`/v1/objects/${gone.id}`)
  const made: [string, string, Json][] = [
    ['PATCH', `/v1/objects/${file.id}`, { doc_type: 'contract' }],
    ['PUT', `/v1/objects/${file.id}/draft`, { text: `${text} Signed.`, base_version: 1 }],
    ['POST', `/v1/objects/${file.id}/draft/publish`, undefined],
    ['PUT', `/v1/objects/${file.id}/draft`, { text: 'A draft of it', base_version: 2 }],
    ['PUT', `/v1/collections/${folder.id}/note`, { text: 'What we agreed on' }],
    [
      'POST',
      '/v1/calendar/events',
      { title: 'Meeting', starts_at: '2027-01-05T10:00:00Z', ends_at: '2027-01-05T11:00:00Z' },
    ],
    ['POST', '/v1/agent/chat', { query: 'Remember that I live in Riga' }],
    ['PUT', '/v1/settings', { timezone: 'Europe/Riga', ui: { rail: 300 } }],
    ['POST', '/v1/ask', { query: 'What is the amount of the contract with Northwind?' }],
    [
      'POST',
      '/v1/agent/profiles',
      { slug: 'northwind', name: 'Northwind', instructions: 'Be brief', toolsets: ['reading'] },
    ],
  ]
  for (const [method, path, body] of made) {
    const { status } = await person.call(method, path, { body })
    expect({ method, path, status }).toMatchObject({ status: expect.toSatisfy(code => code < 300) })
  }
  await person.read(file.id)
  return { file: file.id as string, hidden: hidden.id as string, folder: folder.id as string }
}

async function exported(person: Person, wish: object = {}): Promise<{ id: string; bytes: Buffer<ArrayBuffer> }> {
  const { status, body } = await person.post('/v1/export', wish)
  expect(status).toBe(202)
  const task = await until(async () => {
    const { body: state } = await person.get(`/v1/export/${body.task_id}`)
    return state.done && state
  }, 'the export')
  expect(task).toMatchObject({ ok: true, error: null })
  return { id: body.task_id, bytes: await fetched(person, body.task_id) }
}

async function fetched(person: Person, id: string): Promise<Buffer<ArrayBuffer>> {
  const headers = { authorization: `Bearer ${person.token}`, ...person.extraHeaders }
  const response = await fetch(`${here.server.url}/v1/export/${id}/content`, { headers })
  expect(response.headers.get('content-type')).toBe('application/zip')
  return Buffer.from(await response.arrayBuffer())
}

async function imported(person: Person, bytes: Buffer<ArrayBuffer>, query = '') {
  const form = new FormData()
  form.append('file', new Blob([bytes]), 'dossier.zip')
  const { status, body } = await person.call('POST', `/v1/import?from=dossier${query}`, { raw: form })
  expect(status).toBe(202)
  return until(async () => {
    const { body: state } = await person.get(`/v1/tasks-status/${body.task_id}`)
    return state.done && state
  }, 'the import')
}

/** Whatever an owner has in each of these tables, without who they are. */
async function rowsOf(db: Db, person: Person, tables: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const table of tables) {
    const { rows } = await sql<{ row: string }>`select (to_jsonb(t) - 'owner_id' - 'tenant_id')::text as row
      from ${sql.table(table)} t where owner_id = ${person.id} order by 1`.execute(db)
    found[table] = rows.map(({ row }) => row)
  }
  return found
}

const entriesOf = (bytes: Buffer): Promise<string[]> =>
  new Promise((yes, no) =>
    yauzl.fromBuffer(bytes, {}, (error, zip) => {
      if (error || !zip) return no(error)
      const names: string[] = []
      zip.on('entry', entry => names.push(entry.fileName))
      zip.on('end', () => yes(names))
    }),
  )

test('every table of an owner is either kept or left out for a reason, and the page about archives names it', async () => {
  const tables = (await ownedTables(here.database.db)).map(({ name }) => name)
  expect([...KEPT, ...Object.keys(LEFT_OUT)].toSorted()).toEqual(tables.toSorted())
  const page = readFileSync(join(ROOT, 'docs/archive.md'), 'utf8')
  expect(tables.filter(name => !page.includes(`\`${name}\``))).toEqual([])
})

describe('an account', () => {
  test('is exported with its files as plain files, the trash, and no trace of what is hidden', async () => {
    const { id, bytes } = await exported(anna, { include_hidden: true })
    archive = bytes
    const names = await entriesOf(bytes)
    expect(names).toEqual(expect.arrayContaining(['Договоры/2026/contract.txt', 'Договоры/2026/contract (2).txt']))
    expect(names).toEqual(expect.arrayContaining(['.trash/old.md', 'dossier.json', 'SHA256SUMS']))
    // Without the hidden token the wish for hidden things is none.
    expect(names).not.toContain('diary.txt')
    const files = await rowsOf(here.database.db, anna, ['objects', 'object_texts'])
    expect(files.objects!.length).toBe(4)
    expect(bytes.includes('Zanzibar')).toBe(false)
    // Range, and not for others.
    const part = await anna.get(`/v1/export/${id}/content`, { range: 'bytes=0-3' })
    expect({ status: part.status, text: part.text.slice(0, 2) }).toEqual({ status: 206, text: 'PK' })
    const stranger = await aPerson(here.server.url)
    expect((await stranger.get(`/v1/export/${id}`)).status).toBe(404)
    expect((await stranger.get(`/v1/export/${id}/content`)).status).toBe(404)
  })

  test('with the hidden token everything is in it, and on an empty installation it is all there again', async () => {
    const unlocked = (await anna.post('/v1/hidden-pin/unlock', {})).body.hidden_token
    const open = anna.with({ 'x-hidden-token': unlocked })
    const { id, bytes } = await exported(open, { include_hidden: true })
    expect(await entriesOf(bytes)).toContain('diary.txt')
    expect((await anna.get(`/v1/export/${id}/content`)).status).toBe(404)

    const twin = await aPerson(there.server.url)
    expect(await imported(twin, bytes, '&dry_run=true')).toMatchObject({ ok: true, report: { files: 5, added: 0 } })
    expect((await twin.get('/v1/objects')).body.items).toEqual([])
    const task = await imported(twin, bytes)
    expect(task).toMatchObject({ ok: true, error: null, report: { files: 5 } })
    expect(task.report.added).toBe(task.report.rows)
    const [mine, theirs] = [await rowsOf(here.database.db, anna, KEPT), await rowsOf(there.database.db, twin, KEPT)]
    expect(theirs).toEqual(mine)
    expect(Object.values(mine).filter(rows => rows.length > 0).length).toBeGreaterThan(14)
    expect((await twin.get(`/v1/objects/${ids.file}/content`)).text).toContain('Northwind. Amount 1200 EUR')
    const hit = await until(async () => {
      const { body } = await twin.get('/v1/search?q=Northwind')
      return body.items?.[0]
    }, 'the index')
    expect(JSON.stringify(hit)).toContain(ids.file)
    // What is hidden has come as hidden.
    expect((await twin.get(`/v1/objects/${ids.hidden}`)).status).toBe(404)

    // A second time nothing is doubled, and nothing of what was done meanwhile is taken back.
    await twin.patch(`/v1/objects/${ids.file}`, { filename: 'renamed.txt' })
    const before = await rowsOf(
      there.database.db,
      twin,
      KEPT.filter(table => table !== 'settings'),
    )
    expect(await imported(twin, bytes)).toMatchObject({ ok: true })
    expect(
      await rowsOf(
        there.database.db,
        twin,
        KEPT.filter(table => table !== 'settings'),
      ),
    ).toEqual(before)
    const left = await rowsOf(there.database.db, twin, ['archives'])
    expect(left.archives).toEqual([])
    // Numbers go on behind those that came.
    const event = { title: 'Next', starts_at: '2027-02-05T10:00:00Z', ends_at: '2027-02-05T11:00:00Z' }
    await twin.post('/v1/calendar/events', event)
    const { rows } = await sql<{ number: number }>`select number from calendar_events
      where owner_id = ${twin.id} order by number`.execute(there.database.db)
    expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length)
  })

  test('what was made of files that others have given stays out of it, with all that belongs to it', async () => {
    const { db } = here.database
    const counts = async (bytes: Buffer<ArrayBuffer>) => {
      const twin = await aPerson(there.server.url)
      expect(await imported(twin, bytes)).toMatchObject({ ok: true, error: null })
      const kept = await rowsOf(there.database.db, twin, [
        'agent_runs',
        'agent_calls',
        'agent_events',
        'calendar_events',
      ])
      return Object.values(kept).map(rows => rows.length > 0)
    }
    expect(await counts((await exported(anna)).bytes)).toEqual([true, true, true, true])
    for (const table of ['agent_runs', 'calendar_events'])
      await sql`update ${sql.table(table)} set given_ids = array[gen_random_uuid()] where owner_id = ${anna.id}`.execute(
        db,
      )
    expect(await counts((await exported(anna)).bytes)).toEqual([false, false, false, false])
    for (const table of ['agent_runs', 'calendar_events'])
      await sql`update ${sql.table(table)} set given_ids = '{}' where owner_id = ${anna.id}`.execute(db)
  })

  test('a tree that was hidden just before it was exported is hidden all the way down where it is imported', async () => {
    const eve = await aPerson(here.server.url)
    const top = await eve.folder('Top')
    const inner = await eve.folder('Inner', { parent_id: top.id })
    const file = await eve.upload('secret.txt', 'Tanganyika', `?collection_id=${inner.id}`)
    await eve.patch(`/v1/collections/${top.id}`, { is_hidden: true })
    // As it stands in the middle of a large tree, before the task has come so far.
    await sql`update collections set is_concealed = false where owner_id = ${eve.id} and id = ${inner.id}`.execute(
      here.database.db,
    )
    await sql`insert into unsettled_folders (owner_id, folder_id) values (${eve.id}, ${top.id})`.execute(
      here.database.db,
    )
    const { hidden_token } = (await eve.post('/v1/hidden-pin/unlock', {})).body
    const { bytes } = await exported(eve.with({ 'x-hidden-token': hidden_token }), { include_hidden: true })
    const twin = await aPerson(there.server.url)
    expect(await imported(twin, bytes)).toMatchObject({ ok: true, report: { files: 1 } })
    expect((await twin.get(`/v1/objects/${file.id}`)).status).toBe(404)
    expect((await twin.get(`/v1/collections/${inner.id}`)).status).toBe(404)
    expect((await twin.get('/v1/collections')).body.items).toEqual([])
    expect((await twin.get('/v1/usage/quota')).body.storage_bytes).toBe(0)
    const open = twin.with({ 'x-hidden-token': (await twin.post('/v1/hidden-pin/unlock', {})).body.hidden_token })
    expect((await open.get(`/v1/objects/${file.id}`)).body.is_hidden).toBe(true)
  })

  test('many files of one name are all in it, and no statement reads all of their rows', {
    tags: ['long'],
  }, async () => {
    const { db } = here.database
    const eve = await aPerson(here.server.url)
    const file = await eve.upload('scan.txt', 'the same bytes for all of them')
    const rest = (await ownedTables(db)).find(({ name }) => name === 'objects')!.columns.filter(name => name !== 'id')
    const columns = sql.join(rest.map(name => sql.ref(name)))
    await sql`insert into objects (id, ${columns}) select gen_random_uuid(), ${columns} from objects, generate_series(1, 450)
      where owner_id = ${eve.id}`.execute(db)
    await sql`insert into collections (owner_id, id, tenant_id, name) select owner_id, gen_random_uuid(), tenant_id, 'Folder ' || n
      from objects, generate_series(1, 450) n where owner_id = ${eve.id} and id = ${file.id}`.execute(db)
    const answers: number[] = []
    const counting = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        answers.push(result.rows.length)
        return result
      },
    })
    const read = await ofOneMoment(counting, async moment => {
      const found: object[] = []
      for await (const row of filesOf(moment, eve.id, false)) found.push(row)
      for await (const row of foldersOf(moment, eve.id)) found.push(row)
      return found.length
    })
    expect(read).toBe(901)
    expect(Math.max(...answers)).toBeLessThan(300)

    const { bytes } = await exported(eve)
    const scans = ['scan.txt', ...Array.from({ length: 450 }, (_, n) => `scan (${n + 2}).txt`)]
    expect((await entriesOf(bytes)).toSorted()).toEqual([...scans, 'dossier.json', 'SHA256SUMS'].toSorted())
    const twin = await aPerson(there.server.url)
    expect(await imported(twin, bytes)).toMatchObject({ ok: true, error: null })
    expect((await twin.get('/v1/objects?limit=1')).body.total).toBe(451)
  })

  test('rows of an archive that is older than a column get what the column has by default', async () => {
    const { db } = there.database
    const eve = await aPerson(there.server.url)
    const { tenant_id: tenantId } = (
      await sql<{ tenant_id: string }>`select tenant_id from users where id = ${eve.id}`.execute(db)
    ).rows[0]!
    const table = (await ownedTables(db)).find(({ name }) => name === 'calendar_events')!
    const [row] = (await rowsOf(here.database.db, anna, ['calendar_events'])).calendar_events!
    const { given_ids: _new, ...old } = JSON.parse(row!)
    expect(await insertRows(db, { ownerId: eve.id, tenantId } as Actor, asIn([old], table), [old])).toBe(1)
    expect((await rowsOf(db, eve, ['calendar_events'])).calendar_events![0]).toContain('"given_ids": []')
  })

  test('a damaged archive changes nothing, and the damage is named', async () => {
    const eve = await aPerson(there.server.url)
    const at = archive.indexOf('Contract 17')
    const changed = Buffer.from(archive)
    changed[at] = 'X'.charCodeAt(0)
    const cases: [Buffer<ArrayBuffer>, RegExp][] = [
      [changed, /contract.*\.txt has changed/],
      [archive.subarray(0, archive.length - 100) as Buffer<ArrayBuffer>, /not a zip/],
      [Buffer.from('no zip at all'), /not a zip/],
    ]
    for (const [bytes, said] of cases) {
      const task = await imported(eve, bytes)
      expect(task).toMatchObject({ done: true, ok: false, error: expect.stringMatching(said) })
    }
    const left = await rowsOf(there.database.db, eve, [...KEPT, 'blobs', 'archives'])
    expect(Object.entries(left).filter(([, rows]) => rows.length > 0)).toEqual([])
  })
})
