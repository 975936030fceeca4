import { aPerson, type Json, until } from '../test/support/client.ts'
import { startServer } from '../test/support/server.ts'
import {
  type EverydayQuestion,
  type EverydaySet,
  everydayFiles,
  everydayQuestions,
  type Half,
} from './answers/everyday.ts'

/**
 * Everyday questions over HTTP without a model: is the answer right, from the right file, with the answering sentence first and nothing
 * beside it, and is it said honestly that something is not there. `npm run bench -- answers [tuned | kept | all] [second] [list]`
 */

const [which = 'all', ...flags] = process.argv.slice(2)
const set: EverydaySet = flags.includes('second') ? 'second' : 'first'

interface Outcome extends EverydayQuestion {
  right: boolean
  first: boolean
  rightFile: boolean
  /** Cited sentences, and those of them that hold no part of the answer. */
  cited: number
  padding: number
  refused: boolean
  answer: string
}

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/gu, ' ').toLowerCase()

function outcomeOf(asked: EverydayQuestion, body: Json): Outcome {
  const snippets: string[] = body.citations.map((citation: Json) => plain(citation.snippet))
  const holds = (text: string, part: string) => plain(text).includes(plain(part))
  const shown = [body.answer as string, ...snippets].join('\n')
  const used = body.used_context as boolean
  return {
    ...asked,
    right: used && asked.parts.length > 0 && asked.parts.every(part => holds(shown, part)),
    first: used && asked.parts.length > 0 && holds(snippets[0] ?? '', asked.parts[0]!),
    rightFile: used && body.citations.some((citation: Json) => citation.filename === asked.file),
    cited: used ? snippets.length : 0,
    padding: used ? snippets.filter(text => !asked.parts.some(part => holds(text, part))).length : 0,
    refused: !used,
    answer: body.answer,
  }
}

const share = (list: Outcome[], is: (one: Outcome) => boolean) =>
  (list.filter(is).length / Math.max(list.length, 1)).toFixed(3)
const sum = (list: Outcome[], of: (one: Outcome) => number) => list.reduce((total, one) => total + of(one), 0)

function report(half: Half, outcomes: Outcome[]): void {
  const there = outcomes.filter(({ file }) => file !== undefined)
  const absent = outcomes.filter(({ file }) => file === undefined)
  console.log(
    `${half}: of ${there.length} right ${share(there, one => one.right)}, right file ${share(there, one => one.rightFile)}, answering sentence first ${share(there, one => one.first)}, padding ${(
      sum(there, one => one.padding) /
        Math.max(
          sum(there, one => one.cited),
          1,
        )
    ).toFixed(3)}`,
  )
  for (const kind of [...new Set(there.map(one => one.kind))].sort()) {
    const some = there.filter(one => one.kind === kind)
    console.log(`  ${kind}: right ${share(some, one => one.right)} of ${some.length}`)
  }
  const near = absent.filter(({ kind }) => kind === 'near')
  console.log(
    `  honest no ${share(absent, one => one.refused)} of ${absent.length}, near misses ${share(near, one => one.refused)} of ${near.length}`,
  )
}

const server = await startServer({ env: { REGISTRATION: 'open', RATE_LIMIT_USER: '1000000' } })
try {
  const person = await aPerson(server.url)
  const ids: string[] = []
  for (const [name, text] of everydayFiles(set)) ids.push((await person.upload(name, text)).id)
  for (const id of ids) await person.read(id)
  await until(async () => (await person.get('/v1/search/vectors')).body.waiting === 0, 'the vectors', 900)
  for (const half of (which === 'all' ? ['tuned', 'kept'] : [which]) as Half[]) {
    const outcomes: Outcome[] = []
    for (const asked of everydayQuestions(set).filter(one => one.half === half)) {
      const { body } = await person.post('/v1/ask', { query: asked.question, web_search: false })
      outcomes.push(outcomeOf(asked, body))
    }
    report(half, outcomes)
    if (flags.includes('list'))
      for (const one of outcomes)
        if (one.file ? !one.right : !one.refused)
          console.log(`  ${one.kind}: ${one.question} -> ${one.answer.replaceAll('\n', ' / ')}`)
  }
} finally {
  await server.stop()
}
