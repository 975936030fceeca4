import { expect, test } from 'vitest'
import { languageOf } from './language.ts'
import { remembered } from './remembered.ts'
import { semaphore } from './semaphore.ts'
import { hashOf, issueToken, ownerOf } from './tokens.ts'

test('the preferred of the two languages is taken', () => {
  expect(languageOf('ru-RU,ru;q=0.9,en;q=0.8')).toBe('ru')
  expect(languageOf('en-GB,ru;q=0.9')).toBe('en')
  expect(languageOf('de,ru;q=0.1')).toBe('ru')
  expect(languageOf('ru;q=0')).toBe('en')
  expect(languageOf(undefined)).toBe('en')
})

test('a token tells its owner and nothing else does', () => {
  const owner = '01a1de45-2bfd-72d4-ae2f-29a209b5888b'
  const { token, hash, shown } = issueToken(owner)
  expect(ownerOf(token)).toBe(owner)
  expect(hashOf(token)).toEqual(hash)
  expect(token.startsWith(shown)).toBe(true)
  expect(issueToken(owner).token).not.toBe(token)
  for (const wrong of ['', 'dos_', token.slice(1), `${token}A`, token.replace('dos_', 'abc_')])
    expect(ownerOf(wrong)).toBeUndefined()
})

test('a semaphore runs some, lets some wait and refuses the rest', async () => {
  const inTurn = semaphore(2, 1, () => new Error('busy'))
  let running = 0
  let most = 0
  const releases: (() => void)[] = []
  const work = () =>
    inTurn(async () => {
      most = Math.max(most, ++running)
      await new Promise<void>(resolve => releases.push(resolve))
      running--
    })
  const [a, b, c] = [work(), work(), work()]
  await expect(work()).rejects.toThrow('busy')
  expect(most).toBe(2)
  releases.shift()!()
  await a
  releases.shift()!()
  await b
  releases.shift()!()
  await c
  expect(running).toBe(0)
})

test('what is remembered is worked out once, until there is too much of it, and never when it is endless', () => {
  const asked: string[] = []
  const lengthOf = remembered((question: string) => {
    asked.push(question)
    return question.length
  }, 2)
  const endless = 'a'.repeat(100)
  for (const question of ['один', 'один', 'два', 'один', endless, endless, 'три', 'один'])
    expect(lengthOf(question)).toBe(question.length)
  expect(asked).toEqual(['один', 'два', endless, endless, 'три', 'один'])
})
