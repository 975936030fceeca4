import { expect, test } from 'vitest'
import type { Actor, Context } from '../context.ts'
import { recentCallers } from './callers.ts'

const context = {} as Context
const anna = { ownerId: 'anna' } as Actor

test('a caller is asked about once, and again after any change', async () => {
  let asked = 0
  let answer: Actor | undefined = anna
  const { recent, forget } = recentCallers(async () => {
    asked++
    return answer
  })
  expect(await recent(context, { token: 'a' })).toBe(anna)
  expect(await recent(context, { token: 'a' })).toBe(anna)
  expect(asked).toBe(1)
  await recent(context, { token: 'a', hiddenToken: 'h' })
  expect(asked).toBe(2)
  answer = undefined
  forget()
  expect(await recent(context, { token: 'a' })).toBeUndefined()
  expect(await recent(context, { token: 'a' })).toBeUndefined()
  expect(asked).toBe(4)
})

test('what was asked before a change is not kept after it', async () => {
  const answers: ((actor: Actor | undefined) => void)[] = []
  const { recent, forget } = recentCallers(() => new Promise(resolve => answers.push(resolve)))
  const early = recent(context, { token: 'a' })
  forget()
  answers[0]!(anna)
  expect(await early).toBe(anna)
  const late = recent(context, { token: 'a' })
  expect(answers.length).toBe(2)
  answers[1]!(undefined)
  expect(await late).toBeUndefined()
})
