/** @module-tag long */

import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { aFolder } from '../support/backups.ts'
import { aPerson, until } from '../support/client.ts'
import { startServer } from '../support/server.ts'
import { closeBrowser, hasBrowser, look, open } from './browser.ts'

/** The administrator's page tells how the last backups went, and makes one. */

afterAll(closeBrowser)

describe.skipIf(!hasBrowser)('backups', () => {
  test('an administrator sees the last ones and makes another, in both languages', async () => {
    const server = await startServer({ env: { BACKUP_DIR: await aFolder(), BACKUP_PROVE: 'never' } })
    onTestFinished(() => server.stop())
    const admin = await aPerson(server.url)
    await admin.upload('kept.txt', 'kept')
    const done = async () =>
      (await admin.get('/v1/admin/backups')).body.items.filter((one: { state: string }) => one.state === 'done')
    await until(async () => (await done()).length === 1, 'the first one by itself')
    const visitor = await open(server.url, '/admin/backups', {}, admin)
    await visitor.page.getByText('Completed').waitFor()
    await visitor.page.getByRole('button', { name: 'Back up now' }).click()
    await until(async () => (await visitor.page.getByText('Completed').count()) === 2, 'the second one to be shown')
    expect((await done()).length).toBe(2)
    await look(visitor, 'admin-backups')
    await visitor.context.close()
    const phone = await open(server.url, '/admin/backups', { width: 390, height: 844, language: 'ru' }, admin)
    await phone.page.getByText('Готова').first().waitFor()
    await look(phone, 'admin-backups-phone')
    await phone.context.close()
  })
})
