import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { PlacedEvent } from '../../../web/features/calendar/agenda.ts'
import { columnsOf } from '../../../web/features/calendar/columns.ts'
import {
  addDays,
  addMonths,
  clockAt,
  clockOf,
  DAY,
  dayOf,
  daysBetween,
  isDay,
  MINUTE,
  momentOf,
  mondayOf,
  monthDays,
  timeOf,
  weekDays,
  weekdayOf,
} from '../../../web/features/calendar/days.ts'
import { dueText } from '../../../web/features/calendar/names.ts'
import { anew, nthOf, type RepeatForm, readRule, WEEKDAYS, writeRule } from '../../../web/features/calendar/rule.ts'

const day = fc.integer({ min: 0, max: 40_000 }).map(n => dayOf(n * DAY))

describe('days of the calendar', () => {
  test.each([
    ['2026-11-16', 1, '2026-11-17'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2025-02-28', 1, '2025-03-01'],
    ['2026-03-01', -1, '2026-02-28'],
  ])('%s and %i days is %s', (from, count, to) => expect(addDays(from, count)).toBe(to))

  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-05-31', 12, '2027-05-31'],
  ])('%s and %i months is %s', (from, count, to) => expect(addMonths(from, count)).toBe(to))

  test.each([
    ['2026-11-16', 0],
    ['2026-11-22', 6],
    ['2024-02-29', 3],
  ])('%s is weekday %i', (from, weekday) => expect(weekdayOf(from)).toBe(weekday))

  test('there and back is the same day', () =>
    fc.assert(
      fc.property(day, fc.integer({ min: -5000, max: 5000 }), (from, n) => {
        expect(daysBetween(from, addDays(from, n))).toBe(n)
      }),
    ))

  test('a week begins on the Monday before', () =>
    fc.assert(
      fc.property(day, from => {
        const days = weekDays(from)
        expect(days).toHaveLength(7)
        expect(weekdayOf(days[0]!)).toBe(0)
        expect(days).toContain(from)
        expect(days[0]).toBe(mondayOf(from))
      }),
    ))

  test('a month is shown in whole weeks that hold all of its days and no other week', () =>
    fc.assert(
      fc.property(day, from => {
        const days = monthDays(from)
        const own = days.filter(one => one.startsWith(from.slice(0, 7)))
        expect(days.length % 7).toBe(0)
        expect(own.length).toBe(daysBetween(`${from.slice(0, 7)}-01`, addMonths(`${from.slice(0, 7)}-01`, 1)))
        for (let week = 0; week < days.length; week += 7)
          expect(days.slice(week, week + 7).some(one => own.includes(one))).toBe(true)
      }),
    ))

  test.each(['2026-13-01', '2026-1-1', '', 'today', '2026-11-16T10:00', 7, null])('%j is no day', text =>
    expect(isDay(text)).toBe(false),
  )

  test('a clock shows the time of its zone', () => {
    const clock = clockOf('2026-07-01T09:30:00Z', 'Europe/Moscow')
    expect([dayOf(clock), timeOf(clock)]).toEqual(['2026-07-01', '12:30'])
    const next = clockOf('2026-12-31T22:00:00Z', 'Asia/Vladivostok')
    expect([dayOf(next), timeOf(next)]).toEqual(['2027-01-01', '08:00'])
  })

  test.each(['Europe/Moscow', 'America/New_York', 'Asia/Kolkata', 'Europe/Berlin', 'Pacific/Auckland'])(
    'what a clock in %s shows leads back to a moment at which it shows that',
    zone => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 4_000_000 }), n => {
          const moment = Date.UTC(2024, 0, 1) + n * 30 * MINUTE
          expect(clockOf(momentOf(clockOf(moment, zone), zone), zone)).toBe(clockOf(moment, zone))
        }),
        { numRuns: 40 },
      )
    },
  )

  test('an hour that summer time leaves out is the next one', () => {
    const moment = momentOf(clockAt('2026-03-29', '02:30'), 'Europe/Berlin')
    expect(['01:30', '03:30']).toContain(timeOf(clockOf(moment, 'Europe/Berlin')))
  })
})

describe('rules of repetition', () => {
  const TODAY = '2026-11-16'
  test.each([
    ['FREQ=DAILY', { unit: 'DAILY', every: 1, ends: 'never' }],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR', { unit: 'WEEKLY', every: 2, days: [0, 4] }],
    ['FREQ=MONTHLY;BYDAY=3MO', { unit: 'MONTHLY', nth: 3 }],
    ['FREQ=MONTHLY;BYDAY=-1MO', { unit: 'MONTHLY', nth: -1 }],
    ['FREQ=MONTHLY;BYMONTHDAY=16', { unit: 'MONTHLY', nth: undefined }],
    ['FREQ=YEARLY;COUNT=5', { unit: 'YEARLY', ends: 'count', count: 5 }],
    ['FREQ=DAILY;UNTIL=20261231T205900Z', { ends: 'until', until: '2026-12-31' }],
  ])('%s is understood', (rule, expected) => expect(readRule(rule, TODAY)).toMatchObject(expected))

  test.each([
    'FREQ=HOURLY',
    'FREQ=MONTHLY;BYDAY=1TU',
    'FREQ=MONTHLY;BYMONTHDAY=1',
    'FREQ=MONTHLY;BYDAY=MO,TU',
    'FREQ=YEARLY;BYMONTH=5',
    'FREQ=WEEKLY;BYDAY=XX',
    'FREQ=DAILY;BYSETPOS=1',
    '',
  ])('%j is left as it is', rule => expect(readRule(rule, TODAY)).toBeUndefined())

  const repeat: fc.Arbitrary<[string, RepeatForm]> = fc
    .record({
      from: day,
      unit: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY' as const),
      every: fc.integer({ min: 1, max: 30 }),
      days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
      ends: fc.constantFrom('never', 'until', 'count' as const),
      until: day,
      count: fc.integer({ min: 1, max: 99 }),
      isNth: fc.boolean(),
    })
    .map(({ from, unit, every, days, ends, until, count, isNth }) => [
      from,
      {
        ...anew(unit as RepeatForm['unit'], from),
        every,
        ...(unit === 'WEEKLY' ? { days: days.sort((a, b) => a - b) } : {}),
        ...(unit === 'MONTHLY' && isNth ? { nth: nthOf(from) } : {}),
        ends: ends as RepeatForm['ends'],
        ...(ends === 'until' ? { until } : {}),
        ...(ends === 'count' ? { count } : {}),
      },
    ])

  test('what is written is read as the same', () =>
    fc.assert(
      fc.property(repeat, ([from, made]) => {
        expect(readRule(writeRule(made, from, true, 'Europe/Moscow'), from)).toEqual(made)
      }),
    ))

  test('an end with a time is the end of that day in the zone', () => {
    const made: RepeatForm = { ...anew('DAILY', TODAY), ends: 'until', until: '2026-12-31' }
    expect(writeRule(made, TODAY, false, 'Europe/Moscow')).toBe('FREQ=DAILY;UNTIL=20261231T205900Z')
    expect(writeRule(made, TODAY, true, 'Europe/Moscow')).toBe('FREQ=DAILY;UNTIL=20261231')
  })

  test('a weekly one begins on its own weekday', () => {
    expect(anew('WEEKLY', TODAY).days).toEqual([0])
    expect(writeRule(anew('WEEKLY', '2026-11-18'), '2026-11-18', true, 'UTC')).toBe('FREQ=WEEKLY;BYDAY=WE')
    expect(WEEKDAYS).toHaveLength(7)
  })

  test.each([
    ['2026-11-01', 1],
    ['2026-11-07', 1],
    ['2026-11-08', 2],
    ['2026-11-29', 5],
  ])('%s is the weekday number %i of its month', (from, nth) => expect(nthOf(from)).toBe(nth))
})

describe('columns of a day', () => {
  const placed = (from: number, to: number) => ({ from: from * MINUTE, to: to * MINUTE }) as PlacedEvent
  const end = ({ from, to }: PlacedEvent) => Math.max(to, from + 25 * MINUTE)

  test('what follows each other has the whole width', () =>
    expect(columnsOf([placed(0, 60), placed(60, 120)]).map(({ column, of }) => [column, of])).toEqual([
      [0, 1],
      [0, 1],
    ]))

  test('what overlaps shares it', () =>
    expect(columnsOf([placed(0, 60), placed(30, 90), placed(60, 120)]).map(({ column, of }) => [column, of])).toEqual([
      [0, 2],
      [1, 2],
      [0, 2],
    ]))

  test('whatever there is, nothing covers another and nothing is lost', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 0, max: 200 })), { maxLength: 20 }),
        raw => {
          const items = raw.map(([from, length]) => placed(from, from + length))
          const columns = columnsOf(items)
          expect(columns).toHaveLength(items.length)
          for (const one of columns) {
            expect(one.column).toBeLessThan(one.of)
            for (const other of columns)
              if (one !== other && one.column === other.column)
                expect(one.placed.from >= end(other.placed) || other.placed.from >= end(one.placed)).toBe(true)
          }
        },
      ),
    ))
})

test('a task is due at its time; midnight stands for the whole day', () => {
  vi.stubGlobal('navigator', { language: 'en-GB' })
  expect(dueText(Date.parse('2026-11-20T10:00:00Z'))).toBe('20 Nov, 10:00')
  expect(dueText(Date.parse('2026-11-20T00:00:00Z'))).toBe('20 Nov')
})
