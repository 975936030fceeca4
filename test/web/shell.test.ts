import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPerson, until } from '../support/client.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { choose, closeBrowser, fits, hasBrowser, look, open, picture, textFile } from './browser.ts'

/** The first minutes: an empty installation, the first account, the first files. */

describe.skipIf(!hasBrowser)('the shell', () => {
  let server: RunningServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(async () => {
    await closeBrowser()
    await server.stop()
  })

  test('the page comes with a closed policy, its files for ever, and packed', async () => {
    const page = await fetch(server.url, { headers: { 'accept-encoding': 'br' } })
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe-inline')
    expect(page.headers.get('cache-control')).toBe('no-cache')
    const [, script] = /src="(\/assets\/first-[^"]+\.js)"/.exec(await page.text())!
    const file = await fetch(server.url + script, { headers: { 'accept-encoding': 'br' } })
    expect(file.headers.get('cache-control')).toContain('immutable')
    expect(file.headers.get('content-encoding')).toBe('br')
    expect((await fetch(`${server.url}/assets/none.js`)).status).toBe(404)
    expect((await fetch(`${server.url}/assets/..%2f.dossier-stamp`)).status).toBe(404)
    const unknown = await fetch(`${server.url}/nowhere`)
    expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
  })

  test('the first account is made on the page, then files are dropped in, then one signs out and in again', async () => {
    const visitor = await open(server.url, '/')
    const { page } = visitor
    await page.getByRole('heading', { name: 'Create the first account' }).waitFor()
    await look(visitor, 'first-run')
    await page.getByLabel('E-mail').fill('anna@example.org')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    // The reason stands at the field, and what was typed is still there.
    await page.getByText('Use at least 8 characters').waitFor()
    expect(await page.getByLabel('E-mail').inputValue()).toBe('anna@example.org')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Drop your files here').waitFor()
    await picture(visitor, 'empty')

    const files = [
      textFile('Agenda.txt'),
      textFile('Lease contract.txt', 'The tenant pays monthly'),
      textFile('Ещё один файл.txt'),
    ]
    await choose(page, files, () => page.getByRole('button', { name: 'Choose files' }).click())
    for (const { name } of files) await page.getByRole('row', { name }).waitFor()
    await page.getByText('3 files', { exact: true }).waitFor()
    await look(visitor, 'three-files')

    // No token lies where a script could find it.
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie)
    expect(stored).not.toMatch(/dos_|token/i)

    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByLabel('E-mail').fill('anna@example.org')
    await page.getByLabel('Password', { exact: true }).fill('wrong horse battery')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('row', { name: 'Agenda.txt' }).waitFor()
    await picture(visitor, 'signed-in-again')
    await visitor.context.close()
  })

  test('a phone in Russian, in the dark: nothing is cut and nothing scrolls sideways', async () => {
    const person = await aPerson(server.url)
    await person.upload(`Очень длинное имя ${'и ещё длиннее '.repeat(14)}.txt`)
    const visitor = await open(
      server.url,
      '/',
      { width: 360, height: 740, dark: true, language: 'ru', touch: true },
      person,
    )
    const { page } = visitor
    await page.getByRole('heading', { name: 'Все файлы' }).waitFor()
    await page.getByText('1 файл', { exact: true }).waitFor()
    await fits(page)
    await look(visitor, 'phone-dark-ru')
    await page.getByRole('button', { name: 'Ещё', exact: true }).click()
    await page.getByRole('heading', { name: 'Темы и папки' }).waitFor()
    await look(visitor, 'phone-drawer-ru')
    await visitor.context.close()
  })

  test('a photograph goes straight from the camera of a phone into the library', { tags: ['long'] }, async () => {
    const person = await aPerson(server.url)
    const eyes = { width: 390, height: 844, touch: true, language: 'ru' as const }
    const visitor = await open(server.url, '/', eyes, person)
    const { page } = visitor
    await page.getByRole('button', { name: 'Добавить', exact: true }).click()
    await look(visitor, 'phone-add-ru')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('menuitem', { name: 'Сфотографировать' }).click()
    const camera = await chooser
    expect(camera.isMultiple()).toBe(false)
    expect(await camera.element().getAttribute('capture')).toBe('environment')
    const buffer = await sharp({ create: { width: 40, height: 60, channels: 3, background: 'white' } })
      .jpeg()
      .toBuffer()
    await camera.setFiles({ name: 'image.jpg', mimeType: 'image/jpeg', buffer })
    const photo = await until(async () => (await person.get('/v1/objects')).body.items[0], 'the photograph')
    expect(photo.filename).toMatch(/^Фото \d\d\.\d\d\.\d{4} \d\d-\d\d-\d\d\.jpg$/)
    await visitor.context.close()
  })

  test('language and look are chosen in the menu, and stay', { tags: ['long'] }, async () => {
    const person = await aPerson(server.url)
    const visitor = await open(server.url, '/', {}, person)
    const { page } = visitor
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Русский' }).click()
    await page.getByText('Перетащите файлы сюда').waitFor()
    await page.getByRole('button', { name: /^Учётная запись/ }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Тёмное' }).click()
    await page.reload()
    await page.getByText('Перетащите файлы сюда').waitFor()
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.look])).toEqual([
      'ru',
      'dark',
    ])
    expect((await person.get('/v1/settings')).body.prefs.language).toBe('ru')
    await picture(visitor, 'empty-dark-ru')
    await visitor.context.close()
  })

  test('every component is on one page, in both looks', { tags: ['long'] }, async () => {
    const person = await aPerson(server.url)
    for (const dark of [false, true]) {
      const visitor = await open(server.url, '/design', { dark, height: 2200 }, person)
      await visitor.page.getByRole('heading', { name: 'Components' }).waitFor()
      await (dark ? look : picture)(visitor, `components-${dark ? 'dark' : 'light'}`)
      await visitor.context.close()
    }
  })

  test('an unknown address says so', async () => {
    const person = await aPerson(server.url)
    const visitor = await open(server.url, '/folders/00000000-0000-4000-8000-000000000000', {}, person)
    await visitor.page.getByText('There is nothing at this address').waitFor()
    await visitor.page.goto(`${server.url}/nowhere`)
    await visitor.page.getByText('There is nothing at this address').waitFor()
    await picture(visitor, 'nowhere')
    await visitor.context.close()
  })
})
