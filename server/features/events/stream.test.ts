import { randomBytes, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../test/support/client.ts'
import { aDatabase } from '../../../test/support/database.ts'
import { aesSecrets } from '../../adapters/secrets/aes-gcm.ts'
import { type Actor, createSignals, type Db, inTransaction } from '../../context.ts'
import { connect } from '../../db/connect.ts'
import { emit } from './emit.ts'
import { eventStream } from './stream.ts'

const secrets = aesSecrets([randomBytes(32)])
const log = { debug() {}, info() {}, warn() {}, error() {} }
const contextOf = (db: Db) => ({ db, secrets, log, signals: createSignals() })
const anActor = (): Actor => ({
  ownerId: randomUUID(),
  tenantId: randomUUID(),
  role: 'user',
  tokenId: '',
  tariff: '',
  ownBucket: false,
  language: 'en',
  unlocked: false,
})

let database: Awaited<ReturnType<typeof aDatabase>>
let context: ReturnType<typeof contextOf>
beforeAll(async () => {
  database = await aDatabase()
  context = contextOf(database.db)
})
afterAll(() => database.close())

interface ReceivedEvent {
  id: string
  type: string
  progress?: number
}

/** A listener; `ids` are all places that it was told, also those without an event. */
async function listen(context: ReturnType<typeof contextOf>, actor: Actor, lastEventId?: string) {
  const abort = new AbortController()
  const never = new AbortController().signal
  const again = async () => actor
  const stream: Readable = await eventStream(context, actor, {
    lastEventId,
    signal: abort.signal,
    closing: never,
    again,
  })
  const received: ReceivedEvent[] = []
  const ids: string[] = []
  let text = ''
  stream.setEncoding('utf8').on('data', chunk => {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop()!
    for (const block of blocks) {
      const id = /^id: (.*)$/m.exec(block)?.[1]
      if (id) ids.push(id)
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (data) received.push({ id: id!, ...JSON.parse(data) })
    }
  })
  return { received, ids, stop: () => abort.abort() }
}

const emitNumber = (on: Parameters<typeof emit>[0], actor: Actor, n: number) =>
  emit(on, { ownerId: actor.ownerId, type: 'task.progress', data: { progress: n } })

test('whoever listens while many write at once receives each committed event once and in order, however often it comes back', async () => {
  const actor = anActor()
  const committed: number[] = []
  const writer = async (writer: number) => {
    for (let round = 0; round < 25; round++) {
      const numbers = [writer * 1000 + round * 2, writer * 1000 + round * 2 + 1]
      const kept = round % 5 !== 0
      await inTransaction(context, async tx => {
        await emitNumber(tx, actor, numbers[0]!)
        await sql`select pg_sleep(${Math.random() / 100})`.execute(tx.db)
        await emitNumber(tx, actor, numbers[1]!)
        if (!kept) throw new Error('not kept')
      }).catch(error => {
        if (kept) throw error
      })
      if (kept) committed.push(...numbers)
    }
  }
  let writing = true
  const comesBack = async () => {
    const received: ReceivedEvent[] = []
    let from = '0'
    const everything = () => !writing && received.length >= committed.length
    while (!everything()) {
      const listener = await listen(context, actor, from)
      const enough = 1 + Math.floor(Math.random() * 40)
      await until(
        async () =>
          listener.received.length >= enough ||
          everything() ||
          (!writing && received.length + listener.received.length >= committed.length),
        'events',
      )
      listener.stop()
      received.push(...listener.received)
      from = listener.ids.at(-1)!
    }
    return received
  }
  const stays = await listen(context, actor, '0')
  const returning = comesBack()
  await Promise.all(Array.from({ length: 8 }, (_, each) => writer(each)))
  writing = false
  await until(async () => stays.received.length >= committed.length, 'all events')
  stays.stop()
  const received = (await returning).map(({ progress }) => progress)
  expect(stays.received.map(({ progress }) => progress)).toEqual(received)
  expect([...received].sort((a, b) => a! - b!)).toEqual(committed.sort((a, b) => a - b))
})

test('an event told before a write stands in no circle of locks with one told after it', async () => {
  const actor = anActor()
  await sql`create table contested (id integer primary key, n integer not null)`.execute(database.db)
  await sql`insert into contested values (1, 0)`.execute(database.db)
  const write = (tx: { db: Db }) => sql`update contested set n = n + 1 where id = 1`.execute(tx.db)
  let markEmitted = () => {}
  const hasEmitted = new Promise<void>(done => {
    markEmitted = done
  })
  let wrote = () => {}
  const hasWritten = new Promise<void>(done => {
    wrote = done
  })
  await Promise.all([
    inTransaction(context, async tx => {
      await emitNumber(tx, actor, 1)
      markEmitted()
      await hasWritten
      await write(tx)
    }),
    inTransaction(context, async tx => {
      await hasEmitted
      await write(tx)
      wrote()
      await emitNumber(tx, actor, 2)
    }),
  ])
  const listener = await listen(context, actor, '0')
  await until(async () => listener.received.length === 2, 'both events')
  listener.stop()
})

test('after a restore nothing old is sent again, and who received what is gone now is told so', async () => {
  const actor = anActor()
  const copy = `restored_${randomBytes(6).toString('hex')}`
  const server = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
  await server.connect()
  const source = await aDatabase()
  const name = /test_[0-9a-f]+/.exec(source.url)![0]
  const history = contextOf(source.db)
  for (let n = 1; n <= 3; n++) await emitNumber(history, actor, n)
  const before = await listen(history, actor, '0')
  await until(async () => before.received.length === 3, 'the first three')
  before.stop()
  // A template may not be in use; our own idle connections come back when they are needed.
  await until(async () => {
    await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    return server.query(`create database ${copy} template ${name}`).then(
      () => true,
      () => false,
    )
  }, 'the copy')
  const restored = connect(source.url.replace(name, copy), { max: 3, onError: () => {} })
  try {
    const after = contextOf(restored.db)
    // What was received after the backup was made is in nobody's table any more, and others have its numbers now.
    await emitNumber(history, actor, 4)
    await emitNumber(history, actor, 5)
    const lost = await listen(history, actor, before.received[2]!.id)
    await until(async () => lost.received.length === 2, 'what is lost')
    lost.stop()
    const fresh = await listen(after, actor)
    const same = await listen(after, actor, before.received[1]!.id)
    const early = await listen(after, actor, lost.received[1]!.id)
    await until(async () => early.received.length === 1, 'word of what was missed')
    for (let n = 6; n <= 8; n++) await emitNumber(after, actor, n)
    const late = await listen(after, actor, lost.received[0]!.id)
    await until(async () => late.received.length === 1, 'word of what was missed')
    await emitNumber(after, actor, 9)
    await until(
      async () => [fresh, same, early, late].every(({ received }) => received.at(-1)?.progress === 9),
      'the newest event',
    )
    const numbers = ({ received }: { received: ReceivedEvent[] }) =>
      received.map(({ type, progress }) => progress ?? type)
    expect(numbers(fresh)).toEqual([6, 7, 8, 9])
    expect(numbers(same)).toEqual([3, 6, 7, 8, 9])
    expect(numbers(early)).toEqual(['events.missed', 6, 7, 8, 9])
    expect(numbers(late)).toEqual(['events.missed', 9])
    for (const listener of [fresh, same, early, late]) listener.stop()
  } finally {
    await restored.close()
    await server.query(`drop database ${copy} with (force)`)
    await server.end()
    await source.close()
  }
})

test('a listener too far behind is told so and starts anew, as is one whose events were swept away', async () => {
  const actor = anActor()
  await emitNumber(context, actor, 0)
  const first = await listen(context, actor, '0')
  await until(async () => first.received.length === 1, 'the first event')
  first.stop()
  await sql`insert into events (owner_id, type, data) select ${actor.ownerId}, 'task.progress', jsonb_build_object('progress', n)
    from generate_series(1, 5001) n`.execute(database.db)
  const far = await listen(context, actor, first.received[0]!.id)
  await until(async () => far.received.length > 0, 'word of what was missed')
  await emitNumber(context, actor, 6000)
  await until(async () => far.received.length > 1, 'the new event')
  expect(far.received.map(({ type, progress }) => progress ?? type)).toEqual(['events.missed', 6000])
  far.stop()
  await sql`delete from events where owner_id = ${actor.ownerId}`.execute(database.db)
  const idle = await listen(context, actor, far.received[1]!.id)
  const swept = await listen(context, actor, first.received[0]!.id)
  await until(async () => swept.received.length === 1, 'word of what was missed')
  await emitNumber(context, actor, 6001)
  await until(async () => idle.received.length > 0 && swept.received.length > 1, 'the newest')
  expect(idle.received.map(({ progress }) => progress)).toEqual([6001])
  expect(swept.received.map(({ type, progress }) => progress ?? type)).toEqual(['events.missed', 6001])
  for (const listener of [idle, swept]) listener.stop()
})

test('ids say nothing of how much happened in between that one may not see', async () => {
  const actor = anActor()
  const hidden = { objectIds: [], hidden: true, from: 'owner' as const }
  await emitNumber(context, actor, 1)
  for (let n = 2; n < 9; n++)
    await emit(context, { ownerId: actor.ownerId, type: 'task.progress', madeOf: hidden, data: { progress: n } })
  await emitNumber(context, actor, 9)
  const listener = await listen(context, actor, '0')
  await until(async () => listener.received.length === 2, 'what may be seen')
  expect(listener.received.map(({ progress }) => progress)).toEqual([1, 9])
  const again = await listen(context, actor, listener.received[1]!.id)
  expect(again.ids[0]).not.toBe(listener.received[1]!.id)
  for (const { id } of listener.received) expect(id).toMatch(/^v1\.[0-9a-f]{12}\.[\w-]+$/)
  for (const one of [listener, again]) one.stop()
})
