import { isTimeZone, localOf, offsetAt } from '../time-zones.ts'

/** Zones as calendar files name and define them. */

const DAY = 86_400_000
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** What Outlook and Exchange write for the zones that people live in. */
const WINDOWS: Record<string, string> = {
  'Russian Standard Time': 'Europe/Moscow',
  'Russia Time Zone 3': 'Europe/Samara',
  'Ekaterinburg Standard Time': 'Asia/Yekaterinburg',
  'Omsk Standard Time': 'Asia/Omsk',
  'N. Central Asia Standard Time': 'Asia/Novosibirsk',
  'North Asia Standard Time': 'Asia/Krasnoyarsk',
  'North Asia East Standard Time': 'Asia/Irkutsk',
  'Yakutsk Standard Time': 'Asia/Yakutsk',
  'Vladivostok Standard Time': 'Asia/Vladivostok',
  'Kaliningrad Standard Time': 'Europe/Kaliningrad',
  'Belarus Standard Time': 'Europe/Minsk',
  'FLE Standard Time': 'Europe/Kyiv',
  'GTB Standard Time': 'Europe/Bucharest',
  'Central Asia Standard Time': 'Asia/Almaty',
  'West Asia Standard Time': 'Asia/Tashkent',
  'Georgian Standard Time': 'Asia/Tbilisi',
  'Caucasus Standard Time': 'Asia/Yerevan',
  'Azerbaijan Standard Time': 'Asia/Baku',
  'GMT Standard Time': 'Europe/London',
  'W. Europe Standard Time': 'Europe/Berlin',
  'Romance Standard Time': 'Europe/Paris',
  'Central Europe Standard Time': 'Europe/Budapest',
  'Central European Standard Time': 'Europe/Warsaw',
  'E. Europe Standard Time': 'Europe/Chisinau',
  'Turkey Standard Time': 'Europe/Istanbul',
  'Israel Standard Time': 'Asia/Jerusalem',
  'Arabian Standard Time': 'Asia/Dubai',
  'India Standard Time': 'Asia/Kolkata',
  'China Standard Time': 'Asia/Shanghai',
  'Tokyo Standard Time': 'Asia/Tokyo',
  'Korea Standard Time': 'Asia/Seoul',
  'Singapore Standard Time': 'Asia/Singapore',
  'AUS Eastern Standard Time': 'Australia/Sydney',
  'New Zealand Standard Time': 'Pacific/Auckland',
  'Eastern Standard Time': 'America/New_York',
  'Central Standard Time': 'America/Chicago',
  'Mountain Standard Time': 'America/Denver',
  'Pacific Standard Time': 'America/Los_Angeles',
  'E. South America Standard Time': 'America/Sao_Paulo',
  UTC: 'UTC',
  GMT: 'UTC',
}

/** The IANA name behind a TZID; undefined when nobody can tell. */
export function zoneNamed(id: string, location?: string): string | undefined {
  const tail = id.split('/').slice(-2).join('/')
  for (const name of [id, location, WINDOWS[id], tail, tail.split('/').at(-1)])
    if (name && /^[A-Za-z][\w+/-]*$/.test(name) && isTimeZone(name) && (name.includes('/') || name === 'UTC'))
      return name
  return WINDOWS[id]
}

interface Change {
  /** The clock time before the change at which it happens. */
  clock: number
  from: number
  to: number
}

const known = new Map<string, Change[]>()

function changesOf(zone: string, year: number): Change[] {
  const key = `${zone} ${year}`
  const ready = known.get(key)
  if (ready) return ready
  const found: Change[] = []
  let before = offsetAt(zone, Date.UTC(year, 0, 1))
  for (let day = Date.UTC(year, 0, 1); day < Date.UTC(year + 1, 0, 1); day += DAY) {
    const after = offsetAt(zone, day + DAY)
    if (after === before) continue
    let [low, high] = [day, day + DAY]
    while (high - low > 1000) {
      const middle = Math.floor((low + high) / 2000) * 1000
      if (offsetAt(zone, middle) === before) low = middle
      else high = middle
    }
    found.push({ clock: high + before, from: before, to: after })
    before = after
  }
  if (known.size > 5000) known.clear()
  known.set(key, found)
  return found
}

const offset = (ms: number) => {
  const seconds = Math.abs(ms) / 1000
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const rest = seconds % 60 ? two(seconds % 60) : ''
  return `${ms < 0 ? '-' : '+'}${two(seconds / 3600)}${two((seconds / 60) % 60)}${rest}`
}

const basic = (clock: number) => new Date(clock).toISOString().replace(/[-:]|\.\d+Z/g, '')

function observance(change: Change, standard: number, rule = ''): string[] {
  const kind = change.to > standard ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${kind}`,
    `DTSTART:${basic(change.clock)}`,
    `TZOFFSETFROM:${offset(change.from)}`,
    `TZOFFSETTO:${offset(change.to)}`,
    ...(rule ? [`RRULE:${rule}`] : []),
    `END:${kind}`,
  ]
}

/** "The last Sunday of March" and the like, when the change comes so in each of the years to come. */
function yearlyRule(zone: string, year: number, index: number): string | undefined {
  const rules = [0, 1, 2, 3, 4, 5, 6, 7].map(ahead => {
    const changes = changesOf(zone, year + ahead)
    const change = changes[index]
    if (!change || changes.length !== changesOf(zone, year).length) return undefined
    const date = new Date(change.clock)
    const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
    const weekday = WEEKDAYS[date.getUTCDay()]
    const nth = date.getUTCDate() > last - 7 ? -1 : Math.ceil(date.getUTCDate() / 7)
    return { rule: `FREQ=YEARLY;BYMONTH=${date.getUTCMonth() + 1};BYDAY=${nth}${weekday}`, time: change.clock % DAY }
  })
  if (rules.some(rule => !rule || rule.rule !== rules[0]!.rule || rule.time !== rules[0]!.time)) return undefined
  return rules[0]!.rule
}

const written = new Map<string, string[]>()
const YEARS_AHEAD = 10

/** The VTIMEZONE of a zone, good from the beginning of a year on. */
export function timeZoneLines(zone: string, firstYear: number): string[] {
  const now = new Date().getUTCFullYear()
  const from = Math.min(Math.max(firstYear, 1970), now)
  const key = `${zone} ${from} ${now}`
  const ready = written.get(key)
  if (ready) return ready
  const begin = Date.UTC(from, 0, 1)
  const first = offsetAt(zone, begin)
  const standard = Math.min(first, offsetAt(zone, Date.UTC(from, 6, 1)))
  const lines = [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...observance({ clock: localOf(zone, begin), from: first, to: first }, standard),
  ]
  const standardOf = (year: number) =>
    Math.min(offsetAt(zone, Date.UTC(year, 0, 1)), offsetAt(zone, Date.UTC(year, 6, 1)))
  for (let year = from; year < now; year++)
    for (const change of changesOf(zone, year)) lines.push(...observance(change, standardOf(year)))
  const rules = changesOf(zone, now).map((_, index) => yearlyRule(zone, now, index))
  if (rules.every(rule => rule !== undefined))
    for (const [index, change] of changesOf(zone, now).entries())
      lines.push(...observance(change, standardOf(now), rules[index]))
  else
    for (let year = now; year < now + YEARS_AHEAD; year++)
      for (const change of changesOf(zone, year)) lines.push(...observance(change, standardOf(year)))
  lines.push('END:VTIMEZONE')
  if (written.size > 2000) written.clear()
  written.set(key, lines)
  return lines
}
