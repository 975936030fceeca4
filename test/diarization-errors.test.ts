/** @module-tag long */

import { describe, expect, test } from 'vitest'
import { diarizationErrors, type SpokenTurn } from './support/diarization-errors.ts'

const turns = (...list: [number, number, string][]): SpokenTurn[] =>
  list.map(([start, end, speaker]) => ({ start, end, speaker }))

/** Each case worked out by hand. */
describe('the diarization error rate', () => {
  test('is nothing when only the names differ', () => {
    const reference = turns([0, 10, 'anna'], [10, 15, 'boris'])
    expect(diarizationErrors(reference, turns([0, 10, 'S2'], [10, 15, 'S1'])).rate).toBe(0)
  })

  test('everything one speaker: the shorter one is confused', () => {
    const errors = diarizationErrors(turns([0, 10, 'a'], [10, 15, 'b']), turns([0, 15, 'x']))
    expect(errors).toEqual({ total: 15, missed: 0, falseAlarm: 0, confusion: 5, rate: 5 / 15 })
  })

  test('missed, false and confused speech in one', () => {
    // 0-2 missed; 2-6 right; 6-8 b told as a: confused; 8-10 right; 10-13 nobody speaks: false.
    const errors = diarizationErrors(turns([0, 6, 'a'], [6, 10, 'b']), turns([2, 8, 'x'], [8, 13, 'y']))
    expect(errors).toEqual({ total: 10, missed: 2, falseAlarm: 3, confusion: 2, rate: 7 / 10 })
  })

  test('one speaker split into two: the smaller part is confused', () => {
    const errors = diarizationErrors(turns([0, 10, 'a']), turns([0, 7, 'x'], [7, 10, 'y']))
    expect(errors).toMatchObject({ total: 10, confusion: 3 })
  })

  test('two at once and one told: half of it is missed', () => {
    const both = turns([0, 4, 'a'], [2, 6, 'b'])
    const errors = diarizationErrors(both, turns([0, 4, 'x'], [4, 6, 'y']))
    expect(errors).toEqual({ total: 8, missed: 2, falseAlarm: 0, confusion: 0, rate: 0.25 })
    expect(diarizationErrors(both, turns([0, 4, 'x'], [4, 6, 'y']), { skipOverlap: true }).rate).toBe(0)
  })

  test('a collar forgives the borders: of 0-10 and 10-20 there remain 0.25-9.75 and 10.25-19.75', () => {
    const errors = diarizationErrors(turns([0, 10, 'a'], [10, 20, 'b']), turns([0, 10.2, 'x'], [10.2, 20, 'y']), {
      collar: 0.25,
    })
    expect(errors.total).toBeCloseTo(19)
    expect(errors.rate).toBe(0)
  })

  test('the pairing is the best as a whole, not the best for the first', () => {
    // Alone, a would take x (6 s); together a-y (5) and b-x (7) are better than a-x (6) and b-y (0).
    const reference = turns([0, 11, 'a'], [11, 18, 'b'])
    const errors = diarizationErrors(reference, turns([0, 6, 'x'], [6, 11, 'y'], [11, 18, 'x']))
    expect(errors).toMatchObject({ total: 18, confusion: 6 })
  })

  test('nothing found: everything is missed; nothing said: all is false', () => {
    expect(diarizationErrors(turns([0, 3, 'a']), []).rate).toBe(1)
    expect(diarizationErrors([], turns([0, 3, 'x'])).falseAlarm).toBe(3)
  })
})
