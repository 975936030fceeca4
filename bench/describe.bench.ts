import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../test/support/server.ts'

/** What it costs to describe a text of two pages, in processor time of a warm process; and what the process weighs. */

const LIMIT_MS = 60
const ROUNDS = 40

const { describe } = await import(join(ROOT, 'dist/server/adapters/describer/describe.js'))

/** Different documents, so that not every word is known from the one before. */
const documents = ['ru', 'en'].map(language =>
  readFileSync(join(ROOT, `test/fixtures/doc-types-${language}.txt`), 'utf8')
    .split(/^=== \w+$/m)
    .filter(Boolean),
)

const PAGES = 4000

function pages(language: number, from: number): string {
  const all = documents[language]!
  let text = ''
  for (let at = from; text.length < PAGES; at++) text += all[at % all.length]
  return text.slice(0, PAGES)
}

const source = (text: string) => ({
  text,
  filename: 'a.txt',
  kind: 'text',
  mime: 'text/plain',
  title: '',
  headings: [],
})
const before = process.memoryUsage().rss
for (const language of [0, 1]) await describe(source(pages(language, 0)))

let worst = 0
for (const [language, name] of ['ru', 'en'].entries()) {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const text = pages(language, round * 7)
    const began = process.cpuUsage()
    await describe(source(text))
    const { user, system } = process.cpuUsage(began)
    times.push((user + system) / 1000)
  }
  const median = times.toSorted((a, b) => a - b)[ROUNDS / 2]!
  worst = Math.max(worst, median)
  console.log(
    `${name}: median ${median.toFixed(1)} ms, largest ${Math.max(...times).toFixed(1)} ms of processor for ${PAGES} characters`,
  )
}
console.log(`the process has grown by ${Math.round((process.memoryUsage().rss - before) / 2 ** 20)} MB`)
console.log(`ratio worst median = ${worst.toFixed(1)} ms (at most ${LIMIT_MS}): ${worst > LIMIT_MS ? 'MISSED' : 'ok'}`)
process.exit(worst > LIMIT_MS ? 1 : 0)
