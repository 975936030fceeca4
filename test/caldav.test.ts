import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chat } from './support/agent.ts'
import { aPerson, baseUrl, call, type Json, type Person, type Reply } from './support/client.ts'
import { sampled } from './support/whole.ts'

/** CalDAV as programs speak it: by hand, and by vdirsyncer. */

interface Program {
  person: Person
  secret: string
  home: string
  dav(method: string, path: string, body?: string, headers?: Record<string, string>): Promise<Reply>
}

async function aProgram(): Promise<Program> {
  const person = await aPerson()
  const { body } = await person.post('/v1/tokens', { name: 'calendar' })
  const authorization = `Basic ${Buffer.from(`${person.email}:${body.token}`).toString('base64')}`
  return {
    person,
    secret: body.token,
    home: `/dav/calendars/${person.id}/default/`,
    dav: (method, path, raw, headers = {}) =>
      call(method, path, { raw, headers: { authorization, 'content-type': 'application/xml', ...headers } }),
  }
}

const ics = (uid: string, ...lines: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//test//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20260101T000000Z',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')

const simple = (uid: string, day = '20270101') =>
  ics(uid, `DTSTART:${day}T100000Z`, `DTEND:${day}T110000Z`, `SUMMARY:${uid}`, 'X-KEPT:as it is')

const props = (...names: string[]) =>
  `<?xml version="1.0"?><d:propfind xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:cs="http://calendarserver.org/ns/"><d:prop>${names.map(name => `<${name}/>`).join('')}</d:prop></d:propfind>`

const hrefs = (text: string) => [...text.matchAll(/<D:response><D:href>([^<]*)</g)].map(match => match[1]!)
const statusesOf = (text: string) => [...text.matchAll(/<D:status>HTTP\/1.1 (\d+)/g)].map(match => Number(match[1]))

describe('CalDAV', () => {
  let anna: Program
  beforeAll(async () => {
    anna = await aProgram()
  })

  test('is signed in to with e-mail and API token alone', async () => {
    const ask = (authorization?: string) =>
      call('PROPFIND', '/dav/', { headers: { depth: '0', ...(authorization ? { authorization } : {}) } })
    const basic = (user: string, secret: string) => `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`
    for (const wrong of [
      undefined,
      'Basic nonsense',
      basic(anna.person.email, 'wrong'),
      basic('somebody@example.org', anna.secret),
      // A session is no API token.
      basic(anna.person.email, anna.person.token),
      `Bearer ${anna.secret}`,
    ]) {
      const { status, headers } = await ask(wrong)
      expect({ wrong, status }).toEqual({ wrong, status: 401 })
      expect(headers.get('www-authenticate')).toMatch(/^Basic /)
    }
    expect((await ask(basic(anna.person.email.toUpperCase(), anna.secret))).status).toBe(207)
    const options = await call('OPTIONS', '/dav/calendars/')
    expect(options.headers.get('dav')).toContain('calendar-access')
    expect(options.headers.get('allow')).toContain('REPORT')
  })

  test('is found from the name of the server', async () => {
    for (const method of ['GET', 'PROPFIND']) {
      const { status, headers } = await call(method, '/.well-known/caldav')
      expect([status, headers.get('location')]).toEqual([301, expect.stringMatching(/\/dav\/$/)])
    }
    const root = await anna.dav('PROPFIND', '/dav/', props('d:current-user-principal', 'd:nothing'), { depth: '0' })
    const principal = /current-user-principal><D:href>([^<]+)/.exec(root.text)![1]!
    expect(statusesOf(root.text)).toEqual([200, 404])
    const card = await anna.dav('PROPFIND', principal, props('c:calendar-home-set', 'c:calendar-user-address-set'), {
      depth: '0',
    })
    expect(card.text).toContain(`mailto:${anna.person.email}`)
    const home = /calendar-home-set><D:href>([^<]+)/.exec(card.text)![1]!
    const list = await anna.dav(
      'PROPFIND',
      home,
      props('d:resourcetype', 'c:supported-calendar-component-set', 'cs:getctag', 'd:sync-token'),
      { depth: '1' },
    )
    expect(hrefs(list.text)).toEqual([home, anna.home, anna.home.replace('default', 'tasks')])
    expect(list.text).toContain('<C:calendar/>')
    expect(list.text).toContain('<C:comp name="VEVENT"/>')
    expect((await anna.dav('PROPFIND', anna.home, '', { depth: '0' })).text).toContain('sync-token')
  })

  test('keeps what is put byte for byte, under versions', async () => {
    const path = `${anna.home}first%20event.ics`
    const made = await anna.dav('PUT', path, simple('first'), { 'if-none-match': '*' })
    expect(made.status).toBe(201)
    const got = await anna.dav('GET', path)
    expect([got.text, got.headers.get('etag')]).toEqual([simple('first'), made.headers.get('etag')])
    expect((await anna.dav('PUT', path, simple('first'), { 'if-none-match': '*' })).status).toBe(412)
    expect((await anna.dav('PUT', path, simple('first'), { 'if-match': '"1234567"' })).status).toBe(412)
    const changed = await anna.dav('PUT', path, simple('first', '20270202'), { 'if-match': made.headers.get('etag')! })
    expect(changed.status).toBe(204)
    const [event] = (await anna.person.get('/v1/calendar/events')).body.items
    expect(event).toMatchObject({ title: 'first', number: 1, starts_at: '2027-02-02T10:00:00.000Z' })
    await anna.person.patch(`/v1/calendar/events/${event!.id}`, { title: 'renamed' })
    const after = await anna.dav('GET', path)
    expect(after.headers.get('etag')).not.toBe(changed.headers.get('etag'))
    expect(after.text).toContain('SUMMARY:renamed')
    expect(after.text).toContain('X-KEPT:as it is')
    expect((await anna.dav('DELETE', path, undefined, { 'if-match': changed.headers.get('etag')! })).status).toBe(412)
    expect((await anna.dav('DELETE', path)).status).toBe(204)
    expect((await anna.dav('GET', path)).status).toBe(404)
    expect((await anna.dav('DELETE', path)).status).toBe(404)
  })

  test('refuses what it does not take, and foreign trees are not there', async () => {
    const todo = simple('todo').replaceAll('VEVENT', 'VTODO')
    const refusals: [string, string, number][] = [
      [todo, 'supported-calendar-component', 403],
      ['hello', 'supported-calendar-data', 403],
      [ics('rule', 'DTSTART:20270101T100000Z', 'RRULE:FREQ=NEVER'), 'valid-calendar-data', 403],
      [ics('zone', 'DTSTART;TZID=Mars/Olympus:20270101T100000'), 'valid-calendar-data', 403],
    ]
    for (const [body, precondition, status] of refusals) {
      const refused = await anna.dav('PUT', `${anna.home}x.ics`, body)
      expect([refused.status, refused.text]).toEqual([status, expect.stringContaining(precondition)])
    }
    expect((await anna.dav('PUT', `${anna.home}x.ics`, 'x'.repeat(1_100_000))).status).toBe(413)
    expect((await anna.dav('PUT', `${anna.home}a.ics`, simple('same'))).status).toBe(201)
    const twin = await anna.dav('PUT', `${anna.home}b.ics`, simple('same'))
    expect([twin.status, twin.text]).toEqual([409, expect.stringContaining(`${anna.home}a.ics`)])
    expect((await anna.dav('MKCALENDAR', `${anna.home.replace('default', 'other')}`)).status).toBe(403)
    expect((await anna.dav('POST', anna.home)).status).toBe(405)
    expect((await anna.dav('PROPFIND', anna.home, '<broken')).status).toBe(400)
    expect((await anna.dav('PROPFIND', anna.home, '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')).status).toBe(400)
    const bob = await aProgram()
    for (const [method, path] of [
      ['PROPFIND', anna.home],
      ['GET', `${anna.home}a.ics`],
      ['DELETE', `${anna.home}a.ics`],
      ['PUT', `${anna.home}c.ics`],
    ] as const)
      expect({
        method,
        status: (await bob.dav(method, path, method === 'PUT' ? simple('c') : undefined)).status,
      }).toEqual({ method, status: 404 })
    await anna.dav('DELETE', `${anna.home}a.ics`)
  })

  test('has the tasks beside the calendar: seen, ticked off, renamed and put off there, neither made nor removed', async () => {
    const bob = await aProgram()
    await bob.person.put('/v1/settings', { timezone: 'Europe/Moscow', prefs: { language: 'ru' } })
    await chat(bob.person, 'создай задачу подготовить смету к пятнице')
    const tasks = bob.home.replace('default', 'tasks')
    const list = async () => (await bob.dav('PROPFIND', tasks, props('d:getetag'), { depth: '1' })).text
    const [folder, path, ...others] = hrefs(await list())
    expect([folder, others]).toEqual([tasks, []])
    const about = await bob.dav('PROPFIND', tasks, props('c:supported-calendar-component-set', 'cs:getctag'), {
      depth: '0',
    })
    expect(about.text).toContain('<C:comp name="VTODO"/>')
    const before = await bob.dav('GET', path!)
    expect(before.text).toMatch(
      /BEGIN:VTODO\r\n[\s\S]*SUMMARY:Подготовить смету\r\nDUE:\d{8}T205900Z\r\nSTATUS:NEEDS-ACTION/,
    )
    const etag = before.headers.get('etag')!
    const query = `<c:calendar-query xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:d="DAV:"><d:prop><d:getetag/><c:calendar-data/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VTODO"/></c:comp-filter></c:filter></c:calendar-query>`
    const found = await bob.dav('REPORT', tasks, query, { depth: '1' })
    expect(hrefs(found.text)).toEqual([path])
    expect(found.text).toContain('Подготовить смету')

    const changed = before.text
      .replace('SUMMARY:Подготовить смету', 'SUMMARY:Смета\\, новая')
      .replace(/DUE:.*/, 'DUE;TZID=Europe/Berlin:20270305T100000')
      .replace('STATUS:NEEDS-ACTION', 'STATUS:COMPLETED\r\nPERCENT-COMPLETE:100')
    expect((await bob.dav('PUT', path!, changed, { 'if-match': '"older"' })).status).toBe(412)
    const put = await bob.dav('PUT', path!, changed, { 'if-match': etag })
    expect(put.status).toBe(204)
    const [task] = (await bob.person.get('/v1/tasks?status=all')).body.items
    expect(task).toMatchObject({ title: 'Смета, новая', status: 'done', due_at: '2027-03-05T12:00:00+03:00' })
    expect((await bob.dav('GET', path!)).headers.get('etag')).toBe(put.headers.get('etag'))
    const reopened = changed.replace('STATUS:COMPLETED', 'STATUS:NEEDS-ACTION').replace(/DUE.*\r\n/, '')
    expect((await bob.dav('PUT', path!, reopened)).status).toBe(204)
    const [open] = (await bob.person.get('/v1/tasks')).body.items
    expect(open).toMatchObject({ status: 'open', due_at: null, done_at: null })

    const made = await bob.dav('PUT', `${tasks}${crypto.randomUUID()}.ics`, changed)
    expect([made.status, made.text]).toEqual([403, expect.stringContaining('need-privileges')])
    expect((await bob.dav('PUT', path!, simple('event'))).status).toBe(403)
    expect((await bob.dav('DELETE', path!)).status).toBe(403)
    expect((await anna.dav('GET', path!)).status).toBe(404)
  })

  test('answers queries by time, by address and since the last visit', async () => {
    const bob = await aProgram()
    for (const day of ['01', '05', '09'])
      await bob.dav('PUT', `${bob.home}${day}.ics`, simple(`d${day}`, `202703${day}`))
    await bob.dav(
      'PUT',
      `${bob.home}weekly.ics`,
      ics('weekly', 'DTSTART:20200106T100000Z', 'DTEND:20200106T110000Z', 'RRULE:FREQ=WEEKLY'),
    )
    const query = (range: string, component = 'VEVENT') =>
      `<c:calendar-query xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:d="DAV:"><d:prop><d:getetag/><c:calendar-data/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="${component}">${range}</c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`
    const names = (reply: Reply) =>
      hrefs(reply.text)
        .map(path => path.replace(bob.home, ''))
        .sort()
    const report = (body: string) => bob.dav('REPORT', bob.home, body, { depth: '1' })
    expect(names(await report(query('')))).toEqual(['01.ics', '05.ics', '09.ics', 'weekly.ics'])
    const within = await report(query('<c:time-range start="20270305T000000Z" end="20270308T000000Z"/>'))
    expect(names(within)).toEqual(['05.ics'])
    expect(within.text).toContain('X-KEPT:as it is')
    const monday = await report(query('<c:time-range start="20270308T100000Z" end="20270308T103000Z"/>'))
    expect(names(monday)).toEqual(['weekly.ics'])
    expect(names(await report(query('', 'VTODO')))).toEqual([])
    const byUid = '<c:prop-filter name="UID"><c:text-match collation="i;octet">d09</c:text-match></c:prop-filter>'
    expect(names(await report(query(byUid)))).toEqual(['09.ics'])
    const multiget = await report(
      `<c:calendar-multiget xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:d="DAV:"><d:prop><d:getetag/><c:calendar-data/></d:prop><d:href>${bob.home}01.ics</d:href><d:href>${baseUrl()}${bob.home}05.ics</d:href><d:href>${bob.home}none.ics</d:href></c:calendar-multiget>`,
    )
    expect(names(multiget)).toEqual(['01.ics', '05.ics', 'none.ics'])
    expect(statusesOf(multiget.text)).toEqual([200, 200, 404])

    const sync = (token: string) =>
      report(
        `<d:sync-collection xmlns:d="DAV:"><d:sync-token>${token}</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop></d:sync-collection>`,
      )
    const tokenIn = (reply: Reply) => /<D:sync-token>([^<]+)</.exec(reply.text)![1]!
    const first = await sync('')
    expect(names(first).length).toBe(4)
    expect(names(await sync(tokenIn(first)))).toEqual([])
    await bob.dav('DELETE', `${bob.home}01.ics`)
    await bob.person.post('/v1/calendar/events', { title: 'new', starts_at: '2027-01-01T10:00:00Z' })
    const second = await sync(tokenIn(first))
    expect(names(second)).toEqual([expect.stringMatching(/^[0-9a-f-]{36}\.ics$/), '01.ics'].sort())
    expect(statusesOf(second.text).sort()).toEqual([200, 404])
    expect(names(await sync(tokenIn(second)))).toEqual([])
    for (const wrong of ['nonsense', 'urn:dossier:calendar:99999']) {
      const refused = await sync(wrong)
      expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('valid-sync-token')])
    }
  })
})

const hasVdirsyncer = spawnSync('vdirsyncer', ['--version']).status === 0

describe.skipIf(!hasVdirsyncer)('vdirsyncer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-vdirsyncer-'))
  const local = join(folder, 'local', 'default')
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function run(...args: string[]): Promise<string> {
    return new Promise((yes, no) => {
      const child = spawn('vdirsyncer', ['-c', join(folder, 'config'), ...args], {
        env: { ...process.env, HOME: folder },
      })
      let said = ''
      const onData = (chunk: Buffer) => {
        said += chunk
      }
      child.stdout.on('data', onData)
      child.stderr.on('data', onData)
      child.stdin.end('y\ny\ny\n')
      child.once('exit', code =>
        code === 0 ? yes(said) : no(new Error(`vdirsyncer ${args} ended with ${code}:\n${said}`)),
      )
    })
  }

  const files = () => readdirSync(local).filter(name => name.endsWith('.ics'))
  const titles = () =>
    files()
      .map(name => /^SUMMARY:(.*)$/m.exec(readFileSync(join(local, name), 'utf8'))![1]!.trim())
      .sort()

  test('synchronises events both ways', async () => {
    const { person, secret } = await aProgram()
    mkdirSync(local, { recursive: true })
    writeFileSync(
      join(folder, 'config'),
      `[general]
status_path = "${join(folder, 'status')}"
[pair both]
a = "local"
b = "remote"
collections = ["default"]
conflict_resolution = "b wins"
[storage local]
type = "filesystem"
path = "${join(folder, 'local')}"
fileext = ".ics"
[storage remote]
type = "caldav"
url = "${baseUrl()}/"
username = "${person.email}"
password = "${secret}"
`,
    )
    const each = sampled(20, 100)
    for (let n = 0; n < each; n++) {
      const rule = n % 5 === 0 ? ['RRULE:FREQ=WEEKLY;COUNT=10'] : []
      const start =
        n % 7 === 0 ? ['DTSTART;VALUE=DATE:20270110'] : ['DTSTART;TZID=Europe/Berlin:20270110T100000', 'DURATION:PT1H']
      writeFileSync(join(local, `local-${n}.ics`), ics(`local-${n}`, ...start, ...rule, `SUMMARY:Местное ${n}`))
    }
    const kinds = [{}, { rrule: 'FREQ=DAILY;COUNT=5', reminders: [10] }, { all_day: true }, { tz: 'America/New_York' }]
    await Promise.all(
      [...Array(each).keys()].map(n =>
        person.post('/v1/calendar/events', {
          title: `Remote ${n}`,
          starts_at: '2027-02-01T09:00:00',
          tz: 'Europe/Moscow',
          ...kinds[n % 4],
        }),
      ),
    )
    const events = async (): Promise<Json[]> => (await person.get('/v1/calendar/events?limit=1000')).body.items
    await run('discover', 'both')
    await run('sync', 'both')
    const all = (await events()).map(event => event.title).sort()
    expect(all.length).toBe(2 * each)
    expect(titles()).toEqual(all)
    expect((await events()).map(event => event.number).sort((a, b) => a - b)).toEqual(
      [...Array(2 * each).keys()].map(n => n + 1),
    )

    // Nothing has changed: nothing goes either way.
    expect(await run('sync', 'both')).not.toMatch(/Copying|Deleting/)

    const named = async (title: string) => (await events()).find(event => event.title === title)!
    await person.patch(`/v1/calendar/events/${(await named('Remote 1')).id}`, { title: 'Remote changed' })
    const series = await named('Remote 5')
    await person.patch(`/v1/calendar/events/${series.id}?occurrence_at=2027-02-02T06:00:00Z`, {
      title: 'One moved',
      starts_at: '2027-02-02T20:00:00',
    })
    await person.delete(`/v1/calendar/events/${(await named('Remote 2')).id}`)
    await person.delete(`/v1/calendar/events/${(await named('Местное 3')).id}`)
    writeFileSync(join(local, 'local-1.ics'), ics('local-1', 'DTSTART:20270111T100000Z', 'SUMMARY:Local changed'))
    rmSync(join(local, 'local-2.ics'))
    await run('sync', 'both')
    const after = (await events()).map(event => event.title).sort()
    expect(after.length).toBe(2 * each - 3)
    expect(titles()).toEqual(after)
    expect(after).toEqual(expect.arrayContaining(['Remote changed', 'Local changed']))
    const text = files().map(name => readFileSync(join(local, name), 'utf8'))
    expect(text.find(one => one.includes('One moved'))).toContain('RECURRENCE-ID;TZID=Europe/Moscow:20270202T090000')
  })
})
