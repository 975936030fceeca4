/** @module-tag long */

import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, type Json, type Person, until } from '../support/client.ts'
import { closeBrowser, fits, hasBrowser, look, open, picture } from './browser.ts'

/** What people put into the rail: by menu, by key and by hand, in their order, and taken back. */

const base = baseUrl()
afterAll(closeBrowser)

const kept = async (person: Person) => (await person.get('/v1/pins')).body.items.map(({ name }: Json) => name)
const become = (person: Person, names: string[]) =>
  until(async () => JSON.stringify(await kept(person)) === JSON.stringify(names), `the pins to be ${names}`, 60)

const rail = (page: Page) => page.getByRole('region', { name: 'Pinned' })
const shown = (page: Page) => rail(page).getByRole('link').allInnerTexts()
const undo = (page: Page, told: string) =>
  page.getByRole('listitem').filter({ hasText: told }).getByRole('button', { name: 'Undo' }).click()

const focusOn = (page: Page, name: string) =>
  until(async () => (await page.locator(':focus').allInnerTexts())[0] === name, `the focus to be on ${name}`)

async function furnished(): Promise<Person> {
  const person = await aPerson(base)
  const bills = await person.folder('Bills')
  await person.folder('Flat')
  const { id } = await person.upload('plan.txt', 'the plan of the year', `?collection_id=${bills.id}`)
  await person.read(id)
  await person.patch(`/v1/objects/${id}`, { tags: ['Taxes'] })
  await person.post('/v1/saved-searches', { name: 'Plans', query: 'plan' })
  return person
}

describe.skipIf(!hasBrowser)('pins', () => {
  test('by menu and by key, in another order, and every step taken back', async () => {
    const person = await furnished()
    const visitor = await open(base, '/', {}, person)
    const { page } = visitor
    const tree = page.getByRole('region', { name: 'Folders' })
    await tree.getByRole('link', { name: 'Bills' }).waitFor()
    expect(await rail(page).count()).toBe(0)

    await tree.getByRole('link', { name: 'Bills' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Pin P' }).click()
    await page.getByText('“Bills” pinned').waitFor()
    await become(person, ['Bills'])
    await undo(page, '“Bills” pinned')
    await become(person, [])
    await rail(page).waitFor({ state: 'detached' })

    await tree.getByRole('link', { name: 'Bills' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Pin P' }).click()
    await become(person, ['Bills'])
    await page.getByRole('region', { name: 'Tags' }).getByRole('link', { name: 'Taxes' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Pin', exact: true }).click()
    await become(person, ['Bills', 'Taxes'])
    await page.getByRole('region', { name: 'Saved searches' }).getByRole('link').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Pin', exact: true }).click()
    await become(person, ['Bills', 'Taxes', 'Plans'])
    // In the list, by key.
    await page.getByRole('row', { name: 'plan.txt' }).click()
    await page.keyboard.press('p')
    await become(person, ['Bills', 'Taxes', 'Plans', 'plan.txt'])
    await look(visitor, 'pins')

    await rail(page).getByRole('link', { name: 'Plans' }).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await become(person, ['Bills', 'Plans', 'Taxes', 'plan.txt'])
    await page.keyboard.press('Alt+ArrowUp')
    await become(person, ['Plans', 'Bills', 'Taxes', 'plan.txt'])
    expect(await shown(page)).toEqual(['Plans', 'Bills', 'Taxes', 'plan.txt'])
    await page.keyboard.press('Delete')
    await become(person, ['Bills', 'Taxes', 'plan.txt'])
    await focusOn(page, 'Bills')
    await undo(page, '“Plans” unpinned')
    await become(person, ['Plans', 'Bills', 'Taxes', 'plan.txt'])
    await rail(page).getByRole('link', { name: 'Taxes' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: /Move up/ }).click()
    await become(person, ['Plans', 'Taxes', 'Bills', 'plan.txt'])

    await rail(page).getByRole('link', { name: 'Plans' }).click()
    await page.waitForURL(/\/search\?q=plan/)
    await rail(page).getByRole('link', { name: 'plan.txt' }).click()
    await page.waitForURL(/\/objects\//)
    await page.goto(base)
    // A tag that is renamed stays pinned; what is deleted is pinned no more.
    await page.getByRole('region', { name: 'Tags' }).getByRole('link', { name: 'Taxes' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Edit tag' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('Dues')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await become(person, ['Plans', 'Dues', 'Bills', 'plan.txt'])
    await page.getByRole('row', { name: 'plan.txt' }).click()
    await page.keyboard.press('Delete')
    await rail(page).getByRole('link', { name: 'plan.txt' }).waitFor({ state: 'detached' })
    await visitor.context.close()
  })

  test('quick changes are all kept, and one that is undone later takes away no other', async () => {
    const person = await furnished()
    const items = (await person.get('/v1/collections')).body.items.map(({ id }: Json) => ({ kind: 'folder', id }))
    const [search] = (await person.get('/v1/saved-searches')).body.items
    await person.put('/v1/pins', { items: [...items, { kind: 'search', id: search!.id }] })
    const before = await kept(person)
    const visitor = await open(base, '/', {}, person)
    const { page } = visitor
    await rail(page).getByRole('link', { name: 'Plans' }).focus()
    // Without a pause: the second begins while the first is on its way.
    await page.keyboard.press('Alt+ArrowUp')
    await focusOn(page, 'Plans')
    await page.keyboard.press('Alt+ArrowUp')
    await become(person, ['Plans', ...before.slice(0, 2)])
    await rail(page).getByRole('link', { name: before[0] }).focus()
    await page.keyboard.press('Delete')
    await become(person, ['Plans', before[1]])
    // Another device pins something meanwhile.
    const now = (await person.get('/v1/pins')).body.items.map(({ kind, id }: Json) => ({ kind, id }))
    await person.put('/v1/pins', { items: [{ kind: 'tag', id: 'Taxes' }, ...now] })
    await undo(page, `“${before[0]}” unpinned`)
    await become(person, ['Taxes', 'Plans', before[0], before[1]])
    await rail(page).getByRole('link', { name: 'Taxes' }).waitFor()
    expect(await shown(page)).toEqual(['Taxes', 'Plans', before[0], before[1]])
    await visitor.context.close()
  })

  test('by hand: folders and tags are dragged there and within, files onto what is pinned', async () => {
    const person = await furnished()
    const visitor = await open(base, '/', {}, person)
    const { page } = visitor
    const tree = page.getByRole('region', { name: 'Folders' })
    const dragOut = async (from: ReturnType<Page['locator']>) => {
      await from.hover()
      await page.mouse.down()
      await page.mouse.move(300, 500, { steps: 3 })
      const there = page.getByText('Drop here to pin')
      await there.hover()
      await there.hover()
      await page.mouse.up()
    }
    await tree.getByRole('link', { name: 'Flat' }).waitFor()
    await dragOut(tree.getByRole('link', { name: 'Flat' }))
    await become(person, ['Flat'])
    await dragOut(page.getByRole('region', { name: 'Tags' }).getByRole('link', { name: 'Taxes' }))
    await become(person, ['Flat', 'Taxes'])
    await rail(page)
      .getByRole('link', { name: 'Taxes' })
      .dragTo(rail(page).getByRole('link', { name: 'Flat' }))
    await become(person, ['Taxes', 'Flat'])
    // A file goes into the folder that is pinned, and stays unpinned itself.
    await page.getByRole('row', { name: 'plan.txt' }).dragTo(rail(page).getByRole('link', { name: 'Flat' }))
    const flat = (await person.get('/v1/collections')).body.items.find(({ name }: Json) => name === 'Flat')!
    await until(
      async () => (await person.get('/v1/objects')).body.items[0]!.collection_id === flat.id,
      'the file to be in the folder',
    )
    expect(await kept(person)).toEqual(['Taxes', 'Flat'])
    await visitor.context.close()
  })

  test('hidden ones are there while the zone is open alone; on a phone they stand in the drawer', async () => {
    const person = await furnished()
    await person.post('/v1/hidden-pin', { pin: '4821' })
    const [bills, flat] = (await person.get('/v1/collections')).body.items
    await person.put('/v1/pins', { items: [bills, flat].map(({ id }: Json) => ({ kind: 'folder', id })) })
    const secret = bills!.name as string
    await person.patch(`/v1/collections/${bills!.id}`, { is_hidden: true })
    const visitor = await open(base, '/', {}, person)
    const { page } = visitor
    await rail(page).getByRole('link', { name: flat!.name }).waitFor()
    expect(await shown(page)).toEqual([flat!.name])
    await page.goto(`${base}/hidden`)
    await page.getByLabel('PIN', { exact: true }).fill('4821')
    await page.keyboard.press('Enter')
    await rail(page).getByRole('link', { name: secret }).waitFor()
    await page.getByRole('button', { name: 'Lock now' }).first().click()
    await rail(page).getByRole('link', { name: secret }).waitFor({ state: 'detached' })
    await rail(page).getByRole('link', { name: flat!.name }).waitFor()
    expect(await page.content()).not.toContain(secret)
    await visitor.context.close()

    const phone = await open(base, '/', { width: 390, height: 844, touch: true, language: 'ru', dark: true }, person)
    await phone.page.getByRole('button', { name: 'Ещё' }).click()
    const drawer = phone.page.getByRole('region', { name: 'Закреплено' })
    await drawer.getByRole('button', { name: `Действия: ${flat!.name}` }).click()
    await picture(phone, 'pins-phone-ru')
    await phone.page.getByRole('menuitem', { name: /Открепить/ }).click()
    await become(person, [])
    await fits(phone.page)
    await phone.context.close()
  })
})
