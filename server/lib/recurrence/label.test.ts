import { expect, test } from 'vitest'
import { labelOf } from './label.ts'
import { clockOf, parseRule } from './rule.ts'

test.each([
  ['FREQ=WEEKLY;BYDAY=MO,WE;COUNT=6', 'по понедельникам и средам, 6 раз', 'on Mondays and Wednesdays, 6 times'],
  ['FREQ=WEEKLY', 'по пятницам', 'on Fridays'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'по будням', 'on weekdays'],
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;COUNT=2',
    'каждые 2 недели по воскресеньям, 2 раза',
    'every 2 weeks on Sundays, 2 times',
  ],
  ['FREQ=DAILY', 'ежедневно', 'daily'],
  ['FREQ=DAILY;INTERVAL=3', 'каждые 3 дня', 'every 3 days'],
  ['FREQ=DAILY;INTERVAL=21', 'каждый 21 день', 'every 21 days'],
  ['FREQ=DAILY;COUNT=1', 'ежедневно, 1 раз', 'daily, once'],
  ['FREQ=DAILY;UNTIL=20271231T210000Z', 'ежедневно, до 31 декабря 2027', 'daily, until 31 December 2027'],
  ['FREQ=MONTHLY', 'ежемесячно, 15 числа', 'monthly on the 15th'],
  ['FREQ=MONTHLY;BYMONTHDAY=1,-1', 'ежемесячно, в последний день и 1 числа', 'monthly on the last day and 1st'],
  ['FREQ=MONTHLY;BYDAY=1WE', 'ежемесячно в первую среду', 'monthly on the 1st Wednesday'],
  ['FREQ=MONTHLY;BYDAY=-1SU', 'ежемесячно в последнее воскресенье', 'monthly on the last Sunday'],
  ['FREQ=YEARLY', 'ежегодно 15 января', 'yearly on 15 January'],
  [
    'FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
    'ежегодно в последнее воскресенье, в марте',
    'yearly on the last Sunday, in March',
  ],
  ['FREQ=HOURLY;INTERVAL=5', 'каждые 5 часов', 'every 5 hours'],
  ['FREQ=DAILY;BYHOUR=9,15', 'ежедневно, в 9:00 и 15:00', 'daily, at 9:00 and 15:00'],
  ['FREQ=YEARLY;BYWEEKNO=20;COUNT=5', 'ежегодно по особому правилу, 5 раз', 'yearly by a rule of its own, 5 times'],
])('%s', (text, ru, en) => {
  const rule = parseRule(text)
  const start = clockOf('20270115T000000')!
  const until = rule.until ? clockOf(rule.until) : undefined
  expect([labelOf(rule, start, 'ru', until), labelOf(rule, start, 'en', until)]).toEqual([ru, en])
})
