import { describe, expect, test } from 'vitest'
import { nextReminder, type Reminded, remindersBetween } from './reminders.ts'

const at = (text: string) => Date.parse(text)

const event = (more: Partial<Reminded> = {}): Reminded => ({
  all_day: false,
  tz: 'UTC',
  starts_clock: at('2027-01-01T10:00:00Z'),
  starts_ms: at('2027-01-01T10:00:00Z'),
  duration: 3_600_000,
  rrule: '',
  last_clock: null,
  exdates: [],
  rdates: [],
  overrides: [],
  status: 'confirmed',
  reminders: [15, 60],
  ...more,
})

const times = (found: { at: number }[]) => found.map(one => new Date(one.at).toISOString().slice(0, 16))

describe('reminders', () => {
  test('are due so many minutes before each occurrence', () => {
    const daily = event({ rrule: 'FREQ=DAILY', exdates: [at('2027-01-02T10:00:00Z')] })
    expect(times(remindersBetween(daily, at('2027-01-01T09:00:00Z'), at('2027-01-03T09:45:00Z')))).toEqual([
      '2027-01-01T09:45',
      '2027-01-03T09:00',
      '2027-01-03T09:45',
    ])
  })

  test.each([
    ['2027-01-01T08:00:00Z', '2027-01-01T09:00:00.000Z'],
    ['2027-01-01T09:00:00Z', '2027-01-01T09:45:00.000Z'],
  ])('after %s the next is at %s', (after, next) => {
    expect(new Date(nextReminder(event(), at(after))!).toISOString()).toBe(next)
  })

  test('end with the event, are none when it is cancelled or has none', () => {
    expect(nextReminder(event(), at('2027-01-01T09:45:00Z'))).toBeNull()
    expect(nextReminder(event({ status: 'cancelled' }), 0)).toBeNull()
    expect(nextReminder(event({ reminders: [] }), 0)).toBeNull()
  })

  test('of what comes rarely are found years ahead', () => {
    const leap = event({
      starts_clock: at('2028-02-29T10:00:00Z'),
      starts_ms: at('2028-02-29T10:00:00Z'),
      rrule: 'FREQ=YEARLY',
      reminders: [40_320],
    })
    expect(new Date(nextReminder(leap, at('2028-03-01T00:00:00Z'))!).toISOString()).toBe('2032-02-01T10:00:00.000Z')
  })

  test('of a moved occurrence follow it, with its own minutes', () => {
    const clock = at('2027-01-02T10:00:00Z')
    const later = at('2027-01-02T18:00:00Z')
    const override = {
      ...event(),
      clock,
      starts_clock: later,
      starts_ms: later,
      ends_ms: later,
      reminders: [5],
      title: '',
      description: '',
      location: '',
      extra: [],
      alarms: [],
      sequence: 0,
      status: 'confirmed' as const,
    }
    const daily = event({ rrule: 'FREQ=DAILY', overrides: [override] })
    expect(times(remindersBetween(daily, at('2027-01-02T00:00:00Z'), at('2027-01-03T00:00:00Z')))).toEqual([
      '2027-01-02T17:55',
    ])
  })
})
