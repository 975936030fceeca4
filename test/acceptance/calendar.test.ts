import { beforeAll, describe, expect, test } from 'vitest'
import { aPerson, type Json, type Person } from '../support/client.ts'

let anna: Person

beforeAll(async () => {
  anna = await aPerson()
})

const make = async (person: Person, event: object): Promise<Json> => {
  const { status, body } = await person.post('/v1/calendar/events', event)
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body
}

const agenda = async (person: Person, query: string): Promise<Json> => {
  const { status, body } = await person.get(`/v1/calendar/agenda?${query}`)
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body
}

const starts = (feed: Json) => feed.items.map((item: Json) => item.starts_at)

describe('an event', () => {
  test('is made, read, changed, listed and removed', async () => {
    const made = await make(anna, {
      title: 'Dentist',
      starts_at: '2027-03-01T10:00:00',
      ends_at: '2027-03-01T10:30:00',
      tz: 'Europe/Moscow',
      reminders: [60, 10, 10],
      location: 'Main street',
    })
    expect(made).toMatchObject({
      number: 1,
      starts_at: '2027-03-01T07:00:00.000Z',
      ends_at: '2027-03-01T07:30:00.000Z',
      tz: 'Europe/Moscow',
      all_day: false,
      reminders: [10, 60],
      status: 'confirmed',
      rrule: '',
      recurrence_label: '',
      description: '',
    })
    expect((await anna.get(`/v1/calendar/events/${made.id}`)).body).toEqual(made)
    const moved = await anna.patch(`/v1/calendar/events/${made.id}`, { starts_at: '2027-03-02T09:00:00+01:00' })
    expect(moved.body).toMatchObject({ starts_at: '2027-03-02T08:00:00.000Z', ends_at: '2027-03-02T08:30:00.000Z' })
    const list = await anna.get('/v1/calendar/events?since=2027-03-02T00:00:00Z&until=2027-03-03T00:00:00Z')
    expect(list.body).toEqual({ items: [moved.body], truncated: false })
    expect((await anna.get('/v1/calendar/events?since=2027-03-03T00:00:00Z')).body.items).toEqual([])
    expect((await anna.delete(`/v1/calendar/events/${made.id}`)).body).toEqual({ ok: true })
    expect((await anna.get(`/v1/calendar/events/${made.id}`)).status).toBe(404)
  })

  test('takes its zone from the settings, and its length and end by default', async () => {
    const bob = await aPerson()
    await bob.put('/v1/settings', { timezone: 'Asia/Tokyo' })
    const made = await make(bob, { title: 'Call', starts_at: '2027-03-01T09:00' })
    expect(made).toMatchObject({
      tz: 'Asia/Tokyo',
      starts_at: '2027-03-01T00:00:00.000Z',
      ends_at: '2027-03-01T01:00:00.000Z',
    })
  })

  test.each([
    ['an unknown zone', { tz: 'Mars/Olympus' }, ['body', 'tz'], 'value_error'],
    ['an offset for a zone', { tz: '+03:00' }, ['body', 'tz'], 'value_error'],
    ['an end before the start', { ends_at: '2027-01-01T08:59:59' }, ['body', 'ends_at'], 'value_error'],
    ['no time', { starts_at: 'tomorrow' }, ['body', 'starts_at'], 'datetime_parsing'],
    ['a day that does not exist', { starts_at: '2027-02-30T10:00:00' }, ['body', 'starts_at'], 'datetime_parsing'],
    ['an empty title', { title: '' }, ['body', 'title'], 'string_too_short'],
    ['a bad rule', { rrule: 'FREQ=SOMETIMES' }, ['body', 'rrule'], 'value_error'],
    ['a rule with COUNT and UNTIL', { rrule: 'FREQ=DAILY;COUNT=2;UNTIL=20280101' }, ['body', 'rrule'], 'value_error'],
    ['an interval of nothing', { rrule: 'FREQ=DAILY;INTERVAL=0' }, ['body', 'rrule'], 'value_error'],
    [
      'a rule that never comes true',
      { rrule: 'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30' },
      ['body', 'rrule'],
      'value_error',
    ],
    ['a count without end', { rrule: 'FREQ=SECONDLY;BYHOUR=3;COUNT=900000000' }, ['body', 'rrule'], 'value_error'],
    ['a reminder out of range', { reminders: [40321] }, ['body', 'reminders', 0], 'less_than_equal'],
    ['a reminder after the start', { reminders: [-1] }, ['body', 'reminders', 0], 'greater_than_equal'],
    ['eleven reminders', { reminders: [...Array(11).keys()] }, ['body', 'reminders'], 'too_long'],
    ['an unknown status', { status: 'maybe' }, ['body', 'status'], 'enum'],
    ['an all-day event every hour', { all_day: true, rrule: 'FREQ=HOURLY' }, ['body', 'rrule'], 'value_error'],
    ['an all-day event of no day', { all_day: true, ends_at: '2027-01-01' }, ['body', 'ends_at'], 'value_error'],
  ])('is refused with %s', async (_what, change, loc, type) => {
    const event = { title: 'x', starts_at: '2027-01-01T09:00:00', tz: 'UTC', ...change }
    const { status, body } = await anna.post('/v1/calendar/events', event)
    expect({ status, detail: body.detail }).toMatchObject({ status: 422, detail: [{ loc, type }] })
    expect(body.detail[0].msg.length).toBeGreaterThan(10)
  })

  test('of a whole day has no hours, whatever its rule says', async () => {
    const rrule = 'FREQ=DAILY;BYHOUR=9,10;COUNT=2;'
    const made = await make(anna, { title: 'x', starts_at: '2029-01-04', all_day: true, tz: 'UTC', rrule })
    expect(made.rrule).toBe('FREQ=DAILY;COUNT=2')
    const feed = await agenda(anna, 'since=2029-01-01T00:00:00Z&days=30&tz=UTC')
    expect(starts(feed)).toEqual(['2029-01-04T00:00:00.000Z', '2029-01-05T00:00:00.000Z'])
  })

  test('gets a number without gaps or twins, however many are made at once', async () => {
    const bob = await aPerson()
    const event = { title: 'x', starts_at: '2027-01-01T09:00:00Z' }
    const bad = { ...event, rrule: 'FREQ=NEVER' }
    const all = await Promise.all([...Array(40).keys()].map(n => bob.post('/v1/calendar/events', n % 4 ? event : bad)))
    const numbers = all.filter(reply => reply.status === 201).map(reply => reply.body.number)
    expect(numbers.sort((a, b) => a - b)).toEqual([...Array(30).keys()].map(n => n + 1))
  })

  test('is labelled in the language of its owner', async () => {
    const bob = await aPerson()
    const rrule = 'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=6'
    const made = await make(bob, { title: 'x', starts_at: '2027-01-04T09:00:00Z', rrule })
    expect(made.recurrence_label).toBe('on Mondays and Wednesdays, 6 times')
    await bob.put('/v1/settings', { prefs: { language: 'ru' } })
    const again = await bob.get(`/v1/calendar/events/${made.id}`)
    expect(again.body.recurrence_label).toBe('по понедельникам и средам, 6 раз')
  })
})

describe('a series', () => {
  const daily = {
    title: 'Daily',
    starts_at: '2027-05-03T09:00:00',
    ends_at: '2027-05-03T09:15:00',
    tz: 'Europe/Berlin',
    rrule: 'FREQ=DAILY;COUNT=5',
  }
  const week = 'since=2027-05-01T00:00:00Z&until=2027-05-15T00:00:00Z'
  const titles = (feed: Json) => feed.items.map((item: Json) => [item.starts_at.slice(0, 16), item.title])

  test('one occurrence is moved, renamed and removed; the rest stays', async () => {
    const bob = await aPerson()
    const { id } = await make(bob, daily)
    const one = await bob.patch(`/v1/calendar/events/${id}?occurrence_at=2027-05-04T07:00:00Z`, {
      title: 'Later',
      starts_at: '2027-05-04T18:00:00',
    })
    expect(one.body).toMatchObject({
      id,
      title: 'Later',
      starts_at: '2027-05-04T16:00:00.000Z',
      ends_at: '2027-05-04T16:15:00.000Z',
    })
    expect((await bob.delete(`/v1/calendar/events/${id}?occurrence_at=2027-05-05T09:00:00`)).status).toBe(200)
    const feed = await agenda(bob, week)
    expect(titles(feed)).toEqual([
      ['2027-05-03T07:00', 'Daily'],
      ['2027-05-04T16:00', 'Later'],
      ['2027-05-06T07:00', 'Daily'],
      ['2027-05-07T07:00', 'Daily'],
    ])
    expect(feed.items[1].occurrence_at).toBe('2027-05-04T07:00:00.000Z')
    expect((await bob.get(`/v1/calendar/events/${id}`)).body).toMatchObject({ title: 'Daily', rrule: daily.rrule })
    const gone = await bob.patch(`/v1/calendar/events/${id}?occurrence_at=2027-05-05T07:00:00Z`, { title: 'x' })
    expect(gone.status).toBe(404)
    const never = await bob.delete(`/v1/calendar/events/${id}?occurrence_at=2027-05-09T07:00:00Z`)
    expect(never.status).toBe(404)
    const restore = (at: string) => bob.post(`/v1/calendar/events/${id}/restore`, { occurrence_at: at })
    expect((await restore('2027-05-05T09:00:00')).body).toMatchObject({ id, title: 'Daily', rrule: daily.rrule })
    expect(titles(await agenda(bob, week))[2]).toEqual(['2027-05-05T07:00', 'Daily'])
    expect((await restore('2027-05-05T09:00:00')).status).toBe(404)
    expect((await bob.delete(`/v1/calendar/events/${id}?occurrence_at=2027-05-05T09:00:00`)).status).toBe(200)
    await bob.patch(`/v1/calendar/events/${id}`, { starts_at: '2027-05-03T10:00:00' })
    expect(titles(await agenda(bob, week)).map(([at]: string[]) => at)).toEqual([
      '2027-05-03T08:00',
      '2027-05-04T16:00',
      '2027-05-06T08:00',
      '2027-05-07T08:00',
    ])
  })

  test('this and the following become an event of their own, with what is left of the count', async () => {
    const bob = await aPerson()
    const { id } = await make(bob, daily)
    await bob.patch(`/v1/calendar/events/${id}?occurrence_at=2027-05-07T07:00:00Z`, { title: 'Last' })
    const { body } = await bob.patch(`/v1/calendar/events/${id}?from=2027-05-05T07:00:00Z`, {
      title: 'Later',
      starts_at: '2027-05-05T10:00:00',
    })
    expect(body).toMatchObject({
      title: 'Later',
      number: 2,
      rrule: 'FREQ=DAILY;COUNT=3',
      starts_at: '2027-05-05T08:00:00.000Z',
    })
    expect(body.id).not.toBe(id)
    expect((await bob.get(`/v1/calendar/events/${id}`)).body.rrule).toBe('FREQ=DAILY;UNTIL=20270505T065959Z')
    expect(titles(await agenda(bob, week))).toEqual([
      ['2027-05-03T07:00', 'Daily'],
      ['2027-05-04T07:00', 'Daily'],
      ['2027-05-05T08:00', 'Later'],
      ['2027-05-06T08:00', 'Later'],
      ['2027-05-07T07:00', 'Last'],
    ])
    await bob.delete(`/v1/calendar/events/${body.id}?from=2027-05-06T08:00:00Z`)
    expect((await agenda(bob, week)).items.length).toBe(3)
    await bob.delete(`/v1/calendar/events/${id}?from=2027-05-03T07:00:00Z`)
    expect((await bob.get(`/v1/calendar/events/${id}`)).status).toBe(404)
  })

  test('keeps its local time over daylight saving, skipped and doubled hours as RFC 5545 says', async () => {
    const bob = await aPerson()
    const tz = 'America/New_York'
    await make(bob, { title: 'gap', starts_at: '2027-03-13T02:30:00', tz, rrule: 'FREQ=DAILY;COUNT=3' })
    expect(starts(await agenda(bob, 'since=2027-03-01T00:00:00Z&days=30'))).toEqual([
      '2027-03-13T07:30:00.000Z',
      '2027-03-14T07:30:00.000Z',
      '2027-03-15T06:30:00.000Z',
    ])
    await make(bob, { title: 'fold', starts_at: '2027-11-06T01:30:00', tz, rrule: 'FREQ=DAILY;COUNT=3' })
    expect(starts(await agenda(bob, 'since=2027-11-01T00:00:00Z&days=30'))).toEqual([
      '2027-11-06T05:30:00.000Z',
      '2027-11-07T05:30:00.000Z',
      '2027-11-08T06:30:00.000Z',
    ])
  })
})

describe('the agenda', () => {
  test('all-day events stay on their date, wherever one looks from', async () => {
    const bob = await aPerson()
    await make(bob, {
      title: 'Holiday',
      starts_at: '2027-05-01',
      ends_at: '2027-05-03',
      all_day: true,
      tz: 'Pacific/Auckland',
      rrule: 'FREQ=YEARLY',
    })
    for (const tz of ['Pacific/Auckland', 'America/Los_Angeles', 'Europe/Moscow', 'Pacific/Kiritimati']) {
      const feed = await agenda(bob, `since=2028-04-29T00:00:00&until=2028-05-05T00:00:00&tz=${tz}`)
      expect(feed.items.map((item: Json) => [item.day, item.all_day])).toEqual([['2028-05-01', true]])
      const after = await agenda(bob, `since=2028-05-03T00:00:00&until=2028-05-05T00:00:00&tz=${tz}`)
      expect(after.items).toEqual([])
      const second = await agenda(bob, `since=2028-05-02T00:00:00&until=2028-05-03T00:00:00&tz=${tz}`)
      expect(second.items.length).toBe(1)
    }
  })

  test('speaks the language of its owner and knows today', async () => {
    const bob = await aPerson()
    await bob.put('/v1/settings', { timezone: 'Europe/Moscow', prefs: { language: 'ru' } })
    const at = (ms: number) => new Date(Date.now() + ms).toISOString()
    await make(bob, { title: 'now', starts_at: at(-1000), ends_at: at(60_000) })
    await make(bob, { title: 'month', starts_at: '2027-05-03T12:00:00', tz: 'Europe/Moscow' })
    const feed = (await bob.get('/calendar/agenda?until=2027-06-01T00:00:00Z')).body
    expect(feed).toMatchObject({ tz: 'Europe/Moscow', truncated: false, upcoming: 1, today: 1 })
    expect(feed.items[0]).toMatchObject({ day_label: 'Сегодня', past: false, kind: 'event', task: null })
    expect(feed.items[1]).toMatchObject({ day: '2027-05-03', day_label: '3 мая 2027', weekday: 'понедельник' })
    expect(feed.reminder_note).toContain('почту')
    expect(feed.since).toBe(new Date(feed.since).toISOString())
  })

  test('shows what overlaps, touching ends excepted, and leaves cancelled events out', async () => {
    const bob = await aPerson()
    const at = (from: string, to: string, more = {}) =>
      make(bob, { title: from, starts_at: `2027-06-01T${from}:00Z`, ends_at: `2027-06-01T${to}:00Z`, ...more })
    await at('09:00', '10:00')
    await at('09:30', '11:00')
    await at('11:00', '12:00')
    await at('09:45', '09:50', { status: 'cancelled' })
    await at('00:00', '00:00', { all_day: true, ends_at: '2027-06-02' })
    const feed = await agenda(bob, 'since=2027-06-01T00:00:00Z&days=1')
    expect(feed.items.map((item: Json) => [item.title, item.conflict])).toEqual([
      ['00:00', false],
      ['09:00', true],
      ['09:30', true],
      ['11:00', false],
    ])
    const later = await agenda(bob, 'since=2027-06-01T10:30:00Z&days=1')
    expect(later.items.filter((item: Json) => item.title === '09:30')).toMatchObject([{ conflict: true }])
  })

  test('is cut at its limit and at the bounds of the expansion, and says so', async () => {
    const bob = await aPerson()
    await make(bob, {
      title: 'tick',
      starts_at: '2001-01-01T00:00:00Z',
      ends_at: '2001-01-01T00:00:00Z',
      rrule: 'FREQ=SECONDLY',
    })
    const feed = await agenda(bob, 'since=2031-01-01T00:00:00Z&days=14&limit=5')
    expect(feed.items.length).toBe(5)
    expect(feed).toMatchObject({ truncated: true, upcoming: 1000 })
    expect(starts(feed)[4]).toBe('2031-01-01T00:00:04.000Z')
    const narrow = await agenda(bob, 'since=2031-01-01T00:00:00Z&until=2031-01-01T00:00:05Z&limit=5')
    expect(narrow).toMatchObject({ truncated: false, upcoming: 5 })
  })

  test.each([
    ['tz=Nowhere', ['query', 'tz']],
    ['since=never', ['query', 'since']],
    ['since=2027-01-01T00:00:00Z&until=2026-01-01T00:00:00Z', ['query', 'until']],
    ['since=2000-01-01T00:00:00Z&until=2030-01-01T00:00:00Z', ['query', 'until']],
    ['limit=0', ['query', 'limit']],
    ['limit=1001', ['query', 'limit']],
  ])('refuses %s', async (query, loc) => {
    const { status, body } = await anna.get(`/v1/calendar/agenda?${query}`)
    expect({ status, loc: body.detail[0].loc }).toEqual({ status: 422, loc })
  })
})
