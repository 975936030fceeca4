import { v7 as uuidv7 } from 'uuid'
import { type Actor, inTransaction, type Needs } from '../../context.ts'
import { AppError } from '../../lib/errors.ts'
import { costOf, inMicro, type Meter, tariffOf, type Units } from '../../tables.ts'
import {
  insertRecord,
  insertReservation,
  lockPurse,
  ownerFacts,
  removeReservation,
  storedBytes,
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
  /** The user's own model or bucket, or an engine of ours on this machine: counted, and costs nothing. */
  free?: boolean
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
}

/** No operation that costs money may take longer; after it a dead process's reservation frees itself. */
const HOLD_SECONDS = 15 * 60

const spent = () =>
  new AppError('over_tariff', 'tariff_exhausted', {
    en: 'The limit of your tariff for this month is spent. Wait for the next month, or ask the administrator for another tariff.',
    ru: 'Лимит тарифа на этот месяц исчерпан. Дождитесь следующего месяца или попросите администратора сменить тариф.',
  })

const full = () =>
  new AppError('over_tariff', 'storage_exhausted', {
    en: 'The storage of your tariff is full. Remove files for good, connect your own bucket, or ask for another tariff.',
    ru: 'Место по вашему тарифу закончилось. Удалите файлы навсегда, подключите своё хранилище или попросите другой тариф.',
  })

/** Sets the money aside before the work begins, or refuses it. */
export async function reserve(context: Metering, charge: Charge, expected: Units): Promise<Reservation> {
  const amount = charge.free ? 0 : costOf(context.tables.prices, charge.meter, expected)
  const reservation = { ...charge, id: uuidv7() }
  if (amount === 0) return reservation
  await inTransaction(context, async tx => {
    await lockPurse(tx.db, charge.ownerId)
    const { tariff, timezone } = (await ownerFacts(tx.db, charge.ownerId))!
    const limit = tariffOf(context.tables.tariffs, tariff).monthly_rub
    const month = await thisMonth(tx.db, charge.ownerId, timezone)
    if (limit !== null && month.spent + month.reserved + amount > inMicro(limit)) throw spent()
    await insertReservation(tx.db, { ownerId: charge.ownerId, id: reservation.id, amount, seconds: HOLD_SECONDS })
  })
  return reservation
}

/** Call it in the transaction that writes what the work has come to: both are there, or neither. Answers the cost. */
export async function settle(context: Metering, reservation: Reservation, used: Units): Promise<number> {
  const { prices } = context.tables
  const cost = reservation.free ? 0 : costOf(prices, reservation.meter, used)
  // Together: between the two somebody else would find neither, and spend the money again.
  await inTransaction(context, async tx => {
    await removeReservation(tx.db, reservation.ownerId, reservation.id)
    await insertRecord(tx.db, {
      ownerId: reservation.ownerId,
      id: reservation.id,
      meter: reservation.meter,
      operation: reservation.operation,
      objectIds: [
        ...new Set([...(reservation.objectId ? [reservation.objectId] : []), ...(reservation.objectIds ?? [])]),
      ],
      runId: reservation.runId ?? null,
      hidden: reservation.hidden ?? false,
      used,
      cost,
      priceVersion: prices.version,
    })
  })
  reservation.spent?.(cost)
  return cost
}

export const release = (context: Metering, reservation: Reservation): Promise<void> =>
  removeReservation(context.db, reservation.ownerId, reservation.id)

/** The whole of it around work that has an outcome to write: `outcome` runs in the transaction that is charged. */
export async function metered<T, R>(
  context: Metering,
  charge: Charge,
  expected: Units,
  work: () => Promise<{ used: Units; value: T }>,
  outcome: (context: Metering, value: T) => Promise<R>,
): Promise<R> {
  const reservation = await reserve(context, charge, expected)
  try {
    const { used, value } = await work()
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

/** Whether the tariff bounds what this owner stores with the service. */
export const isLimited = (
  context: Needs<'tables'>,
  { tariff, ownBucket }: Pick<Actor, 'tariff' | 'ownBucket'>,
): boolean => !ownBucket && tariffOf(context.tables.tariffs, tariff).storage_bytes !== null

/**
 * Refuses an upload that the tariff's storage does not hold. Before the bytes come `size` is unknown and only a full store
 * refuses; in the transaction of the row it is known, and the owner's uploads are decided one after the other.
 */
export async function assertStorage(
  context: Needs<'db' | 'tables'>,
  { ownerId, tariff, ownBucket }: Pick<Actor, 'ownerId' | 'tariff' | 'ownBucket'>,
  size: number,
): Promise<void> {
  const limit = tariffOf(context.tables.tariffs, tariff).storage_bytes
  if (limit === null || ownBucket) return
  if (size > 0) await lockPurse(context.db, ownerId)
  const used = await storedBytes(context.db, ownerId)
  if (size > 0 ? used + size > limit : used >= limit) throw full()
}
