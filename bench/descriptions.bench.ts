import { join } from 'node:path'
import { ROOT } from '../test/support/server.ts'
import { papersOf } from './descriptions/paper.ts'
import { ENGLISH } from './descriptions/papers-en.ts'
import { FOREIGN } from './descriptions/papers-foreign.ts'
import { RUSSIAN } from './descriptions/papers-ru.ts'
import { type Judged, judge, share } from './descriptions/score.ts'

/**
 * How often the fields of contracts, invoices, receipts, acts and letters are right, on papers made here in both languages. Half of the layouts
 * were not looked at while the rules were written (`kept`). With --verbose every field that is not right is shown; --seen leaves out the kept half.
 */

const RIGHT = 0.9
const WRONG = 0.03

const { describe } = await import(join(ROOT, 'dist/server/adapters/describer/describe.js'))
const verbose = process.argv.includes('--verbose')
const seenOnly = process.argv.includes('--seen')

const papers = papersOf([...RUSSIAN, ...ENGLISH, ...FOREIGN], 2).filter(({ kept }) => !(seenOnly && kept))
const judged: Judged[] = []
for (const paper of papers) {
  const said = await describe({
    text: paper.text,
    filename: 'scan.pdf',
    kind: 'pdf',
    mime: 'application/pdf',
    title: '',
    headings: [],
  })
  const own = judge(paper, said.fields)
  judged.push(...own)
  if (verbose) {
    if (said.doc_type !== paper.type) console.log(`${paper.layout}: ${paper.type} taken for ${said.doc_type}`)
    for (const { field, verdict, found } of own)
      if (verdict !== 'right')
        console.log(
          `${paper.layout}: ${field} ${verdict}, ${JSON.stringify(found)} for ${JSON.stringify(paper.fields[field])}`,
        )
  }
}

let missed = false
for (const [name, some] of [
  ['seen', judged.filter(({ paper }) => !paper.kept)],
  ['kept', judged.filter(({ paper }) => paper.kept)],
  ['foreign', judged.filter(({ paper }) => FOREIGN.some(({ name }) => name === paper.layout))],
  ['all', judged],
] as const) {
  if (some.length === 0) continue
  const [right, wrong] = [share(some, 'right'), share(some, 'wrong')]
  const bad = right < RIGHT || wrong > WRONG
  missed ||= bad
  console.log(
    `fields, ${name}: ${some.length / 6} papers, ratio right = ${right.toFixed(3)} (at least ${RIGHT}), wrong = ${wrong.toFixed(3)} (at most ${WRONG}): ${bad ? 'MISSED' : 'ok'}`,
  )
}
process.exit(missed ? 1 : 0)
