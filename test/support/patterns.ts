import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { lazies } from '../../server/lib/lazy.ts'
import { ROOT } from './server.ts'

/** Every regular expression of the product: those that are written out, and those that are put together when a module is loaded. */

export interface Pattern {
  source: string
  flags: string
  at: string
}

export const nameOf = ({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string => `/${source}/${flags}`

interface Node {
  type: string
  start: number
  regex?: { pattern: string; flags: string }
  callee?: { name?: string }
}

interface Source {
  path: string
  text: string
}

const sources = (): Source[] =>
  ['server', 'web'].flatMap(folder =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\.d\.ts$/.test(name))
      .map(name => ({ path: `${folder}/${name}`, text: readFileSync(join(ROOT, folder, name), 'utf8') })),
  )

function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const part of value) yield* nodesOf(part)
  else if (value && typeof value === 'object' && !(value instanceof RegExp)) {
    if ('type' in value) yield value as Node
    for (const part of Object.values(value)) yield* nodesOf(part)
  }
}

/** Written out in the sources; and the modules that put patterns together. */
export function writtenPatterns(): { written: Pattern[]; makers: string[] } {
  const written: Pattern[] = []
  const makers = new Set<string>()
  for (const { path, text } of sources()) {
    const { program, errors } = parseSync(path, text)
    if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]!.message}`)
    for (const { type, start, regex, callee } of nodesOf(program)) {
      const at = `${path}:${text.slice(0, start).split('\n').length}`
      if (regex) written.push({ source: regex.pattern, flags: regex.flags, at })
      if (/^(New|Call)Expression$/.test(type) && callee?.name === 'RegExp') makers.add(path)
    }
  }
  return { written, makers: [...makers].sort() }
}

/** Whose code called, seen from the function that asks. */
const callerOf = (): string =>
  /\/(?:server|web)\/[^\s?)]+?\.tsx?/.exec(new Error().stack!.split('\n')[3] ?? '')?.[0] ?? ''

/** What modules put together while they are loaded, and what they leave for later; what libraries do meanwhile is not ours. */
export async function madePatterns(makers: string[]): Promise<Pattern[]> {
  const made: Pattern[] = []
  const Original = globalThis.RegExp
  globalThis.RegExp = new Proxy(Original, {
    construct(target, given, newTarget) {
      const pattern = Reflect.construct(target, given, newTarget) as RegExp
      const at = callerOf().slice(1)
      if (at) made.push({ source: pattern.source, flags: pattern.flags, at })
      return pattern
    },
  })
  try {
    for (const maker of makers) await import(join(ROOT, maker))
    for (const make of lazies) make()
  } finally {
    globalThis.RegExp = Original
  }
  return made
}
