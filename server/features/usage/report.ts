import type { Actor, Needs } from '../../context.ts'
import { inRoubles, tariffOf } from '../../tables.ts'
import { ownerFacts, shownBytes, sumByDay, sumByMeter, thisMonth } from './queries.ts'

type Reading = Needs<'db' | 'tables'>

/** The sums are of the same rows: by meter, by day and in all they agree to the micro-rouble. */
export async function usageSummary(context: Reading, actor: Actor, days: number) {
  const { timezone } = (await ownerFacts(context.db, actor.ownerId))!
  const [byMeter, byDay] = await Promise.all([
    sumByMeter(context.db, actor, days, timezone),
    sumByDay(context.db, actor, days, timezone),
  ])
  const total = byMeter.reduce((sum, meter) => sum + meter.cost, 0)
  return {
    total_cost_rub: inRoubles(total),
    by_meter: byMeter.map(({ cost, ...meter }) => ({ ...meter, cost_rub: inRoubles(cost) })),
    by_day: byDay.map(({ cost, ...day }) => ({ ...day, cost_rub: inRoubles(cost) })),
  }
}

export async function quota(context: Reading, actor: Actor) {
  const facts = (await ownerFacts(context.db, actor.ownerId))!
  const tariff = tariffOf(context.tables.tariffs, facts.tariff)
  const [month, bytes] = await Promise.all([
    thisMonth(context.db, actor.ownerId, facts.timezone),
    shownBytes(context.db, actor),
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
