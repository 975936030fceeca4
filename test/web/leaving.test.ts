/** @module-tag long */

import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, call, theAdmin } from '../support/client.ts'
import { theProductDatabase } from '../support/product-database.ts'
import { closeBrowser, fits, hasBrowser, look, open } from './browser.ts'

/** Coming back without the password, proving oneself, taking everything along, and leaving. */

const base = baseUrl()
const database = theProductDatabase()
afterAll(async () => {
  await closeBrowser()
  await database?.close()
})

describe.skipIf(!hasBrowser || !database)('coming and going', () => {
  test('a link sets a new password, and a used one says so', async () => {
    const [person, admin] = [await aPerson(base), await theAdmin()]
    const { body } = await admin.post(`/v1/admin/users/${person.id}/password-reset`)
    const path = body.reset_url.slice(body.reset_url.indexOf('/sign-in'))
    const visitor = await open(base, path, { language: 'ru', width: 390, height: 844, touch: true })
    const { page } = visitor
    await page.getByRole('heading', { name: 'Задайте новый пароль' }).waitFor()
    expect(page.url()).not.toContain('reset')
    await fits(page)
    await look(visitor, 'reset-ru')
    await page.getByLabel('Новый пароль').fill('another horse battery')
    await page.getByRole('button', { name: 'Задать пароль' }).click()
    await page.getByRole('heading', { name: 'Вход' }).waitFor()
    const again = await open(base, path, { language: 'en' })
    await again.page.getByLabel('New password').fill('and yet another one')
    await again.page.getByRole('button', { name: 'Set the password' }).click()
    await again.page.getByText('This link has been used').waitFor()
    await again.page.getByRole('button', { name: 'Sign in' }).click()
    await again.page.getByRole('button', { name: 'Forgot the password?' }).click()
    await again.page.getByLabel('E-mail').fill('nobody@example.org')
    await again.page.getByRole('button', { name: 'Send the link' }).click()
    await again.page.getByText('a letter is on its way').waitFor()
    await look(again, 'forgot-en')
    const login = { email: person.email, password: 'another horse battery' }
    expect((await call('POST', '/v1/auth/login', { body: login }, base)).status).toBe(200)
    await visitor.context.close()
    await again.context.close()
  })

  test('a token with limits after a proof, an archive, and the end of the account', async () => {
    const person = await aPerson(base)
    await person.upload('letter.txt', 'Dear Anna')
    await sql`update tokens set proved_at = now() - interval '1 hour' where owner_id = ${person.id}`.execute(
      database!.context.db,
    )
    const visitor = await open(base, '/settings', {}, person)
    const { page } = visitor
    await page.getByLabel('What is it for?').fill('reader')
    await page.getByLabel('Limit what it may do').check()
    await page.getByLabel('ask questions').check()
    await page.getByRole('button', { name: 'Issue a token' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await dialog.getByLabel('Password', { exact: true }).fill('not this one')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await dialog.getByText('The current password is wrong').waitFor()
    await look(visitor, 'confirm-en')
    await dialog.getByLabel('Password', { exact: true }).fill(person.password)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    const token = await page.getByLabel('The token, shown this once').inputValue()
    const headers = { authorization: `Bearer ${token}` }
    expect((await call('GET', '/v1/objects', { headers }, base)).status).toBe(200)
    expect((await call('GET', '/v1/shares', { headers }, base)).body.code).toBe('scope_missing')
    await page.getByText('read files, ask questions').waitFor()

    await page.getByRole('button', { name: 'Export everything' }).click()
    const link = page.getByRole('link', { name: 'Download the archive' })
    await link.waitFor()
    await look(visitor, 'account-en')
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toMatch(/^dossier-\d{4}-\d\d-\d\d\.zip$/)

    await page.getByRole('button', { name: 'Delete the account' }).click()
    const leave = page.getByRole('dialog', { name: 'Delete your account?' })
    expect(await leave.getByRole('button', { name: 'Delete for good' }).isDisabled()).toBe(true)
    await leave.getByLabel(/To confirm, type/).fill(person.email)
    await look(visitor, 'leave-en')
    await leave.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    const login = { email: person.email, password: person.password }
    expect((await call('POST', '/v1/auth/login', { body: login }, base)).status).toBe(401)
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })
})
