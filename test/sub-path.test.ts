import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { aPerson, call, type Person } from './support/client.ts'
import { type Below, hasNginx, startBelowPath } from './support/nginx.ts'

/** The service below a path of its host: every address that an answer names leads there. */

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

describe.skipIf(!hasNginx)('below /cloud', () => {
  let below: Below
  let anna: Person
  let basic: string
  beforeAll(async () => {
    below = await startBelowPath()
    anna = await aPerson(below.url)
    const { body } = await anna.post('/v1/tokens', { name: 'programs' })
    basic = `Basic ${Buffer.from(`${anna.email}:${body.token}`).toString('base64')}`
  })
  afterAll(() => below?.stop())

  const dav = (method: string, path: string, headers: Record<string, string> = {}, raw?: string) =>
    call(method, path, { headers: { authorization: basic, ...headers }, raw }, below.url)

  test('the page names its files below it, at every depth, packed or not', async () => {
    for (const base of [below.url, below.strippedUrl])
      for (const path of ['/', '/objects/0198c0de-0000-7000-8000-000000000000/edit', '/share/abc']) {
        const { status, text, headers } = await call('GET', path, {}, base)
        expect(status).toBe(200)
        expect(text).toContain('data-base="/cloud"')
        const named = [...text.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, address]) => address!)
        expect(named.length).toBeGreaterThan(5)
        for (const address of named) {
          expect(address).toMatch(/^\/cloud\//)
          expect((await fetch(new URL(address, base))).status).toBe(200)
        }
        expect(headers.get('content-security-policy')).toContain("default-src 'self'")
      }
    const manifest = (await (await fetch(`${below.url}/manifest.webmanifest`)).json()) as { start_url: string }
    expect(new URL(manifest.start_url, `${below.url}/manifest.webmanifest`).href).toBe(`${below.url}/`)
    const described = (await (await fetch(`${below.url}/openapi.json`)).json()) as { servers: object[] }
    expect(described.servers).toEqual([{ url: '/cloud' }])
    const docs = await (await fetch(`${below.url}/docs`)).text()
    for (const [, address] of docs.matchAll(/ (?:href|src)="([^"]+)"/g))
      expect((await fetch(new URL(address!, `${below.url}/docs`))).status).toBe(200)
  })

  test('without the path there is nothing of it on the host, and a path like it is another', async () => {
    expect((await fetch(`${below.host}/v1/auth/methods`)).status).toBe(404)
    expect((await fetch(`${below.host}/cloudy/`)).status).toBe(404)
    const bare = await fetch(`${below.host}/cloud`, { redirect: 'manual' })
    expect([bare.status, new URL(bare.headers.get('location')!, below.host).pathname]).toEqual([301, '/cloud/'])
  })

  test('cookies are for the path alone, and work', async () => {
    const { email, password } = anna
    const login = await call(
      'POST',
      '/v1/auth/login',
      { body: { email, password }, headers: { origin: below.host } },
      below.url,
    )
    const [cookie] = login.headers.getSetCookie()
    expect(cookie).toContain('; Path=/cloud/; HttpOnly; SameSite=Strict')
    const headers = { cookie: cookie!.split(';')[0]!, origin: below.host }
    expect((await call('GET', '/v1/auth/me', { headers }, below.url)).body.email).toBe(email)
    const page = await call('GET', '/', { headers }, below.url)
    expect(page.headers.get('link')).toMatch(
      /^<\/cloud\/v1\/auth\/state>; rel=preload.*<\/cloud\/v1\/objects\?limit=60>/,
    )
    const logout = await call('POST', '/v1/auth/logout', { headers }, below.url)
    expect(logout.status).toBe(200)
    for (const one of logout.headers.getSetCookie()) expect(one).toContain('; Path=/cloud/; ')
  })

  test('links, uploads, feeds and invitations lead below it', async () => {
    const file = await anna.upload('shared.txt', 'seen by a guest')
    const { body: link } = await anna.post(`/v1/objects/${file.id}/shares`, { password: 'open sesame' })
    expect(link.url).toBe(`${below.url}/share/${link.token}`)
    const opened = await call(
      'POST',
      `/v1/share/${link.token}/unlock`,
      { body: { password: 'open sesame' } },
      below.url,
    )
    expect(opened.headers.getSetCookie()[0]).toContain(`; Path=/cloud/v1/share/${link.token};`)

    const begun = await anna.call('POST', '/v1/uploads', {
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '5',
        'upload-metadata': `filename ${btoa('five.txt')}`,
      },
    })
    const location = begun.headers.get('location')!
    expect(location).toMatch(new RegExp(`^${below.url}/v1/uploads/`))
    const sent = await fetch(location, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${anna.token}`,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: 'bytes',
    })
    expect(sent.status).toBe(204)

    const { body: feed } = await anna.post('/v1/calendar/feed')
    expect(feed.url.startsWith(`${below.url}/v1/calendar/feed.ics?token=`)).toBe(true)
    expect((await fetch(feed.url)).status).toBe(200)
    const users = await anna.get('/v1/admin/users')
    const reset = await anna.post(`/v1/admin/users/${users.body.items[0]!.id}/password-reset`)
    expect(reset.body.reset_url).toMatch(new RegExp(`^${below.url}/sign-in#reset=`))
  })

  test('WebDAV and CalDAV name addresses that can be asked for, and take them back', async () => {
    const hrefs = (text: string) => [...text.matchAll(/<D:href>([^<]*)<\/D:href>/g)].map(([, address]) => address!)
    await dav('PUT', '/dav/files/one.txt', {}, 'one')
    const listed = await dav('PROPFIND', '/dav/files/', { depth: '1' })
    expect(hrefs(listed.text)).toContain('/cloud/dav/files/one.txt')
    for (const address of hrefs(listed.text)) {
      expect(address).toMatch(/^\/cloud\/dav\/files\//)
      const asked = await call('PROPFIND', address, { headers: { authorization: basic, depth: '0' } }, below.host)
      expect(asked.status).toBe(207)
    }
    const moved = await dav('MOVE', '/dav/files/one.txt', { destination: `${below.url}/dav/files/two.txt` })
    expect(moved.status).toBe(201)
    expect((await dav('GET', '/dav/files/two.txt')).text).toBe('one')
    const synced = await dav('PROPFIND', `/remote.php/dav/files/${anna.id}/`, { depth: '1' })
    expect(hrefs(synced.text)).toContain(`/cloud/remote.php/dav/files/${anna.id}/two.txt`)

    const known = await call('GET', '/.well-known/caldav', {}, below.host)
    expect(new URL(known.headers.get('location')!, below.host).pathname).toBe('/cloud/dav/')
    const root = await dav('PROPFIND', '/dav/', { depth: '0' }, CURRENT)
    const [, principal] = hrefs(root.text)
    expect(principal).toBe(`/cloud/dav/principals/${anna.id}/`)
    const event = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:test',
      'BEGIN:VEVENT',
      'UID:a@b',
      'DTSTAMP:20261101T080000Z',
    ]
    const put = await dav(
      'PUT',
      `/dav/calendars/${anna.id}/default/a.ics`,
      {},
      [
        ...event,
        'DTSTART:20261120T080000Z',
        'DTEND:20261120T090000Z',
        'SUMMARY:Sea',
        'END:VEVENT',
        'END:VCALENDAR',
      ].join('\r\n'),
    )
    expect(put.status).toBe(201)
    const address = `/cloud/dav/calendars/${anna.id}/default/a.ics`
    const gone = `/cloud/dav/calendars/${anna.id}/default/gone.ics`
    const report = await dav('REPORT', `/dav/calendars/${anna.id}/default/`, { depth: '1' }, multiget([address, gone]))
    expect(hrefs(report.text)).toEqual([address, gone])
    expect(report.text).toContain('SUMMARY:Sea')
    expect(report.text).toContain('404 Not Found')
  })

  test('a proxy that takes the path away carries files too, and the path twice is another', async () => {
    const stripped = (method: string, path: string, headers: Record<string, string> = {}, raw?: string) =>
      call(method, path, { headers: { authorization: basic, ...headers }, raw }, below.strippedUrl)
    expect((await stripped('PUT', '/dav/files/a%20b.txt', {}, 'carried')).status).toBe(201)
    const listed = await stripped('PROPFIND', '/dav/files/', { depth: '1' })
    expect(listed.text).toContain('<D:href>/cloud/dav/files/a%20b.txt</D:href>')
    const destination = '/cloud/dav/files/c%20d.txt'
    expect((await stripped('MOVE', '/dav/files/a%20b.txt', { destination })).status).toBe(201)
    expect((await stripped('GET', '/dav/files/c%20d.txt')).text).toBe('carried')
    const begun = await stripped('POST', '/v1/uploads', {
      authorization: `Bearer ${anna.token}`,
      'tus-resumable': '1.0.0',
      'upload-length': '5',
      'upload-metadata': `filename ${btoa('six.txt')}`,
    })
    const { pathname } = new URL(begun.headers.get('location')!)
    const sent = await fetch(new URL(pathname, below.strippedUrl), {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${anna.token}`,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: 'bytes',
    })
    expect(sent.status).toBe(204)
    // By the recipe it leads nowhere; a proxy that takes the path away has to mind it, as the documentation says.
    expect((await call('GET', '/cloud/metrics', {}, below.url)).text).not.toContain('dossier_')
    expect((await call('GET', '/cloud/v1/auth/methods', {}, below.url)).status).toBe(404)
  })

  test('programs find OAuth from a refusal, and from the top of the host', async () => {
    const refused = await call('POST', '/mcp', { body: {} }, below.url)
    const [, document] = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate')!) ?? []
    expect(document).toBe(`${below.url}/.well-known/oauth-protected-resource/mcp`)
    const resource = (await (await fetch(document!)).json()) as { resource: string; authorization_servers: string[] }
    expect(resource).toMatchObject({ resource: `${below.url}/mcp`, authorization_servers: [below.url] })
    const atTop = await fetch(`${below.host}/.well-known/oauth-protected-resource/cloud/mcp`)
    expect(await atTop.json()).toEqual(resource)
    const issuer = (await (await fetch(`${below.host}/.well-known/oauth-authorization-server/cloud`)).json()) as object
    expect(issuer).toMatchObject({ issuer: below.url, token_endpoint: `${below.url}/oauth/token` })
    expect(await (await fetch(`${below.url}/.well-known/oauth-authorization-server`)).json()).toEqual(issuer)
  })
})

const CURRENT =
  '<?xml version="1.0"?><d:propfind xmlns:d="DAV:"><d:prop><d:current-user-principal/></d:prop></d:propfind>'

const multiget = (addresses: string[]) =>
  `<?xml version="1.0"?><c:calendar-multiget xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><c:calendar-data/></d:prop>${addresses
    .map(address => `<d:href>${address}</d:href>`)
    .join('')}</c:calendar-multiget>`
