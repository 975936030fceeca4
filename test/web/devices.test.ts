import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, call } from '../support/client.ts'
import { closeBrowser, fits, hasBrowser, look, open } from './browser.ts'

const base = baseUrl()
afterAll(closeBrowser)

describe.skipIf(!hasBrowser)('a device', () => {
  test('is connected by what the page shows, seen in the list, and disconnected', async () => {
    const person = await aPerson(base)
    await person.upload('letter.txt', 'Dear Anna')
    const visitor = await open(
      base,
      '/settings/devices',
      { language: 'ru', width: 390, height: 844, touch: true },
      person,
    )
    const { page } = visitor
    await page.getByText('Пока нет устройств').waitFor()
    await page.getByLabel('Устройство').fill('Ноутбук')
    await page.getByRole('button', { name: 'Подключить', exact: true }).click()
    const [address, user, password] = await Promise.all(
      ['Адрес папки', 'Имя пользователя', 'Пароль'].map(label => page.getByLabel(label, { exact: true }).inputValue()),
    )
    await page.getByRole('img', { name: /QR/ }).waitFor()
    await fits(page)
    await look(visitor, 'devices-ru')
    const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
    const list = () => call('PROPFIND', new URL(address!).pathname, { headers: { authorization, depth: '1' } }, base)
    const { status, text } = await list()
    expect(status).toBe(207)
    expect(text).toContain('letter.txt')
    await page.reload()
    await page.getByText('последняя связь').waitFor()
    await page.getByRole('button', { name: 'Отключить' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Отключить' }).click()
    await page.getByText('Пока нет устройств').waitFor()
    expect((await list()).status).toBe(401)
    await visitor.context.close()
  })

  test('shows what it did, and all since a moment is undone', { tags: ['long'] }, async () => {
    const person = await aPerson(base)
    const { body } = await person.post('/v1/tokens', { name: 'Laptop', scopes: ['files'] })
    const authorization = `Basic ${Buffer.from(`${person.email}:${body.token}`).toString('base64')}`
    const dav = (method: string, path: string, raw?: string, headers = {}) =>
      call(method, `/dav/files/${path}`, { raw, headers: { authorization, ...headers } }, base)
    await dav('MKCOL', 'Work')
    await dav('PUT', 'Work/plan.txt', 'first plan')
    await dav('PUT', 'letter.txt', 'Dear Anna')
    await dav('PUT', 'Work/plan.txt', 'second plan')
    await dav('MOVE', 'letter.txt', undefined, { destination: '/dav/files/Work/letter.txt' })
    await dav('DELETE', 'Work')
    const visitor = await open(base, '/settings/devices', {}, person)
    const { page } = visitor
    await page.getByRole('button', { name: 'Device log: Laptop' }).click()
    await page.getByText('Deleted Work').waitFor()
    await page.getByText('Moved letter.txt from All files to Work').waitFor()
    await look(visitor, 'device-diary')
    const line = page.getByRole('listitem').filter({ hasText: 'Changed plan.txt' })
    await line.getByRole('button', { name: 'Undo from here' }).click()
    await page.getByText('deleted files come back').waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('5 actions undone').waitFor()
    await page.getByText('Undone').first().waitFor()
    expect((await dav('GET', 'Work/plan.txt')).text).toBe('first plan')
    expect((await dav('GET', 'letter.txt')).text).toBe('Dear Anna')
    await visitor.context.close()
    const phone = await open(
      base,
      '/settings/devices',
      { language: 'ru', width: 390, height: 844, touch: true },
      person,
    )
    await phone.page.getByRole('button', { name: 'Журнал устройства: Laptop' }).click()
    await phone.page.getByText('Удалено: Work').waitFor()
    await fits(phone.page)
    await look(phone, 'device-diary-ru')
    await phone.context.close()
  })

  test('asks in the page to be let in, and is with a yes', { tags: ['long'] }, async () => {
    const person = await aPerson(base)
    const headers = { 'user-agent': 'Nextcloud Android 3.30' }
    const asked = (await call('POST', '/index.php/login/v2', { headers }, base)).body
    const path = new URL(asked.login).pathname
    const poll = () =>
      call(
        'POST',
        '/index.php/login/v2/poll',
        {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          raw: `token=${encodeURIComponent(asked.poll.token)}`,
        },
        base,
      )
    const visitor = await open(base, path, { language: 'ru', width: 390, height: 844, touch: true }, person)
    const { page } = visitor
    await page.getByRole('heading', { name: 'Разрешить «Nextcloud Android 3.30» доступ к вашим файлам?' }).waitFor()
    await fits(page)
    await look(visitor, 'device-login-ru')
    expect((await poll()).status).toBe(404)
    await page.getByRole('button', { name: 'Разрешить' }).click()
    await page.getByText('Устройство подключено').waitFor()
    expect((await poll()).body).toMatchObject({ loginName: person.email })
    await page.reload()
    await page.getByText('Запрос устарел').waitFor()
    await visitor.context.close()
  })
})
