import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, call, type Json, theAdmin, until } from '../support/client.ts'
import { zip } from '../support/office.ts'
import { startS3Server } from '../support/s3-server.ts'
import { closeBrowser, fits, hasBrowser, look, open, picture } from './browser.ts'

/** Settings, usage, integrations, administration, and the app as something to install. */

const base = baseUrl()
afterAll(closeBrowser)

describe.skipIf(!hasBrowser)('settings and administration', () => {
  test('files from another program are checked, then brought in; on a phone in Russian', {
    tags: ['long'],
  }, async () => {
    const person = await aPerson(base)
    const visitor = await open(base, '/settings', { width: 390, height: 844, touch: true, language: 'ru' }, person)
    const { page } = visitor
    await page.getByLabel('Откуда').selectOption('takeout')
    await page.getByLabel('Только проверить, что добавится').check()
    const file = await zip({ 'Takeout/Drive/Дом/план.txt': 'План дома', 'Takeout/Drive/смета.txt': 'Смета' })
    const buffer = Buffer.from(file)
    const bring = () =>
      page
        .getByLabel('Выбрать файл')
        .first()
        .setInputFiles({ name: 'takeout.zip', mimeType: 'application/zip', buffer })
    await bring()
    await page.getByText('Добавится 2 файла').waitFor()
    expect((await person.get('/v1/objects')).body.total).toBe(0)
    await page.getByLabel('Только проверить, что добавится').uncheck()
    await bring()
    await page.getByText('Добавлено 2 файла').waitFor()
    await page.getByText('Добавлено 2 файла').scrollIntoViewIfNeeded()
    await look(visitor, 'settings-import')
    expect((await person.get('/v1/objects')).body.total).toBe(2)
    await visitor.context.close()
  })

  test('the password is changed, a token is issued and works, another session is ended', {
    tags: ['long'],
  }, async () => {
    const person = await aPerson(base)
    const enter = () =>
      call('POST', '/v1/auth/login', { body: { email: person.email, password: person.password } }, base)
    await enter()
    const visitor = await open(base, '/settings', {}, person)
    const { page } = visitor
    await page.getByLabel('What is it for?').fill('backup')
    await page.getByRole('button', { name: 'Issue a token' }).click()
    const token = await page.getByLabel('The token, shown this once').inputValue()
    expect((await call('GET', '/v1/usage', { headers: { authorization: `Bearer ${token}` } }, base)).status).toBe(200)
    await look(visitor, 'settings-account')
    await page.getByRole('link', { name: 'Security' }).click()
    await page.getByRole('button', { name: 'End' }).click()
    await until(async () => (await page.getByRole('button', { name: 'End' }).count()) === 0, 'the session to end')
    const others = [await enter(), await enter()]
    await page.reload()
    const everywhere = page.getByRole('button', { name: 'Sign out everywhere else' })
    await everywhere.scrollIntoViewIfNeeded()
    await look(visitor, 'settings-sessions')
    await page.setViewportSize({ width: 390, height: 844 })
    await everywhere.scrollIntoViewIfNeeded()
    await look(visitor, 'settings-sessions-phone')
    await everywhere.click()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByText('You are signed in only here now').waitFor()
    for (const { body } of others)
      expect(
        (await call('GET', '/v1/auth/me', { headers: { authorization: `Bearer ${body.token}` } }, base)).status,
      ).toBe(401)
    await page.getByLabel('Current password').fill('not this one')
    await page.getByLabel('New password').fill('a new horse battery')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText('The current password is wrong').waitFor()
    await page.getByLabel('Current password').fill(person.password)
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText('The password is changed').waitFor()
    const again = await call(
      'POST',
      '/v1/auth/login',
      { body: { email: person.email, password: 'a new horse battery' } },
      base,
    )
    expect(again.status).toBe(200)

    await page.getByRole('link', { name: 'Preferences' }).click()
    await page.getByLabel('Time zone').selectOption('Europe/Moscow')
    await page.getByRole('switch', { name: 'Make suggestions without being asked' }).click()
    await until(async () => {
      const { body } = await person.with({ authorization: `Bearer ${token}` }).get('/v1/settings')
      return body.timezone === 'Europe/Moscow'
    }, 'the settings to be saved')
    await page.getByRole('link', { name: 'Usage' }).click()
    await page.getByText('Storage').waitFor()
    await look(visitor, 'settings-usage')
    await visitor.context.close()
  })

  test('a bucket is connected after a check, files are moved with progress, and a wrong one says why', {
    tags: ['long'],
  }, async () => {
    const bucket = await startS3Server()
    const person = await aPerson(base)
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await person.upload(name)
    const visitor = await open(base, '/settings/integrations', { width: 390, height: 844, touch: true }, person)
    const { page } = visitor
    await fits(page)
    const form = page.getByRole('region').or(page.locator('section')).filter({ hasText: 'Your own bucket' }).last()
    await form.getByLabel('Address', { exact: true }).fill(bucket.endpoint)
    await form.getByLabel('Bucket', { exact: true }).fill('no-such-bucket')
    await form.getByLabel('Access key').fill(bucket.accessKey)
    await form.getByLabel('Secret key', { exact: true }).fill(bucket.secretKey)
    await form.getByRole('button', { name: 'Check and save' }).click()
    await form.getByText('Does not work').waitFor()
    await look(visitor, 'integration-failed')
    await form.getByLabel('Bucket', { exact: true }).fill(bucket.bucket)
    await form.getByLabel('Access key').fill(bucket.accessKey)
    await form.getByLabel('Secret key', { exact: true }).fill(bucket.secretKey)
    await form.getByRole('button', { name: 'Check and save' }).click()
    await form.getByText('Works', { exact: true }).waitFor()
    await form.getByRole('button', { name: 'Move my files into the bucket' }).click()
    await page.getByText('All moved · Moved 3 of 3').waitFor()
    await picture(visitor, 'integration-moved')
    await visitor.context.close()
    await bucket.close()
  })

  test('an administrator invites, changes roles, resets a PIN and sees the queues; others see nothing of it', {
    tags: ['long'],
  }, async () => {
    const admin = await theAdmin()
    const visitor = await open(base, '/admin', {}, admin)
    const { page } = visitor
    // One front door: how it goes, and where each part is looked after.
    await page.getByRole('heading', { name: 'Health' }).waitFor()
    await page.getByText('Disk space').waitFor()
    await page.getByRole('link', { name: /^Users.*stored.*link/ }).waitFor()
    await look(visitor, 'admin-overview')
    await page.getByRole('link', { name: /^Users.*stored/ }).click()
    await page.getByRole('button', { name: 'Make an invite' }).click()
    const link = await page.getByLabel('The invite, good for one account').inputValue()
    const guest = await open(base, new URL(link).pathname + new URL(link).search, { language: 'ru' })
    const email = `invited-${Date.now()}@example.org`
    await guest.page.getByLabel('Почта').fill(email)
    await guest.page.getByLabel('Пароль', { exact: true }).fill('correct horse battery')
    await guest.page.getByRole('button', { name: 'Создать' }).first().click()
    await guest.page.getByText('Перетащите файлы сюда').waitFor()
    await guest.page.getByRole('button', { name: /^Учётная запись/ }).click()
    expect(await guest.page.getByRole('menuitem', { name: 'Администрирование' }).count()).toBe(0)
    await guest.context.close()
    await page.reload()
    await page.getByLabel(`Role: ${email}`).selectOption('pro')
    await until(async () => {
      const { items } = (await admin.get('/v1/admin/users')).body
      return items.some((user: { email: string; role: string }) => user.email === email && user.role === 'pro')
    }, 'the role to change')
    await page.getByRole('button', { name: `Remove the PIN: ${email}` }).click()
    await page.getByRole('button', { name: 'Remove the PIN', exact: true }).click()
    await page.getByText('The PIN is removed').waitFor()
    await page.getByRole('link', { name: 'Background work' }).click()
    await page.getByRole('heading', { name: 'Failed' }).waitFor()
    await look(visitor, 'admin-jobs')
    await page.getByRole('link', { name: 'Tariffs' }).click()
    await page.getByText('TARIFFS_FILE').waitFor()
    await visitor.context.close()
  })

  test('the app can be installed, and opens without the service to say that it is away', async () => {
    const person = await aPerson(base)
    const visitor = await open(base, '/', {}, person)
    const { page, context } = visitor
    await page.getByText('Drop your files here').waitFor()
    const manifest = await page.evaluate(async () => (await fetch('/manifest.webmanifest')).json())
    const at = new URL('/manifest.webmanifest', base)
    for (const { src } of manifest.icons) expect((await fetch(new URL(src, at))).status).toBe(200)
    expect(manifest.shortcuts.length).toBeGreaterThan(2)
    for (const { url } of manifest.shortcuts) expect((await fetch(new URL(url, at))).status).toBe(200)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.reload()
    await page.getByText('Drop your files here').waitFor()
    const kept = await page.evaluate(async () => {
      const cache = await caches.open('dossier-shell')
      return (await cache.keys()).map(request => new URL(request.url).pathname)
    })
    expect(kept).toContain('/')
    expect(kept.filter(path => path.startsWith('/v1'))).toEqual([])
    await context.setOffline(true)
    await page.reload()
    await page.getByText('The service does not answer').waitFor()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Drop your files here').waitFor()
    await context.close()
  })

  test('its shortcuts are called in the language of the page', async () => {
    const person = await aPerson(base)
    const visitor = await open(base, '/', { language: 'ru' }, person)
    const { page } = visitor
    const manifest = () =>
      page.evaluate(async () => {
        const { href } = document.querySelector<HTMLLinkElement>('link[rel=manifest]')!
        return (await fetch(href)).json()
      })
    const named = ({ shortcuts }: Json) => shortcuts.map(({ name }: Json) => name)
    const ru = await manifest()
    expect(named(ru)).toEqual(['Сканировать документ', 'Поиск', 'Спросить', 'Календарь'])
    await page.getByText('Перетащите файлы сюда').waitFor()
    await page.getByRole('button', { name: /^Учётная запись/ }).click()
    await page.getByRole('menuitemcheckbox', { name: 'English' }).click()
    await page.getByText('Drop your files here').waitFor()
    const en = await manifest()
    expect(named(en)).toEqual(['Scan document', 'Search', 'Ask', 'Calendar'])
    // It is the same app, whatever it is called.
    const unnamed = ({ lang: _l, description: _d, shortcuts, ...rest }: Json) => ({
      ...rest,
      shortcuts: shortcuts.map(({ url }: Json) => url),
    })
    expect(unnamed(ru)).toEqual(unnamed(en))
    await visitor.context.close()
  })

  test('what another app shares is added when its owner says so, and not before', { tags: ['long'] }, async () => {
    const person = await aPerson(base)
    const visitor = await open(base, '/', { width: 390, height: 844, touch: true, language: 'ru' }, person)
    const { page, context } = visitor
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    const { share_target } = await page.evaluate(async () => (await fetch('/manifest.webmanifest')).json())
    /** As a browser does it for an app that is installed: a form, sent to the address of the manifest. */
    const share = () =>
      page.evaluate(({ action, method, enctype, params }) => {
        const form = Object.assign(document.createElement('form'), { action: `/${action}`, method, enctype })
        const input = Object.assign(document.createElement('input'), { type: 'file', name: params.files[0].name })
        const held = new DataTransfer()
        held.items.add(new File(['Bread 120, milk 90'], 'receipt.txt', { type: 'text/plain' }))
        input.files = held.files
        form.append(input)
        document.body.append(form)
        form.submit()
      }, share_target)
    const names = async () => (await person.get('/v1/objects')).body.items.map(({ filename }: Json) => filename)
    const question = page.getByRole('dialog', { name: 'Добавить файл в библиотеку?' })
    await share()
    await question.getByText('receipt.txt').waitFor()
    await look(visitor, 'handed-over-phone-ru')
    expect(await names()).toEqual([])
    await question.getByRole('button', { name: 'Отмена' }).click()
    await question.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText('Перетащите файлы сюда').waitFor()
    expect(await names()).toEqual([])
    await share()
    await question.getByRole('button', { name: 'Добавить', exact: true }).click()
    await until(async () => (await names())[0] === 'receipt.txt', 'the file to be there')
    await context.close()
  })
})
