import type { Json } from './client.ts'

export const NOWHERE = '00000000-0000-4000-8000-000000000000'

/** A body that fits the shape well enough to get past validation. */
export function fitting(schema: Json, components: Json = {}): Json {
  if (!schema) return undefined
  if (schema.$ref) return fitting(components[schema.$ref.split('/').at(-1)], components)
  if (schema.enum) return schema.enum[0]
  if (schema.const !== undefined) return schema.const
  if (schema.anyOf) return fitting(schema.anyOf[0], components)
  if (schema.type === 'object')
    return Object.fromEntries(
      (schema.required ?? []).map((key: string) => [key, fitting(schema.properties[key], components)]),
    )
  if (schema.type === 'array') return [fitting(schema.items, components)]
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  if (schema.type === 'boolean') return true
  return schema.format === 'uuid' ? NOWHERE : 'a text of some length'
}
