import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../server/db/embedded.ts'
import { aPerson, call, type Json, Person, until } from './support/client.ts'
import { fitting, NOWHERE } from './support/fitting.ts'
import { type RunningServer, startServer } from './support/server.ts'
import { EXPLAIN_NOTHING, explainAll, readingLog } from './support/statement-rows.ts'

/** One owner with 30,000 files in 3,000 folders: no read goes over all of them, and no call waits for a large tree. */

const FILES = 30_000
const FOLDERS = 3_000

let server: RunningServer
let sql: pg.Client
let anna: Person
let dataDir: string

const idOf = (what: string): string => {
  const hex = createHash('md5')
    .update(anna.id + what)
    .digest('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

async function attach(): Promise<pg.Client> {
  const database = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  return client
}

beforeAll(async () => {
  server = await startServer()
  dataDir = server.dataDir
  sql = await attach()
  await explainAll(sql)
  await sql.query(
    `do $$ begin execute format('alter database %I set track_functions = pl', current_database()); end $$`,
  )
  // Connections have the setting from their beginning, or not at all.
  await sql.end()
  await server.stop({ keep: true })
  server = await startServer({ dataDir })
  sql = await attach()
  await sql.query(EXPLAIN_NOTHING)
  anna = await aPerson(server.url)
  const { rows } = await sql.query('select tenant_id from users where id = $1', [anna.id])
  const given = [anna.id, rows[0].tenant_id]
  await sql.query(
    `insert into themes (owner_id, id, tenant_id, name)
      select $1::uuid, md5($1::text || 'theme' || n)::uuid, $2::uuid, 'Theme ' || n from generate_series(0, 9) n`,
    given,
  )
  // Folder n hangs under n / 10.
  await sql.query(
    `insert into collections (owner_id, id, tenant_id, name, parent_id, theme_id, in_theme_id, theme_ids)
      select $1::uuid, md5($1::text || 'folder' || n)::uuid, $2::uuid, 'Folder ' || n,
        case when n >= 10 then md5($1::text || 'folder' || (n / 10))::uuid end,
        case when n < 10 then md5($1::text || 'theme' || n)::uuid end,
        md5($1::text || 'theme' || left(n::text, 1))::uuid, array[md5($1::text || 'theme' || left(n::text, 1))::uuid]
      from generate_series(1, $3::integer) n order by n`,
    [...given, FOLDERS],
  )
  await sql.query(
    `insert into blobs (owner_id, hash, size, key)
      select $1::uuid, encode(sha256(n::text::bytea), 'hex'), 10, 'none/' || n from generate_series(1, $2::integer) n`,
    [anna.id, FILES],
  )
  await sql.query(
    `insert into objects (owner_id, id, tenant_id, collection_id, filename, original_name, kind, mime, size, content_hash, status,
        created_at, enrichment)
      select $1::uuid, md5($1::text || 'file' || n)::uuid, $2::uuid, md5($1::text || 'folder' || (1 + n % $3::integer))::uuid,
        'File ' || n || '.txt', 'File ' || n || '.txt', case when n % 100 = 0 then 'pdf' else 'text' end, 'text/plain', 10,
        encode(sha256(n::text::bytea), 'hex'), 'ready', now() - n * interval '1 minute',
        jsonb_build_object('doc_type', case when n % 4 = 0 then 'letter' else 'note' end,
          'entities', jsonb_build_object('people', jsonb_build_array(jsonb_build_object('text', 'Person ' || n % 7))))
      from generate_series(1, $4::integer) n`,
    [...given, FOLDERS, FILES],
  )
  await sql.query('delete from search_stale')
  await sql.query('vacuum (analyze) objects, object_facts, collections, blobs')
}, 240_000)

afterAll(async () => {
  await sql.end()
  await server.stop()
})

/** So many rows a statement may read of an owner who has thirty thousand files: all folders may be looked up beside a page. */
const MOST_ROWS = 4_000
/** The whole tree, a folder by its name, and all themes are asked for: they go over the folders, and over nothing else. */
const BY_FOLDERS = ['/v1/collections', '/v1/themes', '/v1/themes/{theme_id}']
/** So many files are counted by what they are, each with its folder; of more, so many at random. */
const COUNTING = ['/v1/objects/facets', '/v1/tags', '/v1/search/things']
const COUNTED = 10_000

test('no read of the route table goes over all files', { timeout: 240_000 }, async () => {
  const file = await anna.upload('one.txt', 'a file that is really there', `?collection_id=${idOf('folder5')}`)
  await anna.read(file.id)
  const ids: Record<string, string> = {
    object_id: file.id,
    collection_id: idOf('folder5'),
    theme_id: idOf('theme7'),
    user_id: anna.id,
  }
  const { body } = await call('GET', '/openapi.json', {}, server.url)
  const paths = Object.entries<Json>(body.paths).flatMap(([path, methods]) => (methods.get ? [path] : []))
  const queries = (path: string): string[] => {
    if (path === '/v1/objects')
      return [
        '',
        '?sort=name',
        '?sort=-size',
        '?kind=audio',
        '?kind=pdf',
        '?doc_type=manual',
        '?status=failed',
        '?status=pending',
        '?sort=-opened_at',
        '?sort=document_date',
        '?sort=-document_date&since=2020-01-01&until=2020-12-31&limit=20',
        '?favorite=true',
        '?unfiled=true',
        '?tag=rare',
        '?person=nobody',
        '?organisation=nobody',
        '?amount_min=5&amount_max=6',
        '?since=1999-01-01&until=1999-12-31',
        '?sort=document_date&offset=20&limit=20',
      ].concat([`?collection_id=${ids.collection_id}`, '?offset=20&limit=50'])
    if (path === '/v1/collections')
      return ['', '?parent_id=root', `?parent_id=${ids.collection_id}`, '?limit=50', '?q=folder', '?q=nothing'].concat([
        `?theme_id=${ids.theme_id}`,
        '?theme_id=none&limit=100',
        `?ids=${[1, 20, 300, 2999].map(n => idOf(`folder${n}`)).join(',')}&above=true`,
        '?parent_id=root&name=Folder%205',
        '?hidden=only',
      ])
    return path.includes('{') ? [''] : ['', '?q=file']
  }
  const read = readingLog(dataDir)
  const over: string[] = []
  let statements = 0
  for (const path of paths.filter(path => !path.endsWith('/events'))) {
    for (const query of queries(path)) {
      const isByFolders = BY_FOLDERS.includes(path) && (query === '' || query.startsWith('?q='))
      const bound = MOST_ROWS + (isByFolders ? 4 * FOLDERS : 0) + (COUNTING.includes(path) ? 2.2 * COUNTED : 0)
      const filled = path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? NOWHERE)
      await anna.get(filled + query)
      for (const { query: text, rows } of await read()) {
        statements += 1
        if (rows > bound) over.push(`${path}${query}: ${rows} rows: ${text.replace(/\s+/g, ' ').slice(0, 300)}`)
      }
    }
  }
  expect(over).toEqual([])
  // The log was read.
  expect(statements).toBeGreaterThan(paths.length)
})

test('totals are exact without filters and by folder, and bounded elsewhere', async () => {
  const all = (await anna.get('/v1/objects?limit=1')).body
  expect(all).toMatchObject({ total: FILES + 1, total_is_exact: true })
  const texts = (await anna.get('/v1/objects?kind=text&limit=1')).body
  expect(texts).toMatchObject({ total: 10_000, total_is_exact: false })
  expect((await anna.get(`/v1/objects?limit=2&kind=text&cursor=${texts.next_cursor}`)).body.total_is_exact).toBe(false)
  expect((await anna.get('/v1/objects?kind=pdf&limit=1')).body).toMatchObject({ total: 300, total_is_exact: true })
  const folder = (await anna.get(`/v1/objects?collection_id=${idOf('folder7')}&limit=1`)).body
  expect(folder).toMatchObject({ total: 10, total_is_exact: true })
  expect((await anna.get(`/v1/collections/${idOf('folder7')}`)).body.object_count).toBe(10)
})

test('counts by type and person are estimates that say so, and near the truth', async () => {
  const facets = (await anna.get('/v1/objects/facets')).body
  expect(facets).toMatchObject({ total: FILES + 1, total_is_exact: true, counts_are_exact: false })
  const near = (found: number, truth: number) => {
    expect(found).toBeGreaterThan(truth * 0.9)
    expect(found).toBeLessThan(truth * 1.1)
  }
  const count = (list: Json[], value: string) => list.find(item => item.value === value)?.count
  near(count(facets.type, 'note'), FILES * 0.75)
  near(count(facets.type, 'letter'), FILES * 0.25)
  const notes = (await anna.get('/v1/objects/facets?doc_type=note')).body
  expect(notes).toMatchObject({ total_is_exact: false, counts_are_exact: false })
  near(notes.total, FILES * 0.75)
  const letters = (await anna.get('/v1/objects/facets?doc_type=letter')).body
  expect(letters).toMatchObject({ total: FILES / 4, total_is_exact: true, counts_are_exact: true })
  expect(letters.person).toHaveLength(7)
  expect(letters.person.reduce((sum: number, { count: n }: Json) => sum + n, 0)).toBe(FILES / 4)
  // A tag on every file of ten folders, renamed in batches.
  const ids = (await anna.get(`/v1/objects?collection_id=${idOf('folder11')}`)).body.items.map((item: Json) => item.id)
  await anna.post('/v1/objects/bulk', { object_ids: ids, action: 'tag', tags: ['Rare'] })
  expect((await anna.get('/v1/tags')).body.items).toEqual([{ name: 'Rare', color: null, count: ids.length }])
  expect((await anna.get('/v1/objects?tag=rare')).body.total).toBe(ids.length)
})

test('a page anywhere is the same from the beginning, from the end and by cursor', async () => {
  const names = async (query: string) => {
    const { body } = await anna.get(`/v1/objects?${query}`)
    return { names: body.items.map(item => item.filename), next: body.next_cursor }
  }
  const sorted = await sql.query(
    `select filename from objects where owner_id = $1 order by filename collate "und-x-icu", id`,
    [anna.id],
  )
  const expected = (from: number, count: number) => sorted.rows.slice(from, from + count).map(row => row.filename)
  for (const offset of [1, 40, 14_000, 16_000, FILES - 30, FILES - 3]) {
    const page = await names(`sort=name&limit=20&offset=${offset}`)
    expect(page.names).toEqual(expected(offset, 20))
    if (!page.next) continue
    expect((await names(`sort=name&limit=5&cursor=${page.next}`)).names).toEqual(expected(offset + 20, 5))
    expect((await names(`sort=name&limit=5&offset=3&cursor=${page.next}`)).names).toEqual(expected(offset + 23, 5))
  }
  expect(await names(`offset=${FILES + 1}`)).toEqual({ names: [], next: null })
  // With something hidden the way is another, the answer the same.
  await anna.patch(`/v1/collections/${idOf('folder8')}`, { is_hidden: true })
  const seen = (await anna.get('/v1/objects?limit=1')).body.total
  expect(seen).toBeLessThan(FILES)
  const last = await names(`sort=-size&limit=20&offset=${seen - 5}`)
  expect(last).toMatchObject({ next: null })
  expect(last.names).toHaveLength(5)
  const { hidden_token } = (await anna.post('/v1/hidden-pin/unlock')).body
  const open = anna.with({ 'x-hidden-token': hidden_token })
  expect((await open.get('/v1/objects?limit=1')).body.total).toBe(FILES + 1)
  await open.patch(`/v1/collections/${idOf('folder8')}`, { is_hidden: false })
})

test('folders come a level at a time', async () => {
  const top = (await anna.get('/v1/collections?parent_id=root&limit=4')).body
  expect(top.items.map(folder => folder.name)).toEqual(['Folder 1', 'Folder 2', 'Folder 3', 'Folder 4'])
  expect(top.items[0]).toMatchObject({ has_folders: true, object_count: 10, path: 'Folder 1', parent_id: null })
  const rest = (await anna.get(`/v1/collections?parent_id=root&limit=10&cursor=${top.next_cursor}`)).body
  expect(rest.items).toHaveLength(5)
  expect(rest.next_cursor).toBeNull()
  const below = (await anna.get(`/v1/collections?parent_id=${idOf('folder29')}`)).body.items
  expect(below.map(folder => folder.path)).toContain('Folder 2/Folder 29/Folder 290')
  expect(below[0]!.has_folders).toBe(true)
  expect((await anna.get(`/v1/collections?parent_id=${idOf('nothing')}`)).status).toBe(404)
  const seen = new Set<string>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Json = (await anna.get(`/v1/collections?limit=500${cursor && `&cursor=${cursor}`}`)).body
    for (const { id } of page.items) seen.add(id)
    cursor = page.next_cursor
  }
  expect(seen.size).toBe(FOLDERS)
  expect((await anna.get('/v1/collections')).body.items).toHaveLength(FOLDERS)
  expect((await anna.get('/v1/collections?cursor=nonsense')).status).toBe(422)
})

test('a tree of a thousand folders is hidden, shown and moved at once, by a transaction that writes few of them', {
  timeout: 120_000,
}, async () => {
  const [root, deep] = [idOf('folder1'), idOf('folder1234')]
  const { hidden_token } = (await anna.post('/v1/hidden-pin/unlock')).body
  const open = anna.with({ 'x-hidden-token': hidden_token })
  const total = async () => (await anna.get('/v1/objects?limit=1')).body.total
  const all = await total()
  const within = 1111 * 10
  const change = async (body: object) => {
    expect((await open.patch(`/v1/collections/${root}`, body)).status).toBe(200)
    // What the call itself has written; the task that follows writes the rest in batches.
    const { rows } = await sql.query(
      `select count(*)::integer as n from collections where owner_id = $1
        and xmin = (select xmin from collections where owner_id = $1 and id = $2)`,
      [anna.id, root],
    )
    expect(rows[0].n).toBeLessThan(300)
  }
  await change({ is_hidden: true })
  expect((await anna.get(`/v1/collections/${deep}`)).status).toBe(404)
  expect((await anna.get(`/v1/objects?collection_id=${deep}`)).status).toBe(404)
  expect(await total()).toBe(all - within)
  await change({ is_hidden: false })
  expect((await anna.get(`/v1/collections/${deep}`)).status).toBe(200)
  expect(await total()).toBe(all)
  const settled = async () =>
    (await sql.query('select 1 from unsettled_folders where owner_id = $1', [anna.id])).rowCount === 0
  await until(settled, 'the tree')
  // Under a folder with another theme, which is hidden then, and back.
  await change({ parent_id: idOf('folder9') })
  await anna.patch(`/v1/themes/${idOf('theme9')}`, { is_hidden: true })
  expect((await anna.get(`/v1/collections/${deep}`)).status).toBe(404)
  expect((await open.get(`/v1/collections/${deep}`)).body.path).toBe(
    'Folder 9/Folder 1/Folder 12/Folder 123/Folder 1234',
  )
  await change({ parent_id: null })
  expect((await anna.get(`/v1/collections/${deep}`)).status).toBe(200)
  await open.patch(`/v1/themes/${idOf('theme9')}`, { is_hidden: false })
  await until(settled, 'the tree')
  expect(await total()).toBe(all)
  const { rows } = await sql.query(
    `select count(*)::integer as n from collections where owner_id = $1 and theme_ids = array[$2::uuid] and not is_concealed`,
    [anna.id, idOf('theme1')],
  )
  expect(rows[0].n).toBe(1111)
})

test('while a tree is unsettled a page asks for its hidden folders once, and not for each file above which they are', async () => {
  const root = idOf('folder2')
  const { hidden_token } = (await anna.post('/v1/hidden-pin/unlock')).body
  const open = anna.with({ 'x-hidden-token': hidden_token })
  const settled = async () =>
    (await sql.query('select 1 from unsettled_folders where owner_id = $1', [anna.id])).rowCount === 0
  expect((await open.patch(`/v1/collections/${root}`, { is_hidden: true })).status).toBe(200)
  await until(settled, 'the tree')
  // No task goes on with this one.
  await sql.query('insert into unsettled_folders (owner_id, folder_id) values ($1, $2)', [anna.id, root])
  const calls = async (): Promise<Record<string, number>> => {
    const { rows } = await sql.query(
      `select funcname, sum(calls)::integer as n from pg_stat_user_functions
        where funcname in ('hidden_above', 'hidden_places') group by 1`,
    )
    return { hidden_above: 0, hidden_places: 0, ...Object.fromEntries(rows.map(({ funcname, n }) => [funcname, n])) }
  }
  const read = readingLog(dataDir)
  const before = await calls()
  const asked = [
    '',
    '?sort=name',
    '?sort=-size',
    '?kind=pdf',
    `?collection_id=${idOf('folder5')}`,
    '?offset=20&limit=50',
  ]
  for (const query of asked) expect((await anna.get(`/v1/objects${query}`)).status).toBe(200)
  expect((await anna.get('/v1/collections?parent_id=root')).body.items.map(({ id }) => id)).not.toContain(root)
  const after = await until(async () => {
    const now = await calls()
    return now.hidden_places! > before.hidden_places! + asked.length && now
  }, 'what was called')
  expect(after.hidden_above! - before.hidden_above!).toBeLessThan(10)
  expect(after.hidden_places! - before.hidden_places!).toBeLessThan(100)
  for (const { query, rows } of await read())
    expect({ query, isBounded: rows <= MOST_ROWS, rows }).toMatchObject({ isBounded: true })
  expect((await anna.get(`/v1/objects?theme_id=${idOf('theme2')}`)).body.items).toEqual([])
  expect((await anna.get(`/v1/objects?theme_id=${idOf('theme3')}&limit=1`)).body.items).toHaveLength(1)
  await sql.query('delete from unsettled_folders where owner_id = $1', [anna.id])
  expect((await open.patch(`/v1/collections/${root}`, { is_hidden: false })).status).toBe(200)
  await until(settled, 'the tree')
})

const finished = (taskId: string) =>
  until(async () => {
    const { body } = await anna.get(`/v1/tasks-status/${taskId}`)
    return body.done && body
  }, 'the task')

/** Each was made from another file that somebody else has given, in one of many folders. */
const GIVEN = 1_000
const GRANTS = 40

test('tasks and events made from given files are listed without asking every grant for each of them', {
  timeout: 120_000,
}, async () => {
  const boris = await aPerson(server.url)
  const give = async (id: string) => {
    const grant = { email: boris.email, role: 'viewer' }
    expect((await anna.post(`/v1/collections/${id}/grants`, grant)).status).toBe(201)
  }
  for (let n = 0; n < GRANTS; n++) await give(idOf(`folder${100 + n}`))
  const seen = idOf('folder9')
  await give(seen)
  // Of the files below that folder, and one that is not given.
  const { rows: files } = await sql.query(
    `with recursive below as (select id from collections where owner_id = $1 and id = $2
        union all select c.id from collections c join below on c.owner_id = $1 and c.parent_id = below.id)
      select o.id from objects o join below on o.collection_id = below.id where o.owner_id = $1 limit ${GIVEN}`,
    [anna.id, seen],
  )
  expect(files).toHaveLength(GIVEN)
  const ids = files.map(({ id }) => id)
  await sql.query(
    `insert into tasks (owner_id, id, tenant_id, number, title, due_at, given_ids, made_from)
      select u.id, gen_random_uuid(), u.tenant_id, -f.n, 'Task ' || f.n, now() + interval '1 hour', array[f.id], 'others'
      from users u, unnest($2::uuid[]) with ordinality as f(id, n) where u.id = $1`,
    [boris.id, [...ids, idOf('file1')]],
  )
  await sql.query('analyze tasks')
  const read = readingLog(dataDir)
  const over: string[] = []
  for (const path of ['/v1/tasks?status=all&limit=200', '/v1/calendar/agenda', '/v1/search/things?q=task']) {
    expect((await boris.get(path)).status).toBe(200)
    for (const { query, rows } of await read())
      if (rows > 30 * GIVEN) over.push(`${path}: ${rows} rows: ${query.replace(/\s+/g, ' ').slice(0, 300)}`)
  }
  expect(over).toEqual([])
  const { items } = (await boris.get('/v1/tasks?limit=2')).body
  expect(items.map(({ title }) => title)).toEqual([`Task ${GIVEN}`, `Task ${GIVEN - 1}`])
})

test('a large tree is gone at once, its files reach the trash even after kill -9, and the trash is emptied by a task', {
  tags: ['long'],
  timeout: 240_000,
}, async () => {
  const [root, inside] = [idOf('folder2'), idOf('folder25')]
  const trashed = (await sql.query('select md5($1::text || $2)::uuid as id', [anna.id, 'file24'])).rows[0].id
  const gone = 1111 * 10
  const { total } = (await anna.get('/v1/objects?limit=1')).body
  const before = (await anna.get('/v1/usage/quota')).body.storage_bytes
  expect((await anna.delete(`/v1/objects/${trashed}`)).status).toBe(200)
  const removed = await anna.delete(`/v1/collections/${root}`)
  expect(removed.status).toBe(200)
  expect(removed.body).toEqual({ ok: true, task_id: expect.any(String) })
  // What the call itself has written; the task may have gone on from there.
  const written = await sql.query(
    `select count(*)::integer as n from collections where owner_id = $1
      and xmin = (select xmin from collections where owner_id = $1 and id = $2)`,
    [anna.id, root],
  )
  expect(written.rows[0].n).toBeLessThan(2)
  const look = async () => {
    expect((await anna.get('/v1/objects?limit=1')).body.total).toBe(total - gone)
    for (const path of [`/v1/collections/${root}`, `/v1/collections/${inside}`, `/v1/objects?collection_id=${inside}`])
      expect((await anna.get(path)).status).toBe(404)
    expect((await anna.get(`/v1/objects/${idOf('file25')}`)).status).toBe(404)
    const folders = (await anna.get('/v1/collections')).body.items
    expect(folders).toHaveLength(FOLDERS - 1111)
    expect((await anna.send('a.txt', 'a', `?collection_id=${inside}`)).status).toBe(404)
  }
  await look()
  // What was in the trash before can be taken out of it meanwhile, and stays.
  expect((await anna.post(`/v1/objects/${trashed}/restore`)).body).toMatchObject({
    collection_id: null,
    deleted_at: null,
  })
  await server.kill()
  server = await startServer({ dataDir })
  anna = new Person(anna.email, anna.password, anna.token, anna.id, server.url)
  expect(await finished(removed.body.task_id)).toMatchObject({ ok: true, progress: 1 })
  expect((await anna.get('/v1/trash?limit=1')).body.total).toBe(gone - 1)
  expect((await anna.get('/v1/objects?limit=1')).body.total).toBe(total - gone + 1)
  const left = await sql.query(
    'select count(*)::integer as n from collections where owner_id = $1 and removed_by is not null',
    [anna.id],
  )
  expect(left.rows[0].n).toBe(0)

  const emptied = await anna.delete('/v1/trash')
  expect(emptied.status).toBe(202)
  expect(await finished(emptied.body.task_id)).toMatchObject({ ok: true })
  expect((await anna.get('/v1/trash?limit=1')).body.total).toBe(0)
  expect((await anna.get('/v1/usage/quota')).body.storage_bytes).toBe(before - (gone - 1) * 10)
})

/** Of several hundred files that are named in one call, and for each of their rows in other tables. */
const EACH = 30
const READING = ['get', 'head', 'options']
/** They end the account or its sessions. */
const ENDING = ['DELETE /v1/auth/me', 'DELETE /v1/auth/sessions', 'POST /v1/auth/logout', 'POST /v1/auth/password']

/** An export is of everything; what is left to be moved into a bucket is counted; a command looks at up to 20,000 names. */
const BY_FILES = [
  /from objects t left join collections c .* from revisions t /s,
  /count\(\*\) as n from blobs/,
  /case when \$\d+::boolean\s+then array\(/,
]

/** Makes changes and looks at each how many rows its statements have read, with those of tasks that run beside it. */
function changing() {
  const read = readingLog(dataDir)
  const seen = { over: [] as string[], done: new Set<string>(), by: anna }
  const change = async (method: string, path: string, body?: object, { most = MOST_ROWS, ...options }: Json = {}) => {
    await read()
    const reply = await seen.by.call(method, path, { body, ...options })
    for (const { query, rows } of await read())
      if (rows > most && !BY_FILES.some(known => known.test(query)))
        seen.over.push(`${method} ${path}: ${rows} rows: ${query.replace(/\s+/g, ' ').slice(0, 300)}`)
    return reply
  }
  /** It must succeed. */
  const must = async (method: string, path: string, ids: Record<string, string>, body?: object, options?: Json) => {
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => ids[name]!)
    const reply = await change(method, filled, body, options)
    expect({ path, body, is: reply.status < 300, reply: reply.body }).toMatchObject({ is: true })
    seen.done.add(`${method} ${path}`)
    return reply.body
  }
  return { seen, change, must }
}

test('no change of files and folders goes over all files', { timeout: 240_000 }, async () => {
  const { seen, change, must } = changing()
  const uploaded = async (name: string, place: string) => {
    const form = new FormData()
    form.append('file', new Blob([name]), name)
    const { body } = await change('POST', `/v1/objects?collection_id=${place}`, undefined, { raw: form })
    return { object_id: body.id as string }
  }

  const collection_id = (await must('POST', '/v1/collections', {}, { name: 'New', parent_id: idOf('folder7') })).id
  const folder = { collection_id }
  const file = await uploaded('a letter.txt', collection_id)
  await anna.read(file.object_id)
  const theme = { theme_id: (await must('POST', '/v1/themes', {}, { name: 'New' })).id }
  const one = '/v1/collections/{collection_id}'
  for (const body of [
    { name: 'Newer' },
    theme,
    { parent_id: null },
    { parent_id: idOf('folder8') },
    { theme_id: null },
  ])
    await must('PATCH', one, folder, body)
  await must('PUT', `${one}/note`, folder, { text: 'Note' })
  await must('DELETE', `${one}/note`, folder)
  const { id: share_id } = await must('POST', `${one}/shares`, folder, {})
  await must('DELETE', '/v1/shares/{share_id}', { share_id })
  await must('POST', '/v1/objects/{object_id}/shares', file, {})
  const boris = await aPerson(server.url)
  const { id: grant_id } = await must('POST', `${one}/grants`, folder, { email: boris.email, role: 'viewer' })
  await must('PATCH', `${one}/grants/{grant_id}`, { ...folder, grant_id }, { role: 'editor' })
  await must('DELETE', `${one}/grants/{grant_id}`, { ...folder, grant_id })
  await must('PUT', '/v1/pins', {}, { items: [{ kind: 'folder', id: collection_id }] })

  const object = '/v1/objects/{object_id}'
  for (const body of [
    { filename: 'b.txt' },
    { collection_id: idOf('folder9') },
    { tags: ['New'] },
    { is_favorite: true },
  ])
    await must('PATCH', object, file, body)
  await must('PUT', `${object}/content?base_version=1`, file, undefined, {
    raw: 'other words',
    headers: { 'content-type': 'text/plain' },
  })
  await anna.read(file.object_id)
  for (const [path, body] of [
    ['lock-name', { locked: true }],
    ['reprocess', undefined],
    ['comments', { text: 'Words' }],
  ] as const)
    await must('POST', `${object}/${path}`, file, body)
  await anna.read(file.object_id)
  await must('PATCH', '/v1/tags/{name}', { name: 'New' }, { name: 'Newer' })
  await must('DELETE', '/v1/tags/{name}', { name: 'Newer' })
  await must('PUT', '/v1/settings', {}, { timezone: 'Europe/Moscow' })

  const { hidden_token } = await must('POST', '/v1/hidden-pin/unlock', {})
  seen.by = anna.with({ 'x-hidden-token': hidden_token })
  for (const is_hidden of [true, false]) {
    await must('PATCH', object, file, { is_hidden })
    await must('PATCH', one, folder, { is_hidden })
    await must('PATCH', '/v1/themes/{theme_id}', theme, { is_hidden })
    await must('PATCH', '/v1/themes/{theme_id}', { theme_id: idOf('theme6') }, { is_hidden })
  }
  const named = await sql.query('select id from objects where owner_id = $1 order by created_at desc limit 500', [
    anna.id,
  ])
  const object_ids = named.rows.map(({ id }) => id)
  const back = { collection_id: idOf('folder30') }
  for (const body of [
    { action: 'hide' },
    { action: 'unhide' },
    { action: 'tag', tags: ['Many'] },
    { action: 'move', ...back },
  ]) {
    const reply = await must('POST', '/v1/objects/bulk', {}, { object_ids, ...body }, { most: MOST_ROWS + EACH * 500 })
    expect(reply.failed).toEqual([])
  }
  await must('PATCH', '/v1/tags/{name}', { name: 'Many' }, { name: 'Most' }, { most: MOST_ROWS + EACH * 500 })
  await must('DELETE', '/v1/tags/{name}', { name: 'Most' }, undefined, { most: MOST_ROWS + EACH * 500 })
  for (const action of ['trash', 'restore', 'trash'])
    await must('POST', '/v1/objects/bulk', {}, { object_ids, action }, { most: MOST_ROWS + EACH * 500 })
  await must('POST', `${object}/restore`, { object_id: object_ids[0] })
  await must('DELETE', object, { object_id: object_ids[0] })
  await must('DELETE', `${object}/permanent`, { object_id: object_ids[0] })
  await must('DELETE', '/v1/trash', {}, undefined, { most: MOST_ROWS + EACH * 500 })
  // With what is in them, and without.
  await must('DELETE', one, { collection_id: idOf('folder399') })
  await must('DELETE', `${one}?mode=keep`, { collection_id: idOf('folder398') })
  await must('DELETE', one, { collection_id: idOf('folder4') })
  await must('DELETE', '/v1/themes/{theme_id}', theme)
  await must('DELETE', '/v1/themes/{theme_id}', { theme_id: idOf('theme4') })

  expect(seen.over).toEqual([])
})

test('no other change of the route table goes over all files', { timeout: 240_000 }, async () => {
  const { seen, change } = changing()
  const file = await anna.upload('another letter.txt', 'a letter', `?collection_id=${idOf('folder9')}`)
  const ids: Record<string, string> = {
    object_id: file.id,
    collection_id: idOf('folder2999'),
    theme_id: idOf('theme8'),
  }
  const { body } = await call('GET', '/openapi.json', {}, server.url)
  for (const [path, methods] of Object.entries<Json>(body.paths))
    for (const [method, operation] of Object.entries<Json>(methods)) {
      if (READING.includes(method) || ENDING.includes(`${method.toUpperCase()} ${path}`)) continue
      const shape = operation.requestBody?.content['application/json']
      // Most of them say that there is no such thing.
      const given = shape ? (shape.example ?? fitting(shape.schema, body.components.schemas)) : undefined
      const bytes = { raw: 'x', headers: { 'content-type': 'application/octet-stream' } }
      const filled = path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? NOWHERE)
      await change(method.toUpperCase(), filled, given, operation.requestBody && !shape ? bytes : {})
      seen.done.add(`${method} ${path}`)
    }
  expect(seen.over).toEqual([])
  expect(seen.done.size).toBeGreaterThan(80)
})

test('a word that every file has is searched for without going over all of them', async () => {
  const { id } = await anna.upload('model.txt', 'The meeting takes place in the small room.')
  await anna.read(id)
  const { body } = await anna.get('/v1/search?q=meeting&mode=text')
  expect(body.items).toHaveLength(1)
  const tables = {
    search_chunks: 'version, length, page, char_start, char_end, keys, counts',
    search_texts: 'text',
  }
  for (const [table, columns] of Object.entries(tables))
    await sql.query(
      `insert into ${table} (owner_id, object_id, ord, ${columns})
        select $1, o.id, chunk, ${columns.replaceAll(/\w+/g, 'model.$&')} from ${table} model
          join objects o on o.owner_id = $1 and o.filename like 'File %' cross join generate_series(0, 2) chunk
          where model.owner_id = $1 and model.object_id = $2 and model.ord = 0`,
      [anna.id, id],
    )
  // Not analyzed: the planner knows no more of these words than of the words of a question.
  await sql.query('vacuum search_chunks, search_texts')
  // How many rows there are was counted for fewer files, and is counted anew when something was hidden.
  await sql.query('select hiding_changed($1)', [anna.id])
  const found = () => anna.get('/v1/search?q=meeting&mode=text')
  const many = await until(async () => {
    const { body } = await found()
    return body.total > 100 && body
  }, 'all the files')
  expect(many.items[0]!.snippet).toContain('meeting')
  const read = readingLog(dataDir)
  await until(async () => {
    await found()
    const matching = (await read()).filter(({ query }) => query.includes('from search_chunks'))
    return matching.length > 0 && matching.every(({ rows }) => rows <= MOST_ROWS)
  }, 'a search that reads few rows')
  await anna.get('/v1/search?q=small%20room&mode=text')
  // What has to be known before a search; how common the words are is counted to the end beside it.
  const first = (await read()).filter(({ query }) => query.includes('as stale'))
  expect(first.map(({ rows }) => rows <= MOST_ROWS || rows)).toEqual([true])
})
