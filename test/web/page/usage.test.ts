import { afterEach, expect, test } from 'vitest'
import { everyDay, todayIn } from '../../../web/features/usage/days.ts'
import { usageWords } from '../../../web/features/usage/words.ts'
import { chosen } from '../../../web/lib/language.ts'

afterEach(() => chosen.set('en'))

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

test('a plan without limits is called so', () => {
  chosen.set('ru')
  expect(usageWords.now().tariff('unlimited')).toBe('Тариф без ограничений')
  expect(usageWords.now().tariff('basic')).toBe('Тариф «basic»')
})
