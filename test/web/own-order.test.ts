import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, until } from '../support/client.ts'
import { choose, closeBrowser, fits, hasBrowser, look, open, picture, textFile } from './browser.ts'

/** From dropped files to an order of one's own: what was read is shown, filtered, grouped, saved; and everything is undone. */

const base = baseUrl()
afterAll(closeBrowser)

const invoice = (number: string, date: string, supplier: string, sum: string) =>
  `INVOICE No. ${number}\nDate: ${date}\nSupplier: ${supplier}\nBill to: Northwind LLC\nServices\nTotal due: USD ${sum}\n`

const FILES = [
  ['a.txt', invoice('2026-1', '14 March 2026', 'Hartley Trading Ltd', '12,500.00')],
  ['b.txt', invoice('2026-2', '2 April 2026', 'Baltic Paper Ltd', '640.00')],
  ['c.txt', invoice('2025-9', '2 May 2025', 'Baltic Paper Ltd', '1,640.00')],
  ['notes.txt', 'Water the garden twice a week in summer.'],
] as const

describe.skipIf(!hasBrowser)('own order', () => {
  test('from dropped files to the invoices of 2026 by supplier in four clicks, saved with two more', async () => {
    const person = await aPerson(base)
    const visitor = await open(base, '/', {}, person)
    const { page } = visitor
    await page.getByText('Drop your files here').waitFor()
    await choose(
      page,
      [
        ...FILES.map(([name, text]) => textFile(name, text)),
        textFile('.DS_Store', 'left behind'),
        textFile('~$a.docx', 'x'),
      ],
      () => page.getByRole('button', { name: 'Choose files' }).click(),
    )
    await until(async () => {
      const { items } = (await person.get('/v1/objects')).body
      return items.length === 4 && items.every(item => item.status === 'ready')
    }, 'all to be read')
    await page.goto(base)
    await page.getByRole('row', { name: 'a.txt' }).waitFor()
    await page.getByRole('row', { name: /\$12,500/ }).waitFor()
    await look(visitor, 'library-read')

    const filters = page.getByRole('group', { name: 'Filters' })
    await filters.getByRole('button', { name: /^Invoices/ }).click()
    await filters.getByRole('button', { name: /^2026/ }).click()
    await page.getByRole('row', { name: 'c.txt' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Group by' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Company' }).click()
    const hartley = page.getByRole('region', { name: /Hartley/ })
    await hartley.getByRole('row', { name: 'a.txt' }).waitFor()
    await page
      .getByRole('region', { name: /Baltic/ })
      .getByRole('row', { name: 'b.txt' })
      .waitFor()
    await look(visitor, 'library-grouped')

    await page.getByRole('button', { name: 'Save search' }).click()
    expect(await page.getByLabel('Name of the search').inputValue()).toBe('Invoices in 2026')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Search “Invoices in 2026” saved').waitFor()
    const saved = page.getByRole('region', { name: 'Saved searches' })
    await saved.getByRole('link', { name: 'Invoices in 2026' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await until(async () => (await person.get('/v1/saved-searches')).body.items.length === 0, 'the search to be gone')
    await visitor.context.close()
  })

  test('a click on a field or a choice of a folder filters; the sentence is kept with the search', {
    tags: ['long'],
  }, async () => {
    const person = await aPerson(base)
    const flat = await person.folder('Flat')
    for (const [name, text] of FILES) {
      const { id } = await person.upload(name, text, name === 'b.txt' ? '' : `?collection_id=${flat.id}`)
      await person.read(id)
    }
    const visitor = await open(base, '/', {}, person)
    const { page } = visitor
    const filters = page.getByRole('group', { name: 'Filters' })
    const rows = async () => (await page.locator('[role=row][data-id]').allInnerTexts()).length
    const shown = (n: number) => until(async () => (await rows()) === n, `${n} files`)
    const cell = (row: string, text: string | RegExp) =>
      page.getByRole('row', { name: row }).getByRole('button', { name: text })
    await filters.getByRole('button', { name: 'Folder', exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Flat' }).click()
    await filters.getByRole('button', { name: 'in “Flat”', exact: true }).waitFor()
    // The folder itself is not among the files.
    await shown(3)
    await cell('a.txt', 'Invoice').click()
    await shown(2)
    await look(visitor, 'library-folder-filter')
    await page.getByRole('button', { name: 'Save search' }).click()
    expect(await page.getByLabel('Name of the search').inputValue()).toBe('Invoices in “Flat”')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await until(async () => (await person.get('/v1/saved-searches')).body.items.length === 1, 'the search to be kept')
    expect((await person.get('/v1/saved-searches')).body.items[0]!.filters).toEqual({
      collection_id: flat.id,
      doc_type: 'invoice',
    })
    await page.goto(base)
    await page.getByRole('region', { name: 'Saved searches' }).getByRole('link').first().click()
    await filters.getByRole('button', { name: 'in “Flat”', exact: true }).waitFor()
    await shown(2)
    for (const [text, chip, left] of [
      [/Hartley/, 'from Hartley', 1],
      ['14 Mar 2026', 'in March 2026', 1],
      ['$12,500', 'of 12,500', 1],
      ['Flat', 'in “Flat”', 3],
    ] as const) {
      await page.goto(base)
      await cell('a.txt', text).click()
      await filters.getByText(chip, { exact: false }).first().waitFor()
      await shown(left)
    }
    // Beside the list, too.
    await page.getByRole('row', { name: 'a.txt' }).click({ position: { x: 90, y: 12 } })
    const details = page.getByRole('complementary', { name: 'Details' })
    await details.getByRole('link', { name: 'Find files with $12,500' }).click()
    await shown(1)
    await visitor.context.close()
  })

  test('favourites and tags, by key and in bulk, and taken back', { tags: ['long'] }, async () => {
    const person = await aPerson(base)
    for (const name of ['one.txt', 'two.txt']) await person.read((await person.upload(name)).id)
    const visitor = await open(base, '/?sort=name', {}, person)
    const { page } = visitor
    const favorites = async () => (await person.get('/v1/objects?favorite=true')).body.total
    const tags = async () => (await person.get('/v1/tags')).body.items
    await page.getByRole('row', { name: 'one.txt' }).click()
    await page.getByRole('complementary', { name: 'Details' }).waitFor()
    await page.keyboard.press('s')
    await page.getByText('1 file added to favourites').waitFor()
    expect(await favorites()).toBe(1)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await until(async () => (await favorites()) === 0, 'the favourite to be taken back')

    await page.getByRole('row', { name: 'one.txt' }).click()
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByRole('toolbar', { name: '2 files selected' }).waitFor()
    await page.keyboard.press('t')
    await page.getByLabel('Add a tag').fill('Home')
    await page.keyboard.press('Enter')
    await page.getByText('2 files tagged “Home”').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    expect(await tags()).toEqual([{ name: 'Home', color: null, count: 2 }])
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await until(async () => (await tags()).length === 0, 'the tags to be taken off')

    await person.patch(`/v1/objects/${(await person.get('/v1/objects')).body.items[0]!.id}`, { tags: ['Work'] })
    await page.reload()
    const shelf = page.getByRole('region', { name: 'Tags' })
    await shelf.getByRole('link', { name: 'Work' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Edit tag' }).click()
    await page.getByRole('button', { name: 'Green' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await until(async () => (await tags())[0]?.color === 'green', 'the colour')
    await shelf.getByRole('link', { name: 'Work' }).click()
    await page.getByRole('button', { name: 'Remove the filter “tagged “Work””' }).waitFor()
    await page
      .getByRole('row', { name: 'two.txt' })
      .or(page.getByRole('row', { name: 'one.txt' }))
      .waitFor()
    expect(await page.getByRole('row', { name: /\.txt/ }).count()).toBe(1)
    await look(visitor, 'library-tag')

    await shelf.getByRole('link', { name: 'Work' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Delete tag' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete tag' }).click()
    await until(async () => (await tags()).length === 0, 'the tag to go')
    const gone = page.getByRole('listitem').filter({ hasText: 'Tag “Work” deleted' })
    await gone.getByRole('button', { name: 'Undo' }).click()
    await until(async () => (await tags())[0]?.color === 'green', 'the tag to be back')
    expect(await tags()).toEqual([{ name: 'Work', color: 'green', count: 1 }])
    await visitor.context.close()
  })

  test('a file that is there already is asked about; skipped, replaced or kept', { tags: ['long'] }, async () => {
    const person = await aPerson(base)
    await person.read((await person.upload('plan.txt', 'the first plan')).id)
    const visitor = await open(base, '/', {}, person)
    const { page } = visitor
    const upload = async (name: string, text: string) => {
      await page.getByRole('button', { name: 'Upload' }).click()
      await choose(page, [textFile(name, text)], () => page.getByRole('menuitem', { name: 'Upload files' }).click())
    }
    const all = async () => (await person.get('/v1/objects')).body
    await page.getByRole('row', { name: 'plan.txt' }).waitFor()
    await upload('copy.txt', 'the first plan')
    await page.getByRole('dialog', { name: '“copy.txt” is already here' }).waitFor()
    await look(visitor, 'upload-duplicate')
    await page.getByRole('button', { name: 'Skip' }).click()
    await page.getByText('Skipped: it is already here').waitFor()
    expect((await all()).total).toBe(1)
    await upload('plan.txt', 'the second plan')
    await page.getByRole('dialog', { name: 'There is already a file “plan.txt”' }).waitFor()
    await page.getByRole('button', { name: 'Replace' }).click()
    await until(async () => (await all()).items[0]!.version === 2, 'the new version')
    await upload('plan.txt', 'the third plan')
    await page.getByRole('button', { name: 'Keep both' }).click()
    await until(async () => (await all()).total === 2, 'both')
    await visitor.context.close()
  })

  test('on a phone, in the dark and in Russian nothing is cut off', { tags: ['long'] }, async () => {
    const person = await aPerson(base)
    for (const [name, text] of FILES) await person.read((await person.upload(name, text)).id)
    const phone = await open(base, '/', { width: 390, height: 844, touch: true, language: 'ru', dark: true }, person)
    await phone.page.getByRole('row', { name: /Счёт/ }).first().waitFor()
    await fits(phone.page)
    await look(phone, 'library-phone-ru-dark')
    await phone.context.close()
    const wide = await open(base, '/?type=invoice&group=organisation&view=compact', { language: 'ru' }, person)
    await wide.page.getByRole('region', { name: /Hartley/ }).waitFor()
    await picture(wide, 'library-groups-ru')
    await wide.context.close()
  })
})
