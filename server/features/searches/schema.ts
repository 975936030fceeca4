import { z } from 'zod'
import { boolean, dayText, out, text, uuid } from '../../lib/shapes.ts'
import { CATEGORIES, KINDS, STATUSES } from '../objects/index.ts'

const label = () => text({ min: 1, max: 200 })
const amount = () => z.number().min(-1e15).max(1e15)

/** The filters of `GET /objects`, under the same names. */
export const filters = z
  .object({
    collection_id: uuid(),
    theme_id: uuid(),
    kind: z.enum(KINDS),
    doc_type: text({ max: 100 }),
    status: z.enum(STATUSES),
    category: z.enum(CATEGORIES),
    tag: label(),
    favorite: boolean(),
    unfiled: boolean(),
    since: dayText(),
    until: dayText(),
    person: label(),
    organisation: label(),
    amount_min: amount(),
    amount_max: amount(),
    hidden: z.literal('only'),
    sort: text({ max: 50 }),
    group: text({ max: 50 }),
  })
  .partial()
  .meta({ id: 'SearchFilters' })

const name = text({ min: 1, max: 200 }).refine(value => value.trim() !== '', { params: { type: 'value_error' } })
const query = text({ max: 2000 })

export const newSearch = z.object({
  name,
  query: query.default(''),
  filters: filters.default({}),
  watch: boolean().default(false),
})

export const searchEdit = z.object({ name, query, filters, watch: boolean() }).partial()

export const searchOut = z
  .object({
    id: out.uuid(),
    name: z.string(),
    query: z.string(),
    filters,
    watch: z.boolean(),
    created_at: out.moment(),
    updated_at: out.moment(),
  })
  .meta({ id: 'SavedSearchOut' })

export const searchId = z.object({ search_id: uuid() })

export const thingsQuery = z.object({ q: text({ min: 1, max: 200 }).describe('The beginning of a name') })

export const thingsOut = z
  .object({
    people: z.array(z.object({ name: z.string(), sort: z.enum(['person', 'organisation']), count: z.int() })),
    events: z.array(
      z.object({
        id: out.uuid(),
        title: z.string(),
        location: z.string(),
        starts_at: out.moment(),
        all_day: z.boolean(),
        repeats: z.boolean(),
      }),
    ),
    tasks: z.array(
      z.object({
        id: out.uuid(),
        title: z.string(),
        status: z.enum(['open', 'done']),
        due_at: out.moment().nullable(),
      }),
    ),
  })
  .meta({ id: 'ThingsOut' })
