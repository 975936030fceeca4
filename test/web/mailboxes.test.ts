/** @module-tag long */

import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl } from '../support/client.ts'
import { closeBrowser, fits, hasBrowser, look, open } from './browser.ts'

const base = baseUrl()
afterAll(closeBrowser)

describe.skipIf(!hasBrowser)('a mailbox', () => {
  test('is connected in the settings, says what is wrong with it, and is disconnected', async () => {
    const person = await aPerson(base)
    const visitor = await open(base, '/settings', { language: 'ru', width: 390, height: 844, touch: true }, person)
    const { page } = visitor
    await page.getByRole('button', { name: 'Добавить ящик' }).click()
    await page.getByLabel('Сервер IMAP').fill('mail.invalid')
    await page.getByLabel('Логин').fill('anna@example.org')
    await page.getByLabel('Пароль', { exact: true }).fill('a password')
    await page.getByLabel('После импорта').selectOption('move')
    await page.getByLabel('Куда переместить').fill('Dossier')
    await fits(page)
    await look(visitor, 'mailbox-form-ru')
    await page.getByRole('button', { name: 'Подключить', exact: true }).click()
    await page.getByText('Имя почтового сервера не находится').waitFor()
    await fits(page)
    await look(visitor, 'mailbox-ru')
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByText('Имя почтового сервера не находится').scrollIntoViewIfNeeded()
    await look(visitor, 'mailbox-wide-ru')
    const [made] = (await person.get('/v1/mailboxes')).body.items
    expect(made).toMatchObject({ host: 'mail.invalid', after: 'move', move_to: 'Dossier', attachments: true })
    await page.getByRole('button', { name: 'Отключить', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Отключить', exact: true }).click()
    await page.getByText('Ящик отключён').waitFor()
    expect((await person.get('/v1/mailboxes')).body.items).toEqual([])
    await visitor.context.close()
  })
})
