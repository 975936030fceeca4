import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isStopWord, normalise, termOf, wordsOf } from '../../lib/words.ts'
import { secondLook } from './rerank.ts'
import { idf } from './statistics.ts'

/** The same sums in the plainest way: strings for pieces and pairs, no table of letters, nothing skipped. */
function plainly(question: string, texts: string[]): number[] {
  const telling = (text: string) => (normalise(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter(w => !isStopWord(w))
  const pieces = (words: string[]) =>
    words.flatMap(word => {
      const padded = ` ${word} `
      return Array.from({ length: Math.max(padded.length - 3, 1) }, (_, at) => padded.slice(at, at + 4))
    })
  const pairs = (words: string[]) => words.slice(1).map((word, n) => `${termOf(words[n]!)} ${termOf(word)}`)
  const score = (items: (words: string[]) => string[], weight: number) => {
    const wanted = [...new Set(items(wordsOf(question).flatMap(({ word }) => (isStopWord(word) ? [] : [word]))))]
    const found = texts.map(text => items(telling(text)))
    const average = found.reduce((sum, list) => sum + list.length, 0) / found.length || 1
    return found.map(list => {
      const norm = 1.2 * (0.25 + (0.75 * list.length) / average)
      return wanted.reduce((sum, item) => {
        const count = list.filter(other => other === item).length
        const worth = idf(found.filter(other => other.includes(item)).length, found.length)
        return count > 0 ? sum + (weight * worth * count * 2.2) / (count + norm) : sum
      }, 0)
    })
  }
  const byPairs = score(pairs, 0.5)
  return score(pieces, 0.25).map((value, n) => value + byPairs[n]!)
}

const words = fc.constantFrom(
  ...['договор', 'Договора', 'договорной', 'и', 'the', 'Cat', 'cats', 'ёлка', 'ЕЛКИ', 'х', '7', 'happy', 'happiness'],
  ...['№5', 'cry', 'cries', 'п\u0438\u0306к', 'İstanbul', 'ﬁne', '漢字', '🦊', '\n', '-', 'в'],
)
const text = fc.array(words, { maxLength: 40 }).map(list => list.join(' '))

test('the quick way over the letters gives what the plain way gives', () => {
  fc.assert(
    fc.property(text, fc.array(text, { minLength: 1, maxLength: 6 }), (question, texts) => {
      const quick = secondLook(wordsOf(question), texts).map(({ added }) => added)
      plainly(question, texts).forEach((value, n) => {
        expect(quick[n]).toBeCloseTo(value, 6)
      })
    }),
    { numRuns: 60 },
  )
})

test('what a text says of the question in one place counts together, the rest of it apart', () => {
  const answers = [
    { term: 'договор', group: 0, weight: 2 },
    { term: 'аренд', group: 1, weight: 3 },
    { term: 'лизинг', group: 1, weight: 1 },
  ]
  const far = Array.from({ length: 12 }, (_, n) => `слово${n}`).join(' ')
  const looks = secondLook(
    wordsOf('договор аренды'),
    ['Договор об аренде.', `Договор. ${far}. Аренда.`, 'Договор и лизинг.', 'Аренда, аренда!', 'Ничего.'],
    answers,
  )
  expect(looks.map(({ together }) => together)).toEqual([5, 3, 3, 3, 0])
})
