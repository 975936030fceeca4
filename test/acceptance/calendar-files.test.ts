import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { aPerson, call, type Json, type Person, until } from '../support/client.ts'
import { theProductDatabase } from '../support/product-database.ts'

let anna: Person

beforeAll(async () => {
  anna = await aPerson()
})

const take = (person: Person, content: string, headers: Record<string, string> = {}) => {
  const form = new FormData()
  form.append('file', new Blob([content]), 'calendar.ics')
  return person.call('POST', '/v1/calendar/import', { raw: form, headers })
}

const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (uid: string, ...lines: string[]) => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  'DTSTAMP:20260101T000000Z',
  ...lines,
  'END:VEVENT',
]

const series = calendar(
  'BEGIN:VTIMEZONE',
  'TZID:Custom Moscow',
  'X-LIC-LOCATION:Europe/Moscow',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0300',
  'TZOFFSETTO:+0300',
  'END:STANDARD',
  'END:VTIMEZONE',
  ...event(
    'series@test',
    'DTSTART;TZID=Custom Moscow:20270301T100000',
    'DURATION:PT45M',
    'RRULE:FREQ=DAILY;COUNT=4',
    'EXDATE;TZID=Custom Moscow:20270302T100000',
    'SUMMARY:Планёрка\\, общая — с очень длинным названием\\, которое складывается на несколько строк в файле',
    'ATTENDEE;CN="Ivanov; Ivan":mailto:ivan@example.org',
    'CATEGORIES:WORK',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'DESCRIPTION:soon',
    'TRIGGER:-PT15M',
    'END:VALARM',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER;RELATED=END:PT5M',
    'END:VALARM',
  ),
  ...event(
    'series@test',
    'RECURRENCE-ID;TZID=Custom Moscow:20270303T100000',
    'DTSTART;TZID=Custom Moscow:20270303T180000',
    'DURATION:PT30M',
    'SUMMARY:Вечером',
  ),
  ...event('day@test', 'DTSTART;VALUE=DATE:20270305', 'SUMMARY:Holiday'),
)

const feedOf = async (person: Person) => {
  const { body } = await person.post('/v1/calendar/feed')
  return (await call('GET', `/v1/calendar/feed.ics?token=${body.token}`)).text
}

describe('the import of a calendar', () => {
  test('takes series, exceptions, zones and alarms; the same file twice changes nothing', async () => {
    const first = await take(anna, series)
    expect(first.body).toEqual({ created: 2, updated: 0, unchanged: 0, failed: [], skipped: [] })
    expect((await take(anna, series)).body).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    const changed = series.replace('Holiday', 'Day off')
    expect((await take(anna, changed)).body).toMatchObject({ created: 0, updated: 1, unchanged: 1 })
    const feed = (await anna.get('/v1/calendar/agenda?since=2027-03-01T00:00:00Z&days=10&tz=Europe/Moscow')).body
    expect(feed.items.map(item => [item.starts_at, item.title.slice(0, 8), item.reminders])).toEqual([
      ['2027-03-01T07:00:00.000Z', 'Планёрка', [15]],
      ['2027-03-03T15:00:00.000Z', 'Вечером', []],
      ['2027-03-04T07:00:00.000Z', 'Планёрка', [15]],
      ['2027-03-04T21:00:00.000Z', 'Day off', []],
    ])
    const list = (await anna.get('/v1/calendar/events')).body.items
    expect(list.map(item => item.number).sort()).toEqual([1, 2])
  })

  test('and its export lose nothing on the way round', async () => {
    const bob = await aPerson()
    const carol = await aPerson()
    await take(bob, series)
    const text = await feedOf(bob)
    const unfolded = text.replace(/\r\n /g, '')
    for (const line of [
      'ATTENDEE;CN="Ivanov; Ivan":mailto:ivan@example.org',
      'CATEGORIES:WORK',
      'TRIGGER;RELATED=END:PT5M',
      'EXDATE;TZID=Europe/Moscow:20270302T100000',
      'RECURRENCE-ID;TZID=Europe/Moscow:20270303T100000',
      'RRULE:FREQ=DAILY;COUNT=4',
      'DTSTART;VALUE=DATE:20270305',
      'BEGIN:VTIMEZONE',
    ])
      expect(unfolded).toContain(`${line}\r\n`)
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect((await take(carol, text)).body).toMatchObject({ created: 2, failed: [] })
    const plain = (ics: string) => ics.replace(/^(X-WR-CALNAME|DTSTAMP|LAST-MODIFIED):.*\r\n/gm, '')
    expect(plain(await feedOf(carol))).toBe(plain(text))
    const query = '/v1/calendar/agenda?since=2027-03-01T00:00:00Z&days=10'
    const lines = async (person: Person) =>
      (await person.get(query)).body.items.map(({ id: _id, number: _number, ...line }) => line)
    expect(await lines(carol)).toEqual(await lines(bob))
  })

  test('reports what is broken and takes the rest', async () => {
    const bob = await aPerson()
    const { status, body } = await take(
      bob,
      calendar(
        ...event('good', 'DTSTART:20270101T100000Z', 'SUMMARY:good'),
        ...event('no-start', 'SUMMARY:x'),
        ...event('zone', 'DTSTART;TZID=Mars/Olympus:20270101T100000'),
        ...event('backwards', 'DTSTART:20270101T100000Z', 'DTEND:20270101T090000Z'),
        ...event('rule', 'DTSTART:20270101T100000Z', 'RRULE:FREQ=DAILY;INTERVAL=0'),
        ...event('never', 'DTSTART:20270101T100000Z', 'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30'),
        ...event('many', 'DTSTART:20270101T100000Z', 'RRULE:FREQ=SECONDLY;BYHOUR=3;COUNT=999999999'),
        ...event('date', 'DTSTART:20271341T100000Z'),
        'BEGIN:VEVENT',
        'UID:unreadable',
        'this is no line',
        'END:VEVENT',
        'BEGIN:VTODO',
        'UID:todo',
        'END:VTODO',
      ),
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({ created: 1, skipped: ['VTODO'] })
    expect(body.failed.map(one => one.uid).sort()).toEqual(
      ['no-start', 'zone', 'backwards', 'rule', 'never', 'many', 'date', 'unreadable'].sort(),
    )
    for (const one of body.failed)
      expect(one).toMatchObject({ line: expect.any(Number), reason: expect.stringMatching(/.{5}/) })
    expect((await bob.get('/v1/calendar/events')).body.items.length).toBe(1)
  })

  test('takes more than 200 events by a task, once, with the same counts', async () => {
    const bob = await aPerson()
    const many = (count: number, summary: string) =>
      calendar(
        ...Array.from({ length: count }, (_, n) =>
          event(`many-${n}`, `DTSTART:20270101T${String(n % 24).padStart(2, '0')}0000Z`, `SUMMARY:${summary}`),
        ).flat(),
        ...event('no-start', 'SUMMARY:x'),
      )
    const followed = async (content: string) => {
      const { status, body } = await take(bob, content, { prefer: 'respond-async' })
      expect(status).toBe(202)
      expect(body).toMatchObject({ created: 0, updated: 0, unchanged: 0, failed: [{ uid: 'no-start' }], skipped: [] })
      const task = await until(async () => {
        const record = (await bob.get(`/v1/tasks-status/${body.task_id}`)).body
        return record.done && record
      }, 'the import')
      expect(task).toMatchObject({ ok: true, progress: 1, error: null, object_ids: [] })
      return task.report
    }
    const none = { created: 0, updated: 0, unchanged: 0, failed: [{ uid: 'no-start' }], skipped: [] }
    expect(await followed(many(300, 'a'))).toMatchObject({ ...none, created: 300 })
    expect(await followed(many(300, 'a'))).toMatchObject({ ...none, unchanged: 300 })
    expect(await followed(many(310, 'b'))).toMatchObject({ ...none, created: 10, updated: 300 })
    const { body } = await take(bob, many(200, 'b'))
    expect(body).toMatchObject({ unchanged: 200 })
    expect(body.task_id).toBeUndefined()
    const numbers = (await bob.get('/v1/calendar/events')).body.items.map((one: Json) => one.number)
    expect(new Set(numbers).size).toBe(numbers.length)
    const carol = await aPerson()
    const { body: foreign } = await take(bob, many(201, 'b'), { prefer: 'respond-async' })
    expect((await carol.get(`/v1/tasks-status/${foreign.task_id}`)).status).toBe(404)
  })

  test('waits for a few hundred events and tells their counts, whatever characters are in the file', async () => {
    const bob = await aPerson()
    const events = Array.from({ length: 201 }, (_, n) =>
      event(`some-${n}`, 'DTSTART:20270101T100000Z', 'SUMMARY:zero \0 in it'),
    ).flat()
    const { status, body } = await take(bob, calendar(...events, ...event('no-start', 'SUMMARY:x')))
    expect(status).toBe(200)
    expect(body).toEqual({
      created: 201,
      updated: 0,
      unchanged: 0,
      failed: [expect.objectContaining({ uid: 'no-start' })],
      skipped: [],
    })
  })

  test('refuses what is no calendar, and 50 MB, and leaves nothing behind', async () => {
    const bob = await aPerson()
    for (const content of ['', 'hello', '{"a": 1}', 'BEGIN:VCARD\r\nEND:VCARD\r\n', 'END:VCALENDAR'])
      expect((await take(bob, content)).status).toBe(415)
    const deep = calendar(...Array(50).fill('BEGIN:VEVENT'), ...Array(50).fill('END:VEVENT'))
    expect((await take(bob, deep)).status).toBe(415)
    const large = calendar(...event('good', 'DTSTART:20270101T100000Z', `DESCRIPTION:${'x'.repeat(50 * 1024 * 1024)}`))
    expect((await take(bob, large)).status).toBe(413)
    expect((await bob.get('/v1/calendar/events')).body.items).toEqual([])
    const none = await bob.post('/v1/calendar/import', {})
    expect(none.status).toBe(422)
  })

  test('bears a file that is all one line, one rule, one date', async () => {
    const bob = await aPerson()
    const dates = Array.from(
      { length: 20_000 },
      (_, n) => `2027010${1 + (n % 9)}T${String(n % 24).padStart(2, '0')}0000Z`,
    )
    const { body } = await take(
      bob,
      calendar(
        ...event('dates', 'DTSTART:20270101T100000Z', 'RRULE:FREQ=DAILY', `EXDATE:${dates.join(',')}`),
        ...event('long', 'DTSTART:20270101T100000Z', `X-LONG:${'y'.repeat(300_000)}`),
        ...event('text', 'DTSTART:20270101T100000Z', `SUMMARY:${'z'.repeat(100_000)}`),
      ),
    )
    expect(body.failed.map(one => one.uid).sort()).toEqual(['dates', 'long'])
    expect((await bob.get('/v1/calendar/events')).body.items[0]!.title.length).toBe(1000)
  })
})

describe('the feed', () => {
  test('is opened by its token alone, which a new one or its owner ends', async () => {
    const bob = await aPerson()
    await bob.post('/v1/calendar/events', {
      title: 'Secret; meeting',
      starts_at: '2027-01-01T10:00:00',
      tz: 'Europe/Berlin',
      reminders: [5],
    })
    const first = (await bob.post('/v1/calendar/feed')).body
    const reply = await fetch(first.url)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const text = await reply.text()
    expect(text).toContain('SUMMARY:Secret\\; meeting\r\n')
    expect(text).toContain('TRIGGER:-PT5M\r\n')
    expect(text).toContain('DTSTART;TZID=Europe/Berlin:20270101T100000\r\n')
    expect(text).toContain('RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r\n')
    const second = (await bob.post('/v1/calendar/feed')).body
    expect((await fetch(first.url)).status).toBe(404)
    expect((await fetch(second.url)).status).toBe(200)
    expect((await call('GET', `/v1/calendar/feed.ics?token=${bob.token}`)).status).toBe(404)
    expect((await call('GET', '/v1/calendar/feed.ics')).status).toBe(422)
    expect((await bob.delete('/v1/calendar/feed')).body).toEqual({ ok: true })
    expect((await bob.delete('/v1/calendar/feed')).status).toBe(404)
    expect((await fetch(second.url)).status).toBe(404)
  })
})

const product = theProductDatabase()

test.skipIf(!product)('of one owner twenty long files wait at most; short ones are taken all the same', async () => {
  const person = await aPerson()
  const many = (count: number) =>
    calendar(...Array.from({ length: count }, (_, n) => event(`many-${n}@test`, 'DTSTART:20270301T100000Z')).flat())
  await sql`insert into calendar_imports (owner_id, task_id, text)
    select ${person.id}::uuid, gen_random_uuid(), 'x' from generate_series(1, 20)`.execute(product!.context.db)
  const refused = await take(person, many(201))
  expect([refused.status, refused.body.code]).toEqual([409, 'too_many_imports'])
  expect((await take(person, many(2))).body.created).toBe(2)
  await sql`delete from calendar_imports where owner_id = ${person.id}`.execute(product!.context.db)
  expect((await take(person, many(201))).status).toBeLessThan(300)
  await product!.close()
})
