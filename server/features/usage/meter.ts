import { v7 as uuidv7 } from 'uuid'
import { inTransaction, type Needs } from '../../context.ts'
import { AppError } from '../../lib/errors.ts'
import {
  costOf,
  inMicro,
  inRoubles,
  type Meter,
  type PriceTable,
  tariffOf,
  tokensFor,
  type Units,
} from '../../tables.ts'
import { emit } from '../events/index.ts'
import {
  insertRecord,
  insertReservation,
  lockPurse,
  ownerFacts,
  removeReservation,
  runFacts,
  thisMonth,
} from './queries.ts'

type Metering = Needs<'db' | 'signals' | 'tables'>

export interface Charge {
  ownerId: string
  meter: Meter
  /** What is done, in a word: `ask`, `ingest`, `agent`. */
  operation: string
  objectId?: string
  /** Further files that went into it, and the run of the agent that it belongs to: who may not see these does not see it. */
  objectIds?: string[]
  runId?: string
  /** Done while the hidden zone was open. */
  hidden?: boolean
  /** The user's own model or bucket: counted, and costs nothing. */
  free?: boolean
  /** An engine on this machine: costs something only where a price is configured. */
  local?: boolean
  /** Work that must be done whether the month holds it or not: then what is left is charged, and no more. */
  lenient?: boolean
  /** Told what it did cost, in micro-roubles. */
  spent?(cost: number): void
}

/** Work that failed when part of it had already been paid for. */
export class PartlyDone extends Error {
  override name = 'PartlyDone'
  constructor(
    override readonly cause: unknown,
    readonly used: Units,
  ) {
    super('partly done')
  }
}

export interface Reservation extends Charge {
  id: string
  /** The most that it will be charged, in micro-roubles. */
  reserved: number
  /** How long the answer may be for what the month has left. */
  maxCompletion: number
}

/** No operation that costs money may take longer; after it a dead process's reservation frees itself. */
const RESERVATION_SECONDS = 15 * 60

const spent = () =>
  new AppError('over_tariff', 'tariff_spent', {
    en: 'The limit of your tariff for this month is spent. Wait for the next month, or ask the administrator for another tariff.',
    ru: 'Лимит тарифа на этот месяц исчерпан. Дождитесь следующего месяца или попросите администратора сменить тариф.',
  })

const inWords = (micro: number) => inRoubles(micro).toFixed(2)

const tooDear = (needed: number, left: number) =>
  new AppError(
    'over_tariff',
    'call_too_dear',
    {
      en: `This would cost at least ${inWords(needed)} roubles, and ${inWords(left)} are left of your tariff for this month. Ask about less at once, or ask the administrator for another tariff.`,
      ru: `Это стоило бы не меньше ${inWords(needed)} ₽, а по тарифу на этот месяц осталось ${inWords(left)} ₽. Спросите о меньшем или попросите администратора сменить тариф.`,
    },
    { fields: { cost_rub: inRoubles(needed), remaining_rub: inRoubles(left) } },
  )

const pricesFor = ({ tables }: Metering, { free, local }: Charge): PriceTable | undefined =>
  free ? undefined : local ? tables.localPrices : tables.prices

/** Sets the money aside before the work begins, or refuses it. */
export async function reserve(context: Metering, charge: Charge, expected: Units): Promise<Reservation> {
  const reservation = { ...charge, id: uuidv7(), reserved: 0, maxCompletion: Number.POSITIVE_INFINITY }
  const prices = pricesFor(context, charge)
  if (!prices || costOf(prices, charge.meter, expected) === 0) return reservation
  return inTransaction(context, async tx => {
    await lockPurse(tx.db, charge.ownerId)
    const allowed = allowance(prices, charge, expected, await leftOf(tx, charge.ownerId))
    if (allowed.reserved > 0)
      await insertReservation(tx.db, {
        ownerId: charge.ownerId,
        id: reservation.id,
        amount: allowed.reserved,
        seconds: RESERVATION_SECONDS,
      })
    return { ...reservation, ...allowed }
  })
}

/** What the month still holds; undefined is without a limit. */
async function leftOf(context: Needs<'db' | 'tables'>, ownerId: string): Promise<number | undefined> {
  const { tariff, timezone } = (await ownerFacts(context.db, ownerId))!
  const limit = tariffOf(context.tables.tariffs, tariff).monthly_rub
  if (limit === null) return undefined
  const month = await thisMonth(context.db, ownerId, timezone)
  return inMicro(limit) - month.spent - month.reserved
}

/**
 * A call is refused when no money is left, or when the question alone costs more than what is left. Any other answer is cut to the
 * length that the rest pays for.
 */
function allowance(
  prices: PriceTable,
  { meter, lenient }: Charge,
  expected: Units,
  left: number | undefined,
): Pick<Reservation, 'reserved' | 'maxCompletion'> {
  const whole = costOf(prices, meter, expected)
  if (left === undefined || whole <= left) return { reserved: whole, maxCompletion: Number.POSITIVE_INFINITY }
  if (lenient) return { reserved: Math.max(0, left), maxCompletion: Number.POSITIVE_INFINITY }
  if (left <= 0) throw spent()
  const input = costOf(prices, meter, { ...expected, completion_tokens: 0 })
  const maxCompletion = tokensFor(prices, meter, left - input)
  if (input > left || maxCompletion < 1) throw tooDear(expected.completion_tokens ? input : whole, left)
  return { reserved: left, maxCompletion }
}

/** Refuses what could not be paid for, before it is queued; the money is set aside when it begins. */
export async function assertAffordable(
  context: Needs<'db' | 'signals' | 'tables'>,
  charge: Charge,
  expected: Units,
): Promise<void> {
  const prices = pricesFor(context, charge)
  if (!prices || costOf(prices, charge.meter, expected) === 0) return
  allowance(prices, charge, expected, await leftOf(context, charge.ownerId))
}

/**
 * Call it in the transaction that writes what the work has come to: both are there, or neither. Answers the cost, which is
 * never more than was set aside.
 */
export async function settle(context: Metering, reservation: Reservation, used: Units): Promise<number> {
  const prices = pricesFor(context, reservation)
  const cost = prices ? Math.min(reservation.reserved, costOf(prices, reservation.meter, used)) : 0
  const { ownerId, meter, operation, objectId, hidden = false } = reservation
  const objectIds = [...new Set([...(objectId ? [objectId] : []), ...(reservation.objectIds ?? [])])]
  // Together: between the two somebody else would find neither, and spend the money again.
  await inTransaction(context, async tx => {
    await removeReservation(tx.db, ownerId, reservation.id)
    await insertRecord(tx.db, {
      ownerId,
      id: reservation.id,
      meter,
      operation,
      objectIds,
      runId: reservation.runId ?? null,
      hidden,
      used,
      cost,
      priceVersion: context.tables.prices.version,
    })
    // The encoder works all day, mostly for nothing: that is no news.
    if (cost === 0 && meter === 'llm_embed') return
    const data = { meter, operation, cost_rub: inRoubles(cost) }
    const run = reservation.runId ? await runFacts(tx.db, ownerId, reservation.runId) : undefined
    const madeOf = {
      objectIds: [...objectIds, ...(run?.object_ids ?? [])],
      hidden: hidden || (run?.is_hidden ?? false),
      from: 'files' as const,
    }
    await emit(tx, { ownerId, type: 'usage.changed', objectId, madeOf, data })
  })
  reservation.spent?.(cost)
  return cost
}

interface Reserved<T> {
  value: T
  settle(tx: Metering, used: Units): Promise<number>
  release(): Promise<void>
}

export const release = (context: Metering, reservation: Reservation): Promise<void> =>
  removeReservation(context.db, reservation.ownerId, reservation.id)

/** The whole of it around work that has an outcome to write: `outcome` runs in the transaction that is charged. */
export async function metered<T, R>(
  context: Metering,
  { charge, expected }: { charge: Charge; expected: Units },
  work: (reservation: Reservation) => Promise<{ used: Units; value: T }>,
  outcome: (context: Metering, value: T) => Promise<R>,
): Promise<R> {
  const reservation = await reserve(context, charge, expected)
  try {
    const { used, value } = await work(reservation)
    return await inTransaction(context, async tx => {
      await settle(tx, reservation, used)
      return outcome(tx, value)
    })
  } catch (error) {
    if (!(error instanceof PartlyDone)) {
      await release(context, reservation)
      throw error
    }
    await settle(context, reservation, error.used)
    throw error.cause
  }
}

/**
 * For work whose outcome is written later, in a transaction of somebody else's: `settle` is to be called in that, and `release` where
 * it has failed.
 */
export async function reserved<T>(
  context: Metering,
  charge: Charge,
  expected: Units,
  work: () => Promise<T>,
): Promise<Reserved<T>> {
  const reservation = await reserve(context, charge, expected)
  try {
    const value = await work()
    return {
      value,
      settle: (tx, used) => settle(tx, reservation, used),
      release: () => release(context, reservation),
    }
  } catch (error) {
    await release(context, reservation)
    throw error
  }
}
