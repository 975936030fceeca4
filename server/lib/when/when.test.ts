import { describe, expect, test } from 'vitest'
import { findWhen, withoutWhen } from './find.ts'

/** Sunday, 15 November 2026, 14:00. */
const NOW = Date.UTC(2026, 10, 15, 14, 0)

const shown = (clock: number) => new Date(clock).toISOString().slice(0, 16)
const startOf = (text: string) => {
  const when = findWhen(text, NOW)
  return when && shown(when.start)
}

const MOMENTS: [string, string][] = [
  ['завтра в 9 утра', '2026-11-16T09:00'],
  ['к пятнице', '2026-11-20T00:00'],
  ['в следующий вторник в 15:30', '2026-11-17T15:30'],
  ['через полчаса', '2026-11-15T14:30'],
  ['через полтора часа', '2026-11-15T15:30'],
  ['через пару дней', '2026-11-17T00:00'],
  ['15 марта в 10', '2027-03-15T10:00'],
  ['пятнадцатого марта', '2027-03-15T00:00'],
  ['двадцать пятого декабря', '2026-12-25T00:00'],
  ['15.03.2027', '2027-03-15T00:00'],
  ['в 15.30', '2026-11-15T15:30'],
  ['в половине шестого вечера', '2026-11-15T17:30'],
  ['послезавтра без четверти пять', '2026-11-17T16:45'],
  ['до конца месяца', '2026-11-30T00:00'],
  ['до конца следующей недели', '2026-11-20T00:00'],
  ['в час дня', '2026-11-16T13:00'],
  ['в полночь', '2026-11-16T00:00'],
  ['в воскресенье в 10:00', '2026-11-22T10:00'],
  ['в воскресенье в 18:00', '2026-11-15T18:00'],
  ['25 числа', '2026-11-25T00:00'],
  ['10 числа', '2026-12-10T00:00'],
  ['29 февраля', '2028-02-29T00:00'],
  ['tomorrow at 5pm', '2026-11-16T17:00'],
  ['by Friday', '2026-11-20T00:00'],
  ['next Monday at noon', '2026-11-16T12:00'],
  ['in half an hour', '2026-11-15T14:30'],
  ['in a couple of days', '2026-11-17T00:00'],
  ['March 15th at 3pm', '2027-03-15T15:00'],
  ['the day after tomorrow at 9 in the morning', '2026-11-17T09:00'],
  ['at half past six in the evening', '2026-11-15T18:30'],
  ['quarter to nine tomorrow', '2026-11-16T08:45'],
  ['by the end of next week', '2026-11-20T00:00'],
  ['on the 20th', '2026-11-20T00:00'],
  ['tonight', '2026-11-15T19:00'],
  ['two weeks ago', '2026-11-01T00:00'],
]

/** Sentences that chrono's own tests have, read against the same days as there; its hour for a day alone is noon, ours none. */
const CHRONO: [text: string, now: number, start: string][] = [
  ['Дедлайн сегодня', Date.UTC(2012, 7, 10, 17, 10), '2012-08-10T00:00'],
  ['Дедлайн завтра', Date.UTC(2012, 7, 10, 17, 10), '2012-08-11T00:00'],
  ['Дедлайн послезавтра', Date.UTC(2012, 7, 10, 17, 10), '2012-08-12T00:00'],
  ['Дедлайн послепослезавтра', Date.UTC(2012, 7, 10, 17, 10), '2012-08-13T00:00'],
  ['Дедлайн вчера', Date.UTC(2012, 7, 10, 17, 10), '2012-08-09T00:00'],
  ['Дедлайн позавчера', Date.UTC(2012, 7, 10, 17, 10), '2012-08-08T00:00'],
  ['Дедлайн сейчас', Date.UTC(2012, 7, 10, 8, 9), '2012-08-10T08:09'],
  ['Дедлайн в полдень', Date.UTC(2012, 7, 10, 8, 9), '2012-08-10T12:00'],
  ['Дедлайн в пятницу...', Date.UTC(2012, 7, 9), '2012-08-10T00:00'],
  ['Дедлайн в прошлый четверг!', Date.UTC(2012, 7, 9), '2012-08-02T00:00'],
  ['Дедлайн в следующий вторник', Date.UTC(2015, 3, 18), '2015-04-21T00:00'],
  ['воскресенье, 7 декабря 2014', Date.UTC(2012, 7, 9), '2014-12-07T00:00'],
  ['В понедельник?', Date.UTC(2012, 7, 9), '2012-08-13T00:00'],
  ['будет сделано в течение минуты', Date.UTC(2012, 7, 10), '2012-08-10T00:01'],
  ['будет сделано в течение 2 часов.', Date.UTC(2012, 7, 10), '2012-08-10T02:00'],
  ['в этом месяце', Date.UTC(2017, 10, 19, 12), '2017-11-01T00:00'],
  ['в этом году', Date.UTC(2017, 10, 19, 12), '2017-01-01T00:00'],
  ['в прошлом месяце', Date.UTC(2016, 9, 1, 12), '2016-09-01T00:00'],
  ['в следующем месяце', Date.UTC(2016, 9, 1, 12), '2016-11-01T00:00'],
  ['в следующем квартале', Date.UTC(2016, 9, 1, 12), '2017-01-01T00:00'],
]

describe('when', () => {
  test('moments', () => {
    expect(MOMENTS.map(([text]) => [text, startOf(text)])).toEqual(MOMENTS)
  })

  test("chrono's own cases", () => {
    const read = CHRONO.map(([text, now]) => [text, now, shown(findWhen(text, now)?.start ?? 0)])
    expect(read).toEqual(CHRONO)
  })

  test('what is no date is none', () => {
    for (const text of ['несегодня', 'зявтра', 'вчеера', 'I may go', 'договор 15', 'купить 5 яблок', 'version 2.0'])
      expect([text, findWhen(text, NOW)]).toEqual([text, undefined])
  })

  test('stretches of time', () => {
    const stretch = (text: string, direction: 'forward' | 'back' = 'forward') => {
      const when = findWhen(text, NOW, direction)!
      return [shown(when.start), shown(when.end)]
    }
    expect(stretch('завтра с 10 до 12')).toEqual(['2026-11-16T10:00', '2026-11-16T12:00'])
    expect(stretch('on 20 November from 2 to 3:30pm')).toEqual(['2026-11-20T14:00', '2026-11-20T15:30'])
    expect(stretch('отчёт за март', 'back')).toEqual(['2026-03-01T00:00', '2026-04-01T00:00'])
    expect(stretch('за декабрь', 'back')).toEqual(['2025-12-01T00:00', '2026-01-01T00:00'])
    expect(stretch('на следующей неделе')).toEqual(['2026-11-16T00:00', '2026-11-23T00:00'])
    expect(stretch('last month')).toEqual(['2026-10-01T00:00', '2026-11-01T00:00'])
    expect(stretch('за 2025 год')).toEqual(['2025-01-01T00:00', '2026-01-01T00:00'])
  })

  test('what comes round', () => {
    const rule = (text: string) => findWhen(text, NOW)?.rrule
    expect(rule('каждый понедельник в 10:00')).toBe('FREQ=WEEKLY;BYDAY=MO')
    expect(rule('по вторникам и четвергам')).toBe('FREQ=WEEKLY;BYDAY=TU,TH')
    expect(rule('по будням в 9')).toBe('FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR')
    expect(rule('каждые 2 недели')).toBe('FREQ=WEEKLY;INTERVAL=2')
    expect(rule('ежедневно в 8 утра')).toBe('FREQ=DAILY')
    expect(rule('every Monday and Thursday at 9:30am')).toBe('FREQ=WEEKLY;BYDAY=MO,TH')
    expect(rule('every other week')).toBe('FREQ=WEEKLY;INTERVAL=2')
    expect(rule('monthly')).toBe('FREQ=MONTHLY')
    expect(startOf('каждый понедельник в 10:00')).toBe('2026-11-16T10:00')
  })

  test('the words that said when are taken out', () => {
    const rest = (text: string) => withoutWhen(text, findWhen(text, NOW)!)
    expect(rest('позвонить маме завтра в 10')).toBe('позвонить маме')
    expect(rest('на завтра в 11:00 встреча с Петровым')).toBe('встреча с Петровым')
    expect(rest('встреча 20 ноября с 14:00 до 15:00 в офисе')).toBe('встреча в офисе')
    expect(rest('submit the report by Friday')).toBe('submit the report')
  })
})
