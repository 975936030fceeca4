import { expect, test } from 'vitest'
import { everyDay, todayIn } from '../../../web/features/usage/days.ts'

test('the last day of usage is today where its owner is, also while it is yesterday in UTC', () => {
  const today = todayIn('Europe/Moscow', new Date('2026-11-19T21:30:00Z'))
  expect(today).toBe('2026-11-20')
  const spent = { day: today, cost_rub: 1, calls: 2 }
  expect(everyDay([spent], 3, today)).toEqual([
    { day: '2026-11-18', cost_rub: 0, calls: 0 },
    { day: '2026-11-19', cost_rub: 0, calls: 0 },
    spent,
  ])
  expect(everyDay([{ day: '2026-11-19', cost_rub: 0, calls: 1 }], 0, today).map(({ day }) => day)).toEqual([
    '2026-11-19',
    '2026-11-20',
  ])
})
