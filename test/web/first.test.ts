import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPerson, Person } from '../support/client.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { whole } from '../support/whole.ts'
import { closeBrowser, type Eyes, hasBrowser, open, picture } from './browser.ts'
import { pdf } from './files.ts'

/** The first screen, which is drawn while the app is still on its way. */

const APP = '**/assets/shell-*.js'

describe.skipIf(!hasBrowser)('the first screen', () => {
  let server: RunningServer
  let anna: Person
  let lease = ''
  beforeAll(async () => {
    server = await startServer()
    anna = await aPerson(server.url)
    lease = (await anna.upload('Lease of the shop.txt', 'The lease of the shop ends in May.')).id
    for (const name of ['Minutes of May.txt', 'Смета.txt']) await anna.upload(name)
    await anna.read(lease)
  })
  afterAll(async () => {
    await closeBrowser()
    await server.stop()
  })

  const phone = { width: 390, height: 844, touch: true } as const

  /** The first screen with the app held back, then the app. */
  async function watched(path: string, eyes: Eyes, name: string, text: string) {
    const visitor = await open(server.url, '/icon.svg', eyes, anna)
    const { page, context } = visitor
    let letIn = () => {}
    const held = new Promise<void>(done => {
      letIn = done
    })
    await context.route(APP, async route => {
      await held
      await route.continue()
    })
    const asked: string[] = []
    page.on('request', request => asked.push(request.url().slice(server.url.length)))
    await page.goto(server.url + path, { waitUntil: 'commit' })
    const words = page.getByText(text).first()
    await page.locator('[inert]').getByText(text).first().waitFor()
    await picture(visitor, `first-screen-${name}`)
    const before = await words.boundingBox()
    letIn()
    await page.locator('[inert]').waitFor({ state: 'detached' })
    await words.waitFor()
    await picture(visitor, `first-screen-${name}-app`)
    const after = await words.boundingBox()
    return { visitor, asked, moved: Math.max(Math.abs(after!.x - before!.x), Math.abs(after!.y - before!.y)) }
  }

  const looks = [
    ['phone-dark', { ...phone, dark: true, language: 'ru' }],
    ['desktop', {}],
    ['phone', { ...phone }],
    ['desktop-dark', { dark: true }],
  ] as const
  test.each(looks.filter((_, n) => whole || n < 2))(
    'shows the files before the app has come, and gives way to it: %s',
    async (name, eyes) => {
      const { visitor, asked, moved } = await watched('/', eyes, name, 'Lease of the shop.txt')
      await visitor.page.getByRole('row', { name: 'Lease of the shop.txt' }).waitFor()
      await visitor.page.getByText(name === 'phone-dark' ? '3 файла' : '3 files').waitFor()
      // Nothing jumps: what was read stands where it stood.
      expect(moved).toBeLessThanOrEqual(1)
      // What was asked for ahead is not asked for again.
      for (const path of ['/v1/auth/state', '/v1/objects?limit=60'])
        expect({ path, times: asked.filter(each => each === path).length }).toEqual({ path, times: 1 })
      await visitor.context.close()
    },
  )

  test('so do a search, a text and the beginning of a conversation', { tags: ['long'] }, async () => {
    const found = await watched('/search?q=lease', phone, 'search-phone', 'Lease of the shop.txt')
    const search = '/v1/search?q=lease&limit=20&offset=0'
    expect(found.asked.filter(each => each === search).length).toBe(1)
    await found.visitor.context.close()
    const file = await watched(`/objects/${lease}`, phone, 'file-phone', 'The lease of the shop ends in May.')
    expect(file.moved).toBeLessThanOrEqual(1)
    expect(file.asked.filter(each => each === `/v1/objects/${lease}`).length).toBe(1)
    await file.visitor.context.close()
    const chat = await watched('/ask', phone, 'chat-phone', 'Every answer cites the exact passages')
    expect(chat.moved).toBeLessThanOrEqual(1)
    await chat.visitor.context.close()
  })

  test('a PDF shows its first page before the app has come, and it stays where it is', { tags: ['long'] }, async () => {
    const { id } = await anna.upload('Plan.pdf', pdf(['The plan of the house', 'Its second page']))
    await anna.read(id)
    const visitor = await open(server.url, '/icon.svg', phone, anna)
    const { page, context } = visitor
    let letIn = () => {}
    const held = new Promise<void>(done => {
      letIn = done
    })
    for (const script of [APP, '**/assets/pdf-*.js'])
      await context.route(script, async route => {
        await held
        await route.continue()
      })
    await page.goto(`${server.url}/objects/${id}`, { waitUntil: 'commit' })
    const early = page.locator('[inert] img[src*="/preview?size=1024"]')
    await early.waitFor()
    const before = await early.locator('..').boundingBox()
    await picture(visitor, 'first-screen-pdf')
    letIn()
    await page.getByText('The plan of the house').waitFor()
    const after = await page.locator('[data-page="1"]').boundingBox()
    for (const side of ['x', 'y', 'width', 'height'] as const)
      expect({ side, off: Math.abs(after![side] - before![side]) <= 3 }).toEqual({ side, off: true })
    await context.close()
  })

  test('the page names what will be asked for only to those who are signed in, and never while the hidden zone may be open', async () => {
    const linkFor = async (path: string, cookie: string) =>
      (await fetch(server.url + path, { headers: { cookie } })).headers.get('link')
    const session = `dossier_session=${anna.token}`
    expect(await linkFor('/', session)).toMatch(/<\/v1\/auth\/state>.*<\/v1\/objects\?limit=60>/)
    expect(await linkFor('/search', session)).not.toContain('/v1/objects')
    expect(await linkFor(`/objects/${lease}`, session)).toContain(`</v1/objects/${lease}>`)
    expect(await linkFor('/', '')).toBeNull()
    expect(await linkFor('/', `${session}; dossier_hidden=x`)).toBeNull()
  })

  test('nobody signed in, no service, nobody’s session: the app says so itself', { tags: ['long'] }, async () => {
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
