import type { Actor, Needs } from '../../context.ts'
import { AppError } from '../../lib/errors.ts'
import { tariffOf } from '../../tables.ts'
import { lockPurse, storedBytes } from './queries.ts'

const full = () =>
  new AppError('over_tariff', 'storage_exhausted', {
    en: 'The storage of your tariff is full. Remove files for good, connect your own bucket, or ask for another tariff.',
    ru: 'Место по вашему тарифу закончилось. Удалите файлы навсегда, подключите своё хранилище или попросите другой тариф.',
  })

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
