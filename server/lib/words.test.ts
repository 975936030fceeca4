import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../test/support/characters.ts'
import { codePointCounter } from './code-points.ts'
import { tokensBy } from './pieces.ts'
import { sentencesOf } from './sentences.ts'
import { partNames, wordsAmong, wordsOf } from './words.ts'

const sentences = (text: string) => sentencesOf(text).map(({ start, end }) => text.slice(start, end).trim())

describe('words', () => {
  test('other forms of a word have its term, in both languages', () => {
    const terms = (text: string) => new Set(wordsOf(text).map(({ term }) => term))
    expect(terms('договор договоры ДОГОВОРАМИ Договоров')).toEqual(new Set(['договор']))
    expect(terms('invoice invoices Invoicing')).toEqual(new Set(['invoic']))
  })

  test('ё is е, however it is written', () => {
    expect(wordsOf('ёлка е\u0308лка елка').map(({ word }) => word)).toEqual(['елка', 'елка', 'елка'])
  })

  test('accents and marks of stress make no other word, and й is not и', () => {
    const words = (text: string) => wordsOf(text).map(({ word }) => word)
    expect(words('Naïve crème BRÛLÉE Flåm за́мок')).toEqual(['naive', 'creme', 'brulee', 'flam', 'замок'])
    expect(words('naïve'.normalize('NFD'))).toEqual(['naive'])
    expect(words('Йод и йогурт')).toEqual(['йод', 'и', 'йогурт'])
    expect(wordsAmong('a naïve man', new Set(['naiv'])).map(({ word }) => word)).toEqual(['naive'])
  })

  test('a range is where the word stands in the text, emoji or not', () => {
    const text = '🦊 Лиса, ﬁne'
    expect(wordsOf(text).map(({ word, start, end }) => [word, text.slice(start, end)])).toEqual([
      ['лиса', 'Лиса'],
      ['fine', 'ﬁne'],
    ])
  })

  test('names fall apart between letters, digits and capitals', () => {
    expect(wordsOf(partNames('FY2018AnnualReport_v2')).map(({ word }) => word)).toEqual([
      'fy',
      '2018',
      'annual',
      'report',
      'v',
      '2',
    ])
  })

  test('those among given terms are the same as those found by looking at each', () => {
    const text = 'Ёлки, ёлкой и IBM; I am в СПб. Dying wolves ﬁle files, договорам договор: ﬁles Іван'
    for (const asked of ['елка', 'ibm', 'i am', 'в', 'wolf wolves', 'file', 'договора', 'иван']) {
      const terms = new Set(wordsOf(asked).map(({ term }) => term))
      expect(wordsAmong(text, terms)).toEqual(wordsOf(text).filter(({ term }) => terms.has(term)))
    }
  })

  test('ranges are in order and inside the text, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), text => {
        let last = 0
        for (const { start, end } of wordsOf(text)) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          last = end
        }
        expect(last).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})

describe('sentences', () => {
  test('shortened words, initials and small letters do not end one', () => {
    expect(sentences('Это г. Москва, ул. Ленина. Там живёт А. С. Пушкин. Он поэт.')).toEqual([
      'Это г. Москва, ул. Ленина.',
      'Там живёт А. С. Пушкин.',
      'Он поэт.',
    ])
    expect(sentences('Mr. Smith met Dr. Brown vs. others. They talked!')).toEqual([
      'Mr. Smith met Dr. Brown vs. others.',
      'They talked!',
    ])
  })

  test('they leave out nothing and do not overlap, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), text => {
        let at = 0
        for (const { start, end } of sentencesOf(text)) {
          expect(start).toBe(at)
          at = end
        }
        expect(at).toBe(text.length)
      }),
    )
  })
})

test('code points are counted as the interface counts them', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.array(fc.nat(60)), (text, cuts) => {
      const count = codePointCounter(text)
      const whole = [...text]
      for (const cut of cuts.map(n => Math.min(n, whole.length)).sort((a, b) => a - b))
        expect(count(whole.slice(0, cut).join('').length)).toBe(cut)
    }),
  )
})

test('tokens are the same whether units are looked up or matched', () => {
  const form = /[\p{L}\p{M}\p{N}]+(?:['’ʼ][\p{L}\p{M}]+)*/gu
  const tokens = tokensBy(form, { letters: /[\p{L}\p{M}\p{N}]/u, joints: /['’ʼ]/, joined: /[\p{L}\p{M}]/u })
  for (const text of [
    '',
    "rock'n'roll isn't 'quoted' O'2 a''b ’c’ d’",
    'е\u0308лка x\u0301 ٣٤ नमस्ते 漢字',
    'ends with a letter',
    'a pair 𝐀𝐁 of units 😀, and half of one \ud83d here',
  ])
    expect(tokens(text)).toEqual([...text.matchAll(form)].flatMap(({ 0: all, index }) => [index, index + all.length]))
})
