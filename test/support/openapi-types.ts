/** The types of the page's client, made from the description of the interface. */

interface JsonSchema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
}

interface Operation {
  parameters: { name: string; in: string; required: boolean; schema: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>
}

export interface Description {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema> }
}

const HEAD = `/** Made from docs/openapi.json: UPDATE_DOCS=1 npx vitest run test/documents.test.ts writes it anew. */

`

export function openApiTypes({ paths, components }: Description): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  )
  const each = (of: (operation: Operation) => JsonSchema | undefined) =>
    operations.flatMap(([name, operation]) => {
      const schema = of(operation)
      return schema ? [[name, schema] as const] : []
    })
  return (
    HEAD +
    [
      table('', 'Schemas', Object.entries(components.schemas)),
      table('What each operation takes as JSON.', 'Bodies', each(bodyOf)),
      table('What each operation takes behind the question mark.', 'Queries', each(queryOf)),
      table('What each operation answers.', 'Replies', each(replyOf)),
    ].join('\n')
  )
}

function table(comment: string, name: string, entries: (readonly [string, JsonSchema])[]): string {
  const lines = entries.map(([key, schema]) => `  ${keyOf(key)}: ${typeOf(schema, '  ')}\n`)
  return `${comment && `/** ${comment} */\n`}export interface ${name} {\n${lines.join('')}}\n`
}

const bodyOf = ({ requestBody }: Operation) => requestBody?.content['application/json']?.schema

function queryOf({ parameters }: Operation): JsonSchema | undefined {
  const own = parameters.filter(parameter => parameter.in === 'query')
  if (own.length === 0) return undefined
  return {
    type: 'object',
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
    required: own.filter(({ required }) => required).map(({ name }) => name),
  }
}

function replyOf({ responses }: Operation): JsonSchema {
  const status = Object.keys(responses).find(code => code.startsWith('2'))
  return responses[status ?? '']?.content?.['application/json']?.schema ?? {}
}

function typeOf(schema: JsonSchema, indent: string): string {
  if (schema.$ref) return `Schemas['${schema.$ref.split('/').at(-1)}']`
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  const either = schema.anyOf ?? schema.oneOf
  if (either) return [...new Set(either.map(one => typeOf(one, indent)))].join(' | ')
  if (schema.allOf) return schema.allOf.map(one => `(${typeOf(one, indent)})`).join(' & ')
  if (Array.isArray(schema.type)) return schema.type.map(type => typeOf({ ...schema, type }, indent)).join(' | ')
  if (schema.type === 'array') return listOf(schema, indent)
  if (schema.type === 'object') return objectOf(schema, indent)
  if (schema.type === 'integer') return 'number'
  return schema.type ?? 'unknown'
}

const literal = (value: unknown) => (typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value))

function listOf({ items, prefixItems }: JsonSchema, indent: string): string {
  if (prefixItems) return `[${prefixItems.map(item => typeOf(item, indent)).join(', ')}]`
  const item = typeOf(items ?? {}, indent)
  return / [|&] /.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
}

function objectOf({ properties = {}, required = [], additionalProperties }: JsonSchema, indent: string): string {
  const inner = `${indent}  `
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${inner}${keyOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema, inner)}\n`,
  )
  if (fields.length === 0 || (additionalProperties && typeof additionalProperties === 'object'))
    fields.push(
      `${inner}[name: string]: ${typeof additionalProperties === 'object' && fields.length === 0 ? typeOf(additionalProperties, inner) : 'unknown'}\n`,
    )
  return `{\n${fields.join('')}${indent}}`
}

const keyOf = (name: string) => (/^\w+$/.test(name) ? name : `'${name}'`)
