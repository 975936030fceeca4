import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../test/support/server.ts'
import { madeDocuments } from './doc-types/made.ts'

/**
 * How often the kind of a document is told right, on documents written by hand that nothing was trained on. With --train
 * the classifier's weights are first made anew, from documents made of templates.
 */

const FLOOR = 0.85
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

if (process.argv.includes('--train')) {
  const weights = train()
  const rows = Object.entries(weights.features).map(([name, row]) => `${JSON.stringify(name)}:${JSON.stringify(row)}`)
  const text = `{"classes":${JSON.stringify(weights.classes)},"features":{\n${rows.join(',\n')}\n}}\n`
  for (const file of [join(ROOT, 'server/adapters/describer/doc-types.json'), join(adapter, 'doc-types.json')])
    writeFileSync(file, text)
  console.log(`trained: ${rows.length} features, ${Math.round(text.length / 1024)} KB`)
}

const { docTypeOf } = await import(join(adapter, 'doc-types.js'))
const { headLines } = await import(join(adapter, 'headings.js'))

let [right, all] = [0, 0]
for (const language of ['ru', 'en']) {
  const documents = readFileSync(join(ROOT, `test/fixtures/doc-types-${language}.txt`), 'utf8')
    .split(/^=== /m)
    .filter(Boolean)
  let own = 0
  for (const document of documents) {
    const [type, ...lines] = document.trim().split('\n')
    const text = lines.join('\n')
    const said = docTypeOf({ text, kind: 'text', filename: 'scan.txt', lines: headLines(text) })
    if (said === type) own++
    else console.log(`${language} ${type} taken for ${said}: ${text.slice(0, 70).replaceAll('\n', ' ')}`)
  }
  console.log(`${language}: ${own} of ${documents.length}`)
  right += own
  all += documents.length
}
const share = right / all
console.log(`ratio right = ${share.toFixed(3)} of ${all} (at least ${FLOOR}): ${share < FLOOR ? 'MISSED' : 'ok'}`)
process.exit(share < FLOOR ? 1 : 0)
