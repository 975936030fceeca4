import pg from 'pg'
import rrule from 'rrule'
import { startEmbeddedPostgres } from '../server/db/embedded.ts'
import { aPerson, type Person } from '../test/support/client.ts'
import { startServer } from '../test/support/server.ts'

/**
 * An owner with 2,000 recurring series and 10,000 tasks: the whole call over HTTP, with the database, the tasks, conflicts and
 * labels, against nothing but the expansion of the same rules by the library rrule, in the same run.
 */

const SERIES = 2000
const TASKS = 10_000
const ROUNDS = 15
/** The library takes seconds for each. */
const LIBRARY_ROUNDS = 3
const LIMIT = 1.5

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const two = (value: number) => String(value).padStart(2, '0')

/** What people have: most series weekly, some daily, monthly and yearly; begun over the last ten years. */
const RULES = [
  'FREQ=WEEKLY;BYDAY=MO,WE',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU',
  'FREQ=WEEKLY',
  'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  'FREQ=DAILY',
  'FREQ=DAILY;INTERVAL=3',
  'FREQ=MONTHLY;BYMONTHDAY=15',
  'FREQ=MONTHLY;BYDAY=-1FR',
  'FREQ=YEARLY',
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
]
const ZONES = ['Europe/Moscow', 'Europe/Berlin', 'America/New_York', 'UTC']

interface Seeded {
  rule: string
  start: Date
  line: string
}

const series: Seeded[] = Array.from({ length: SERIES }, (_, n) => {
  const year = 2016 + (n % 10)
  const clock = `${year}${two(1 + (n % 12))}${two(1 + (n % 28))}T${two(8 + (n % 11))}${two((n * 5) % 60)}00`
  const zone = ZONES[n % ZONES.length]!
  const line = zone === 'UTC' ? `DTSTART:${clock}Z` : `DTSTART;TZID=${zone}:${clock}`
  const start = new Date(
    `${clock.slice(0, 4)}-${clock.slice(4, 6)}-${clock.slice(6, 8)}T${clock.slice(9, 11)}:${clock.slice(11, 13)}:00Z`,
  )
  return { rule: RULES[n % RULES.length]!, start, line }
})

function calendar(): string {
  const events = series.flatMap(({ rule, line }, n) => [
    'BEGIN:VEVENT',
    `UID:series-${n}`,
    line,
    'DURATION:PT30M',
    `RRULE:${rule}`,
    `SUMMARY:Series ${n}`,
    'END:VEVENT',
  ])
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n')
}

async function seed(sql: pg.Client, anna: Person): Promise<void> {
  const form = new FormData()
  form.append('file', new Blob([calendar()]), 'series.ics')
  const began = performance.now()
  const { body } = await anna.call('POST', '/v1/calendar/import', { raw: form })
  if (body.created !== SERIES) throw new Error(`the import answered ${JSON.stringify(body).slice(0, 500)}`)
  console.log(`${SERIES} series were imported in ${Math.round(performance.now() - began)} ms`)
  await sql.query(
    `insert into tasks (owner_id, id, tenant_id, number, title, due_at)
      select u.id, md5('task' || n)::uuid, u.tenant_id, n, 'Task ' || n, now() + (n % 8760) * interval '1 hour'
      from users u, generate_series(1, $2::integer) n where u.id = $1`,
    [anna.id, TASKS],
  )
  await sql.query('vacuum (analyze) tasks, calendar_events')
}

async function timeOf(rounds: number, work: () => Promise<unknown> | unknown): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return median(times)
}

const { RRule } = rrule

/** The library alone: each rule from its start, asked for the window. */
function libraryAlone(since: Date, until: Date): number {
  let found = 0
  for (const { rule, start } of series)
    found += new RRule({ ...RRule.parseString(rule), dtstart: start }).between(since, until, true).length
  return found
}

async function agenda(anna: Person, since: Date, until: Date) {
  const query = `since=${since.toISOString()}&until=${until.toISOString()}&limit=1000`
  const { status, body } = await anna.get(`/v1/calendar/agenda?${query}`)
  if (status !== 200) throw new Error(`the agenda answered ${status}`)
  return body
}

const server = await startServer({ env: { CHECK_REPLIES: 'off' } })
const database = await startEmbeddedPostgres({ dataDir: server.dataDir, log: () => {} })
const sql = new pg.Client({ connectionString: database.url })
await sql.connect()
let failed = false
try {
  const anna = await aPerson(server.url)
  await anna.put('/v1/settings', { timezone: 'Europe/Moscow' })
  await seed(sql, anna)
  const since = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000)
  for (const days of [14, 365]) {
    const until = new Date(since.getTime() + days * 86_400_000)
    const feed = await agenda(anna, since, until)
    const ours = await timeOf(ROUNDS, () => agenda(anna, since, until))
    let occurrences = 0
    const theirs = await timeOf(LIBRARY_ROUNDS, () => {
      occurrences = libraryAlone(since, until)
    })
    const ratio = ours / theirs
    console.log(
      `${days} days: the agenda ${ours.toFixed(0)} ms, rrule alone ${theirs.toFixed(0)} ms for ${occurrences} occurrences; ratio ${ratio.toFixed(2)} (at most ${LIMIT}); ${feed.items.length} lines, upcoming ${feed.upcoming}, truncated ${feed.truncated}`,
    )
    failed ||= ratio > LIMIT
  }
} finally {
  await sql.end()
  await server.stop()
}
process.exit(failed ? 1 : 0)
