import { z } from 'zod'

/** As models are told it: without the words that only JSON Schema's own readers need. */
export function schemaInWords(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}

/** The JSON in an answer that may have a fence or a sentence around it; undefined when there is none. */
export function jsonWithin(text: string): unknown {
  const from = text.search(/[[{]/)
  const to = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'))
  if (from < 0 || to < from) return undefined
  try {
    return JSON.parse(text.slice(from, to + 1))
  } catch {
    return undefined
  }
}
