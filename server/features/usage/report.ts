import type { Actor, Needs } from '../../context.ts'
import { inRoubles, tariffOf } from '../../tables.ts'
import {
  keepHiddenBytes,
  ownerFacts,
  shownBytes,
  sumByDay,
  sumByMeter,
  sumOfAll,
  thisMonth,
  usageOfTenant,
} from './queries.ts'

type Reading = Needs<'db' | 'tables'>

/**
 * By meter and by day it is what the caller may see. The total is true whatever is hidden, and the difference stands in one line
 * that tells nothing else; so by meter and in all they agree to the micro-rouble.
 */
export async function usageSummary(context: Reading, actor: Actor, days: number) {
  const { timezone } = (await ownerFacts(context.db, actor.ownerId))!
  const [byMeter, byDay, total] = await Promise.all([
    sumByMeter(context.db, actor, days, timezone),
    sumByDay(context.db, actor, days, timezone),
    sumOfAll(context.db, actor.ownerId, days, timezone),
  ])
  const rest = total - byMeter.reduce((sum, meter) => sum + meter.cost, 0)
  const other = { meter: 'other', cost: rest, calls: 0, prompt_tokens: 0, total_tokens: 0, audio_seconds: 0 }
  return {
    total_cost_rub: inRoubles(total),
    by_meter: [...byMeter, ...(rest > 0 ? [other] : [])].map(({ cost, ...meter }) => ({
      ...meter,
      cost_rub: inRoubles(cost),
    })),
    by_day: byDay.map(({ cost, ...day }) => ({ ...day, cost_rub: inRoubles(cost) })),
  }
}

/** What only hidden files take is counted when something about them has changed, and kept. */
async function bytesShown(context: Reading, actor: Actor): Promise<number> {
  const { bytes, hidden } = await shownBytes(context.db, actor)
  // On a full disk it is counted again the next time.
  if (hidden && !hidden.is_kept) await keepHiddenBytes(context.db, actor.ownerId, hidden).catch(() => {})
  return bytes
}

export async function quota(context: Reading, actor: Actor) {
  const facts = (await ownerFacts(context.db, actor.ownerId))!
  const tariff = tariffOf(context.tables.tariffs, facts.tariff)
  const [month, bytes] = await Promise.all([
    thisMonth(context.db, actor.ownerId, facts.timezone),
    bytesShown(context, actor),
  ])
  const spent = inRoubles(month.spent)
  const left = tariff.monthly_rub === null ? null : tariff.monthly_rub - inRoubles(month.spent + month.reserved)
  return {
    tariff: tariff.name,
    period_start: month.period_start,
    period_end: month.period_end,
    limit_rub: tariff.monthly_rub,
    spent_rub: spent,
    remaining_rub: left === null ? null : Math.max(0, left),
    storage_bytes: bytes,
    storage_limit_bytes: tariff.storage_bytes,
  }
}

/** What every user takes and spends, for an administrator: sums, and nothing of what they are made of. */
export async function usageByUser(context: Needs<'db'>, actor: Actor) {
  const users = await usageOfTenant(context.db, actor)
  const sum = (of: 'storage_bytes' | 'links') => users.reduce((total, user) => total + user[of], 0)
  return {
    items: users.map(({ spent, ...user }) => ({ ...user, spent_rub: inRoubles(spent) })),
    storage_bytes: sum('storage_bytes'),
    links: sum('links'),
  }
}
