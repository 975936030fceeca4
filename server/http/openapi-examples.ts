/** An answer as it may look, made from its shape: names and formats say what stands where. */

type Schema = Record<string, unknown> & {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  minimum?: number
  maxItems?: number
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
}

const ID = '019a8f00-0000-7000-8000-000000000000'
const MOMENT = '2026-03-31T09:00:00.000Z'

/** What a text of this name mostly holds. */
const TEXTS: [RegExp, string][] = [
  [/(^|_)ids?$/, ID],
  [/_at$|^(since|until|modified)$/, MOMENT],
  [/email/, 'anna@example.org'],
  [/url|uri|href/, 'https://example.org/'],
  [/filename|original_name|display_name|ai_name/, 'Lease.pdf'],
  [/mime/, 'application/pdf'],
  [/^(tz|timezone)$/, 'Europe/Berlin'],
  [/^day$|_date$/, '2026-03-31'],
  [/hash|sha256|fingerprint/, '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  [/^kind$/, 'pdf'],
  [/^tags$/, 'lease'],
  [/token|secret|challenge/, 'dsr_example'],
  [/^(title|name|folder|display)/, 'Lease'],
  [/text|snippet|quote|content|summary/, 'The rent is due on the first of the month.'],
  [/language/, 'en'],
  [/version/, '1.0.0'],
]

const textFor = (name: string, format: string | undefined): string => {
  if (format === 'uuid') return ID
  if (format === 'date-time') return MOMENT
  if (format === 'date') return MOMENT.slice(0, 10)
  if (format === 'email') return 'anna@example.org'
  return TEXTS.find(([known]) => known.test(name))?.[1] ?? 'text'
}

/** A list of what holds such a list ends with an empty one. */
const holdsItself = ({ $ref }: Schema, open: string[]): boolean => $ref !== undefined && open.includes($ref)

function exampleOf(schema: Schema, components: Record<string, unknown>, name = '', open: string[] = []): unknown {
  const inner = (of: Schema, as = name) => exampleOf(of, components, as, of.$ref ? [...open, of.$ref] : open)
  if (schema.$ref) return inner(components[schema.$ref.split('/').at(-1)!] as Schema)
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  const either = schema.anyOf ?? schema.oneOf
  if (either) return inner(either.find(({ type }) => type !== 'null') ?? either[0]!)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(each => inner(each)))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object') return objectFor(schema, inner)
  if (type === 'array')
    return (
      schema.prefixItems?.map(each => inner(each)) ??
      (schema.items && !holdsItself(schema.items, open) ? [inner(schema.items)] : [])
    )
  if (type === 'string') return textFor(name, schema.format)
  if (type === 'boolean') return /^(ok|done|ready|configured|enabled|current)$/.test(name)
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1)
  return type === undefined ? {} : null
}

function objectFor({ properties, additionalProperties }: Schema, inner: (of: Schema, as?: string) => unknown): object {
  if (properties) return Object.fromEntries(Object.entries(properties).map(([key, of]) => [key, inner(of, key)]))
  return typeof additionalProperties === 'object' ? { example: inner(additionalProperties) } : {}
}

interface Media {
  schema: Schema
  example?: unknown
  examples?: Record<string, { value: unknown }>
}
type Answers = Record<string, { content?: Record<string, Media> }>

/** One of each kind of part, under the name of its shape. */
function examplesOf({ $ref = '' }: Schema, components: Record<string, unknown>): Media['examples'] {
  const { anyOf, oneOf = anyOf ?? [] } = components[$ref.split('/').at(-1)!] as Schema
  return Object.fromEntries(oneOf.map(part => [part.$ref!.split('/').at(-1)!, { value: exampleOf(part, components) }]))
}

/** Each answer that is JSON gets one, and each stream one of each part, once all shapes are known. */
export function addExamples(paths: Record<string, Record<string, unknown>>, components: Record<string, unknown>): void {
  for (const operations of Object.values(paths))
    for (const operation of Object.values(operations))
      for (const [status, { content }] of Object.entries((operation as { responses: Answers }).responses)) {
        const json = status.startsWith('2') ? content?.['application/json'] : undefined
        if (json && Object.keys(json.schema).length > 0) json.example = exampleOf(json.schema, components)
        const stream = content?.['text/event-stream']
        if (stream) stream.examples = examplesOf(stream.schema, components)
      }
}
