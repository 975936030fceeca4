import { aPerson, call, type Person } from './client.ts'
import type { HostileInput, Place } from './hostile-inputs.ts'
import { aProgramOf } from './webdav.ts'

/** A calendar that has grown for years, read in all the ways there are. */

const FILES = 2

/** Ahead of whoever reads the agenda, on whatever day that is. */
const FIRST = Date.now() + 86_400_000

const plainEvents = (from: number, count: number) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y\r\n${Array.from({ length: count }, (_, n) => {
    const start = new Date(FIRST + (from + n) * 60_000).toISOString().replace(/[-:]|\.\d+/g, '')
    return `BEGIN:VEVENT\r\nUID:plain${from + n}\r\nDTSTART:${start}\r\nDURATION:PT30M\r\nSUMMARY:Встреча ${from + n}\r\nLOCATION:Кабинет ${n}\r\nEND:VEVENT\r\n`
  }).join('')}END:VCALENDAR\r\n`

async function fill(owner: Person, each: number, files: number): Promise<void> {
  for (let from = 0; from < each * files; from += each) {
    const form = new FormData()
    form.append('file', new Blob([plainEvents(from, each)]), 'a.ics')
    const headers = { prefer: 'respond-async' }
    const { body, status, text } = await owner.call('POST', '/v1/calendar/import', { raw: form, headers })
    if (status !== 202) throw new Error(`the import was answered ${status}: ${text}`)
    for (let look = 0; look < 600; look++) {
      const { body: task } = await owner.get(`/v1/tasks-status/${body.task_id}`)
      if (task.done) break
      await new Promise(resolve => setTimeout(resolve, 200))
    }
  }
}

const PROPS = '<prop><getetag/><C:calendar-data/></prop>'
const XMLNS = 'xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"'
const FILTER = (inner: string) =>
  `<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">${inner}</C:comp-filter></C:comp-filter></C:filter>`

async function read(owner: Person, { base }: Place, events: number): Promise<void> {
  const { dav } = await aProgramOf(owner, base)
  const place = `/dav/calendars/${owner.id}/default/`
  const complete = (what: string, text: string, mark: string) => {
    const found = text.split(mark).length - 1
    if (found !== events) throw new Error(`${what} has ${found} events`)
  }
  const { body } = await owner.post('/v1/calendar/feed')
  complete('the feed', (await call('GET', `/v1/calendar/feed.ics?token=${body.token}`, {}, base)).text, 'BEGIN:VEVENT')
  const report = async (request: string) => (await dav('REPORT', place, request, { depth: '1' })).text
  const query = (inner: string) => report(`<C:calendar-query ${XMLNS}>${PROPS}${FILTER(inner)}</C:calendar-query>`)
  complete('a query', await query(''), 'BEGIN:VEVENT')
  complete('a window', await query('<C:time-range start="20260101T000000Z"/>'), 'BEGIN:VEVENT')
  await query(`<C:prop-filter name="SUMMARY"><C:text-match>${events - 1}</C:text-match></C:prop-filter>`)
  const since = `<sync-collection ${XMLNS}><sync-token/><sync-level>1</sync-level>${PROPS}</sync-collection>`
  const synced = await report(since)
  complete('the sync', synced, 'BEGIN:VEVENT')
  const hrefs = [...synced.matchAll(/<D:href>[^<]*<\/D:href>/g)].slice(0, 5000).map(([href]) => href)
  const some = hrefs.join('').replaceAll('D:href', 'href')
  await report(`<C:calendar-multiget ${XMLNS}>${PROPS}${some}</C:calendar-multiget>`)
  complete('the listing', (await dav('PROPFIND', place, undefined, { depth: '1' })).text, 'component=vevent')
  const agenda = await owner.get('/v1/calendar/agenda?days=365&limit=1000')
  if (agenda.body.items.length !== 1000 || !agenda.body.truncated) throw new Error('the agenda is not as it should be')
}

const calendarOf = (each: number, sample?: true): HostileInput => ({
  name: `a calendar of ${FILES * each} plain events: feed, reports, agenda`,
  sample,
  async run(_attacker, place) {
    // A calendar of its own: the events are counted, and other inputs import some, too.
    const owner = await aPerson(place.base)
    await fill(owner, each, FILES)
    await read(owner, place, FILES * each)
    // What is there already is compared.
    await fill(owner, each, 1)
  },
})

export const hostileCalendar = [calendarOf(10_000), calendarOf(600, true)]
