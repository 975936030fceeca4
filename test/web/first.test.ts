import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPerson, Person } from '../support/client.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { closeBrowser, hasBrowser, open, picture } from './browser.ts'

/** The first screen, which is drawn while the app is still on its way. */

const APP = '**/assets/shell-*.js'

describe.skipIf(!hasBrowser)('the first screen', () => {
  let server: RunningServer
  let anna: Person
  beforeAll(async () => {
    server = await startServer()
    anna = await aPerson(server.url)
    for (const name of ['Lease of the shop.txt', 'Minutes of May.txt', 'Смета.txt']) await anna.upload(name)
  })
  afterAll(async () => {
    await closeBrowser()
    await server.stop()
  })

  const phone = { width: 390, height: 844, touch: true } as const

  test.each([
    ['phone', { ...phone }],
    ['phone-dark', { ...phone, dark: true, language: 'ru' }],
    ['desktop', {}],
    ['desktop-dark', { dark: true }],
  ] as const)('shows the files before the app has come, and gives way to it: %s', async (name, eyes) => {
    const visitor = await open(server.url, '/icon.svg', eyes, anna)
    const { page, context } = visitor
    let let_in = () => {}
    const held = new Promise<void>(done => {
      let_in = done
    })
    await context.route(APP, async route => {
      await held
      await route.continue()
    })
    const asked: string[] = []
    page.on('request', request => asked.push(request.url().slice(server.url.length)))
    await page.goto(server.url, { waitUntil: 'commit' })
    await page.getByText('Lease of the shop.txt').waitFor()
    await page.getByText(name === 'phone-dark' ? '3 файла' : '3 files').waitFor()
    expect(await page.locator('[inert] >> text=Lease of the shop.txt').count()).toBe(1)
    await picture(visitor, `first-screen-${name}`)
    const before = await page.getByText('Lease of the shop.txt').boundingBox()
    let_in()
    await page.getByRole('row', { name: 'Lease of the shop.txt' }).waitFor()
    expect(await page.locator('[inert]').count()).toBe(0)
    await picture(visitor, `first-screen-${name}-app`)
    // Nothing jumps: what was read stands where it stood.
    const after = await page.getByText('Lease of the shop.txt').boundingBox()
    expect(Math.abs(after!.x - before!.x)).toBeLessThanOrEqual(1)
    expect(Math.abs(after!.y - before!.y)).toBeLessThanOrEqual(1)
    // What was asked for ahead is not asked for again.
    for (const path of ['/v1/auth/state', '/v1/objects?limit=60'])
      expect({ path, times: asked.filter(each => each === path).length }).toEqual({ path, times: 1 })
    await context.close()
  })

  test('the page names what will be asked for only to those who are signed in, and never while the hidden zone may be open', async () => {
    const linkFor = async (path: string, cookie: string) =>
      (await fetch(server.url + path, { headers: { cookie } })).headers.get('link')
    const session = `dossier_session=${anna.token}`
    expect(await linkFor('/', session)).toMatch(/<\/v1\/auth\/state>.*<\/v1\/objects\?limit=60>/)
    expect(await linkFor('/search', session)).not.toContain('/v1/objects')
    expect(await linkFor('/', '')).toBeNull()
    expect(await linkFor('/', `${session}; dossier_hidden=x`)).toBeNull()
  })

  test('nobody signed in, no service, nobody’s session: the app says so itself', async () => {
    const stranger = await open(server.url, '/')
    await stranger.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await picture(stranger, 'first-screen-stranger')
    await stranger.context.close()
    const expired = await open(server.url, '/', {}, new Person(anna.email, '', 'dos_gone', anna.id))
    await expired.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await expired.context.close()
  })

  test('a zone that was left open is locked before anything is asked for', async () => {
    const { page, context } = await open(server.url, '/icon.svg', {}, anna)
    await page.evaluate(() => localStorage.setItem('dossier.hidden-open', 'true'))
    const asked: string[] = []
    await context.addCookies([{ name: 'dossier_hidden', value: 'x', url: server.url, httpOnly: true }])
    page.on('request', request => asked.push(request.url().slice(server.url.length)))
    await page.goto(server.url)
    await page.getByRole('row', { name: 'Lease of the shop.txt' }).waitFor()
    const [lock, files] = [asked.indexOf('/v1/hidden-pin/lock'), asked.indexOf('/v1/objects?limit=60')]
    expect(lock).toBeGreaterThanOrEqual(0)
    expect(files).toBeGreaterThan(lock)
    await context.close()
  })
})
