import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expand, lastOfCount } from '../../server/lib/recurrence/expand.ts'
import { clockOf, parseRule } from '../../server/lib/recurrence/rule.ts'
import { utcOf } from '../../server/lib/time-zones.ts'
import { ROOT } from './server.ts'

/** Random rules of the whole grammar, and what python-dateutil and zoneinfo make of them. */

export interface Case {
  rule: string
  start: string
  tz: string
  years: number
  max: number
}

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
/** Zones whose rules have been the same for years, whatever edition of the tables either side has. */
const ZONES = [
  'America/New_York',
  'America/St_Johns',
  'Europe/Moscow',
  'Europe/Berlin',
  'Europe/London',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Asia/Kathmandu',
  'UTC',
]

/** A small generator with a seed (mulberry32), so that a failure can be seen again. */
export function dice(seed: number) {
  let state = seed
  const chance = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const between = (low: number, high: number) => low + Math.floor(chance() * (high - low + 1))
  const one = <T>(of: T[]): T => of[between(0, of.length - 1)]!
  return { chance, between, one }
}

type Dice = ReturnType<typeof dice>

function some({ between, chance }: Dice, low: number, high: number, most: number, signed = false): string {
  const found = new Set<number>()
  for (let n = between(1, most); n > 0; n--) found.add(between(low, high) * (signed && chance() < 0.35 ? -1 : 1))
  return [...found].join(',')
}

function someDays(die: Dice, freq: string, parts: string[]): string {
  const days = new Set(Array.from({ length: die.between(1, 3) }, () => die.one(DAYS)))
  const mayNumber = ['MONTHLY', 'YEARLY'].includes(freq) && !parts.some(part => part.startsWith('BYWEEKNO'))
  // dateutil takes numbered and plain days together as "both at once", which is not what the RFC says.
  const numbered = mayNumber && die.chance() < 0.5
  const most = freq === 'MONTHLY' || parts.some(part => part.startsWith('BYMONTH=')) ? 5 : 52
  return [...days].map(day => (numbered ? `${die.one([1, -1]) * die.between(1, most)}${day}` : day)).join(',')
}

function randomRule(die: Dice): string {
  const freq = die.one(['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'])
  const by: string[] = []
  const maybe = (odds: number, part: () => string) => {
    if (die.chance() < odds) by.push(part())
  }
  maybe(0.3, () => `BYMONTH=${some(die, 1, 12, 3)}`)
  if (freq === 'YEARLY') maybe(0.15, () => `BYWEEKNO=${some(die, 1, 52, 3, true)}`)
  if (['YEARLY', 'HOURLY', 'MINUTELY', 'SECONDLY'].includes(freq))
    maybe(0.12, () => `BYYEARDAY=${some(die, 1, 366, 4, true)}`)
  if (freq !== 'WEEKLY') maybe(0.25, () => `BYMONTHDAY=${some(die, 1, 31, 4, true)}`)
  maybe(0.35, () => `BYDAY=${someDays(die, freq, by)}`)
  maybe(0.2, () => `BYHOUR=${some(die, 0, 23, 3)}`)
  maybe(0.2, () => `BYMINUTE=${some(die, 0, 59, 3)}`)
  maybe(0.1, () => `BYSECOND=${some(die, 0, 59, 3)}`)
  if (by.length > 0) maybe(0.2, () => `BYSETPOS=${some(die, 1, 4, 2, true)}`)
  const interval = die.chance() < 0.5 ? [`INTERVAL=${die.one([2, 3, 4, 5, 7, 10, 13])}`] : []
  const weekStart = die.chance() < 0.3 ? [`WKST=${die.one(DAYS)}`] : []
  const count = die.chance() < 0.3 ? [`COUNT=${die.between(1, 40)}`] : []
  return [`FREQ=${freq}`, ...interval, ...by, ...weekStart, ...count].join(';')
}

const two = (value: number) => String(value).padStart(2, '0')

export function randomCases(seed: number, count: number): Case[] {
  const die = dice(seed)
  return Array.from({ length: count }, () => ({
    rule: randomRule(die),
    start: `${die.between(1995, 2026)}${two(die.between(1, 12))}${two(die.between(1, 28))}T${two(die.between(0, 23))}${two(die.between(0, 59))}00`,
    tz: die.one(ZONES),
    years: 30,
    max: 40,
  }))
}

/** Undefined when this machine has no python-dateutil; null for a case that took it too long. */
export function dateutilAnswers(cases: Case[]): (number[] | null)[] | undefined {
  const input = cases.map(one => JSON.stringify(one)).join('\n')
  const script = join(ROOT, 'test/support/dateutil-peer.py')
  for (const python of ['/usr/bin/python3', 'python3']) {
    const { status, stdout, stderr } = spawnSync(python, [script], { input, encoding: 'utf8', maxBuffer: 1 << 30 })
    if (status === 0)
      return stdout
        .trim()
        .split('\n')
        .map(line => JSON.parse(line))
    if (stderr && !stderr.includes('No module named')) throw new Error(stderr)
  }
  return undefined
}

export function ourAnswer({ rule: text, start: written, tz, years, max }: Case): number[] {
  const rule = parseRule(text)
  const start = clockOf(written)!
  const last = rule.count === undefined ? undefined : lastOfCount(rule, start)
  const found: number[] = []
  const end = Date.UTC(Number(written.slice(0, 4)) + years + 1, 0, 1) - 1
  expand({ rule, start, last }, { from: start, to: end }, clock => {
    const moment = utcOf(tz, clock)
    if (found.at(-1) !== moment) found.push(moment)
    return found.length < max
  })
  return found
}

/** The cases that came out differently, each with the first place where it did. */
export const differences = (cases: Case[], answers: (number[] | null)[]): string[] =>
  cases.flatMap((one, index) => {
    const theirs = answers[index]
    if (!theirs) return []
    const ours = ourAnswer(one)
    const length = Math.max(ours.length, theirs.length)
    const at = Array.from({ length }, (_, n) => n).find(n => ours[n] !== theirs[n])
    const shown = (ms?: number) => (ms === undefined ? 'nothing' : new Date(ms).toISOString())
    return at === undefined
      ? []
      : [`${one.rule} from ${one.start} ${one.tz}, ${at}: ${shown(ours[at])}, not ${shown(theirs[at])}`]
  })
