import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../test/support/database.ts'
import { type Actor, type Context, createSignals } from '../../context.ts'
import type { DatabaseConnection } from '../../db/connect.ts'
import { costOf, type PriceTable, type Units } from '../../tables.ts'
import { type Reservation, release, reserve, settle } from './meter.ts'
import { quota, usageSummary } from './report.ts'

/** Random paid calls against the rule of the tariff, said once more and apart from the code. */

const LIMIT = 10_000_000
const COMPLETION = 2000
const none = { prompt_1k: 0, completion_1k: 0, audio_second: 0, unit: 0 }
const prices: PriceTable = {
  version: 'test-1',
  prices: {
    llm_chat: { ...none, prompt_1k: 1, completion_1k: 2 },
    transcription: { ...none, audio_second: 0.5 },
    conversion: { ...none, unit: 0.7 },
  },
}

let connection: DatabaseConnection
let context: Context

beforeAll(async () => {
  connection = await aDatabase()
  const tariffs = { default: 'ten', tariffs: { ten: { monthly_rub: LIMIT / 1e6, storage_bytes: null } } }
  const tables = { prices, localPrices: prices, tariffs }
  context = { db: connection.db, signals: createSignals(), tables } as unknown as Context
})
afterAll(() => connection.close())

async function somebody(): Promise<Actor> {
  const [ownerId, tenantId] = [randomUUID(), randomUUID()]
  await sql`insert into tenants (id, name) values (${tenantId}, 't')`.execute(connection.db)
  await sql`insert into users (id, tenant_id, email, password_hash, role)
    values (${ownerId}, ${tenantId}, ${ownerId}, '', 'user')`.execute(connection.db)
  return { ownerId, tenantId, role: 'user', tokenId: '', tariff: '', ownBucket: false, language: 'en', unlocked: false }
}

const call = fc.record({
  meter: fc.constantFrom('llm_chat' as const, 'transcription' as const, 'conversion' as const),
  expected: fc.record({
    prompt_tokens: fc.nat(3000),
    completion_tokens: fc.nat(1500),
    audio_seconds: fc.nat(8),
    units: fc.nat(4),
  }),
  /** How much of it is used in the end; a model may report more than anybody expected. */
  share: fc.constantFrom(0, 0.3, 1, 1.7),
  kind: fc.constantFrom('paid', 'paid', 'paid', 'own', 'lenient'),
  outcome: fc.constantFrom('settled', 'settled', 'settled', 'released', 'left open'),
})
type Call = typeof call extends fc.Arbitrary<infer T> ? T : never

const wholeOf = ({ meter, expected, kind }: Call) => (kind === 'own' ? 0 : costOf(prices, meter, expected))
const inputOf = ({ meter, expected }: Call) => costOf(prices, meter, { ...expected, completion_tokens: 0 })

/** 402 when the limit is reached, or when the input alone costs more than is left; anything else is capped to fit. */
function refusalOf(made: Call, left: number): 'tariff_spent' | 'call_too_dear' | undefined {
  if (made.kind !== 'paid' || wholeOf(made) <= left) return undefined
  if (left <= 0) return 'tariff_spent'
  const room = made.meter === 'llm_chat' ? left - inputOf(made) : left - wholeOf(made)
  return room < (made.meter === 'llm_chat' ? COMPLETION : 0) ? 'call_too_dear' : undefined
}

const usedBy = ({ expected, share }: Call): Units =>
  Object.fromEntries(Object.entries(expected).map(([key, units]) => [key, Math.round(units * share)]))

interface Purse {
  charged: number
  reserved: number
  counted: number
}

const seen = { tariff_spent: 0, call_too_dear: 0, capped: 0, whole: 0 }

function assertHeld(made: Call, reservation: Reservation, left: number): void {
  const whole = wholeOf(made)
  expect(reservation.reserved).toBe(Math.min(whole, Math.max(0, left)))
  if (reservation.reserved === whole) return void seen.whole++
  if (made.kind !== 'paid') return
  seen.capped++
  const capped = { ...made.expected, completion_tokens: reservation.maxCompletion }
  expect(costOf(prices, made.meter, capped)).toBeLessThanOrEqual(left)
}

async function pay(anna: Actor, purse: Purse, made: Call): Promise<void> {
  const left = LIMIT - purse.charged - purse.reserved
  const { meter, expected, kind, share, outcome } = made
  const charge = { ownerId: anna.ownerId, meter, operation: 'x', free: kind === 'own', lenient: kind === 'lenient' }
  const reserving = reserve(context, charge, expected)
  const refusal = refusalOf(made, left)
  if (refusal) {
    const error = await reserving.catch(thrown => thrown)
    expect(error).toMatchObject({ refusal: 'over_tariff', code: refusal })
    if (refusal === 'call_too_dear') expect(error.fields.remaining_rub).toBeCloseTo(left / 1e6, 6)
    seen[refusal]++
    return
  }
  const reservation = await reserving
  assertHeld(made, reservation, left)
  if (outcome === 'released') return release(context, reservation)
  if (outcome === 'left open') {
    purse.reserved += reservation.reserved
    return
  }
  const cost = await settle(context, reservation, usedBy(made))
  // Known units cost what was said before; a model never more.
  if (share === 1) expect(cost).toBe(reservation.reserved)
  expect(cost).toBeLessThanOrEqual(reservation.reserved)
  purse.charged += cost
  purse.counted++
}

test('charges add up to what is spent, and 402 comes exactly when the rule says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 10, maxLength: 30 }), async calls => {
      const anna = await somebody()
      const purse: Purse = { charged: 0, reserved: 0, counted: 0 }
      for (const each of calls) {
        await pay(anna, purse, each)
        expect(purse.charged + purse.reserved).toBeLessThanOrEqual(LIMIT)
      }
      const { spent_rub, remaining_rub } = await quota(context, anna)
      expect(Math.round(spent_rub * 1e6)).toBe(purse.charged)
      expect(Math.round(remaining_rub! * 1e6)).toBe(LIMIT - purse.charged - purse.reserved)
      const { total_cost_rub, by_meter } = await usageSummary(context, anna, 0)
      expect(Math.round(total_cost_rub * 1e6)).toBe(purse.charged)
      expect(by_meter.reduce((sum, { calls: some }) => sum + some, 0)).toBe(purse.counted)
    }),
    { numRuns: 60, seed: 20 },
  )
  // Each way was gone, and not once only.
  for (const [way, times] of Object.entries(seen)) expect(times, way).toBeGreaterThan(5)
})
