import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import pg from 'pg'
import { startEmbeddedPostgres } from '../server/db/embedded.ts'
import { aPerson, type Json, Person, until } from '../test/support/client.ts'
import { startServer } from '../test/support/server.ts'

/** How reading slows down while one person's files grow tenfold, with and without somebody writing meanwhile. */

const SIZES = [10_000, 100_000]
const FOLDERS = 50
const ROUNDS = 4
const SAMPLES = 75
const WRITERS = 4
const GET_GROWTH = 1.5
const LIST_GROWTH = 6

const claims: { line: string; missed: boolean }[] = []

function claim(name: string, value: number, atMost?: number) {
  const missed = value > (atMost ?? Infinity)
  const verdict = atMost === undefined ? '(no limit)' : `(at most ${atMost.toFixed(2)}): ${missed ? 'MISSED' : 'ok'}`
  claims.push({ line: `ratio ${name} = ${value.toFixed(2)} ${verdict}`, missed })
}

const quantile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!

// ---- the writers, in a process of their own

async function writeOn(url: string, token: string) {
  process.on('disconnect', () => process.exit())
  const writer = new Person('', '', token, '', url)
  const lane = async () => {
    for (;;) await writer.upload('new.bin', new Uint8Array(randomBytes(36_000)))
  }
  await Promise.all(Array.from({ length: WRITERS }, lane))
}

// ---- the files

/** Objects `from`..`to`, a second apart and half of them in folders: rows like those that uploads leave. */
async function seed(sql: pg.Client, owner: { id: string; tenant: string }, from: number, to: number) {
  const both = [owner.id, owner.tenant]
  await sql.query(
    `insert into collections (owner_id, id, tenant_id, name)
      select $1, md5('folder' || n)::uuid, $2, 'Folder ' || n from generate_series(1, ${FOLDERS}) n
      on conflict do nothing`,
    both,
  )
  await sql.query(
    `insert into blobs (owner_id, hash, size, key)
      select $1::uuid, encode(sha256(('bytes' || n)::bytea), 'hex'), 1000 + n, $1::uuid || '/seeded/' || n
      from generate_series($2::integer, $3::integer) n`,
    [owner.id, from, to],
  )
  await sql.query(
    `insert into objects (owner_id, id, tenant_id, collection_id, filename, original_name, kind, mime, size,
        content_hash, status, enrichment, created_at, updated_at)
      select $1, md5('object' || n)::uuid, $2,
        case when n % 2 = 0 then md5('folder' || (1 + n % ${FOLDERS}))::uuid end,
        'Report ' || md5(n::text) || '.txt', 'Report ' || n || '.txt', 'text', 'text/plain', 1000 + n,
        encode(sha256(('bytes' || n)::bytea), 'hex'), 'ready',
        '{"title": "Report", "language": "en", "doc_type": "other"}',
        now() - interval '400 days' + n * interval '1 second', now() - interval '400 days' + n * interval '1 second'
      from generate_series($3::integer, $4::integer) n`,
    [...both, from, to],
  )
  // What autovacuum does within a minute of so many inserts.
  await sql.query('vacuum (analyze) objects, blobs, collections')
}

// ---- the reader

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

function get(url: string, token: string, path: string): Promise<Json> {
  return new Promise((yes, no) => {
    const sent = request(url + path, { agent, headers: { authorization: `Bearer ${token}` } }, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        if (response.statusCode === 200) yes(JSON.parse(text))
        else no(new Error(`${path} answered ${response.statusCode}: ${text}`))
      })
    })
    sent.on('error', no).end()
  })
}

type Paths = Record<string, () => string>

/** The calls that are measured. The cursor one stands deep in the list, where an offset would be slow. */
async function pathsOf(sql: pg.Client, ask: (path: string) => Promise<Json>): Promise<Paths> {
  const { rows } = await sql.query('select id from objects order by random() limit 500')
  let { next_cursor: cursor } = await ask('/v1/objects?limit=100')
  for (let page = 0; page < 20; page++) ({ next_cursor: cursor } = await ask(`/v1/objects?limit=100&cursor=${cursor}`))
  return {
    get: () => `/v1/objects/${rows[Math.floor(Math.random() * rows.length)].id}`,
    'first-page': () => '/v1/objects?limit=100',
    'next-page': () => `/v1/objects?limit=100&cursor=${cursor}`,
    'by-name': () => '/v1/objects?limit=100&sort=name',
  }
}

async function timed(ask: (path: string) => Promise<Json>, paths: Paths): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>(Object.keys(paths).map(name => [name, []]))
  for (let n = 0; n < SAMPLES; n++)
    for (const [name, path] of Object.entries(paths)) {
      const began = performance.now()
      await ask(path())
      times.get(name)!.push(performance.now() - began)
    }
  return times
}

/** Rounds without and with writers in turn, so that both see the same machine. */
async function measure(anna: Person, url: string, sql: pg.Client): Promise<Map<string, number[]>> {
  const ask = (path: string) => get(url, anna.token, path)
  const paths = await pathsOf(sql, ask)
  await timed(ask, paths)
  const all = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS; round++)
    for (const situation of ['alone', 'with writers']) {
      const writers = situation === 'alone' ? undefined : fork(import.meta.filename, ['writers', url, anna.token])
      for (const [name, times] of await timed(ask, paths)) {
        const key = `${name} ${situation}`
        all.set(key, [...(all.get(key) ?? []), ...times])
      }
      if (!writers) continue
      writers.disconnect()
      await new Promise(go => writers.once('exit', go))
      await until(async () => (await ask('/v1/processing')).pending === 0, 'the files to be read', 300)
    }
  return all
}

function report(measured: Map<string, number[]>[]) {
  const [small, large] = measured as [Map<string, number[]>, Map<string, number[]>]
  for (const [key, times] of large) {
    const before = small.get(key)!
    const words = (values: number[]) =>
      `p50 ${quantile(values, 0.5).toFixed(1)} ms, p99 ${quantile(values, 0.99).toFixed(1)} ms`
    console.log(`${key}: 10,000 objects ${words(before)}; 100,000 objects ${words(times)}`)
    const growth = (share: number) => quantile(times, share) / quantile(before, share)
    const limit = key.startsWith('get') ? GET_GROWTH : LIST_GROWTH
    const name = key.replaceAll(' ', '-')
    claim(`${name}-p50-growth`, growth(0.5), key.endsWith('alone') ? limit : undefined)
    claim(`${name}-p99-growth`, growth(0.99))
  }
}

async function main() {
  // As it is by default, but for the per-minute quotas, which are there to stop exactly this.
  const server = await startServer({ env: { CHECK_REPLIES: 'off', LOG_LEVEL: 'info' } })
  const { url } = server
  const database = await startEmbeddedPostgres({ dataDir: server.dataDir, log: () => {} })
  const sql = new pg.Client({ connectionString: database.url })
  try {
    await sql.connect()
    const anna = await aPerson(url)
    const { rows } = await sql.query('select tenant_id from users where id = $1', [anna.id])
    const measured: Map<string, number[]>[] = []
    for (const [at, size] of SIZES.entries()) {
      await seed(sql, { id: anna.id, tenant: rows[0].tenant_id }, (SIZES[at - 1] ?? 0) + 1, size)
      measured.push(await measure(anna, url, sql))
    }
    report(measured)
  } finally {
    await sql.end()
    agent.destroy()
    await server.stop()
  }
  for (const { line } of claims) console.log(line)
  process.exitCode = claims.some(({ missed }) => missed) ? 1 : 0
}

if (process.argv[2] === 'writers') await writeOn(process.argv[3]!, process.argv[4]!)
else await main()
