/** @module-tag long */

import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, type Json } from '../support/client.ts'
import { closeBrowser, fits, hasBrowser, look, open } from './browser.ts'

/** Somebody is mentioned in a comment, by the keyboard alone; they see it at the bell, without being disturbed. */

const base = baseUrl()
afterAll(closeBrowser)

describe.skipIf(!hasBrowser)('mentions and notices', () => {
  test('are written with a picker, shown as a chip, and found at the bell', async () => {
    const [anna, boris] = [await aPerson(base), await aPerson(base)]
    await anna.patch('/v1/auth/me', { name: 'Anna Petrovna' })
    await boris.patch('/v1/auth/me', { name: 'Boris' })
    const folder = await anna.folder('House')
    const below = await anna.folder('Bills', { parent_id: folder.id })
    const { id } = await anna.upload('heating.txt', 'The heating costs 300.', `?collection_id=${folder.id}`)
    await anna.read(id)
    await anna.post(`/v1/collections/${folder.id}/grants`, { email: boris.email, role: 'editor' })

    const owner = await open(base, '/', {}, anna)
    await owner.page.getByRole('row', { name: 'heating.txt' }).waitFor()
    const guest = await open(base, `/folders/${folder.id}?sel=${id}`, {}, boris)
    const said = guest.page.getByRole('region', { name: 'Comments' })
    const field = said.getByLabel('Add a comment')
    await field.click()
    await guest.page.keyboard.type('Look, @pet')
    await said.getByRole('option', { name: 'Anna Petrovna' }).waitFor()
    await look(guest, 'mention-picker')
    await guest.page.keyboard.press('Enter')
    await guest.page.keyboard.type('is it paid?')
    expect(await field.inputValue()).toBe('Look, @Anna Petrovna is it paid?')
    await guest.page.keyboard.press('Control+Enter')
    await said.getByRole('listitem').getByText('@Anna Petrovna', { exact: true }).waitFor()
    const [comment] = (await boris.get(`/v1/objects/${id}/comments`)).body.items
    expect(comment!.text).toBe(`Look, <@${anna.id}> is it paid?`)

    await owner.page.getByRole('button', { name: 'Notifications: 1 new' }).click()
    const list = owner.page.getByRole('dialog', { name: 'Notifications' })
    await list.getByText('mentioned you in a comment on “heating.txt”').waitFor()
    await look(owner, 'notices')
    await list.getByRole('button', { name: /mentioned you/ }).click()
    await owner.page.waitForURL(`**/objects/${id}`)
    await owner.page.goto(`${base}/?sel=${id}`)
    await owner.page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    const answers = owner.page.getByRole('region', { name: 'Comments' })
    await answers.getByRole('button', { name: 'Reply to Boris' }).click()
    await answers.getByText('In reply to Boris').waitFor()
    await answers.getByLabel('Add a comment').fill('It is.')
    await answers.getByRole('button', { name: 'Send' }).click()
    await said.getByText('It is.').waitFor()
    await guest.page.getByRole('button', { name: 'Notifications: 2 new' }).waitFor()

    // A favourite of one's own, and a move within what was given; what it means for others is said before.
    const vera = await aPerson(base)
    await vera.patch('/v1/auth/me', { name: 'Vera' })
    await anna.post(`/v1/collections/${below.id}/grants`, { email: vera.email, role: 'viewer' })
    await guest.page.getByRole('button', { name: 'Add to favourites' }).click()
    await guest.page.getByRole('row', { name: 'heating.txt' }).click({ button: 'right' })
    await guest.page.getByRole('menuitem', { name: /^Move ?M$/ }).click()
    expect(await guest.page.getByRole('option', { name: 'No folder' }).count()).toBe(0)
    await guest.page.getByRole('option', { name: /Bills/ }).click()
    await guest.page.getByText(/Vera/).waitFor()
    await look(guest, 'move-given')
    await guest.page.getByRole('button', { name: 'Move', exact: true }).click()
    await guest.page.getByText('1 file moved to “Bills”').waitFor()
    expect((await anna.get(`/v1/objects/${id}`)).body).toMatchObject({ collection_id: below.id, is_favorite: false })
    await guest.page.goto(`${base}/?favorite=true`)
    await guest.page.getByRole('row', { name: 'heating.txt' }).waitFor()

    // What comes into the folder shows by itself.
    await guest.page.goto(`${base}/folders/${folder.id}`)
    await guest.page.getByRole('row', { name: 'Bills' }).waitFor()
    await anna.upload('new.txt', 'It has just come.', `?collection_id=${folder.id}`)
    await guest.page.getByRole('row', { name: 'new.txt' }).waitFor()

    await guest.page.setViewportSize({ width: 390, height: 844 })
    await guest.page.getByRole('button', { name: /^Notifications/ }).click()
    await guest.page.getByText('shared the folder “House” with you').waitFor()
    await fits(guest.page)
    await look(guest, 'notices-phone')
    await guest.page.goto(`${base}/settings/preferences`)
    await guest.page.getByLabel('When I am mentioned').selectOption('mail')
    await expect
      .poll(async () => ((await boris.get('/v1/settings')).body as Json).prefs.notices)
      .toEqual({ mention: 'mail' })
    await fits(guest.page)
    await look(guest, 'notice-settings-phone')
    for (const visitor of [owner, guest]) {
      expect(visitor.complaints).toEqual([])
      await visitor.context.close()
    }
  })
})
