/** @module-tag long */

import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, type Person, theAdmin, until } from '../support/client.ts'
import { codeAt, earlyInStep } from '../support/oathtool.ts'
import { theProductDatabase } from '../support/product-database.ts'
import { closeBrowser, fits, hasBrowser, look, open, picture, type Visitor } from './browser.ts'

/** Two-step sign-in and passkeys on the page, with an authenticator that the browser brings for tests. */

// Browsers bind passkeys to names: not to 127.0.0.1.
const base = baseUrl().replace('127.0.0.1', 'localhost')
const database = theProductDatabase()
afterAll(async () => {
  await closeBrowser()
  await database?.close()
})

async function authenticatorOf({ page, context }: Visitor): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

const signedOut = async ({ page, context }: Visitor, path = '/settings/security') => {
  await context.clearCookies()
  await page.goto(base + path)
}

async function givePassword(page: Page, person: Person): Promise<void> {
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** As a person does it, with a phone that is oathtool. */
async function setUpTwoStep(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Set up' }).click()
  const secret = await page.getByLabel('Or enter this key in the app').inputValue()
  await page.getByRole('img', { name: 'Scan this' }).waitFor()
  await earlyInStep()
  await page.getByLabel('Code from the app').fill(codeAt(secret, -1))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  const text = await readFile((await download.path())!, 'utf8')
  const codes = text.split('\n').filter(line => /^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/.test(line))
  expect(codes).toHaveLength(10)
  for (const code of codes) expect(await page.getByText(code).count()).toBe(1)
  return { secret, codes }
}

const inside = (page: Page) => page.getByRole('heading', { name: 'Passkeys' }).waitFor()

describe.skipIf(!hasBrowser)('signing in', () => {
  test('in two steps: set up with a QR code, then a code of the app, then a recovery code', async () => {
    const person = await aPerson(base)
    const visitor = await open(base, '/settings/security', {}, person)
    const { page } = visitor
    await inside(page)
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByLabel('Code from the app').fill('000000')
    await look(visitor, 'two-step-setup')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('Nothing was changed').waitFor()
    await page.reload()
    const { secret, codes } = await setUpTwoStep(page)
    await look(visitor, 'two-step-recovery')
    await page.getByRole('button', { name: 'I have saved them' }).click()
    expect(await page.getByText(codes[0]!).count()).toBe(0)
    await page.getByText('10 recovery codes left').waitFor()

    await signedOut(visitor)
    await givePassword(page, person)
    await page.getByRole('heading', { name: 'Two-step sign-in' }).waitFor()
    await look(visitor, 'two-step-sign-in')
    await page.getByLabel('Code from the app').fill(codeAt(secret, -1))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('wrong or was used before').waitFor()
    await page.getByLabel('Code from the app').fill(codeAt(secret))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await inside(page)

    await signedOut(visitor)
    await givePassword(page, person)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(codes[0]!)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await inside(page)
    await page.getByText('9 recovery codes left').waitFor()
    await page.getByRole('button', { name: 'Turn off' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password', { exact: true }).fill(person.password)
    await dialog.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('button', { name: 'Set up' }).waitFor()
    await picture(visitor, 'two-step-off')
    await visitor.context.close()
  })

  test('with a passkey alone, as the second step, and to confirm; without its person it opens nothing', async () => {
    const person = await aPerson(base)
    const visitor = await open(base, '/settings/security', {}, person)
    const { page } = visitor
    const { cdp, authenticatorId } = await authenticatorOf(visitor)
    await inside(page)
    await page.getByLabel('Name', { exact: true }).fill('Laptop')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('button', { name: 'Remove: Laptop' }).waitFor()
    await look(visitor, 'passkeys')
    // The same device a second time.
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('already has a passkey').waitFor()

    await signedOut(visitor)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    await look(visitor, 'sign-in-passkey')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await inside(page)
    expect((await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials[0]!.signCount).toBeGreaterThan(
      1,
    )

    await setUpTwoStep(page)
    await signedOut(visitor)
    await givePassword(page, person)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await inside(page)

    if (database) {
      await sql`update tokens set proved_at = now() - interval '11 minutes' where owner_id = ${person.id}`.execute(
        database.context.db,
      )
      await page.getByRole('button', { name: 'New recovery codes' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Use a code' }).waitFor()
      await look(visitor, 'confirm')
      await dialog.getByRole('button', { name: 'Use a passkey' }).click()
      await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
    }
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await signedOut(visitor)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('The passkey was not used').waitFor()
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await inside(page)
    await page.getByRole('button', { name: 'Remove: Laptop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('No passkeys yet').waitFor()
    await signedOut(visitor)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('does not open an account here').waitFor()
    await visitor.context.close()
  })

  test('an administrator resets it; on a phone everything is in reach, in Russian', async () => {
    const person = await aPerson(base)
    await person.put('/v1/settings', { prefs: { language: 'ru' } })
    const { body } = await person.post('/v1/auth/totp')
    await earlyInStep()
    await person.post('/v1/auth/totp/confirm', { code: codeAt(body.secret, -1) })
    const phone = { width: 390, height: 844, touch: true, language: 'ru' as const }
    const visitor = await open(base, '/settings/security', phone, person)
    await visitor.page.getByText('Осталось 10 резервных кодов').waitFor()
    await fits(visitor.page)
    await look(visitor, 'security-phone')
    await signedOut(visitor)
    await visitor.page.getByLabel('Почта').fill(person.email)
    await visitor.page.getByLabel('Пароль', { exact: true }).fill(person.password)
    await visitor.page.getByRole('button', { name: 'Войти', exact: true }).click()
    await visitor.page.getByRole('heading', { name: 'Двухэтапная аутентификация' }).waitFor()
    await fits(visitor.page)
    await look(visitor, 'second-step-phone')
    await visitor.context.close()

    const admin = await open(base, '/admin/users', {}, await theAdmin())
    await admin.page.getByRole('button', { name: `Reset two-step sign-in: ${person.email}` }).click()
    await picture(admin, 'admin-reset-second-factor')
    await admin.page.getByRole('button', { name: 'Reset two-step sign-in', exact: true }).click()
    await admin.page.getByText('Two-step sign-in is reset').waitFor()
    await admin.context.close()
    await until(async () => !(await person.get('/v1/auth/totp')).body.on, 'two-step sign-in to be off')
  })
})
