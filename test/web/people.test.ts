import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, theAdmin, until } from '../support/client.ts'
import { choose, closeBrowser, fits, hasBrowser, look, open, textFile } from './browser.ts'

/** Two people, each with a browser of their own, and a folder that one gives to the other. */

const base = baseUrl()
afterAll(closeBrowser)

describe.skipIf(!hasBrowser)('a folder for others', () => {
  test('is given to read, then to edit, and taken back, while the other looks', async () => {
    const [anna, boris] = [await aPerson(base), await aPerson(base)]
    const folder = await anna.folder('House')
    const below = await anna.folder('Bills', { parent_id: folder.id })
    const file = await anna.upload('heating.txt', 'The heating costs 300.', `?collection_id=${folder.id}`)
    await anna.read(file.id)
    await boris.upload('own.txt', 'My own costs.')
    const guest = await open(base, '/', {}, boris)
    await guest.page.getByRole('row', { name: 'own.txt' }).waitFor()

    const owner = await open(base, `/folders/${folder.id}`, {}, anna)
    await owner.page.getByRole('link', { name: 'House' }).click({ button: 'right' })
    await owner.page.getByRole('menuitem', { name: 'Share' }).click()
    const people = owner.page.getByRole('region', { name: 'People and groups' })
    await people.getByText('Only you see this folder').waitFor()
    await people.getByLabel('E-mail, or a group').fill('nobody@example.org')
    await people.getByRole('button', { name: 'Give access' }).click()
    await people.getByText('There is no such user').waitFor()
    await people.getByLabel('E-mail, or a group').fill(boris.email)
    await people.getByRole('button', { name: 'Give access' }).click()
    await people.getByRole('listitem').filter({ hasText: boris.email }).waitFor()
    await look(owner, 'people-dialog')

    // The other sees it without asking.
    const rail = guest.page.getByRole('region', { name: 'Shared with me' })
    await rail.getByRole('link', { name: /House/ }).click()
    await guest.page.getByRole('heading', { name: 'House', exact: true }).waitFor()
    await guest.page.getByText('Read only').waitFor()
    expect(await guest.page.getByRole('button', { name: 'Upload' }).count()).toBe(0)
    await guest.page.getByRole('row', { name: 'heating.txt' }).click({ button: 'right' })
    await guest.page.getByRole('menuitem', { name: 'Download' }).waitFor()
    // The result would be a file of their own.
    await guest.page.getByRole('menuitem', { name: 'Convert' }).waitFor()
    for (const name of ['Share', 'Rename', 'Hide', 'Move to trash'])
      expect(await guest.page.getByRole('menuitem', { name, exact: true }).count()).toBe(0)
    await guest.page.keyboard.press('Escape')
    await look(guest, 'shared-with-me')
    await guest.page.getByRole('row', { name: 'heating.txt' }).dblclick()
    await guest.page.getByRole('dialog').getByText('The heating costs 300.').waitFor()
    await guest.page.goBack()

    await guest.page.getByRole('row', { name: 'heating.txt' }).click()
    const said = guest.page.getByRole('region', { name: 'Comments' })
    await said.waitFor()
    expect(await guest.page.getByRole('button', { name: /^Edit: / }).count()).toBe(0)
    expect(await guest.page.getByLabel('Type').isDisabled()).toBe(true)
    await said.getByLabel('Add a comment').fill('Is it paid?')
    await said.getByRole('button', { name: 'Send' }).click()
    await said.getByRole('listitem').filter({ hasText: 'Is it paid?' }).waitFor()
    expect((await anna.get(`/v1/objects/${file.id}/comments`)).body.items).toMatchObject([{ author: { id: boris.id } }])

    await people.getByLabel(/^What .* may do$/).selectOption('editor')
    await guest.page.getByText('May edit').waitFor()
    await guest.page.getByRole('row', { name: 'Bills' }).dblclick()
    await guest.page.getByRole('heading', { name: 'Bills', exact: true }).waitFor()
    await choose(guest.page, [textFile('bill.txt')], () =>
      guest.page.getByRole('button', { name: 'Choose files' }).click(),
    )
    await guest.page.getByRole('row', { name: 'bill.txt' }).waitFor()
    const { items } = (await anna.get(`/v1/objects?collection_id=${below.id}`)).body
    expect(items).toMatchObject([{ filename: 'bill.txt', access: 'owner' }])

    await guest.page.goto(`${base}/search?q=costs`)
    await guest.page.getByText('Shared by Anna').waitFor()
    await guest.page.getByText('own.txt').waitFor()
    await look(guest, 'search-shared')

    await guest.page.goto(`${base}/folders/${folder.id}`)
    await guest.page.getByRole('row', { name: 'heating.txt' }).waitFor()
    await people.getByRole('button', { name: /^Take back from/ }).click()
    await people.getByText('Only you see this folder').waitFor()
    await guest.page.getByText('There is nothing at this address').waitFor()
    expect(await rail.count()).toBe(0)
    for (const visitor of [owner, guest]) {
      expect(visitor.complaints).toEqual([])
      await visitor.context.close()
    }
  })

  test('a move that changes who sees a file asks before; all that is open stands in one place', {
    tags: ['long'],
  }, async () => {
    const [anna, boris] = [await aPerson(base), await aPerson(base)]
    const folder = await anna.folder('House')
    const { id } = await anna.upload('diary.txt', 'Dear diary.')
    await anna.read(id)
    await anna.post(`/v1/collections/${folder.id}/grants`, { email: boris.email, role: 'viewer' })
    const owner = await open(base, '/', {}, anna)
    const { page } = owner
    const whereIsIt = async () => (await anna.get(`/v1/objects/${id}`)).body.collection_id
    const moveTo = async (place: string) => {
      await page.getByRole('row', { name: 'diary.txt' }).click({ button: 'right' })
      await page.getByRole('menuitem', { name: /^Move ?M$/ }).click()
      await page.getByRole('option', { name: place }).click()
    }
    await moveTo('House')
    const asked = page.getByRole('dialog', { name: 'Who sees it will change' })
    await asked.getByText('Will be able to see it: Anna.').waitFor()
    await look(owner, 'move-into-shared')
    await asked.getByRole('button', { name: 'Cancel' }).click()
    expect(await whereIsIt()).toBe(null)
    await moveTo('House')
    await asked.getByRole('button', { name: 'Move' }).click()
    await page.getByText('1 file moved to “House”').waitFor()
    expect(await whereIsIt()).toBe(folder.id)

    await page.getByRole('link', { name: 'Shared by me' }).click()
    await page.getByRole('link', { name: 'House' }).last().waitFor()
    await look(owner, 'shared-by-me')
    await page.getByRole('button', { name: 'Take back “House” from Anna' }).click()
    await page.getByText('You have not shared anything').waitFor()
    expect((await boris.get(`/v1/objects/${id}`)).status).toBe(404)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await until(async () => (await boris.get(`/v1/objects/${id}`)).status === 200, 'it to be open again')
    expect(owner.complaints).toEqual([])
    await owner.context.close()
  })

  test('on a phone it is read and left; groups are made by the administrator', { tags: ['long'] }, async () => {
    const [anna, boris, admin] = [await aPerson(base), await aPerson(base), await theAdmin()]
    const folder = await anna.folder('House')
    await anna.upload('heating.txt', 'The heating costs 300.', `?collection_id=${folder.id}`)
    const office = await open(base, '/admin/groups', { language: 'ru' }, admin)
    const name = `Бухгалтерия ${boris.id.slice(-6)}`
    await office.page.getByLabel('Название группы').fill(name)
    await office.page.getByRole('button', { name: 'Создать' }).click()
    await office.page.getByRole('group', { name }).getByLabel(new RegExp(boris.email)).check()
    await look(office, 'admin-groups')
    await office.context.close()
    const group = (await anna.get('/v1/groups')).body.items.find((each: { name: string }) => each.name === name)!
    await anna.post(`/v1/collections/${folder.id}/grants`, { group_id: group.id, role: 'viewer' })
    const phone = await open(base, `/folders/${folder.id}`, { width: 390, height: 844, touch: true }, boris)
    await phone.page.getByRole('row', { name: 'heating.txt' }).waitFor()
    await fits(phone.page)
    await look(phone, 'shared-phone')
    expect((await boris.post(`/v1/shared/${folder.id}/leave`)).status).toBe(200)
    await phone.page.getByText('There is nothing at this address').waitFor()
    await phone.context.close()
    const again = await open(base, '/admin/groups', { language: 'ru' }, admin)
    await again.page.getByRole('button', { name: `Закрыть «House»: ${name}` }).click()
    await again.page.getByRole('dialog').getByRole('button', { name: 'Закрыть доступ' }).click()
    await again.page.getByText('Папка «House» закрыта').waitFor()
    await look(again, 'admin-open-folders')
    await again.context.close()
    expect((await anna.get(`/v1/collections/${folder.id}/grants`)).body.items).toEqual([])
  })
})
