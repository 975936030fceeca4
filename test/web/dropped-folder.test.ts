/** @module-tag long */

import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, type Json, until } from '../support/client.ts'
import { closeBrowser, hasBrowser, open, picture } from './browser.ts'

/** From a dropped folder of many files to the invoices of one year by supplier. */

const base = baseUrl()
afterAll(closeBrowser)

const SUPPLIERS = ['Hartley Trading Ltd', 'Baltic Paper Ltd', 'Orion Freight Ltd']

/** A fifth are invoices of the year that is asked for, a tenth of the year before, and the rest notes. */
const filesOf = (count: number) =>
  Array.from({ length: count }, (_, n): [name: string, text: string] => {
    if (n >= (count / 5) * 1.5) return [`note ${n}.txt`, `Note ${n}: water the garden twice a week in summer.`]
    const year = n < count / 5 ? 2026 : 2025
    const supplier = SUPPLIERS[n % SUPPLIERS.length]!
    return [
      `scan ${n}.txt`,
      `INVOICE No. ${year}-${n}\nDate: ${1 + (n % 28)} March ${year}\nSupplier: ${supplier}\nBill to: Northwind LLC\nServices\nTotal due: USD ${100 + n}.00\n`,
    ]
  })

/** As a browser hands over a folder that is dropped: a hundred entries at a time. Runs in the page. */
function dropFolder(inside: [name: string, text: string][]): void {
  const entries = inside.map(([name, text]) => ({
    isFile: true,
    name,
    file: (yes: (file: File) => void) => yes(new File([text], name, { type: 'text/plain' })),
  }))
  const folder = {
    isFile: false,
    name: 'Papers',
    createReader: () => {
      let at = 0
      return {
        readEntries: (yes: (some: object[]) => void) => {
          yes(entries.slice(at, at + 100))
          at += 100
        },
      }
    },
  }
  const event = new Event('drop', { bubbles: true, cancelable: true })
  Object.assign(event, { dataTransfer: { types: ['Files'], items: [{ webkitGetAsEntry: () => folder }] } })
  window.dispatchEvent(event)
}

describe.skipIf(!hasBrowser)('a folder of many files', () => {
  const dropped = (count: number) => async () => {
    const files = filesOf(count)
    const person = await aPerson(base)
    await person.put('/v1/settings', { timezone: 'UTC', ui: { tour: 'left' } })
    const visitor = await open(base, '/', {}, person)
    const { page } = visitor
    await page.getByText('Drop your files here').waitFor()
    await page.evaluate(dropFolder, files)
    const counts = async () => (await person.get('/v1/objects/facets')).body
    const countOf = (list: Json[], value: string) => list.find(each => each.value === value)?.count ?? 0
    await until(async () => countOf((await counts()).state, 'ready') === files.length, 'all files to be read', 600)
    await page.reload()

    let clicks = 0
    await page.exposeFunction('clicked', () => clicks++)
    await page.evaluate(() =>
      addEventListener('click', () => (window as unknown as { clicked(): void }).clicked(), true),
    )
    const filters = page.getByRole('group', { name: 'Filters' })
    await filters.getByRole('button', { name: /^Invoices/ }).click()
    await filters.getByRole('button', { name: /^2026/ }).click()
    await page.getByRole('button', { name: 'Group by' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Company' }).click()
    for (const supplier of SUPPLIERS)
      await page
        .getByRole('region', { name: new RegExp(supplier.split(' ')[0]!) })
        .getByRole('row', { name: /^scan|scan \d+\.txt/ })
        .first()
        .waitFor()
    expect(clicks).toBeGreaterThan(2)
    expect(clicks).toBeLessThan(5)
    await page
      .getByText(`${count / 5} files`)
      .first()
      .waitFor()
    // All of them in the folder that was dropped, once.
    const folders = (await person.get('/v1/collections')).body.items
    expect(folders.map(({ path }) => path)).toEqual(['Papers'])
    expect((await person.get(`/v1/objects?collection_id=${folders[0]!.id}`)).body.total).toBe(files.length)
    await picture(visitor, 'dropped-folder')
    await visitor.context.close()
  }

  test(
    'is dropped, read, and shown as the invoices of 2026 by supplier in four clicks',
    { timeout: 300_000 },
    dropped(30),
  )

  test('so are three hundred', { timeout: 900_000 }, dropped(300))
})
