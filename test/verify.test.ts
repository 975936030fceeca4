import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answersOf, readLibrary } from '../bench/verify/claims.ts'
import { figuresOf, type Outcome, outcomesOf } from '../bench/verify/score.ts'
import { compose } from '../server/features/ask/model/compose.ts'
import { verifierOf } from '../server/features/ask/model/verify.ts'
import { isCyrillic } from '../server/features/ask/question.ts'
import type { Judge } from '../server/ports/judge.ts'
import { compile } from './support/compiled.ts'
import { aSandbox } from './support/sandbox.ts'
import { ROOT } from './support/server.ts'
import { sampled } from './support/whole.ts'

/** A part of what `npm run bench -- verify` measures, with the judge and by rules alone. */

const FILES = [
  'Протокол совещания 3 февраля.txt',
  'Service agreement Bright Lane.txt',
  ...sampled([], ['Расписка о займе.txt', 'Letter from Northgate Bank.txt']),
]

let judge: Judge
beforeAll(async () => {
  const built = compile('server/adapters/judge/isolated.ts', 'server/adapters/judge/child.ts')
  const { isolatedJudge } = await import(join(built, 'server/adapters/judge/isolated.js'))
  const real: Judge = isolatedJudge(await aSandbox(), join(ROOT, 'models'))
  // A busy machine must not turn into a verdict.
  judge = { judge: pairs => real.judge(pairs, { deadlineMs: 120_000 }), close: () => real.close() }
})
afterAll(() => judge.close())

async function run(helpers: { judge?: Judge }): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const answer of answersOf(readLibrary('tuned'))) {
    if (!FILES.includes(answer.claims[0]!.file)) continue
    const language = isCyrillic(answer.written) ? 'ru' : 'en'
    const verifier = verifierOf(answer.passages, helpers)
    const composed = await compose(answer.written, { passages: answer.passages, pages: 0, language, verifier })
    outcomes.push(...outcomesOf(answer, composed))
  }
  return outcomes
}

test('changed claims are not passed, true ones mostly are, and no wrong file is cited', async () => {
  const { falsePassed, trueLost, wrongFile, counts } = figuresOf(await run({ judge }))
  expect(counts.true).toBeGreaterThan(sampled(12, 25))
  expect(counts.false).toBeGreaterThan(sampled(17, 35))
  expect(falsePassed).toBeLessThan(0.05)
  expect(trueLost).toBeLessThan(0.2)
  expect(wrongFile).toBe(0)
})

test('without the judge little that is false gets through', async () => {
  const { falsePassed, wrongFile } = figuresOf(await run({}))
  expect(falsePassed).toBeLessThan(0.1)
  expect(wrongFile).toBe(0)
})
