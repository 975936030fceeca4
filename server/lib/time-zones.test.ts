import { describe, expect, test } from 'vitest'
import { isTimeZone, localOf, offsetAt, utcOf, withOffset } from './time-zones.ts'

const iso = (ms: number) => new Date(ms).toISOString()

describe('time zones', () => {
  test.each([
    ['America/New_York', '2027-03-14T02:30:00Z', '2027-03-14T07:30:00.000Z'],
    ['America/New_York', '2027-11-07T01:30:00Z', '2027-11-07T05:30:00.000Z'],
    ['Europe/Moscow', '2010-03-28T02:15:00Z', '2010-03-27T23:15:00.000Z'],
    ['Europe/Moscow', '2027-06-01T12:00:00Z', '2027-06-01T09:00:00.000Z'],
    ['Australia/Lord_Howe', '2027-10-03T02:10:00Z', '2027-10-02T15:40:00.000Z'],
    // The thirtieth of December was skipped there.
    ['Pacific/Apia', '2011-12-30T12:00:00Z', '2011-12-30T22:00:00.000Z'],
    ['Asia/Kathmandu', '2027-06-01T12:00:00Z', '2027-06-01T06:15:00.000Z'],
    ['UTC', '2027-06-01T12:00:00Z', '2027-06-01T12:00:00.000Z'],
  ])('%s at %s is %s', (zone, clock, utc) => {
    expect(iso(utcOf(zone, Date.parse(clock)))).toBe(utc)
  })

  test('every hour of years goes there and back as the platform says', () => {
    for (const zone of ['Africa/Casablanca', 'America/Sao_Paulo', 'Europe/London', 'Antarctica/Troll']) {
      const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' })
      for (let at = Date.UTC(2017, 11, 30); at < Date.UTC(2019, 0, 3); at += 3 * 3_600_000) {
        expect(`${zone} ${iso(at)} ${iso(localOf(zone, at)).slice(11, 16)}`).toBe(
          `${zone} ${iso(at)} ${format.format(at)}`,
        )
        const back = utcOf(zone, localOf(zone, at))
        expect(back === at || at - back === 3_600_000 || at - back === 7_200_000).toBe(true)
      }
    }
  })

  test('names are those of IANA', () => {
    expect(['Europe/Moscow', 'UTC', '+03:00', 'Mars', '', 'Europe/'].map(isTimeZone)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })

  test('a moment is shown with the offset that holds', () => {
    expect(withOffset('Europe/Berlin', Date.UTC(2027, 6, 1))).toBe('2027-07-01T02:00:00+02:00')
    expect(withOffset('America/St_Johns', Date.UTC(2027, 0, 1))).toBe('2026-12-31T20:30:00-03:30')
    expect(offsetAt('Asia/Tokyo', 0)).toBe(9 * 3_600_000)
  })
})
