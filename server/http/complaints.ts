import { z } from 'zod'
import { type Complaint, InvalidInput, type Location } from '../lib/errors.ts'
import type { Language, Words } from '../lib/language.ts'

/** zod's issues and our own complaints, as the 422 body of the interface. */

type Sentence = (ctx: Record<string, unknown>) => Words

const SENTENCES: Record<string, Sentence> = {
  missing: () => ({ en: 'Field required', ru: 'Поле обязательно' }),
  string_type: () => ({ en: 'Input should be a string', ru: 'Нужна строка' }),
  string_too_short: c => ({
    en: `String should have at least ${c.min_length} character${c.min_length === 1 ? '' : 's'}`,
    ru: `Нужно не меньше ${c.min_length} символов`,
  }),
  string_too_long: c => ({
    en: `String should have at most ${c.max_length} characters`,
    ru: `Нужно не больше ${c.max_length} символов`,
  }),
  greater_than_equal: c => ({
    en: `Input should be greater than or equal to ${c.ge}`,
    ru: `Нужно число не меньше ${c.ge}`,
  }),
  less_than_equal: c => ({
    en: `Input should be less than or equal to ${c.le}`,
    ru: `Нужно число не больше ${c.le}`,
  }),
  uuid_type: () => ({ en: 'Input should be a UUID', ru: 'Нужен UUID' }),
  uuid_parsing: () => ({ en: 'Input should be a valid UUID', ru: 'Нужен правильный UUID' }),
  int_type: () => ({ en: 'Input should be an integer', ru: 'Нужно целое число' }),
  int_parsing: () => ({ en: 'Input should be a valid integer', ru: 'Нужно целое число' }),
  int_from_float: () => ({
    en: 'Input should be an integer, got a fraction or a number out of range',
    ru: 'Нужно целое число без дробной части',
  }),
  float_type: () => ({ en: 'Input should be a number', ru: 'Нужно число' }),
  float_parsing: () => ({ en: 'Input should be a number', ru: 'Нужно число' }),
  date_parsing: () => ({
    en: 'Input should be a day, such as 2026-03-31',
    ru: 'Нужен день, например 2026-03-31',
  }),
  bool_type: () => ({ en: 'Input should be a boolean', ru: 'Нужно true или false' }),
  bool_parsing: () => ({ en: 'Input should be true or false', ru: 'Нужно true или false' }),
  list_type: () => ({ en: 'Input should be a list', ru: 'Нужен список' }),
  dict_type: () => ({ en: 'Input should be an object', ru: 'Нужен объект JSON' }),
  enum: c => ({ en: `Input should be one of: ${c.expected}`, ru: `Допустимы только: ${c.expected}` }),
  too_long: c => ({
    en: `List should have at most ${c.max_length} items`,
    ru: `В списке должно быть не больше ${c.max_length} элементов`,
  }),
  too_short: c => ({
    en: `List should have at least ${c.min_length} items`,
    ru: `В списке должно быть не меньше ${c.min_length} элементов`,
  }),
  extra_forbidden: () => ({ en: 'Extra inputs are not permitted', ru: 'Лишнее поле' }),
  json_invalid: c => ({ en: `JSON decode error: ${c.error}`, ru: `Это не JSON: ${c.error}` }),
  datetime_parsing: () => ({
    en: 'Input should be an ISO 8601 date-time with an offset',
    ru: 'Нужны дата и время ISO 8601 со смещением',
  }),
  value_error: c => ({
    en: c.reason === 'NUL' ? 'The NUL character is not allowed' : 'The value cannot be used',
    ru: c.reason === 'NUL' ? 'Символ NUL недопустим' : 'Значение не подходит',
  }),
}

const TYPE_WORDS: Record<string, string> = {
  string: 'string_type',
  number: 'int_type',
  int: 'int_type',
  boolean: 'bool_type',
  array: 'list_type',
  object: 'dict_type',
  record: 'dict_type',
}

interface LooseIssue {
  code: string
  path: PropertyKey[]
  message: string
  input?: unknown
  expected?: string
  values?: unknown[]
  format?: string
  keys?: string[]
  params?: { type?: string; ctx?: Record<string, unknown> }
  errors?: LooseIssue[][]
}

function typeOf(issue: LooseIssue, input: unknown): { type: string; ctx?: Record<string, unknown> } {
  if (issue.code === 'custom' && issue.params?.type) return { type: issue.params.type, ctx: issue.params.ctx }
  if (issue.code === 'invalid_type') {
    if (input === undefined) return { type: 'missing' }
    if (issue.message in SENTENCES) return { type: issue.message }
    return { type: TYPE_WORDS[issue.expected ?? ''] ?? 'value_error' }
  }
  if (issue.code === 'invalid_value')
    return input === undefined
      ? { type: 'missing' }
      : { type: 'enum', ctx: { expected: (issue.values ?? []).map(v => `'${v}'`).join(', ') } }
  if (issue.code === 'invalid_format' && issue.format === 'datetime') return { type: 'datetime_parsing' }
  return { type: 'value_error' }
}

/** A union complains once for each branch: the one that got furthest is the one that was meant. */
function unfolded(issue: LooseIssue): LooseIssue[] {
  if (issue.code === 'unrecognized_keys')
    return (issue.keys ?? []).map(key => ({
      code: 'custom',
      path: [...issue.path, key],
      message: '',
      params: { type: 'extra_forbidden' },
    }))
  if (issue.code !== 'invalid_union') return [issue]
  const branches = (issue.errors ?? []).filter(branch => branch.length > 0)
  const best = branches.sort((a, b) => rank(b) - rank(a))[0] ?? []
  return best.flatMap(inner => unfolded({ ...inner, path: [...issue.path, ...inner.path] }))
}

const rank = (branch: LooseIssue[]) =>
  Math.max(...branch.map(issue => issue.path.length * 2 + (issue.code === 'invalid_type' ? 0 : 1)))

function valueAt(value: unknown, path: PropertyKey[]): unknown {
  let at = value
  for (const step of path) {
    if (at === null || typeof at !== 'object') return undefined
    at = (at as Record<PropertyKey, unknown>)[step]
  }
  return at
}

/** Parses what a caller sent, or throws every complaint at once. `where` is body, query, path or header. */
export function parse<T extends z.ZodType>(where: string, shape: T, value: unknown): z.output<T> {
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  throw new InvalidInput(
    (parsed.error.issues as unknown as LooseIssue[]).flatMap(unfolded).map(issue => {
      const path = issue.path as (string | number)[]
      const input = valueAt(value, path)
      return { loc: [where, ...path] as Location, input, ...typeOf(issue, input) }
    }),
  )
}

const SECRET =
  /^(password|pin|current_pin|secret|secret_key|api_key|access_key|token|hidden_token|invite|current|new|code|challenge|credential|passkey|oidc)$/

const MAX_ECHO = 1000

/** Secrets and long values are not sent back; nor is a body whose very shape is wrong, since anything may stand in it. */
function echo({ loc, type, input }: Complaint): unknown {
  if (type === 'missing' || (loc[0] === 'body' && loc.length === 1)) return undefined
  if (loc.some(step => typeof step === 'string' && SECRET.test(step))) return undefined
  if (typeof input === 'string') {
    if (/:\/\/[^/\s]*@/.test(input)) return undefined
    return input.length > MAX_ECHO ? `${input.slice(0, MAX_ECHO)}…` : input
  }
  if (input === null || typeof input !== 'object') return input
  return JSON.stringify(input).length > MAX_ECHO || hasSecret(input) ? undefined : input
}

const hasSecret = (value: unknown): boolean =>
  value !== null &&
  typeof value === 'object' &&
  Object.entries(value).some(([key, inner]) => SECRET.test(key) || hasSecret(inner))

export function validationBody(error: InvalidInput, language: Language) {
  return {
    detail: error.complaints.slice(0, 100).map(complaint => {
      const words = complaint.words ?? (SENTENCES[complaint.type] ?? SENTENCES.value_error!)(complaint.ctx ?? {})
      const input = echo(complaint)
      return {
        loc: complaint.loc,
        msg: words[language],
        type: complaint.type,
        ...(input === undefined ? {} : { input }),
        ...(complaint.ctx ? { ctx: complaint.ctx } : {}),
      }
    }),
  }
}

export const validationError = z
  .object({
    detail: z.array(
      z.object({
        loc: z.array(z.union([z.string(), z.int()])),
        msg: z.string(),
        type: z.string(),
        input: z.unknown().optional(),
        ctx: z.record(z.string(), z.unknown()).optional(),
      }),
    ),
  })
  .meta({ id: 'HTTPValidationError' })
