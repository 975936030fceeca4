/** @module-tag long */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN, call } from '../support/client.ts'
import { TestProvider } from '../support/oidc-provider.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { closeBrowser, hasBrowser, look, open, picture, type Visitor } from './browser.ts'

/** Signing in at a provider on another site, in a real browser. */

describe.skipIf(!hasBrowser)('the button of the provider', () => {
  const provider = new TestProvider()
  let server: RunningServer
  beforeAll(async () => {
    await provider.listen()
    server = await startServer({
      env: {
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: 'dossier',
        OIDC_CLIENT_SECRET: 'a secret of the test',
        OIDC_NAME: 'Office',
        OIDC_CREATE: 'true',
      },
    })
    provider.serve(server.url)
    await call('POST', '/v1/auth/register', { body: ADMIN }, server.url)
  })
  afterAll(async () => {
    await closeBrowser()
    await server.stop()
    provider.stop()
  })

  /** The provider is somewhere else, and is meant to be. */
  const expected = ({ complaints }: Visitor) => {
    const others = complaints.filter(line => !line.includes(provider.issuer))
    complaints.splice(0, complaints.length, ...others)
  }

  test('signs in, links an account after its password, says why not, and signs out there too', async () => {
    provider.visitor = { sub: 'vera', email: 'vera@example.org', email_verified: false, name: 'Vera' }
    const visitor = await open(server.url, '/settings/security')
    const { page } = visitor
    await page.getByRole('button', { name: 'Sign in with Office' }).waitFor()
    await look(visitor, 'sign-in-provider')
    await page.getByRole('button', { name: 'Sign in with Office' }).click()
    await page.getByText('not verified there').waitFor()
    expect(page.url()).toBe(`${server.url}/settings/security`)
    expected(visitor)
    await look(visitor, 'sign-in-provider-refused')

    provider.visitor = { ...provider.visitor, email_verified: true }
    await page.getByRole('button', { name: 'Sign in with Office' }).click()
    await page.getByRole('heading', { name: 'Linked account' }).waitFor()
    await page.getByText('vera@example.org').waitFor()
    expected(visitor)
    await look(visitor, 'linked-account')
    // Whoever came by the provider has no password to give: the first one is set.
    await page.getByText('You can also set a password for Dossier').waitFor()
    await page.getByRole('button', { name: 'Set a password' }).waitFor()
    expect(await page.getByLabel('Current password').count()).toBe(0)
    await page.getByRole('button', { name: 'Unlink' }).click()
    await page.getByText('the only way into your account').waitFor()
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(url => url.href.startsWith(`${provider.issuer}/session/end`))
    await visitor.context.close()

    provider.visitor = { sub: 'boss', email: ADMIN.email, email_verified: true }
    const boss = await open(server.url, '/settings/security')
    await boss.page.getByRole('button', { name: 'Sign in with Office' }).click()
    await boss.page.getByText('Sign in to it with your password now').waitFor()
    expected(boss)
    await picture(boss, 'sign-in-provider-link')
    await boss.page.getByLabel('E-mail').fill(ADMIN.email)
    await boss.page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await boss.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await boss.page.getByRole('button', { name: 'Unlink' }).click()
    await boss.page.getByRole('button', { name: 'Link an account at Office' }).click()
    await boss.page.getByText('The account is linked').waitFor()
    await boss.page.getByRole('button', { name: 'Unlink' }).waitFor()
    expected(boss)
    await picture(boss, 'linked-again')
    await boss.context.close()
  })
})
