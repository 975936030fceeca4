import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { until } from '../../test/support/client.ts'
import { aDatabase } from '../../test/support/database.ts'
import { slotsOf } from '../../test/support/slots.ts'
import { type Context, createSignals } from '../context.ts'
import type { DatabaseConnection } from '../db/connect.ts'
import { handle, job } from './declare.ts'
import { enqueue, renew, take } from './queue.ts'
import { createRunner } from './runner.ts'

/** What happens after the leases have been renewed and before the answer has come back. */
let meanwhile = async () => {}

vi.mock('./queue.ts', async original => {
  const queue = await original<typeof import('./queue.ts')>()
  const slowRenew: typeof queue.renew = async (...args) => {
    const held = await queue.renew(...args)
    await meanwhile()
    return held
  }
  return { ...queue, renew: slowRenew }
})

let connection: DatabaseConnection
let context: Context
const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const wait = job('test.wait', z.object({ name: z.string() }))
const anna = randomUUID()

beforeAll(async () => {
  connection = await aDatabase()
  context = { db: connection.db, signals: createSignals(), log: quiet } as unknown as Context
})
afterAll(() => connection.close())

test('leases are renewed on the jobs that are worked on, and on no other', async () => {
  const worker = randomUUID()
  for (const name of ['known', 'lost']) await enqueue(context, wait, anna, { name })
  const [known, lost] = await take(context.db, 'main', worker, 2)
  expect([...(await renew(context.db, worker, [known!.id]))]).toEqual([known!.id])
  expect([...(await renew(context.db, randomUUID(), [known!.id, lost!.id]))]).toEqual([])
})

test('a job that is taken while the leases are renewed is not given up', async () => {
  const started = new Map<string, AbortSignal>()
  const ends: (() => void)[] = []
  const run = async (_: unknown, { name }: { name: string }, { signal }: { signal: AbortSignal }) => {
    started.set(name, signal)
    await new Promise<void>(resolve => ends.push(resolve))
  }
  const runner = createRunner(context, { handlers: [handle(wait, run)], schedules: [], slots: slotsOf(4) })
  let renewed = false
  meanwhile = async () => {
    if (renewed) return
    await enqueue(context, wait, anna, { name: 'second' })
    await until(async () => started.has('second'), 'the second job')
    renewed = true
  }
  await enqueue(context, wait, anna, { name: 'first' })
  runner.start()
  await until(async () => renewed, 'the leases to be renewed')
  // A whole turn of the loop, in which whoever waits for the answer deals with it.
  await new Promise(resolve => setImmediate(resolve))
  expect([...started.values()].map(({ aborted }) => aborted)).toEqual([false, false])
  for (const end of ends) end()
  await runner.stop(2000)
})
