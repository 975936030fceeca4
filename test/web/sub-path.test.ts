/** @module-tag long */

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { aPerson } from '../support/client.ts'
import { type Below, hasNginx, startBelowPath } from '../support/nginx.ts'
import { choose, closeBrowser, hasBrowser, look, open, picture, textFile } from './browser.ts'
import { PDF, PNG } from './files.ts'

/** The whole page behind nginx at /cloud/. A request outside of it is a complaint, which fails the test. */

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

describe.skipIf(!hasBrowser || !hasNginx)('the page below a path', () => {
  let below: Below
  beforeAll(async () => {
    below = await startBelowPath()
  })
  afterAll(async () => {
    await closeBrowser()
    await below?.stop()
  })

  test('signing in, uploading, searching, the viewer, every screen, reloading deep, and a link', async () => {
    const person = await aPerson(below.url)
    await person.upload('contract.pdf', PDF)
    await person.upload('photo.png', PNG)
    const visitor = await open(`${below.url}/`, '')
    const { page } = visitor
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('row', { name: 'photo.png' }).waitFor()

    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await choose(page, [textFile('lighthouse.txt', 'The lighthouse keeper pays the rent')], () =>
      page.getByRole('menuitem', { name: 'Upload files' }).click(),
    )
    await page.getByRole('row', { name: 'lighthouse.txt' }).waitFor()
    await picture(visitor, 'below-a-path-library')

    await page.getByRole('row', { name: 'contract.pdf' }).dblclick()
    const viewer = page.getByRole('dialog')
    await viewer.getByText('Page 1 of 2').waitFor()
    await page.keyboard.press('Escape')

    const { items } = (await person.get('/v1/objects')).body
    const text = items.find(({ filename }: { filename: string }) => filename === 'lighthouse.txt')!
    await person.read(text.id)
    await page.goto(`${below.url}/search?q=lighthouse`)
    await page.getByText('lighthouse.txt').first().waitFor()
    await page.reload()
    await page.getByText('lighthouse.txt').first().waitFor()
    await page.goto(`${below.url}/objects/${text.id}`)
    await page.getByText('The lighthouse keeper pays the rent').first().waitFor()
    expect(new URL(page.url()).pathname).toBe(`/cloud/objects/${text.id}`)

    for (const path of ['ask', 'calendar', 'changes', 'trash', 'links', 'hidden', 'settings/devices', 'settings/apps'])
      await visit(path)
    for (const path of ['admin', 'admin/users', 'admin/backups', 'settings/security', 'design']) await visit(path)
    async function visit(path: string) {
      await page.goto(`${below.url}/${path}`)
      await page.getByRole('heading').first().waitFor()
      expect({ path, complaints: visitor.complaints }).toEqual({ path, complaints: [] })
    }
    await page.goto(`${below.url}/settings/devices`)
    await page.getByRole('navigation').first().waitFor()
    const addresses = await page.locator('a[href^="/"]').evaluateAll(all => all.map(each => each.getAttribute('href')))
    expect(addresses.length).toBeGreaterThan(5)
    for (const address of addresses) expect(address).toMatch(/^\/cloud(\/|$)/)

    const { body: link } = await person.post(`/v1/objects/${text.id}/shares`, {})
    const guest = await open(`${below.url}/`, `share/${link.token}`, { width: 390, height: 844, touch: true })
    await guest.page.getByText('The lighthouse keeper pays the rent').waitFor()
    await look(guest, 'below-a-path-shared')
    await guest.context.close()

    // The worker that keeps the shell belongs to the path, and opens the page without the service.
    const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)
    expect(scope).toBe(`${below.url}/`)
    await visitor.context.close()
  })
})
