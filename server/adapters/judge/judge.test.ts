import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compile } from '../../../test/support/compiled.ts'
import { aSandbox } from '../../../test/support/sandbox.ts'
import { ROOT } from '../../../test/support/server.ts'
import type { Judge } from '../../ports/judge.ts'
import type { Sandbox } from '../pool/sandbox.ts'
import { filesIn } from './model.ts'

/** The adapter starts a compiled child, so it is compiled too. */
describe('the judge in its child', () => {
  let isolatedJudge: (sandbox: Sandbox, models: string) => Judge
  let sandbox: Sandbox
  let empty: string
  let judge: Judge

  beforeAll(async () => {
    empty = await mkdtemp(join(tmpdir(), 'no-judge-'))
    const built = compile('server/adapters/judge/isolated.ts', 'server/adapters/judge/child.ts')
    ;({ isolatedJudge } = await import(join(built, 'server/adapters/judge/isolated.js')))
    sandbox = await aSandbox()
    judge = isolatedJudge(sandbox, join(ROOT, 'models'))
  })
  afterAll(async () => {
    await judge.close()
    await rm(empty, { recursive: true, force: true })
  })

  test('knows what a passage says from what it denies, also in the other language', async () => {
    const passage = ['Субаренда помещения не допускается.']
    const claims = [
      'Субаренда не допускается.',
      'Subletting is not allowed.',
      'Субаренда допускается.',
      'Subletting is allowed.',
    ]
    const judgements = await judge.judge(
      claims.map(first => ({ first, second: passage })),
      { deadlineMs: 60_000 },
    )
    const [same, across, denied, deniedAcross] = judgements.map(({ bears }) => bears) as [
      number,
      number,
      number,
      number,
    ]
    expect(same).toBeGreaterThan(denied + 0.5)
    expect(across).toBeGreaterThan(deniedAcross)
  })

  test('knows the words of everyday papers; without those weights the general ones judge', async () => {
    const first = 'сколько отдали залога за квартиру'
    const second = ['Договор аренды 2025', 'При подписании вносится обеспечительный платёж 63 500 рублей.']
    const other = ['Договор аренды 2025', 'Курение в квартире не допускается.']
    const [right, wrong] = await judge.judge(
      [
        { first, second, by: 'everyday' },
        { first, second: other, by: 'everyday' },
      ],
      { deadlineMs: 60_000 },
    )
    expect(right!.answers).toBeGreaterThan(0.5)
    expect(wrong!.answers).toBeLessThan(0.1)
    expect(filesIn(join(ROOT, 'models')).weights.everyday).toContain('judge-everyday')
    const { weights } = filesIn(empty)
    expect(weights.everyday).toBe(weights.general)
  })

  test('knows which sentence answers a question', async () => {
    const first = 'Where is the museum?'
    const judgements = await judge.judge(
      [
        { first, second: ['The museum stands on Mill Street in Leeds.'] },
        { first, second: ['The soup needs more salt.'] },
      ],
      { deadlineMs: 60_000 },
    )
    expect(judgements[0]!.answers).toBeGreaterThan(judgements[1]!.answers + 0.3)
  })

  test('whoever has no time is told that it is late; where there is no file, it is off', async () => {
    const pairs = Array.from({ length: 8 }, () => ({ first: 'раз', second: ['два'] }))
    await expect(judge.judge(pairs, { deadlineMs: 1 })).rejects.toMatchObject({ name: 'JudgeLate' })
    const none = isolatedJudge(sandbox, empty)
    await expect(none.judge(pairs, { deadlineMs: 1000 })).rejects.toMatchObject({ name: 'JudgeOff' })
    expect(await judge.judge([], { deadlineMs: 1000 })).toEqual([])
  })
})
