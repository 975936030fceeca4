import type { Script, Seen } from './model-server.ts'

/**
 * A model that does whatever the texts it reads tell it to: every line `DO tool {json}` in the result of a tool or in a name of a
 * file is carried out, and every line `SAY ...` is said. A person's `DO` is followed as well, as one follows a person.
 */
export function obedient({ body }: Seen): Script {
  const messages = body.messages ?? []
  const last = messages.findLastIndex(message => message.role === 'user')
  const received = messages.slice(last).map(message => textOf(message.content))
  const orders = received.flatMap(text => ordersIn(text))
  const done = messages.slice(last).flatMap(message => doneBy(message as { tool_calls?: { function: Order }[] }))
  const open = orders.filter(order => !done.some(call => isSame(order, call)))
  const said = received.flatMap(text =>
    [...unescaped(text).matchAll(/SAY ([^\n]+?)(?: END|\n|$)/gu)].map(([, words]) => words!),
  )
  const say = said.at(-1) ?? 'Done.'
  return open.length > 0 ? { say, tools: open.slice(0, 5) } : { say }
}

const textOf = (content: unknown): string =>
  typeof content === 'string' ? content : Array.isArray(content) ? content.map(part => part.text ?? '').join('\n') : ''

/** Results come as JSON: what a file says stands there with its quotation marks escaped. */
const unescaped = (text: string) => text.replaceAll('\\n', '\n').replaceAll('\\"', '"')

function ordersIn(text: string): Order[] {
  return [...unescaped(text).matchAll(/DO (\w+) (\{[^\n]*?\})(?: END|\n|$)/gu)].map(([, name, input]) => ({
    name: name!,
    arguments: input!,
  }))
}

interface Order {
  name: string
  arguments: string
}

const isSame = (order: Order, call: Order): boolean => {
  if (order.name !== call.name) return false
  const [wanted, given] = [parsed(order.arguments), parsed(call.arguments)]
  // The service fills in what was left out.
  return Object.entries(wanted).every(
    ([key, value]) => JSON.stringify(given[key]) === JSON.stringify(value) || typeof value === 'object',
  )
}

function parsed(json: string): Record<string, unknown> {
  try {
    return JSON.parse(json)
  } catch {
    return {}
  }
}

const doneBy = (message: { tool_calls?: { function: Order }[] }): Order[] =>
  (message.tool_calls ?? []).map(call => call.function)
