import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAccount, isBik, isCard, isIban, isInn, isKpp, isOgrn, isSnils } from './checksums.ts'

/** Numbers that anybody can look up. */
const GOOD: [(text: string) => boolean, string[]][] = [
  [isInn, ['7707083893', '7736050003', '500100732259']],
  [isKpp, ['773601001', '7736AB001']],
  [isOgrn, ['1027700132195', '304500116000157']],
  [isBik, ['044525225']],
  [isIban, ['GB82WEST12345698765432', 'DE89370400440532013000', 'KZ86125KZT5004100100']],
  [isSnils, ['11223344595']],
  [isCard, ['4111111111111111', '5555555555554444']],
]

test('numbers that are right are found right', () => {
  for (const [check, numbers] of GOOD)
    for (const number of numbers) expect([number, check(number)]).toEqual([number, true])
  expect(isAccount('30101810400000000225', '044525225')).toBe(true)
})

const at = fc.nat()
const digit = fc.integer({ min: 1, max: 9 })

/** One digit changed into another. */
const changed = (number: string, place: number, by: number) => {
  const position = place % number.length
  return number.slice(0, position) + ((Number(number[position]) + by) % 10) + number.slice(position + 1)
}

describe('one wrong digit is noticed', () => {
  test('in a bank account, a card and a short taxpayer number', () => {
    fc.assert(
      fc.property(at, digit, (place, by) => {
        expect(isAccount(`30101${changed('810400000000225', place, by)}`, '044525225')).toBe(false)
        expect(isCard(changed('4111111111111111', place, by))).toBe(false)
        expect(isIban(`DE${changed('89370400440532013000', place, by)}`)).toBe(false)
      }),
    )
  })

  test('nearly always in the others, whose remainders are folded', () => {
    let missed = 0
    for (let place = 0; place < 10; place++)
      for (let by = 1; by < 10; by++) if (isInn(changed('7707083893', place, by))) missed++
    expect(missed).toBeLessThan(5)
  })
})

test('anything at all is answered, and rubbish is refused', () => {
  fc.assert(
    fc.property(fc.string(), text => {
      if (/^[\dA-Z]+$/.test(text)) return
      for (const [check] of GOOD) expect(check(text)).toBe(false)
    }),
  )
})
