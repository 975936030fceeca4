import { expect, test } from 'vitest'
import { lastOccurrence, mustProve } from './schedule.ts'

const at = (text: string) => new Date(text)

test('a backup is due since the last time the clock showed its hour', () => {
  expect(lastOccurrence('03:30', at('2026-11-17T03:30:00'))).toEqual(at('2026-11-17T03:30:00'))
  expect(lastOccurrence('03:30', at('2026-11-17T03:29:59'))).toEqual(at('2026-11-16T03:30:00'))
  expect(lastOccurrence('23:59', at('2026-01-01T00:00:00'))).toEqual(at('2025-12-31T23:59:00'))
})

test('it is proved as often as it is wished', () => {
  const now = at('2026-11-17T03:30:00')
  expect(mustProve('never', null, now)).toBe(false)
  expect(mustProve('daily', now, now)).toBe(true)
  expect(mustProve('weekly', null, now)).toBe(true)
  expect(mustProve('weekly', at('2026-11-11T03:31:00'), now)).toBe(false)
  expect(mustProve('weekly', at('2026-11-10T03:31:00'), now)).toBe(true)
})
