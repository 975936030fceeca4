import rrule from 'rrule'
import { expand } from '../server/lib/recurrence/expand.ts'
import { parseRule } from '../server/lib/recurrence/rule.ts'
import { dateutilAnswers, differences, ourAnswer, randomCases } from '../test/support/random-rules.ts'

/**
 * Thousands of random rules in random zones against python-dateutil and zoneinfo; the library rrule on those of them that have
 * days or longer for their unit; and what a rule without end from 2001 costs in 2031.
 */

const CASES = Number(process.argv[2] ?? 5000)
const SEED = Number(process.argv[3] ?? 7)

const cases = randomCases(SEED, CASES)
const answers = dateutilAnswers(cases)
let failed = false

if (!answers) console.log('python-dateutil is not on this machine: nothing to compare with')
else {
  const compared = answers.filter(Boolean).length
  const different = differences(cases, answers)
  for (const line of different.slice(0, 20)) console.log(line)
  console.log(
    `${compared} of ${CASES} rules compared with python-dateutil (it took too long over the rest), ${different.length} came out differently`,
  )
  failed ||= different.length > 0
}

const began = performance.now()
let longest = 0
for (const one of cases) {
  const start = performance.now()
  ourAnswer(one)
  longest = Math.max(longest, performance.now() - start)
}
console.log(`ours: ${Math.round(performance.now() - began)} ms for all, the longest ${longest.toFixed(1)} ms`)

const { RRule } = rrule
const listed = cases
  .filter(({ rule }) => !/HOURLY|MINUTELY|SECONDLY/.test(rule) && !rule.includes('BYSETPOS'))
  .slice(0, 500)
const library = performance.now()
for (const { rule, start, max } of listed) {
  const dtstart = new Date(
    `${start.slice(0, 4)}-${start.slice(4, 6)}-${start.slice(6, 8)}T${start.slice(9, 11)}:${start.slice(11, 13)}:00Z`,
  )
  let n = 0
  new RRule({ ...RRule.parseString(rule), dtstart }).all(() => ++n < max)
}
const mid = performance.now()
for (const one of listed) ourAnswer({ ...one, tz: 'UTC' })
console.log(
  `${listed.length} rules of days and longer, the first 40 starts of each: rrule ${Math.round(mid - library)} ms, ours ${Math.round(performance.now() - mid)} ms`,
)

const DAY = 86_400_000
for (const text of [
  'FREQ=SECONDLY',
  'FREQ=MINUTELY;INTERVAL=7',
  'FREQ=SECONDLY;BYHOUR=3;BYMINUTE=5',
  'FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30',
]) {
  const series = { rule: parseRule(text), start: Date.UTC(2001, 0, 1) }
  const from = Date.UTC(2031, 5, 1)
  const start = performance.now()
  let n = 0
  expand(series, { from, to: from + 14 * DAY }, () => ++n < 1000)
  const took = performance.now() - start
  failed ||= took > 50
  console.log(`${text} from 2001, fourteen days of 2031: ${n} starts in ${took.toFixed(2)} ms`)
}
process.exit(failed ? 1 : 0)
