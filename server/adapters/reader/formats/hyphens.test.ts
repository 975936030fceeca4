import { expect, test } from 'vitest'
import { hasJoined, hyphenated, withHyphens } from './hyphens.ts'

test('a hyphen at the end of a line stays where it belongs to the word', () => {
  const lines =
    'Договор с салоном Автомир-\nОка, ответст-\nвенный Петров, какой-\nто знак, как и какой-то другой, Smith-\n  Jones.'
  const words = hyphenated(lines)
  expect([...words]).toEqual([
    ['АвтомирОка', 'Автомир-Ока'],
    ['какойто', 'какой-то'],
    ['SmithJones', 'Smith-Jones'],
  ])
  expect(withHyphens('салоном АвтомирОка, ответственный, SmithJones', words)).toBe(
    'салоном Автомир-Ока, ответственный, Smith-Jones',
  )
})

test('a dash at the end of a line, or of the text, is none', () => {
  expect(hyphenated('one -\nTwo\n- \nThree-').size).toBe(0)
  expect(hyphenated('').size).toBe(0)
})

test('only a text with a capital inside of a word is looked at again', () => {
  expect(hasJoined('салоном АвтомирОка')).toBe(true)
  expect(hasJoined('The contract, NATO and USA; ответственный')).toBe(false)
})
