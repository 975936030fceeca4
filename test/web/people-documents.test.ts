/** @module-tag long */

import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, type Json } from '../support/client.ts'
import { closeBrowser, fits, hasBrowser, look, open } from './browser.ts'
import { pdf } from './files.ts'

/** The workbench over a file of somebody else: whoever may read makes a file of their own, an editor also the next version. */

const base = baseUrl()
afterAll(closeBrowser)

describe.skipIf(!hasBrowser)('pages of a file that was given', () => {
  test('a viewer makes a file of their own, an editor the next version; the page says which', async () => {
    const [anna, boris] = [await aPerson(base), await aPerson(base)]
    const folder = await anna.folder('House')
    const put = async (name: string, pages: string[]) => {
      const { id } = await anna.upload(name, pdf(pages), `?collection_id=${folder.id}`)
      await anna.read(id)
      return id as string
    }
    const plan = await put('Plan.pdf', ['One fish', 'Two fish'])
    await put('Terms.pdf', ['Red fish'])
    const own = async (): Promise<Json[]> => (await boris.get('/v1/objects')).body.items
    const grants = `/v1/collections/${folder.id}/grants`
    await anna.post(grants, { email: boris.email, role: 'viewer' })

    const visitor = await open(base, `/folders/${folder.id}`, {}, boris)
    const { page } = visitor
    await page.getByRole('row', { name: 'Plan.pdf' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Work on the pages' }).click()
    await page.getByText('This file belongs to Anna, and you can view it.').waitFor()
    const sheets = page.getByRole('listbox', { name: 'Pages' })
    await sheets.getByRole('option', { name: 'Page 2' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await look(visitor, 'workbench-given')
    await page.getByRole('button', { name: 'Save as a new file' }).click()
    await page.getByRole('status').getByText('Done').waitFor()
    expect(await own()).toMatchObject([{ access: 'owner', collection_id: null }])
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Tools' }).click()
    await page.getByRole('menuitem', { name: 'Compress' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).waitFor()
    expect(await page.getByRole('switch', { name: 'Save as a new version of this file' }).count()).toBe(0)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

    await anna.post(grants, { email: boris.email, role: 'editor' })
    await page.goto(`${base}/objects/${plan}/pages`)
    await page.getByText('This file belongs to Anna, and you can edit it.').waitFor()
    // Another file of the same folder, not one of one's own.
    await page.getByRole('button', { name: 'Insert a file' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Terms.pdf' }).click()
    expect(await dialog.getByRole('radio').count()).toBe(1)
    await dialog.getByRole('switch', { name: 'Save as a new version of this file' }).click()
    await dialog.getByRole('button', { name: 'Start' }).click()
    await dialog.getByText('Done').waitFor()
    expect((await anna.get(`/v1/objects/${plan}`)).body.version).toBe(2)
    expect((await anna.get(`/v1/objects/${plan}/pdf-structure`)).body.pages).toBe(3)
    expect(await own()).toHaveLength(1)

    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${base}/objects/${plan}/pages`)
    await page.getByText('This file belongs to Anna').waitFor()
    await fits(page)
    await visitor.context.close()
  })

  test('files of one folder are put together into a file of one’s own', async () => {
    const [anna, boris] = [await aPerson(base), await aPerson(base)]
    const folder = await anna.folder('House')
    for (const name of ['Plan.pdf', 'Terms.pdf']) {
      const { id } = await anna.upload(name, pdf([name]), `?collection_id=${folder.id}`)
      await anna.read(id)
    }
    await anna.post(`/v1/collections/${folder.id}/grants`, { email: boris.email, role: 'viewer' })
    const visitor = await open(base, `/folders/${folder.id}`, {}, boris)
    const { page } = visitor
    await page.getByRole('row', { name: 'Plan.pdf' }).click()
    await page.getByRole('row', { name: 'Terms.pdf' }).click({ modifiers: ['Control'] })
    await page.getByRole('row', { name: 'Terms.pdf' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Assemble into one PDF' }).click()
    const dialog = page.getByRole('dialog', { name: 'Assemble into one PDF' })
    await dialog.getByText('The result is a new file in your library.').waitFor()
    await dialog.getByLabel('Name of the new file').fill('Both')
    await dialog.getByRole('button', { name: 'Assemble into one PDF' }).click()
    await dialog.getByText('Both.pdf').waitFor()
    expect((await boris.get('/v1/objects')).body.items).toMatchObject([{ filename: 'Both.pdf', access: 'owner' }])
    expect((await anna.get('/v1/objects')).body.total).toBe(2)
    await visitor.context.close()
  })
})
