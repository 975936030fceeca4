import { createHash } from 'node:crypto'
import pg from 'pg'
import { startEmbeddedPostgres } from '../server/db/embedded.ts'
import { aPerson, type Json, type Person, until } from '../test/support/client.ts'
import { startServer } from '../test/support/server.ts'

/**
 * One owner with many files and folders among many other owners, and before that the same with a tenth of it: what the calls of an
 * ordinary day take over many connections. SIZE_FILES, SIZE_OTHERS, SIZE_CALLS and SIZE_CONNECTIONS make it smaller.
 */

const FILES = Number(process.env.SIZE_FILES ?? 300_000)
const OTHERS = Number(process.env.SIZE_OTHERS ?? 2_000)
const CALLS = Number(process.env.SIZE_CALLS ?? 1_000)
const CONNECTIONS = Number(process.env.SIZE_CONNECTIONS ?? 50)
const LONGEST_MS = 2_000
/** Of the figure with a tenth of the files. */
const GROWTH: Record<string, number> = { list: 2, search: 2 }
const OTHER_GROWTH = 3

interface Figures {
  calls: number
  p50: number
  p99: number
  most: number
}

const idOf = (owner: string, what: string): string =>
  createHash('md5')
    .update(owner + what)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const BATCH = 5_000

/** In batches: what triggers keep as their plan for an empty table takes for ever in a full one. */
async function inBatches(sql: pg.Client, table: string, rows: number, statement: string, given: unknown[]) {
  for (let from = 1; from <= rows; from += BATCH) {
    await sql.query(statement, [...given, from, Math.min(rows, from + BATCH - 1)])
    if (from <= 4 * BATCH) await sql.query(`analyze ${table}`)
  }
}

/** Files in equal parts over a tenth as many folders; folder n hangs under n / 10. */
async function seed(sql: pg.Client, owner: string, tenant: string, files: number): Promise<void> {
  const folders = Math.max(1, Math.floor(files / 10))
  await inBatches(
    sql,
    'collections',
    folders,
    `insert into collections (owner_id, id, tenant_id, name, parent_id)
      select $1::uuid, md5($1::text || 'folder' || n)::uuid, $2::uuid, 'Folder ' || n,
        case when n >= 10 then md5($1::text || 'folder' || (n / 10))::uuid end
      from generate_series($3::integer, $4::integer) n order by n`,
    [owner, tenant],
  )
  await inBatches(
    sql,
    'blobs',
    files,
    `insert into blobs (owner_id, hash, size, key) select $1::uuid, encode(sha256(n::text::bytea), 'hex'), 10, 'none/' || n
      from generate_series($2::integer, $3::integer) n`,
    [owner],
  )
  await inBatches(
    sql,
    'objects',
    files,
    `insert into objects (owner_id, id, tenant_id, collection_id, filename, original_name, kind, mime, size, content_hash, status,
        created_at, enrichment)
      select $1::uuid, md5($1::text || 'file' || n)::uuid, $2::uuid, md5($1::text || 'folder' || (1 + n % $3::integer))::uuid,
        'File ' || n || '.txt', 'x', case when n % 50 = 0 then 'pdf' else 'text' end, 'text/plain', 10,
        encode(sha256(n::text::bytea), 'hex'), 'ready', now() - n * interval '1 second', '{"doc_type": "note"}'
      from generate_series($4::integer, $5::integer) n`,
    [owner, tenant, folders],
  )
}

const TEXTS = [
  'Letter of the third quarter. Nothing in it is of any weight, and the meeting takes place on the same day in the small room.',
  'Invoice for the repair of the roof. The sum is to be paid within thirty days of the day on which it came.',
]

/** What two files that were really read have in the index, for all others: one in ten is an invoice. */
async function seedIndex(sql: pg.Client, anna: Person, files: number): Promise<void> {
  const models: string[] = []
  for (const [at, text] of TEXTS.entries()) {
    const { id } = await anna.upload(`Model ${at}.txt`, text)
    await anna.read(id)
    models.push(id)
  }
  await anna.get('/v1/search?q=invoice&mode=text')
  const tables: [string, string][] = [
    ['search_chunks', 'ord, version, length, page, char_start, char_end, keys, counts'],
    ['search_texts', 'ord, text'],
    ['search_heads', 'doc_type, tags, headings'],
  ]
  for (const [table, columns] of tables)
    await inBatches(
      sql,
      table,
      files,
      `insert into ${table} (owner_id, object_id, ${columns})
        select $1::uuid, md5($1::text || 'file' || n)::uuid, ${columns
          .split(', ')
          .map(column => `model.${column}`)
          .join(', ')}
        from generate_series($4::integer, $5::integer) n
        join ${table} model on model.owner_id = $1::uuid and model.object_id = case when n % 10 = 0 then $3::uuid else $2::uuid end
        on conflict do nothing`,
      [anna.id, ...models],
    )
}

/** Other people, each with some dozens of files. */
async function seedOthers(sql: pg.Client, tenant: string): Promise<void> {
  await inBatches(
    sql,
    'objects',
    OTHERS * 30,
    `insert into objects (owner_id, id, tenant_id, filename, original_name, kind, mime, size, content_hash, status)
      select md5('other' || n % $2::integer)::uuid, gen_random_uuid(), $1::uuid, 'Letter ' || n || '.txt', 'x', 'text', 'text/plain', 10,
        md5(n::text), 'ready' from generate_series($3::integer, $4::integer) n`,
    [tenant, OTHERS],
  )
}

async function timed(calls: number, connections: number, work: () => Promise<{ status: number }>): Promise<Figures> {
  const times: number[] = []
  let left = calls
  await Promise.all(
    Array.from({ length: Math.min(connections, calls) }, async () => {
      while (left-- > 0) {
        const began = performance.now()
        const { status } = await work()
        times.push(performance.now() - began)
        if (status >= 300) throw new Error(`answered ${status}`)
      }
    }),
  )
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return { calls, p50: at(0.5), p99: at(0.99), most: sorted.at(-1)! }
}

async function measure(anna: Person, files: number): Promise<Record<string, Figures>> {
  const get = (path: string) => () => anna.get(path)
  const { next_cursor } = (await anna.get('/v1/objects')).body
  const reads: Record<string, () => Promise<{ status: number }>> = {
    list: get('/v1/objects'),
    'next page': get(`/v1/objects?cursor=${next_cursor}`),
    'last page': get(`/v1/objects?sort=name&offset=${files - 50}`),
    'middle page': get(`/v1/objects?offset=${Math.floor(files / 2)}`),
    'rare kind': get('/v1/objects?kind=audio'),
    'tree level': get(`/v1/collections?parent_id=${idOf(anna.id, 'folder1')}`),
    quota: get('/v1/usage/quota'),
    facets: get('/v1/objects/facets'),
    search: get('/v1/search?q=invoice&mode=text'),
    'search for a word that all have': get('/v1/search?q=day&mode=text'),
  }
  const figures: Record<string, Figures> = {}
  for (const [name, read] of Object.entries(reads)) figures[name] = await timed(CALLS, CONNECTIONS, read)
  const { body } = await anna.post('/v1/hidden-pin/unlock')
  const open = anna.with({ 'x-hidden-token': body.hidden_token })
  // Each of the first two has a third of everything below it.
  const trees = [1, 3, 2].map(n => `/v1/collections/${idOf(anna.id, `folder${n}`)}`)
  const once = (work: () => Promise<{ status: number; body: Json }>) => timed(1, 1, work)
  figures['hide a tree'] = await once(() => open.patch(trees[0]!, { is_hidden: true }))
  figures['list with a tree hidden'] = await timed(CALLS / 10, CONNECTIONS, get('/v1/objects'))
  figures['quota with a tree hidden'] = await timed(10, 2, get('/v1/usage/quota'))
  figures['unhide a tree'] = await once(() => open.patch(trees[0]!, { is_hidden: false }))
  figures['move a tree'] = await once(() => open.patch(trees[1]!, { parent_id: idOf(anna.id, 'folder4') }))
  let task: string | undefined
  figures['remove a tree'] = await once(async () => {
    const reply = await anna.delete(trees[2]!)
    task = reply.body.task_id
    return reply
  })
  figures['list while it is cleared away'] = await timed(CALLS / 10, CONNECTIONS, get('/v1/objects'))
  const began = performance.now()
  if (task)
    await until(async () => (await anna.get(`/v1/tasks-status/${task}`)).body.done || undefined, 'the removal', 1800)
  console.log(`the removed tree was cleared away after ${((performance.now() - began) / 1000).toFixed(1)} s more`)
  return figures
}

const server = await startServer({ env: { CHECK_REPLIES: 'off' } })
const database = await startEmbeddedPostgres({ dataDir: server.dataDir, log: () => {} })
const sql = new pg.Client({ connectionString: database.url })
await sql.connect()
const measured: Record<string, Figures>[] = []
try {
  for (const files of [Math.floor(FILES / 10), FILES]) {
    const anna = await aPerson(server.url)
    const { rows } = await sql.query('select tenant_id from users where id = $1', [anna.id])
    if (measured.length === 0) await seedOthers(sql, rows[0].tenant_id)
    await seed(sql, anna.id, rows[0].tenant_id, files)
    await seedIndex(sql, anna, files)
    // What a search would first bring up to date is not what is measured.
    await sql.query('delete from search_stale')
    await sql.query(
      'vacuum (analyze) objects, collections, blobs, count_deltas, file_counts, search_chunks, search_texts, search_heads',
    )
    measured.push(await measure(anna, files))
  }
  const [small, large] = measured as [Record<string, Figures>, Record<string, Figures>]
  const show = ({ p50, p99, most }: Figures) =>
    `p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)}, most ${most.toFixed(0)} ms`
  for (const [name, figures] of Object.entries(large)) {
    console.log(`${name}: ${show(small[name]!)}; with ten times as much ${show(figures)}`)
    claim(`${name}, p50 against a tenth`, figures.p50 / small[name]!.p50, GROWTH[name] ?? OTHER_GROWTH)
    // Of a few calls the slowest says nothing that the line below does not say.
    if (figures.calls >= 100)
      claim(`${name}, p99 against a tenth`, figures.p99 / small[name]!.p99, GROWTH[name] ?? OTHER_GROWTH)
    claim(`${name}, longest call of ${LONGEST_MS} ms`, figures.most / LONGEST_MS, 1)
  }
} finally {
  await sql.end()
  await server.stop()
}

function claim(name: string, ratio: number, atMost: number) {
  console.log(`ratio ${name} = ${ratio.toFixed(2)} (at most ${atMost.toFixed(2)}): ${ratio > atMost ? 'MISSED' : 'ok'}`)
  if (ratio > atMost) process.exitCode = 1
}
