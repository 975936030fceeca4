/** @module-tag long */

import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, call, until } from '../support/client.ts'
import { closeBrowser, hasBrowser, look, open } from './browser.ts'

/** Where people live is learned from their browser, once, and then holds everywhere. */

const base = baseUrl()
const eyes = { language: 'ru', zone: 'Europe/Moscow' } as const
afterAll(closeBrowser)

describe.skipIf(!hasBrowser)('the time zone of the browser', () => {
  test('is stored with a registration on the page', async () => {
    const visitor = await open(base, '/', eyes)
    const { page } = visitor
    const email = `zone-${Date.now()}@example.org`
    await page.getByRole('button', { name: 'Создать' }).click()
    await page.getByLabel('Почта').fill(email)
    await page.getByLabel('Пароль', { exact: true }).fill('correct horse battery')
    const [request] = await Promise.all([
      page.waitForRequest('**/v1/auth/register'),
      page.getByRole('button', { name: 'Создать' }).click(),
    ])
    expect(request.postDataJSON()).toMatchObject({ email, timezone: 'Europe/Moscow' })
    const login = { body: { email, password: 'correct horse battery' } }
    const token = await until(
      async () => (await call('POST', '/v1/auth/login', login, base)).body?.token,
      'the account',
    )
    const settings = await call('GET', '/v1/settings', { headers: { authorization: `Bearer ${token}` } }, base)
    expect(settings.body.timezone).toBe('Europe/Moscow')
    await visitor.context.close()
  })

  test('is stored at the first sign-in that finds none, and never over one that was chosen', async () => {
    const [anna, bob] = [await aPerson(base), await aPerson(base)]
    await bob.put('/v1/settings', { timezone: 'Asia/Tokyo' })
    const zoneOf = async (person: typeof anna) => (await person.get('/v1/settings')).body.timezone
    for (const [person, zone] of [
      [anna, 'Europe/Moscow'],
      [bob, 'Asia/Tokyo'],
    ] as const) {
      const visitor = await open(base, '/', eyes)
      const { page } = visitor
      await page.getByLabel('Почта').fill(person.email)
      await page.getByLabel('Пароль', { exact: true }).fill(person.password)
      await page.getByRole('button', { name: 'Войти' }).click()
      await page.getByRole('heading', { name: 'Вход' }).waitFor({ state: 'detached' })
      await until(async () => (await zoneOf(person)) === zone, 'the zone')
      await visitor.context.close()
    }
  })

  test('is stored for those who were signed in already', async () => {
    const anna = await aPerson(base)
    const visitor = await open(base, '/', eyes, anna)
    await until(async () => (await anna.get('/v1/settings')).body.timezone === 'Europe/Moscow', 'the zone')
    await visitor.context.close()
  })
  test('is asked about when it is not the stored one, once', async () => {
    const bob = await aPerson(base)
    await bob.put('/v1/settings', { timezone: 'Asia/Tokyo', ui: { tour: 'left' } })
    const visitor = await open(base, '/', { zone: 'Europe/Paris' }, bob)
    const { page } = visitor
    await page.getByText('Your calendar and reminders use Japan').waitFor()
    await look(visitor, 'zone-asked')
    await page.getByRole('button', { name: 'Keep as it is' }).click()
    await page.reload()
    await page.getByText('Drop your files here').waitFor()
    expect(await page.getByText('Your calendar and reminders use').count()).toBe(0)
    expect((await bob.get('/v1/settings')).body.timezone).toBe('Asia/Tokyo')
    const other = await open(base, '/', { zone: 'Europe/Paris', language: 'ru' }, bob)
    await other.page.getByRole('button', { name: 'Переключить' }).click()
    await until(async () => (await bob.get('/v1/settings')).body.timezone === 'Europe/Paris', 'the zone')
    await other.context.close()
    // A session that ends behind one's back says so.
    const { items } = (await bob.get('/v1/auth/sessions')).body
    expect(items.length).toBeGreaterThan(0)
    await bob.post('/v1/auth/logout')
    await page.getByText('Your session has ended').waitFor()
    await look(visitor, 'session-ended')
    await visitor.context.close()
  })
})
