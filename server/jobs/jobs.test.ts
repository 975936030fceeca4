import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { until } from '../../test/support/client.ts'
import { aDatabase } from '../../test/support/database.ts'
import { slotsOf } from '../../test/support/slots.ts'
import { type Context, createSignals, type Db, inTransaction } from '../context.ts'
import { type DatabaseConnection, rows } from '../db/connect.ts'
import { type Handler, Hopeless, handle, job } from './declare.ts'
import { timeFor } from './overview.ts'
import { enqueue, finish, jobInsert, promote, take, takeSuspect } from './queue.ts'
import { assertAllHandled, createRunner } from './runner.ts'

let connection: DatabaseConnection
let context: Context
const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const greet = job('test.greet', z.object({ name: z.string() }), { attempts: 3 })
const [anna, bob, carl] = [randomUUID(), randomUUID(), randomUUID()]

beforeAll(async () => {
  connection = await aDatabase()
  context = { db: connection.db, signals: createSignals(), log: quiet } as unknown as Context
})
beforeEach(async () => void (await sql`delete from jobs`.execute(connection.db)))
afterAll(() => connection.close())

const jobRows = (db: Db) =>
  rows<{ state: string; attempt: number; error: string | null; owner_id: string }>(
    db,
    sql`select state, attempt, error, owner_id from jobs order by id`,
  )

/** Runs a worker with this handler until the test is done with it. */
async function working(handler: Handler, check: () => Promise<unknown>, slots = 2) {
  const runner = createRunner(context, {
    handlers: [handler],
    schedules: [],
    slots: slotsOf(slots),
  })
  runner.start()
  try {
    await check()
  } finally {
    await runner.stop(2000)
  }
}

test('a job belongs to the transaction that asked for it', async () => {
  await expect(
    inTransaction(context, async tx => {
      await enqueue(tx, greet, anna, { name: 'Anna' })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await jobRows(context.db)).toEqual([])
})

test('one owner’s crowd does not stand before another’s single job', async () => {
  for (let n = 0; n < 200; n++) await enqueue(context, greet, anna, { name: `a${n}` })
  await take(context.db, 'main', randomUUID(), 5)
  await enqueue(context, greet, bob, { name: 'b' })
  await enqueue(context, greet, carl, { name: 'c1' })
  await enqueue(context, greet, carl, { name: 'c2' })
  const next = await take(context.db, 'main', randomUUID(), 6)
  const owners = next.map(task => task.owner_id)
  expect(owners.filter(owner => owner === bob)).toHaveLength(1)
  expect(owners.filter(owner => owner === carl)).toHaveLength(2)
  expect(owners.filter(owner => owner === anna)).toHaveLength(3)
})

test('a failing job is tried again with a pause, then kept with its reason', async () => {
  const gaveUp: string[] = []
  const handler = handle(
    greet,
    async () => {
      throw new Error('no luck')
    },
    async (_context, payload, { reason }) => void gaveUp.push(`${payload.name}: ${reason}`),
  )
  await enqueue(context, greet, anna, { name: 'Anna' })
  await working(handler, () =>
    until(async () => {
      // Time is not waited for: what is due later is made due now.
      await sql`update jobs set due_at = now() where due_at is not null`.execute(context.db)
      await promote(context.db)
      context.signals.raise('jobs')
      return (await jobRows(context.db))[0]!.state === 'FAILURE'
    }, 'the job to be given up'),
  )
  expect(await jobRows(context.db)).toEqual([{ state: 'FAILURE', attempt: 3, error: 'no luck', owner_id: anna }])
  expect(gaveUp).toEqual(['Anna: no luck'])
})

test('a hopeless job is given up at once', async () => {
  const handler = handle(greet, async () => {
    throw new Hopeless('never')
  })
  await enqueue(context, greet, anna, { name: 'Anna' })
  await working(handler, () => until(async () => (await jobRows(context.db))[0]!.state === 'FAILURE', 'giving up'))
  expect((await jobRows(context.db))[0]!.attempt).toBe(1)
})

/** The leases of all that runs have run out: its process is gone. Pauses are over, too. */
async function die(): Promise<void> {
  await sql`update jobs set lease_until = now() - interval '1 second' where state = 'STARTED'`.execute(context.db)
  await promote(context.db)
  await sql`update jobs set due_at = null`.execute(context.db)
}

const factsOf = (db: Db) =>
  rows<{ state: string; attempt: number; crashes: number; deaths: number }>(
    db,
    sql`select state, attempt, crashes, deaths from jobs order by id`,
  )

test('a job whose worker fell silent is given to another as a suspect, untried, and the silent one can no longer end it', async () => {
  await enqueue(context, greet, anna, { name: 'Anna' })
  const worker = randomUUID()
  const [taken] = await take(context.db, 'main', worker, 1)
  expect(taken!.attempt).toBe(1)
  expect(await take(context.db, 'main', randomUUID(), 1)).toEqual([])
  await die()
  expect(await factsOf(context.db)).toEqual([{ state: 'RETRY', attempt: 0, crashes: 1, deaths: 0 }])
  expect(await finish(context.db, taken!, worker, null)).toBe(false)
  expect(await take(context.db, 'main', randomUUID(), 1)).toEqual([])
  expect(await takeSuspect(context.db, ['main'], randomUUID())).toMatchObject({
    id: taken!.id,
    attempt: 1,
    queue: 'main',
  })
})

test('work that is made to be interrupted is no suspect, however often it is', async () => {
  const moving = job('test.move', z.object({}), { attempts: 100 })
  await enqueue(context, moving, anna, {})
  for (let kill = 0; kill < 5; kill++) {
    expect(await take(context.db, 'main', randomUUID(), 1)).toHaveLength(1)
    await die()
  }
  expect(await factsOf(context.db)).toEqual([{ state: 'RETRY', attempt: 0, crashes: 0, deaths: 0 }])
})

test('of jobs that a process died with, none is blamed, whenever their leases run out', async () => {
  for (const name of ['a', 'b', 'c']) await enqueue(context, greet, anna, { name })
  await take(context.db, 'main', randomUUID(), 3)
  for (let n = 0; n < 3; n++) {
    await sql`update jobs set lease_until = now() - interval '1 second'
      where id = (select id from jobs where state = 'STARTED' limit 1)`.execute(context.db)
    await promote(context.db)
  }
  expect((await factsOf(context.db)).map(({ crashes, deaths }) => [crashes, deaths])).toEqual([
    [1, 0],
    [1, 0],
    [1, 0],
  ])
})

test('a job that ends its process twice while nothing else runs is given up, with that as the reason', async () => {
  const why: string[] = []
  const handler = handle(
    greet,
    async () => {},
    async (_context, _payload, ending) => void why.push(`${ending.why}: ${ending.reason}`),
  )
  await enqueue(context, greet, anna, { name: 'Anna' })
  await take(context.db, 'main', randomUUID(), 1)
  await die()
  for (let death = 0; death < 2; death++) {
    await takeSuspect(context.db, ['main'], randomUUID())
    await die()
  }
  await working(handler, () => until(async () => (await jobRows(context.db))[0]!.state === 'FAILURE', 'giving up'))
  expect(why).toEqual(['ended: it ended the process that worked on it 2 times while nothing else was running'])
})

test('what was given up for a passing reason is tried again after a start', async () => {
  await enqueue(context, greet, anna, { name: 'Anna' })
  await sql`update jobs set state = 'FAILURE', passing = true, deaths = 2, crashes = 3, finished_at = now()`.execute(
    context.db,
  )
  let ran = false
  const handler = handle(greet, async () => {
    ran = true
  })
  await working(handler, () => until(async () => ran, 'the job to run'))
})

test('suspects run one at a time, those of several crashes with nothing beside them, and all get through', async () => {
  for (let n = 0; n < 12; n++) await enqueue(context, greet, anna, { name: `${n}` })
  await sql`update jobs set crashes = case when payload ->> 'name' in ('0', '1', '2') then 1
    when payload ->> 'name' in ('3', '4') then 2 else 0 end`.execute(context.db)
  const now = new Set<string>()
  const together: string[][] = []
  const handler = handle(greet, async (_context, { name }) => {
    now.add(name)
    together.push([...now])
    await new Promise(resolve => setImmediate(resolve))
    now.delete(name)
  })
  await working(
    handler,
    () => until(async () => (await jobRows(context.db)).every(({ state }) => state === 'SUCCESS'), 'all to be done'),
    4,
  )
  const suspects = (names: string[]) => names.filter(name => Number(name) < 5)
  expect(together.filter(names => suspects(names).length > 1)).toEqual([])
  expect(together.filter(names => names.some(name => name === '3' || name === '4') && names.length > 1)).toEqual([])
})

test('a child that is ended is no attempt; twice while the job is tried by itself ends it', async () => {
  const ended = Object.assign(new Error('the reader was ended (SIGKILL)'), { code: 'CHILD_ENDED' })
  let falls = 1
  const handler = handle(greet, async () => {
    if (falls-- > 0) throw ended
  })
  const due = () => sql`update jobs set due_at = now() where due_at is not null`.execute(context.db)
  await enqueue(context, greet, anna, { name: 'Anna' })
  await working(handler, () =>
    until(async () => {
      await due()
      return (await jobRows(context.db))[0]!.state === 'SUCCESS'
    }, 'it to be done'),
  )
  expect(await factsOf(context.db)).toMatchObject([{ attempt: 1, crashes: 1, deaths: 0 }])
  await sql`delete from jobs`.execute(context.db)
  falls = 9
  await enqueue(context, greet, anna, { name: 'Bob' })
  await working(handler, () =>
    until(async () => {
      await due()
      return (await jobRows(context.db))[0]!.state === 'FAILURE'
    }, 'it to be given up'),
  )
  expect(falls).toBe(6)
})

test('what a patient job needs may be away: it waits untried, for a day at most', async () => {
  const patient = job('test.patient', z.object({}), { attempts: 1 })
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  let away = true
  const handler = handle(patient, async () => {
    if (away) throw full
  })
  await enqueue(context, patient, anna, {})
  const now = () => sql`update jobs set due_at = now() where due_at is not null`.execute(context.db)
  await working(handler, async () => {
    for (let round = 0; round < 3; round++) {
      await until(async () => (await jobRows(context.db))[0]?.error === full.message, 'it to wait')
      expect(await jobRows(context.db)).toMatchObject([{ state: 'RETRY', attempt: 0 }])
      away = round < 2
      await sql`update jobs set error = null`.execute(context.db)
      await now()
    }
    await until(async () => (await jobRows(context.db))[0]?.state === 'SUCCESS', 'it to be done')
  })
  away = true
  await enqueue(context, patient, anna, {})
  await sql`update jobs set created_at = now() - interval '25 hours' where state = 'PENDING'`.execute(context.db)
  await working(handler, () =>
    until(async () => (await jobRows(context.db)).some(({ state }) => state === 'FAILURE'), 'it to be given up'),
  )
})

const HOUR_MS = 3_600_000

test.each([
  ['when its time is over', greet, 10],
  [
    'at once where nobody waits for them',
    job('test.vectors', z.object({ name: z.string() }), { queue: 'vectors' }),
    HOUR_MS,
  ],
] as const)('a stopping worker hands its jobs back untried, %s', async (_when, kind, graceMs) => {
  let begun = false
  const handler = handle(kind, async (_context, _payload, { signal }) => {
    begun = true
    await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
  })
  await enqueue(context, kind, anna, { name: 'Anna' })
  const runner = createRunner(context, {
    handlers: [handler],
    schedules: [],
    slots: slotsOf(1),
  })
  runner.start()
  await until(async () => begun, 'the job to begin')
  await runner.stop(graceMs)
  expect((await jobRows(context.db))[0]).toMatchObject({ state: 'PENDING', attempt: 0 })
})

test('of several processes one wins each round of a schedule', async () => {
  await sql`delete from schedules`.execute(context.db)
  const round = job('test.round', z.object({}))
  let rounds = 0
  const plan = {
    handlers: [handle(round, async () => void rounds++)],
    schedules: [{ job: round, everySeconds: 3600 }],
    slots: slotsOf(1),
  }
  const runners = [1, 2, 3].map(() => createRunner(context, plan))
  for (const runner of runners) runner.start()
  await until(async () => rounds > 0, 'the round')
  await Promise.all(runners.map(runner => runner.stop(1000)))
  expect((await jobRows(context.db)).length).toBe(1)
  expect(rounds).toBe(1)
})

test('a start without a handler for a job is refused', () => {
  expect(() => assertAllHandled([greet], [])).toThrow('No handler for the job test.greet')
  const handler = handle(greet, async () => {})
  expect(() => assertAllHandled([greet], [handler, handler])).toThrow('two handlers')
})

test('how long it takes is told by the time of work, not by the time that nobody had any', async () => {
  expect(await timeFor(context.db, greet.name, 3)).toBeNull()
  const done = (from: number, to: number) =>
    sql`insert into jobs (owner_id, id, name, lane, payload, state, max_attempts, started_at, finished_at)
      values (${anna}, ${randomUUID()}, ${greet.name}, 'main', '{}', 'SUCCESS', 1,
        now() - ${from} * interval '1 second', now() - ${to} * interval '1 second')`.execute(context.db)
  await done(100, 98)
  expect(await timeFor(context.db, greet.name, 3)).toBe(6)
  // Two at once take no longer than one.
  await done(99.5, 98.5)
  expect(await timeFor(context.db, greet.name, 3)).toBe(3)
})

interface PlanNode {
  'Actual Rows': number
  Plans?: PlanNode[]
}

const mostRows = (node: PlanNode): number => Math.max(node['Actual Rows'], ...(node.Plans ?? []).map(mostRows))

test('to stand in line costs the same behind thousands as behind nobody, though the statement was planned when nobody waited', async () => {
  const wait = (count: number) =>
    sql`insert into jobs (owner_id, id, name, lane, payload, max_attempts, turn)
      select ${anna}, gen_random_uuid(), ${greet.name}, 'main', '{}', 1, n from generate_series(1, ${count}) n`.execute(
      context.db,
    )
  await wait(300)
  await sql`update jobs set state = 'SUCCESS', finished_at = now()`.execute(context.db)
  await sql`analyze jobs`.execute(context.db)
  const valuesOf = (parameters: readonly unknown[]) =>
    parameters.map(value => pg.escapeLiteral(String(value))).join(', ')
  const standing = (name: string) => jobInsert(greet, anna, { name }).compile(context.db)
  const rowsSeen = await context.db.connection().execute(async db => {
    await sql.raw(`prepare standing as ${standing('').sql}`).execute(db)
    await sql`set plan_cache_mode = force_generic_plan`.execute(db)
    await sql.raw(`execute standing(${valuesOf(standing('first').parameters)})`).execute(db)
    await wait(3000)
    const [told] = await rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      db,
      sql.raw(`explain (analyze, format json) execute standing(${valuesOf(standing('last').parameters)})`),
    )
    return mostRows(told!['QUERY PLAN'][0].Plan)
  })
  expect(rowsSeen).toBeLessThan(10)
})
