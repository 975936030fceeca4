/** @module-tag long */

import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl } from '../support/client.ts'
import { aBook } from '../support/office.ts'
import { sampled } from '../support/whole.ts'
import { closeBrowser, fits, hasBrowser, look, open, picture } from './browser.ts'

const LINES = sampled(1500, 6000)

/** A workbook is looked through: its sheets, its rows, its pages. */

const base = baseUrl()
afterAll(closeBrowser)

const book = () =>
  aBook({
    Payments: [
      ['Day', 'To whom', 'Sum', 'Share'],
      ...Array.from({ length: LINES }, (_, at) => [`${1 + (at % 28)}.10.2026`, `Supplier ${at}`, 1000 + at * 7.5, 12]),
    ],
    'Due next month': [['Rent', { formula: 'B9*2', gave: 1150 }]],
    Notes: [],
  })

describe.skipIf(!hasBrowser)('a spreadsheet', () => {
  test('opens as a table with its sheets as tabs; only what is in sight is drawn, and the columns stay named', async () => {
    const person = await aPerson(base)
    const { id } = await person.upload('Book.xlsx', await book())
    const visitor = await open(base, `/objects/${id}`, {}, person)
    const { page } = visitor
    const table = page.getByRole('table', { name: 'Book.xlsx, Payments' })
    await table.getByRole('cell', { name: 'Supplier 0', exact: true }).waitFor()
    await page.getByText(`${(LINES + 1).toLocaleString('en')} lines, 4 columns`).waitFor()
    expect(await table.getByRole('row').count()).toBeLessThan(120)
    await look(visitor, 'sheet')
    await table.evaluate(element => element.scrollTo(0, 1e9))
    await table.getByRole('cell', { name: `Supplier ${LINES - 1}` }).waitFor()
    const head = table.getByRole('columnheader', { name: 'B', exact: true })
    const [top, list] = [await head.boundingBox(), await table.boundingBox()]
    expect(Math.abs(top!.y - list!.y)).toBeLessThan(10)

    // By keyboard to the next sheet: what the formula last gave, and the formula nowhere.
    await page.getByRole('tab', { name: 'Payments' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('table', { name: 'Book.xlsx, Due next month' }).getByRole('cell', { name: '1150' }).waitFor()
    expect(await page.getByRole('dialog').textContent()).not.toContain('B9')
    await page.getByRole('tab', { name: 'Notes' }).click()
    await page.getByText('This sheet is empty').waitFor()
    await look(visitor, 'sheet-empty')
    await page.getByRole('tab', { name: 'Due next month' }).click()
    await page.getByRole('button', { name: 'As pages' }).click()
    await page.getByText(/Page 1 of \d+/).waitFor()
    await visitor.context.close()
  })

  test('fits a phone, in the dark, in Russian', async () => {
    const person = await aPerson(base)
    const { id } = await person.upload('Книга.xlsx', await book())
    const eyes = { width: 360, height: 740, dark: true, language: 'ru', touch: true } as const
    const visitor = await open(base, `/objects/${id}`, eyes, person)
    await visitor.page.getByRole('tab', { name: 'Payments' }).waitFor()
    await visitor.page.getByRole('cell', { name: 'Supplier 0', exact: true }).waitFor()
    await fits(visitor.page)
    await picture(visitor, 'sheet-phone-ru')
    await visitor.context.close()
  })
})
