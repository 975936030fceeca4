import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../test/support/database.ts'
import { readConfig } from '../../config.ts'
import { type Actor, type Context, createSignals } from '../../context.ts'
import { type DatabaseConnection, rows } from '../../db/connect.ts'
import { costOf, METERS, type PriceTable, readTables, type Tables } from '../../tables.ts'
import { metered, release, reserve, settle } from './meter.ts'
import { quota, usageSummary } from './report.ts'

let connection: DatabaseConnection
let context: Context

const prices: PriceTable = {
  version: 'test-1',
  prices: {
    llm_chat: { prompt_1k: 1, completion_1k: 2, audio_second: 0, unit: 0 },
    transcription: { prompt_1k: 0, completion_1k: 0, audio_second: 0.5, unit: 0 },
    web_search: { prompt_1k: 0, completion_1k: 0, audio_second: 0, unit: 0.000001 },
    conversion: { prompt_1k: 0, completion_1k: 0, audio_second: 0, unit: 0.7 },
  },
}

const tables: Tables = {
  prices,
  localPrices: prices,
  tariffs: {
    default: 'ten',
    tariffs: { ten: { monthly_rub: 10, storage_bytes: null }, free: { monthly_rub: null, storage_bytes: null } },
  },
}

beforeAll(async () => {
  connection = await aDatabase()
  context = { db: connection.db, signals: createSignals(), tables } as unknown as Context
})
afterAll(() => connection.close())

async function somebody(timezone = ''): Promise<Actor> {
  const [ownerId, tenantId] = [randomUUID(), randomUUID()]
  await sql`insert into tenants (id, name) values (${tenantId}, 't')`.execute(connection.db)
  await sql`insert into users (id, tenant_id, email, password_hash, role)
    values (${ownerId}, ${tenantId}, ${ownerId}, '', 'user')`.execute(connection.db)
  await sql`insert into settings (owner_id, timezone) values (${ownerId}, ${timezone})`.execute(connection.db)
  return { ownerId, tenantId, role: 'user', tokenId: '', tariff: '', ownBucket: false, language: 'en', unlocked: false }
}

const chat = (actor: Actor) => ({ ownerId: actor.ownerId, meter: 'llm_chat' as const, operation: 'ask' })
const thousand = { prompt_tokens: 1000 }

test('costs are whole micro-roubles, rounded up once', () => {
  expect(costOf(tables.prices, 'llm_chat', { prompt_tokens: 1500, completion_tokens: 250 })).toBe(2_000_000)
  expect(costOf(tables.prices, 'transcription', { audio_seconds: 3 })).toBe(1_500_000)
  expect(costOf(tables.prices, 'llm_chat', { prompt_tokens: 1 })).toBe(1000)
  expect(costOf(tables.prices, 'web_search', { units: 7 })).toBe(7)
  expect(costOf(tables.prices, 'ocr', { units: 1000 })).toBe(0)
  fc.assert(
    fc.property(fc.nat(1e6), fc.nat(1e6), (prompt, completion) => {
      const cost = costOf(tables.prices, 'llm_chat', { prompt_tokens: prompt, completion_tokens: completion })
      expect(cost).toBe(prompt * 1000 + completion * 2000)
    }),
  )
})

test('twenty requests at once cannot spend more than there is', async () => {
  const anna = await somebody()
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, async () => {
      const reservation = await reserve(context, chat(anna), thousand)
      await new Promise(resolve => setImmediate(resolve))
      return settle(context, reservation, thousand)
    }),
  )
  const refused = outcomes.filter(outcome => outcome.status === 'rejected')
  expect(outcomes.length - refused.length).toBe(10)
  for (const { reason } of refused) expect(reason).toMatchObject({ refusal: 'over_tariff', code: 'tariff_spent' })
  expect(await quota(context, anna)).toMatchObject({ limit_rub: 10, spent_rub: 10, remaining_rub: 0 })
})

test('what is released, has failed or belongs to a dead process is there again', async () => {
  const anna = await somebody()
  const reserved = []
  for (let n = 0; n < 10; n++) reserved.push(await reserve(context, chat(anna), thousand))
  expect(await quota(context, anna)).toMatchObject({ spent_rub: 0, remaining_rub: 0 })
  await expect(reserve(context, chat(anna), thousand)).rejects.toMatchObject({ code: 'tariff_spent' })
  await release(context, reserved[0]!)
  await expect(
    metered(
      context,
      { charge: chat(anna), expected: thousand },
      async () => Promise.reject(new Error('no answer')),
      async () => {},
    ),
  ).rejects.toThrow('no answer')
  expect((await quota(context, anna)).remaining_rub).toBe(1)
  await sql`update reservations set expires_at = now() - interval '1 second' where owner_id = ${anna.ownerId}`.execute(
    connection.db,
  )
  expect((await quota(context, anna)).remaining_rub).toBe(10)
})

test('the charge and the outcome are written together, or neither is', async () => {
  const anna = await somebody()
  const work = async () => ({ used: { prompt_tokens: 500, completion_tokens: 100 }, value: 'the answer' })
  await expect(
    metered(context, { charge: chat(anna), expected: thousand }, work, async () => {
      throw new Error('could not be written')
    }),
  ).rejects.toThrow('could not be written')
  expect((await usageSummary(context, anna, 0)).by_meter).toEqual([])
  expect((await quota(context, anna)).remaining_rub).toBe(10)
  expect(await metered(context, { charge: chat(anna), expected: thousand }, work, async (_tx, value) => value)).toBe(
    'the answer',
  )
  expect(await usageSummary(context, anna, 0)).toMatchObject({
    total_cost_rub: 0.7,
    by_meter: [{ meter: 'llm_chat', cost_rub: 0.7, calls: 1, prompt_tokens: 500, total_tokens: 600, audio_seconds: 0 }],
  })
  const [record] = await rows<{ price_version: string; operation: string }>(
    connection.db,
    sql`select price_version, operation from usage_records where owner_id = ${anna.ownerId}`,
  )
  expect(record).toEqual({ price_version: 'test-1', operation: 'ask' })
})

test('what is free is counted and costs nothing, also when the month is spent', async () => {
  const anna = await somebody()
  const spent = await reserve(context, chat(anna), { prompt_tokens: 10_000 })
  await settle(context, spent, { prompt_tokens: 10_000 })
  const own = await reserve(context, { ...chat(anna), free: true }, thousand)
  expect(await settle(context, own, thousand)).toBe(0)
  expect((await usageSummary(context, anna, 0)).by_meter[0]).toMatchObject({ calls: 2, cost_rub: 10 })
})

test('by meter, by day and in all: the same sum, whatever was recorded and in whatever zone', async () => {
  const record = fc.record({
    meter: fc.constantFrom(...METERS),
    cost: fc.nat(5_000_000),
    hoursAgo: fc.nat(24 * 40),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { maxLength: 25 }),
      fc.constantFrom('', 'Asia/Kamchatka', 'America/St_Johns', 'Europe/Moscow'),
      fc.constantFrom(0, 1, 7, 30),
      async (records, timezone, days) => {
        const anna = await somebody(timezone)
        for (const { meter, cost, hoursAgo } of records)
          await sql`insert into usage_records (owner_id, id, meter, operation, cost_micro, price_version, created_at)
            values (${anna.ownerId}, ${randomUUID()}, ${meter}, 'x', ${cost}, 'v', now() - ${hoursAgo} * interval '1 hour')`.execute(
            connection.db,
          )
        const { total_cost_rub, by_meter, by_day } = await usageSummary(context, anna, days)
        const micro = (items: { cost_rub: number }[]) =>
          items.reduce((sum, item) => sum + Math.round(item.cost_rub * 1e6), 0)
        expect(micro(by_meter)).toBe(Math.round(total_cost_rub * 1e6))
        expect(micro(by_day)).toBe(Math.round(total_cost_rub * 1e6))
        if (days === 0) expect(micro(by_day)).toBe(records.reduce((sum, one) => sum + one.cost, 0))
        if (days > 0) expect(by_day.length).toBeLessThanOrEqual(days)
      },
    ),
    { numRuns: 25 },
  )
})

test('a table that cannot be used is refused with its name', async () => {
  await expect(readTables(readConfig({ TARIFFS_FILE: '/nowhere/tariffs.json' }))).rejects.toThrow(
    /\/nowhere\/tariffs\.json/,
  )
  expect((await readTables(readConfig({}))).tariffs.default).toBe('unlimited')
})

test('what hidden files have cost is one line without a name, and gone for good files tell nothing either', async () => {
  const anna = await somebody()
  const file = randomUUID()
  await sql`insert into objects (owner_id, id, tenant_id, filename, original_name, kind, mime, size, content_hash, is_hidden)
    values (${anna.ownerId}, ${file}, ${anna.tenantId}, 'a', 'a', 'audio', 'audio/wav', 1, 'x', true)`.execute(
    connection.db,
  )
  const charge = { ownerId: anna.ownerId, meter: 'transcription' as const, operation: 'ingest', objectId: file }
  await settle(context, await reserve(context, charge, { audio_seconds: 4 }), { audio_seconds: 4 })
  await settle(context, await reserve(context, chat(anna), thousand), thousand)
  const other = { meter: 'other', cost_rub: 2, calls: 0, prompt_tokens: 0, total_tokens: 0, audio_seconds: 0 }
  const locked = {
    total_cost_rub: 3,
    by_meter: [
      { meter: 'llm_chat', cost_rub: 1, calls: 1, prompt_tokens: 1000, total_tokens: 1000, audio_seconds: 0 },
      other,
    ],
    by_day: [{ cost_rub: 1, calls: 1, day: expect.any(String) }],
  }
  expect(await usageSummary(context, anna, 0)).toEqual(locked)
  const open = await usageSummary(context, { ...anna, unlocked: true }, 0)
  expect(open.by_meter).toMatchObject([
    { meter: 'llm_chat' },
    { meter: 'transcription', audio_seconds: 4, cost_rub: 2 },
  ])
  await sql`delete from objects where owner_id = ${anna.ownerId} and id = ${file}`.execute(connection.db)
  expect(await usageSummary(context, anna, 0)).toEqual(locked)
})
