import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { integerText, out } from '../../lib/shapes.ts'
import { quota, usageByUser, usageSummary } from './report.ts'

const tag = 'usage'

const summary = z
  .object({
    total_cost_rub: z.number(),
    by_meter: z.array(
      z
        .object({
          meter: z.string(),
          cost_rub: z.number(),
          calls: z.int(),
          prompt_tokens: z.int(),
          total_tokens: z.int(),
          audio_seconds: z.int(),
        })
        .meta({ id: 'MeterCost' }),
    ),
    by_day: z.array(z.object({ day: z.string(), cost_rub: z.number(), calls: z.int() })),
  })
  .meta({ id: 'UsageSummary' })

const quotaShape = z
  .object({
    tariff: z.string(),
    period_start: out.moment(),
    period_end: out.moment(),
    limit_rub: z.number().nullable(),
    spent_rub: z.number(),
    remaining_rub: z.number().nullable(),
    storage_bytes: z.int(),
    storage_limit_bytes: z.int().nullable(),
  })
  .meta({ id: 'QuotaOut' })

/** The interface prints this path without its prefix too. */
const quotaAt = (path: string, name: string) =>
  route({
    method: 'GET',
    path,
    name,
    summary: 'What is left of the tariff this month',
    tag,
    reply: quotaShape,
    run: (context, { actor }) => quota(context, actor),
  })

export const usageRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/usage',
    name: 'getUsage',
    summary: 'What was spent, in roubles: by meter and by day',
    tag,
    query: z.object({
      days: integerText({ min: 0, max: 36_500 }).optional().describe('Over so many days; 0 is since the beginning'),
    }),
    reply: summary,
    run: (context, { actor, query }) => usageSummary(context, actor, query.days ?? 0),
  }),
  quotaAt('/v1/usage/quota', 'getQuota'),
  quotaAt('/usage/quota', 'getQuotaUnversioned'),
  route({
    method: 'GET',
    path: '/v1/admin/usage',
    name: 'getUsageByUser',
    summary: 'What every user stores, has spent this month, and how many links can be opened',
    tag: 'admin',
    access: 'admin',
    reply: z
      .object({
        items: z.array(
          z.object({ user_id: out.uuid(), storage_bytes: z.int(), spent_rub: z.number(), links: z.int() }),
        ),
        storage_bytes: z.int(),
        links: z.int(),
      })
      .meta({ id: 'UsageByUser' }),
    run: (context, { actor }) => usageByUser(context, actor),
  }),
  route({
    method: 'GET',
    path: '/v1/admin/tariffs',
    name: 'listTariffs',
    summary: 'The tariffs that users can be given',
    tag: 'admin',
    access: 'admin',
    reply: z.object({
      default: z.string(),
      items: z.array(
        z.object({ name: z.string(), monthly_rub: z.number().nullable(), storage_bytes: z.int().nullable() }),
      ),
    }),
    run: async context => ({
      default: context.tables.tariffs.default,
      items: Object.entries(context.tables.tariffs.tariffs).map(([name, tariff]) => ({ name, ...tariff })),
    }),
  }),
]
