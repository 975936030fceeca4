import { describe, expect, test } from 'vitest'
import { utcOf } from '../time-zones.ts'
import { expand, lastOfCount } from './expand.ts'
import { BadRule, clockOf, parseRule } from './rule.ts'

/** The examples of RFC 5545, section 3.8.5.3: DTSTART in America/New_York, the starts as the text lists them. */

const ZONE = 'America/New_York'
type Months = Record<string, string>

/** `{'1997-09': '2-11'}`: days and stretches of days, each at nine o'clock. */
const days = (months: Months, time = '0900') =>
  Object.entries(months).flatMap(([month, list]) =>
    list.split(',').flatMap(part => {
      const [from, to = from] = part.split('-').map(Number) as [number, number?]
      return Array.from(
        { length: to! - from + 1 },
        (_, n) => `${month.replace('-', '')}${String(from + n).padStart(2, '0')}T${time}`,
      )
    }),
  )

const at = (day: string, ...times: string[]) => times.map(time => `${day}T${time}`)
const every = (from: number, to: number, step: number) => {
  const found: string[] = []
  for (let minute = from; minute <= to; minute += step)
    found.push(`${String(Math.floor(minute / 60)).padStart(2, '0')}${String(minute % 60).padStart(2, '0')}`)
  return found
}

const september = { '1997-09': '2-30', '1997-10': '1-31', '1997-11': '1-30', '1997-12': '1-23' }
const januaries = { '1998-01': '1-31', '1999-01': '1-31', '2000-01': '1-31' }
const tuesdays = { '1997-09': '2,9,16,23,30', '1997-10': '7,14,21,28', '1997-11': '4' }
const tuThu = { '1997-09': '2,4,9,11,16,18,23,25,30', '1997-10': '2' }

/** Rule, start, starts; `…` says that the list of the RFC goes on. */
const EXAMPLES: [string, string, string[], '…'?][] = [
  ['FREQ=DAILY;COUNT=10', '19970902T090000', days({ '1997-09': '2-11' })],
  ['FREQ=DAILY;UNTIL=19971224T000000Z', '19970902T090000', days(september)],
  [
    'FREQ=DAILY;INTERVAL=2',
    '19970902T090000',
    days({ '1997-09': '2,4,6,8,10,12,14,16,18,20,22,24,26,28,30', '1997-10': '2,4,6' }),
    '…',
  ],
  ['FREQ=DAILY;INTERVAL=10;COUNT=5', '19970902T090000', days({ '1997-09': '2,12,22', '1997-10': '2,12' })],
  ['FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA', '19980101T090000', days(januaries)],
  ['FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1', '19980101T090000', days(januaries)],
  ['FREQ=WEEKLY;COUNT=10', '19970902T090000', days(tuesdays)],
  [
    'FREQ=WEEKLY;UNTIL=19971224T000000Z',
    '19970902T090000',
    days({ ...tuesdays, '1997-11': '4,11,18,25', '1997-12': '2,9,16,23' }),
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;WKST=SU',
    '19970902T090000',
    days({
      '1997-09': '2,16,30',
      '1997-10': '14,28',
      '1997-11': '11,25',
      '1997-12': '9,23',
      '1998-01': '6,20',
      '1998-02': '3,17',
    }),
    '…',
  ],
  ['FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH', '19970902T090000', days(tuThu)],
  ['FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH', '19970902T090000', days(tuThu)],
  [
    'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR',
    '19970901T090000',
    days({
      '1997-09': '1,3,5,15,17,19,29',
      '1997-10': '1,3,13,15,17,27,29,31',
      '1997-11': '10,12,14,24,26,28',
      '1997-12': '8,10,12,22',
    }),
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH',
    '19970902T090000',
    days({ '1997-09': '2,4,16,18,30', '1997-10': '2,14,16' }),
  ],
  [
    'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
    '19970905T090000',
    days({
      '1997-09': '5',
      '1997-10': '3',
      '1997-11': '7',
      '1997-12': '5',
      '1998-01': '2',
      '1998-02': '6',
      '1998-03': '6',
      '1998-04': '3',
      '1998-05': '1',
      '1998-06': '5',
    }),
  ],
  [
    'FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR',
    '19970905T090000',
    days({ '1997-09': '5', '1997-10': '3', '1997-11': '7', '1997-12': '5' }),
  ],
  [
    'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
    '19970907T090000',
    days({ '1997-09': '7,28', '1997-11': '2,30', '1998-01': '4,25', '1998-03': '1,29', '1998-05': '3,31' }),
  ],
  [
    'FREQ=MONTHLY;COUNT=6;BYDAY=-2MO',
    '19970922T090000',
    days({ '1997-09': '22', '1997-10': '20', '1997-11': '17', '1997-12': '22', '1998-01': '19', '1998-02': '16' }),
  ],
  [
    'FREQ=MONTHLY;BYMONTHDAY=-3',
    '19970928T090000',
    days({ '1997-09': '28', '1997-10': '29', '1997-11': '28', '1997-12': '29', '1998-01': '29', '1998-02': '26' }),
    '…',
  ],
  [
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15',
    '19970902T090000',
    days({ '1997-09': '2,15', '1997-10': '2,15', '1997-11': '2,15', '1997-12': '2,15', '1998-01': '2,15' }),
  ],
  [
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
    '19970930T090000',
    days({
      '1997-09': '30',
      '1997-10': '1,31',
      '1997-11': '1,30',
      '1997-12': '1,31',
      '1998-01': '1,31',
      '1998-02': '1',
    }),
  ],
  [
    'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
    '19970910T090000',
    days({ '1997-09': '10-15', '1999-03': '10-13' }),
  ],
  [
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=TU',
    '19970902T090000',
    days({ '1997-09': '2,9,16,23,30', '1997-11': '4,11,18,25', '1998-01': '6,13,20,27', '1998-03': '3,10,17,24,31' }),
    '…',
  ],
  [
    'FREQ=YEARLY;COUNT=10;BYMONTH=6,7',
    '19970610T090000',
    days({
      '1997-06': '10',
      '1997-07': '10',
      '1998-06': '10',
      '1998-07': '10',
      '1999-06': '10',
      '1999-07': '10',
      '2000-06': '10',
      '2000-07': '10',
      '2001-06': '10',
      '2001-07': '10',
    }),
  ],
  [
    'FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3',
    '19970310T090000',
    days({
      '1997-03': '10',
      '1999-01': '10',
      '1999-02': '10',
      '1999-03': '10',
      '2001-01': '10',
      '2001-02': '10',
      '2001-03': '10',
      '2003-01': '10',
      '2003-02': '10',
      '2003-03': '10',
    }),
  ],
  [
    'FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200',
    '19970101T090000',
    days({
      '1997-01': '1',
      '1997-04': '10',
      '1997-07': '19',
      '2000-01': '1',
      '2000-04': '9',
      '2000-07': '18',
      '2003-01': '1',
      '2003-04': '10',
      '2003-07': '19',
      '2006-01': '1',
    }),
  ],
  ['FREQ=YEARLY;BYDAY=20MO', '19970519T090000', days({ '1997-05': '19', '1998-05': '18', '1999-05': '17' }), '…'],
  [
    'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO',
    '19970512T090000',
    days({ '1997-05': '12', '1998-05': '11', '1999-05': '17' }),
    '…',
  ],
  [
    'FREQ=YEARLY;BYMONTH=3;BYDAY=TH',
    '19970313T090000',
    days({ '1997-03': '13,20,27', '1998-03': '5,12,19,26', '1999-03': '4,11,18,25' }),
    '…',
  ],
  [
    'FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8',
    '19970605T090000',
    days({
      '1997-06': '5,12,19,26',
      '1997-07': '3,10,17,24,31',
      '1997-08': '7,14,21,28',
      '1998-06': '4,11,18,25',
      '1998-07': '2,9,16,23,30',
      '1998-08': '6,13,20,27',
      '1999-06': '3,10,17,24',
      '1999-07': '1,8,15,22,29',
      '1999-08': '5,12,19,26',
    }),
    '…',
  ],
  // With EXDATE of its start, which the rule does not give.
  [
    'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
    '19970902T090000',
    days({ '1998-02': '13', '1998-03': '13', '1998-11': '13', '1999-08': '13', '2000-10': '13' }),
    '…',
  ],
  [
    'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
    '19970913T090000',
    days({
      '1997-09': '13',
      '1997-10': '11',
      '1997-11': '8',
      '1997-12': '13',
      '1998-01': '10',
      '1998-02': '7',
      '1998-03': '7',
      '1998-04': '11',
      '1998-05': '9',
      '1998-06': '13',
    }),
    '…',
  ],
  [
    'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
    '19961105T090000',
    days({ '1996-11': '5', '2000-11': '7', '2004-11': '2' }),
    '…',
  ],
  [
    'FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3',
    '19970904T090000',
    days({ '1997-09': '4', '1997-10': '7', '1997-11': '6' }),
  ],
  [
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
    '19970929T090000',
    days({
      '1997-09': '29',
      '1997-10': '30',
      '1997-11': '27',
      '1997-12': '30',
      '1998-01': '29',
      '1998-02': '26',
      '1998-03': '30',
    }),
    '…',
  ],
  // The RFC says 170000Z here and lists what 170000 local time gives (erratum 3883).
  ['FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000', '19970902T090000', at('19970902', '0900', '1200', '1500')],
  [
    'FREQ=MINUTELY;INTERVAL=15;COUNT=6',
    '19970902T090000',
    at('19970902', '0900', '0915', '0930', '0945', '1000', '1015'),
  ],
  ['FREQ=MINUTELY;INTERVAL=90;COUNT=4', '19970902T090000', at('19970902', '0900', '1030', '1200', '1330')],
  [
    'FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40',
    '19970902T090000',
    [...at('19970902', ...every(540, 1000, 20)), ...at('19970903', ...every(540, 1000, 20))],
    '…',
  ],
  [
    'FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16',
    '19970902T090000',
    [...at('19970902', ...every(540, 1000, 20)), ...at('19970903', ...every(540, 1000, 20))],
    '…',
  ],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '19970805T090000', days({ '1997-08': '5,10,19,24' })],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '19970805T090000', days({ '1997-08': '5,17,19,31' })],
  [
    'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5',
    '20070115T090000',
    days({ '2007-01': '15,30', '2007-02': '15', '2007-03': '15,30' }),
  ],
]

const shown = (clock: number) => new Date(clock).toISOString().replace(/[-:]/g, '').slice(0, 13)

function first(text: string, start: number, max: number): number[] {
  const rule = parseRule(text)
  const until = rule.until && clockOf(rule.until)!
  // In these months New York is four or five hours behind; the rules end at times where both say the same.
  const local = until && (rule.until!.endsWith('Z') ? until - 5 * 3_600_000 : until)
  const last = rule.count === undefined ? local || undefined : lastOfCount(rule, start)
  const found: number[] = []
  expand({ rule, start, last }, { from: start, to: start + 40 * 366 * 86_400_000 }, at => found.push(at) < max)
  return found
}

describe('the examples of RFC 5545', () => {
  test.each(EXAMPLES)('%s', (rule, start, expected, goesOn) => {
    const found = first(rule, clockOf(start)!, expected.length + (goesOn ? 0 : 1))
    expect(found.map(shown)).toEqual(expected.map(day => day.slice(0, 13)))
  })

  test('keep the local time over the change of clocks', () => {
    const [, october] = [clockOf('19971025T090000')!, clockOf('19971026T090000')!]
    expect(new Date(utcOf(ZONE, october)).toISOString()).toBe('1997-10-26T14:00:00.000Z')
    expect(new Date(utcOf(ZONE, clockOf('19971025T090000')!)).toISOString()).toBe('1997-10-25T13:00:00.000Z')
  })
})

describe('a rule', () => {
  test.each([
    '',
    'FREQ',
    'FREQ=',
    'COUNT=3',
    'FREQ=DAILY;FREQ=DAILY',
    'FREQ=DAILY;COUNT=0',
    'FREQ=DAILY;COUNT=-1',
    'FREQ=DAILY;INTERVAL=1.5',
    'FREQ=DAILY;BYHOUR=24',
    'FREQ=DAILY;BYMINUTE=60',
    'FREQ=DAILY;BYMONTH=0',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'FREQ=MONTHLY;BYMONTHDAY=0',
    'FREQ=YEARLY;BYWEEKNO=54',
    'FREQ=MONTHLY;BYWEEKNO=3',
    'FREQ=DAILY;BYYEARDAY=3',
    'FREQ=WEEKLY;BYMONTHDAY=3',
    'FREQ=WEEKLY;BYDAY=1MO',
    'FREQ=YEARLY;BYWEEKNO=3;BYDAY=1MO',
    'FREQ=MONTHLY;BYDAY=54MO',
    'FREQ=MONTHLY;BYDAY=XX',
    'FREQ=DAILY;BYSETPOS=1',
    'FREQ=DAILY;UNTIL=20261301',
    'FREQ=DAILY;UNTIL=soon',
    'FREQ=DAILY;WKST=XX',
    'FREQ=DAILY;COUNT=1;UNTIL=20270101',
    'FREQ=DAILY;X-MINE=1',
    `FREQ=YEARLY;BYYEARDAY=${'1,'.repeat(3000)}1`,
  ])('%s is refused', text => {
    expect(() => parseRule(text)).toThrow(BadRule)
  })

  test('without end from 2001 on, asked for in 2031, costs no more than its window', () => {
    const start = Date.UTC(2001, 0, 1)
    const from = Date.UTC(2031, 5, 1)
    const hostile = [
      'FREQ=SECONDLY',
      'FREQ=SECONDLY;INTERVAL=7;BYSECOND=3',
      'FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30',
      'FREQ=SECONDLY;BYHOUR=3;BYMINUTE=5;BYSETPOS=-1',
      'FREQ=HOURLY;INTERVAL=999983',
      'FREQ=MINUTELY;BYSECOND=9;BYSETPOS=4',
      'FREQ=SECONDLY;INTERVAL=2;BYSECOND=1',
      'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31',
      'FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6',
    ]
    for (const text of hostile) expand({ rule: parseRule(text), start }, { from, to: from + 86_400_000 }, () => true)
    for (const text of hostile) {
      const rule = parseRule(text)
      let n = 0
      // Processor time, which a busy machine does not change; counting from 2001 on would take many times as long.
      const began = process.cpuUsage()
      expand({ rule, start }, { from, to: from + 14 * 86_400_000 }, () => ++n < 1000)
      expect({ text, quick: process.cpuUsage(began).user < 250_000 }).toEqual({ text, quick: true })
    }
  })
})
