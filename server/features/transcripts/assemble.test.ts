import { describe, expect, test } from 'vitest'
import { assemble, secondsWithin } from './assemble.ts'

const said = (...words: [string, number, number][]) => words.map(([text, start, end]) => ({ text, start, end }))

describe('a transcript', () => {
  test('is written as people write: sentences, paragraphs where somebody paused', () => {
    const { text, segments } = assemble(
      said([' Добрый', 1, 1.4], [' день', 1.4, 1.8], ['.', 1.8, 1.9], [' Начнём', 2.1, 2.6], [' Итак', 9, 9.5]),
    )
    expect(text).toBe('Добрый день. Начнём\nИтак')
    expect(segments.map(({ start_s, end_s }) => [start_s, end_s])).toEqual([
      [1, 1.9],
      [2.1, 2.6],
      [9, 9.5],
    ])
  })

  test('any characters lead to the seconds in which they were said', () => {
    const { text, segments } = assemble(said([' 😀 один', 1, 2], [' два', 2, 3], [' три', 3.5, 4]))
    const at = (word: string) => {
      const from = [...text.slice(0, text.indexOf(word))].length
      return secondsWithin(segments, from, from + [...word].length)
    }
    expect(at('два')).toEqual({ start_s: 2, end_s: 3 })
    expect(at('два три')).toEqual({ start_s: 2, end_s: 4 })
    expect(secondsWithin(segments, 100, 110)).toBeNull()
    expect(secondsWithin([], 0, 5)).toBeNull()
  })

  test('a sentence that never ends is cut', () => {
    const words = Array.from({ length: 200 }, (_, at) => ({ text: ' слово', start: at / 2, end: at / 2 + 0.4 }))
    const { segments } = assemble(words)
    for (const segment of segments) expect(segment.end_s - segment.start_s).toBeLessThanOrEqual(15.5)
  })
})
