import { expect, test } from 'vitest'
import { inLatin, soundOfLatin } from './alphabets.ts'

test('Russian letters in Latin ones, one spelling each', () => {
  expect(inLatin('договор')).toBe('dogovor')
  expect(inLatin('щука-2 хлеб')).toBe('schuka-2 hleb')
  expect(inLatin('юрий цой')).toBe('yuriy tsoy')
  expect(inLatin('plain')).toBe('plain')
})

test('Latin letters by their sound: groups first, then what is left', () => {
  expect(soundOfLatin('shchukin')).toBe('щукин')
  expect(soundOfLatin('wright')).toBe('врит')
  expect(soundOfLatin('cecil')).toBe('сесил')
  expect(soundOfLatin('queen')).toBe('квин')
  expect(soundOfLatin('max')).toBe('макс')
  expect(soundOfLatin('жанна')).toBe('жанна')
})
