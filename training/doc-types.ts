import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../test/support/server.ts'
import { madeDocuments } from './doc-types/made.ts'

/** Makes the weights of the kinds of documents from texts that templates make; `npm run bench -- doc-types` measures them on others. */

const adapter = join(ROOT, 'dist/server/adapters/describer')
const { featuresOf } = await import(join(adapter, 'type-model.js'))

const MADE = 220
const ROUNDS = 30
const RATE = 0.15
const DECAY = 0.0004
const RARE = 4

interface Example {
  type: string
  found: string[]
}

/** Features that come often enough to be learnt from, without weight yet. */
function emptyRows(examples: Example[], width: number): Map<string, Float64Array> {
  const counts = new Map<string, number>()
  for (const { found } of examples) for (const feature of found) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  const often = [...counts].filter(([, count]) => count >= RARE).map(([feature]) => feature)
  return new Map(often.sort().map(feature => [feature, new Float64Array(width)]))
}

/** One step towards telling this example right. */
function learn(rows: Float64Array[], right: number, rate: number): void {
  const sums = [...rows[0]!].map((_, at) => rows.reduce((sum, row) => sum + row[at]!, 0))
  const top = Math.max(...sums)
  const powers = sums.map(sum => Math.exp(sum - top))
  const total = powers.reduce((a, b) => a + b, 0)
  const errors = powers.map((power, at) => (at === right ? 1 : 0) - power / total)
  const pace = rate / Math.sqrt(rows.length)
  for (const row of rows) for (const [at, error] of errors.entries()) row[at] = row[at]! * (1 - DECAY) + pace * error
}

/** Logistic regression over all kinds at once, by gradient steps with shrinking weights. */
function train(): { classes: string[]; features: Record<string, number[]> } {
  const examples = madeDocuments(MADE).map(({ type, text }) => ({ type, found: ['#bias', ...featuresOf(text)] }))
  const classes = [...new Set(examples.map(({ type }) => type))]
  const rows = emptyRows(examples, classes.length)
  for (let round = 0; round < ROUNDS; round++)
    for (const { type, found } of examples) {
      const known = found.map(feature => rows.get(feature)).filter(row => row !== undefined)
      learn(known, classes.indexOf(type), RATE / (1 + round / 10))
    }
  const whole = [...rows].map(([name, row]) => [name, [...row].map(weight => Math.round(weight * 100))])
  return { classes, features: Object.fromEntries(whole) }
}

const weights = train()
const rows = Object.entries(weights.features).map(([name, row]) => `${JSON.stringify(name)}:${JSON.stringify(row)}`)
const text = `{"classes":${JSON.stringify(weights.classes)},"features":{\n${rows.join(',\n')}\n}}\n`
if (process.argv.includes('--write'))
  for (const file of [join(ROOT, 'server/adapters/describer/doc-types.json'), join(adapter, 'doc-types.json')])
    writeFileSync(file, text)
console.log(`trained: ${rows.length} features, ${Math.round(text.length / 1024)} KB`)
