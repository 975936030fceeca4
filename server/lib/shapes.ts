import { z } from 'zod'

/** The shapes of the interface. Every refusal carries its stable word (`type`) and its bound (`ctx`) in the issue's params. */

interface Bounds {
  min?: number
  max?: number
}

const refuse = (type: string, ctx?: Record<string, unknown>) => ({ code: 'custom' as const, params: { type, ctx } })

/** Units less the second halves of pairs. */
export const codePoints = (value: string) => {
  let n = value.length
  for (let at = 1; at < value.length; at++) {
    const code = value.charCodeAt(at)
    if (code < 0xdc00 || code > 0xdfff) continue
    const before = value.charCodeAt(at - 1)
    if (before >= 0xd800 && before <= 0xdbff) n--
  }
  return n
}

/** Text whose bounds count Unicode code points. */
export function text({ min = 0, max }: Bounds = {}) {
  return z
    .string()
    .superRefine((value, issues) => {
      if (value.includes('\0')) issues.addIssue(refuse('value_error', { reason: 'NUL' }))
      if (value.length < min * 2 && codePoints(value) < min)
        issues.addIssue(refuse('string_too_short', { min_length: min }))
      if (max !== undefined && value.length > max && (value.length > 2 * max || codePoints(value) > max))
        issues.addIssue(refuse('string_too_long', { max_length: max }))
    })
    .meta({ ...(min ? { minLength: min } : {}), ...(max === undefined ? {} : { maxLength: max }) })
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => UUID.test(text)

export const uuid = () =>
  z
    .string()
    .superRefine((value, issues) => {
      if (!UUID.test(value)) issues.addIssue(refuse('uuid_parsing'))
    })
    .transform(value => value.toLowerCase())
    .meta({ format: 'uuid' })

/** An id that may come in any form: what is no UUID is nobody's. */
export const anyId = () => z.string().transform(value => (UUID.test(value) ? value.toLowerCase() : NOBODY))

const NOBODY = '00000000-0000-0000-0000-000000000000'

function bounded(value: number, { min, max }: Bounds, issues: z.core.$RefinementCtx<number>) {
  if (min !== undefined && value < min) issues.addIssue(refuse('greater_than_equal', { ge: min }))
  if (max !== undefined && value > max) issues.addIssue(refuse('less_than_equal', { le: max }))
}

const limits = ({ min, max }: Bounds) => ({
  ...(min === undefined ? {} : { minimum: min }),
  ...(max === undefined ? {} : { maximum: max }),
})

export const integer = (bounds: Bounds = {}) =>
  z
    .number({ error: issue => (typeof issue.input === 'string' ? 'int_parsing' : undefined) })
    .superRefine((value, issues) => {
      if (!Number.isSafeInteger(value)) issues.addIssue(refuse('int_from_float'))
      else bounded(value, bounds, issues)
    })
    .meta({ type: 'integer', ...limits(bounds) })

/** An integer that came as text, in a query or a path. */
export const integerText = (bounds: Bounds = {}) =>
  z
    .string()
    .transform((value, issues) => {
      if (/^[+-]?\d{1,15}$/.test(value.trim())) return Number(value)
      issues.addIssue(refuse('int_parsing'))
      return z.NEVER
    })
    .superRefine((value, issues) => bounded(value, bounds, issues as z.core.$RefinementCtx<number>))
    .meta({ type: 'integer', ...limits(bounds) })

/** A number that came as text, in a query. */
export const numberText = () =>
  z
    .string()
    .transform((value, issues) => {
      if (/^[+-]?\d{1,15}(\.\d{1,6})?$/.test(value.trim())) return Number(value)
      issues.addIssue(refuse('float_parsing'))
      return z.NEVER
    })
    .meta({ type: 'number' })

/** A day of the calendar, `2026-03-31`, or a moment, of which the day counts. */
export const dayText = () =>
  z
    .string()
    .transform((value, issues) => {
      const [day] = /^\d{4}-\d\d-\d\d(?=$|T)/.exec(value) ?? []
      if (day && day >= '0001' && !Number.isNaN(Date.parse(value)) && new Date(day).toISOString().startsWith(day))
        return day
      issues.addIssue(refuse('date_parsing'))
      return z.NEVER
    })
    .meta({ format: 'date' })

export const boolean = () =>
  z.boolean({ error: issue => (typeof issue.input === 'string' ? 'bool_parsing' : undefined) })

const TRUTH: Record<string, boolean> = {
  true: true,
  false: false,
  1: true,
  0: false,
  yes: true,
  no: false,
  on: true,
  off: false,
}

/** A boolean that came as text, in a query or in upload metadata. */
export const booleanText = () =>
  z
    .string()
    .transform((value, issues) => {
      const truth = TRUTH[value.trim().toLowerCase()]
      if (truth !== undefined) return truth
      issues.addIssue(refuse('bool_parsing'))
      return z.NEVER
    })
    .meta({ type: 'boolean' })

export const list = <T extends z.ZodType>(of: T, { min = 0, max }: Bounds = {}) =>
  z
    .array(of)
    .superRefine((value, issues) => {
      if (value.length < min) issues.addIssue(refuse('too_short', { min_length: min, actual_length: value.length }))
      if (max !== undefined && value.length > max)
        issues.addIssue(refuse('too_long', { max_length: max, actual_length: value.length }))
    })
    .meta({ ...(min ? { minItems: min } : {}), ...(max === undefined ? {} : { maxItems: max }) })

/** A moment; with an offset, since a time without one means nothing to a server. */
export const moment = () => z.iso.datetime({ offset: true }).meta({ format: 'date-time' })

export const freeForm = () => z.record(z.string(), z.unknown())

/** What the caller is to a file or folder. */
export const access = z.enum(['owner', 'editor', 'viewer'])

/** For replies: what we send, described rather than bounded. */
export const out = {
  uuid: () => z.string().meta({ format: 'uuid' }),
  moment: () => z.string().meta({ format: 'date-time' }),
  int: () => z.int(),
  ok: z.object({ ok: z.boolean() }).meta({ id: 'OkOut' }),
}
