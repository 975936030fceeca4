import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Context, createSignals, inTransaction } from '../server/context.ts'
import { connect, type DatabaseConnection } from '../server/db/connect.ts'
import { startEmbeddedPostgres } from '../server/db/embedded.ts'
import { handle, job } from '../server/jobs/declare.ts'
import { enqueue } from '../server/jobs/queue.ts'
import { createRunner } from '../server/jobs/runner.ts'
import { until } from '../test/support/client.ts'
import { aDataDir } from '../test/support/server.ts'
import { slotsOf } from '../test/support/slots.ts'

/** Our queue against pg-boss, both on the same embedded PostgreSQL, each job with a row written in its transaction. */

const PEER = 'pg-boss@12.35.0'
const ROUNDS = 5
const ROUND_MS = 2000
const DRAINED = 1500
const PICKUPS = 40
const CROWD = 10_000
const SLOTS = 2

const claims: { line: string; missed: boolean }[] = []

function claim(name: string, value: number, bound: { atLeast?: number; atMost?: number } = {}) {
  const missed = value < (bound.atLeast ?? -Infinity) || value > (bound.atMost ?? Infinity)
  const limit = bound.atLeast ?? bound.atMost
  const words = limit === undefined ? 'no limit' : `${bound.atLeast ? 'at least' : 'at most'} ${limit.toFixed(2)}`
  const verdict = limit === undefined ? '' : `: ${missed ? 'MISSED' : 'ok'}`
  claims.push({ line: `ratio ${name} = ${value.toFixed(2)} (${words})${verdict}`, missed })
}

const quantile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!
const median = (values: number[]) => quantile(values, 0.5)
const ratioOf = (ours: number[], theirs: number[]) => median(ours.map((value, at) => value / theirs[at]!))

/** One queue under test. A job's key says whose it is and which. */
interface Queue {
  /** A row of business and its job, in one transaction. */
  add(owner: string, key: string): Promise<void>
  addMany(owner: string, count: number): Promise<void>
  clear(): Promise<void>
  /** Works with two slots until told to stop. */
  work(began: (owner: string, key: string) => void): Promise<() => Promise<void>>
}

const business = (db: DatabaseConnection['db'], key: string) =>
  sql`insert into bench_rows (key) values (${key})`.execute(db)

// ---- ours

const noop = job('bench.noop', z.object({ key: z.string() }))

/** `apart`: the jobs come from another process than the one that works, which then has no signal to wake it. */
function ourQueue(connection: DatabaseConnection, { apart = false } = {}): Queue {
  const log = { debug() {}, info() {}, warn: console.log, error: console.log }
  // The runner and the queue touch nothing else of a context.
  const worker = { db: connection.db, signals: createSignals(), log } as unknown as Context
  const sender = apart ? { ...worker, signals: createSignals() } : worker
  return {
    add: (owner, key) =>
      inTransaction(sender, async tx => {
        await business(tx.db, key)
        await enqueue(tx, noop, owner, { key })
      }),
    addMany: (owner, count) =>
      inTransaction(sender, async tx => {
        for (let n = 0; n < count; n++) await enqueue(tx, noop, owner, { key: `${n}` })
      }),
    clear: async () => void (await sql`truncate jobs, bench_rows`.execute(connection.db)),
    async work(began) {
      const run = async (_context: Context, { key }: { key: string }, { ownerId }: { ownerId: string }) =>
        began(ownerId, key)
      const runner = createRunner(worker, {
        handlers: [handle(noop, run)],
        schedules: [],
        slots: slotsOf(SLOTS),
      })
      runner.start()
      return () => runner.stop(5000)
    },
  }
}

// ---- pg-boss

interface PeerJob {
  data: { owner: string; key: string }
}

interface Boss {
  on(event: 'error' | 'warning', listener: (error: Error) => void): void
  start(): Promise<void>
  stop(options: object): Promise<void>
  createQueue(name: string, options: object): Promise<void>
  send(name: string, data: object, options: object): Promise<string | null>
  insert(name: string, jobs: object[]): Promise<unknown>
  deleteAllJobs(name: string): Promise<void>
  work(name: string, options: object, handler: (jobs: PeerJob[]) => Promise<unknown>): Promise<string>
  offWork(name: string, options: object): Promise<void>
}

interface Peer {
  PgBoss: new (options: object) => Boss
  fromKysely(db: DatabaseConnection['db']): object
}

async function installPeer(folder: string): Promise<Peer | undefined> {
  const args = ['install', PEER, '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error']
  if (spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0) return undefined
  return import(pathToFileURL(join(folder, 'node_modules/pg-boss/dist/index.js')).href)
}

/** Awake by NOTIFY, and fetching without a pause while there is work: as fast as its options make it. */
async function startBoss(peer: Peer, url: string): Promise<Boss> {
  const boss = new peer.PgBoss({
    connectionString: url,
    max: 10,
    useListenNotify: true,
    monitorIntervalSeconds: 1,
    superviseIntervalSeconds: 1,
    queueCacheIntervalSeconds: 1,
  })
  boss.on('error', error => console.log(`pg-boss: ${error.message}`))
  await boss.start()
  await boss.createQueue('noop', { notify: true })
  return boss
}

function peerQueue(peer: Peer, boss: Boss, connection: DatabaseConnection, options: object): Queue {
  return {
    add: (owner, key) =>
      connection.db.transaction().execute(async trx => {
        await business(trx, key)
        await boss.send('noop', { owner, key }, { group: { id: owner }, db: peer.fromKysely(trx) })
      }),
    addMany: async (owner, count) => {
      const jobs = Array.from({ length: count }, (_, n) => ({ data: { owner, key: `${n}` }, group: { id: owner } }))
      for (let at = 0; at < count; at += 1000) await boss.insert('noop', jobs.slice(at, at + 1000))
    },
    clear: async () => {
      await boss.deleteAllJobs('noop')
      await sql`truncate bench_rows`.execute(connection.db)
    },
    async work(began) {
      const polling = { pollingIntervalSeconds: 0.5, burstWhenReadyExceeds: 1, burstWhenBatchFull: true }
      await boss.work('noop', { localConcurrency: SLOTS, ...polling, ...options }, async jobs => {
        for (const { data } of jobs) began(data.owner, data.key)
      })
      return () => boss.offWork('noop', { wait: true })
    },
  }
}

// ---- the measurements

async function enqueueRate(queue: Queue, lanes: number): Promise<number> {
  await queue.clear()
  const owner = randomUUID()
  const began = performance.now()
  let done = 0
  const lane = async () => {
    for (; performance.now() < began + ROUND_MS; done++) await queue.add(owner, `${done}`)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return done / ((performance.now() - began) / 1000)
}

async function drainRate(queue: Queue): Promise<number> {
  await queue.clear()
  await queue.addMany(randomUUID(), DRAINED)
  await sleep(1500) // until pg-boss's cached count of what is ready has been renewed
  let [done, ended] = [0, 0]
  const began = performance.now()
  const stop = await queue.work(() => {
    if (++done === DRAINED) ended = performance.now()
  })
  await until(async () => ended > 0, 'the queue to be drained', 600)
  await stop()
  return DRAINED / ((ended - began) / 1000)
}

/** Milliseconds from asking for the job to its beginning, the commit between them included. */
async function pickups(queue: Queue): Promise<number[]> {
  await queue.clear()
  const begun = new Map<string, number>()
  const stop = await queue.work((_owner, key) => begun.set(key, performance.now()))
  await sleep(2000)
  const waits: number[] = []
  for (let n = 0; n < PICKUPS; n++) {
    const asked = performance.now()
    await queue.add(randomUUID(), `${n}`)
    waits.push((await until(async () => begun.get(`${n}`), 'the job')) - asked)
    await sleep(20 + Math.random() * 100)
  }
  await stop()
  return waits
}

/** How many of A's ten thousand begin between the moment B's only job is there and its own beginning. */
async function jobsBefore(queue: Queue): Promise<number> {
  const [a, b] = [randomUUID(), randomUUID()]
  await queue.clear()
  await queue.addMany(a, CROWD)
  await sleep(1500)
  let [crowd, before] = [0, -1]
  const stop = await queue.work(owner => {
    if (owner === a) crowd++
    else before = crowd
  })
  await until(async () => crowd > 100, 'the crowd to move', 120)
  await queue.add(b, 'alone')
  const there = crowd
  await until(async () => before >= 0, "B's job", 600)
  await stop()
  return Math.max(0, before - there)
}

async function rounds(ours: Queue, theirs: Queue, measure: (queue: Queue) => Promise<number>, unit: string) {
  const [a, b]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    a.push(await measure(ours))
    b.push(await measure(theirs))
  }
  console.log(`${unit}: ours ${median(a).toFixed(0)}, pg-boss ${median(b).toFixed(0)}`)
  return ratioOf(a, b)
}

async function compare(connection: DatabaseConnection, peer: Peer, boss: Boss) {
  const ours = ourQueue(connection)
  const theirs = peerQueue(peer, boss, connection, { batchSize: 1 })
  for (const lanes of [1, 4]) {
    const ratio = await rounds(ours, theirs, queue => enqueueRate(queue, lanes), `enqueued/s by ${lanes}`)
    claim(`enqueue-${lanes}`, ratio, { atLeast: 1 })
  }
  const one = await rounds(ours, theirs, drainRate, 'drained/s, each job fetched and ended by itself')
  claim('drain', one, { atLeast: 1 })
  const batched = peerQueue(peer, boss, connection, { batchSize: 50 })
  const batch = await rounds(ours, batched, drainRate, 'drained/s, pg-boss in batches of 50 that end as one')
  claim('drain-to-batches-of-50', batch)
  const apart = ourQueue(connection, { apart: true })
  const waits = { ours: [] as number[], apart: [] as number[], peer: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    waits.ours.push(...(await pickups(ours)))
    waits.apart.push(...(await pickups(apart)))
    waits.peer.push(...(await pickups(theirs)))
  }
  for (const [name, ms] of Object.entries(waits))
    console.log(`pickup, ${name}: p50 ${median(ms).toFixed(1)} ms, p99 ${quantile(ms, 0.99).toFixed(1)} ms`)
  claim('pickup-p50', median(waits.ours) / median(waits.peer), { atMost: 1 })
  claim('pickup-p99', quantile(waits.ours, 0.99) / quantile(waits.peer, 0.99), { atMost: 1 })
  claim('pickup-p50-from-another-process', median(waits.apart) / median(waits.peer))
  const fair = [
    await jobsBefore(ours),
    await jobsBefore(peerQueue(peer, boss, connection, { batchSize: 1, groupConcurrency: 1 })),
  ] as const
  console.log(`before B's job came, of A's 10,000: ours ${fair[0]}, pg-boss with groupConcurrency 1 ${fair[1]}`)
  claim('jobs-before-a-newcomer', (fair[0] + 1) / (fair[1] + 1))
}

async function onDatabase(dataDir: string, peer: Peer) {
  const database = await startEmbeddedPostgres({ dataDir, log: () => {} })
  // A connection that the database ends when it stops is no news.
  const connection = connect(database.url, { max: 10, onError: () => {} })
  // From the build, beside which the .sql files lie.
  const built = pathToFileURL(resolve('dist/server/db/migrate.js')).href
  const { migrate } = (await import(built)) as typeof import('../server/db/migrate.ts')
  await migrate(connection.db)
  await sql`create table bench_rows (key text not null)`.execute(connection.db)
  const boss = await startBoss(peer, database.url)
  await compare(connection, peer, boss).finally(async () => {
    await boss.stop({ graceful: false })
    await connection.close()
    await database.stop()
  })
}

const [dataDir, folder] = [await aDataDir(), await mkdtemp(join(tmpdir(), 'dossier-peer-'))]
try {
  const peer = await installPeer(folder)
  if (peer) await onDatabase(dataDir, peer)
  else console.log(`skipped: ${PEER} could not be installed, and without it there is nothing to compare`)
} finally {
  for (const each of [dataDir, folder]) await rm(each, { recursive: true, force: true })
}
for (const { line } of claims) console.log(line)
process.exitCode = claims.some(({ missed }) => missed) ? 1 : 0
