/** @module-tag long */

import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl } from '../support/client.ts'
import { closeBrowser, fits, hasBrowser, look, open, type Visitor } from './browser.ts'

/** Two people at work in one folder at the same time, each with a browser of their own: nothing of either is lost. */

const base = baseUrl()
afterAll(closeBrowser)

const write = async ({ page }: Visitor, where: 'Home' | 'End', words: string) => {
  await page.getByRole('textbox', { name: 'Text' }).click()
  await page.keyboard.press(`Control+${where}`)
  await page.keyboard.type(words)
  await page.getByRole('status').getByText('Draft saved').waitFor()
}

/** Saves; false when the other was faster. */
async function save({ page }: Visitor): Promise<boolean> {
  await page.getByRole('button', { name: 'Save version' }).click()
  const saved = page.getByText('Saved as version 2')
  const refused = page.getByRole('alert').getByText('changed')
  await saved.or(refused).first().waitFor()
  return (await refused.count()) === 0
}

describe.skipIf(!hasBrowser)('two people in one folder', () => {
  test('edit, comment and move at once', async () => {
    const [anna, boris] = [await aPerson(base), await aPerson(base)]
    await boris.patch('/v1/auth/me', { name: 'Boris' })
    const folder = await anna.folder('House')
    const below = await anna.folder('Bills', { parent_id: folder.id })
    const put = async (name: string, text: string) => {
      const { id } = await anna.upload(name, text, `?collection_id=${folder.id}`)
      await anna.read(id)
      return id as string
    }
    await anna.post(`/v1/collections/${folder.id}/grants`, { email: boris.email, role: 'editor' })
    const [plan, bill] = [await put('plan.txt', 'one\ntwo\nthree\n'), await put('bill.txt', 'The bill is 300.')]

    const visitors = [
      await open(base, `/objects/${plan}/edit`, {}, anna),
      await open(base, `/objects/${plan}/edit`, {}, boris),
    ]
    const [owner, guest] = visitors as [Visitor, Visitor]
    await Promise.all([write(owner, 'Home', 'from Anna '), write(guest, 'End', 'from Boris')])
    const [first, second] = await Promise.all([save(owner), save(guest)])
    expect([first, second].filter(Boolean)).toHaveLength(1)
    // Whoever came second takes over what the other wrote.
    const { page } = first ? guest : owner
    const theirs = page.locator('.cm-merge-revert button')
    await (first ? theirs.first() : theirs.last()).click()
    await page.getByRole('button', { name: 'Save the text on the right' }).click()
    await page.getByText('Saved as version 3').waitFor()
    expect((await anna.get(`/v1/objects/${plan}/content`)).text).toBe('from Anna one\ntwo\nthree\nfrom Boris')

    for (const visitor of visitors) {
      await visitor.page.goto(`${base}/folders/${folder.id}`)
      await visitor.page.getByRole('row', { name: 'bill.txt' }).click()
      await visitor.page.getByRole('region', { name: 'Comments' }).waitFor()
    }
    const said = guest.page.getByRole('region', { name: 'Comments' })
    await said.getByLabel('Add a comment').fill('Is it paid?')
    await owner.page.getByRole('row', { name: 'bill.txt' }).click({ button: 'right' })
    await owner.page.getByRole('menuitem', { name: /^Move ?M$/ }).click()
    await Promise.all([
      said.getByRole('button', { name: 'Send' }).click(),
      owner.page.getByRole('option', { name: 'Bills' }).click(),
    ])
    await owner.page.getByText('1 file moved to “Bills”').waitFor()
    await expect
      .poll(async () => (await anna.get(`/v1/objects/${bill}/comments`)).body.items.map(({ text }) => text))
      .toEqual(['Is it paid?'])
    expect((await boris.get(`/v1/objects/${bill}`)).body.collection_id).toBe(below.id)

    // Who did what stands beside the folder, for both.
    for (const visitor of visitors) {
      await visitor.page.goto(`${base}/folders/${folder.id}`)
      await visitor.page.getByRole('button', { name: 'Activity' }).click()
      const activity = visitor.page.getByRole('dialog', { name: 'Activity' })
      await activity.getByText('commented on bill.txt').waitFor()
      await activity.getByText('moved bill.txt').waitFor()
      expect(await activity.getByText('changed plan.txt').count()).toBe(2)
    }
    await look(owner, 'folder-activity')
    await look(guest, 'folder-activity-shared')
    await guest.page.setViewportSize({ width: 390, height: 844 })
    await fits(guest.page)
    for (const visitor of visitors) await visitor.context.close()
  })
})
