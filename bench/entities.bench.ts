import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../test/support/server.ts'

/**
 * How well people, organisations and places are found in Russian news (FactRuEval, development part), and what it costs.
 * A mention is found when the spans share at least half of their union, by the whole gold span or by its name without
 * the descriptor. "LocOrg" (a country that acts) may be found as a place or as an organisation; facilities and projects
 * are not asked for and not counted. The data are measured on only.
 */

const DATA = process.env.FACTRUEVAL ?? join(ROOT, '../shared/data/factrueval-dev/devset')
const FLOORS = { people: 0.8, organisations: 0.6, places: 0.75 }
type Kind = keyof typeof FLOORS
const KINDS = Object.keys(FLOORS) as Kind[]

interface Span {
  start: number
  end: number
}

interface Gold {
  type: string
  /** The whole mention, and its name alone. */
  spans: Span[]
}

const lines = (file: string) => readFileSync(file, 'utf8').split('\n').filter(Boolean)
const around = (spans: Span[]): Span => ({
  start: Math.min(...spans.map(span => span.start)),
  end: Math.max(...spans.map(span => span.end)),
})

function goldOf(id: string): Gold[] {
  const spans = new Map<string, Span & { kind: string }>()
  for (const line of lines(join(DATA, `${id}.spans`))) {
    const [key, kind, start, length] = line.split(/\s+/)
    spans.set(key!, { kind: kind!, start: Number(start), end: Number(start) + Number(length) })
  }
  return lines(join(DATA, `${id}.objects`)).map(line => {
    const [, type, ...keys] = line.split('#')[0]!.trim().split(/\s+/)
    const own = keys.map(key => spans.get(key)!).filter(Boolean)
    const names = own.filter(span => !/descr|job/.test(span.kind))
    return { type: type!, spans: [around(own), ...(names.length > 0 ? [around(names)] : [])] }
  })
}

const same = (a: Span, b: Span) => {
  const common = Math.min(a.end, b.end) - Math.max(a.start, b.start)
  return common > 0 && common / (Math.max(a.end, b.end) - Math.min(a.start, b.start)) >= 0.5
}
const hits = (gold: Gold, span: Span) => gold.spans.some(own => same(own, span))

const TYPES: Record<Kind, string[]> = { people: ['Person'], organisations: ['Org'], places: ['Location', 'LocOrg'] }
/** Found under this kind it is neither right nor wrong. */
const PARDONED: Record<Kind, string[]> = {
  people: ['Project', 'Facility'],
  organisations: ['LocOrg', 'Project', 'Facility'],
  places: ['Project', 'Facility'],
}

const counts = Object.fromEntries(KINDS.map(kind => [kind, { right: 0, found: 0, wanted: 0, hit: 0 }])) as Record<
  Kind,
  { right: number; found: number; wanted: number; hit: number }
>

if (!existsSync(DATA)) {
  console.log(`skipped: ${DATA} is not there`)
  process.exit(0)
}

const adapter = join(ROOT, 'dist/server/adapters/describer')
const { namesIn } = await import(join(adapter, 'names.js'))
const { loadRussian } = await import(join(ROOT, 'dist/server/lib/russian.js'))
await loadRussian()

const verbose = process.argv.includes('--verbose')
const ids = readdirSync(DATA)
  .filter(name => name.endsWith('.txt'))
  .map(name => name.replace('.txt', ''))
const began = process.cpuUsage()
let characters = 0
for (const id of ids) {
  const text = readFileSync(join(DATA, `${id}.txt`), 'utf8')
  characters += text.length
  const gold = goldOf(id)
  const found = namesIn(text) as Record<Kind, (Span & { text: string })[]>
  for (const kind of KINDS) {
    const wanted = gold.filter(({ type }) => TYPES[kind].includes(type))
    const count = counts[kind]
    for (const one of found[kind]) {
      const right = wanted.some(candidate => hits(candidate, one))
      if (!right && gold.some(other => PARDONED[kind].includes(other.type) && hits(other, one))) continue
      count.found++
      if (right) count.right++
      else if (verbose)
        console.log(
          `${id} ${kind} wrong: ${one.text} | ${text.slice(one.start - 25, one.end + 15).replaceAll('\n', ' ')}`,
        )
    }
    for (const one of wanted) {
      const other = one.type === 'LocOrg' ? found.organisations : []
      const hit = [...found[kind], ...other].some(span => hits(one, span))
      count.wanted++
      if (hit) count.hit++
      else if (verbose) console.log(`${id} ${kind} missed: ${text.slice(one.spans[0]!.start, one.spans[0]!.end)}`)
    }
  }
}
const spent = process.cpuUsage(began)
const cpu = (spent.user + spent.system) / 1000

let missed = false
for (const kind of KINDS) {
  const { right, found, wanted, hit } = counts[kind]
  const [precision, recall] = [right / found, hit / wanted]
  const f1 = (2 * precision * recall) / (precision + recall)
  missed ||= f1 < FLOORS[kind]
  console.log(
    `${kind.padEnd(14)} precision ${precision.toFixed(3)}  recall ${recall.toFixed(3)}  F1 ${f1.toFixed(3)} (at least ${FLOORS[kind]}): ${f1 < FLOORS[kind] ? 'MISSED' : 'ok'}`,
  )
}
console.log(`${ids.length} texts, ${characters} characters, ${(cpu / ids.length).toFixed(1)} ms of processor each`)
process.exit(missed ? 1 : 0)
