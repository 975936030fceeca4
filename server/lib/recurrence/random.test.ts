import { describe, expect, test } from 'vitest'
import { dateutilAnswers, dice, differences, randomCases } from '../../../test/support/random-rules.ts'
import { expand, lastOfCount } from './expand.ts'
import { clockOf, parseRule } from './rule.ts'

/** A sample; `npm run bench -- recurrence` compares thousands. */
const SEED = 20_261_115
const cases = randomCases(SEED, 300)
const answers = dateutilAnswers(cases)

describe.skipIf(!answers)('random rules in random zones', () => {
  test('come out as python-dateutil and zoneinfo say', () => {
    expect(differences(cases, answers!)).toEqual([])
    expect(answers!.filter(answer => answer && answer.length > 1).length).toBeGreaterThan(150)
  })
})

test('a window gives what the whole series has there', () => {
  const die = dice(SEED)
  for (const { rule: text, start: written } of cases.slice(0, 200)) {
    const rule = parseRule(text)
    const start = clockOf(written)!
    const last = rule.count === undefined ? undefined : lastOfCount(rule, start)
    const all: number[] = []
    const horizon = start + 400 * 86_400_000
    expand({ rule, start, last }, { from: start, to: horizon }, at => all.push(at) < 3000)
    if (all.length === 0) continue
    const reach = all.length < 3000 ? horizon : all.at(-1)!
    const from = start + Math.floor(die.chance() * (reach - start))
    const to = Math.min(reach, from + Math.floor(die.chance() * 40 * 86_400_000))
    const found: number[] = []
    expand({ rule, start, last }, { from, to }, at => found.push(at) > 0)
    expect({ text, found }).toEqual({ text, found: all.filter(at => at >= from && at <= to) })
  }
})
