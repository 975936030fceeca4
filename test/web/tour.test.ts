/** @module-tag long */

import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, type Json, type Person, until } from '../support/client.ts'
import { closeBrowser, fits, hasBrowser, look, open, picture } from './browser.ts'

/** Somebody new is shown around with samples, and takes them away again. */

const base = baseUrl()
afterAll(closeBrowser)

const filesOf = async (person: Person): Promise<Json[]> => (await person.get('/v1/objects')).body.items

describe.skipIf(!hasBrowser)('the tour', () => {
  test('an empty account is shown around in five steps; one click removes the samples and nothing else', async () => {
    const person = await aPerson(base)
    const visitor = await open(base, '/', {}, person)
    const { page } = visitor
    const guide = page.getByRole('region', { name: 'Getting to know Dossier' })
    await guide.getByRole('img', { name: 'Step 1 of 5' }).waitFor()
    await page.getByText('Drop your files here').waitFor()
    // It points at the real thing.
    await page.locator('.pointed').getByText('Choose files').waitFor()
    await look(visitor, 'tour-1')
    await guide.getByRole('button', { name: 'Add the samples' }).click()
    await guide.getByRole('heading', { name: 'Find by a word' }).waitFor()
    for (const name of ['Lease agreement.pdf', 'Invoice for the flat.xlsx', 'Meeting on the kitchen.md', 'Receipt'])
      await page.getByRole('row', { name }).waitFor()
    const own = await person.upload('My own.txt', 'A door lock of my own')
    await until(async () => (await filesOf(person)).every(file => file.status === 'ready'), 'the samples to be read')
    await picture(visitor, 'tour-2')

    // The words of the scan are found, the answer has its proof, the pages open.
    await guide.getByRole('button', { name: 'Search for' }).click()
    await page
      .getByRole('list', { name: 'Found files' })
      .getByRole('link', { name: /Receipt, scanned/ })
      .waitFor()
    // What was done need not be said: the tour goes on by itself, and by nothing else.
    await guide.getByRole('heading', { name: 'Ask, and see the proof' }).waitFor()
    await guide.getByRole('button', { name: 'Ask when the lease ends' }).click()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('list', { name: 'Passages' }).getByRole('link').first().waitFor()
    expect(await page.getByRole('article').textContent()).toContain('31 August 2027')
    await picture(visitor, 'tour-3')
    await guide.getByRole('heading', { name: 'Work on the pages' }).waitFor()
    await page.locator('a.pointed').waitFor()
    await guide.getByRole('button', { name: 'Open the pages' }).click()
    await page.getByRole('listbox', { name: 'Pages' }).getByRole('option', { name: 'Page 2' }).waitFor()
    await picture(visitor, 'tour-4')
    await guide.getByRole('heading', { name: 'It stays yours' }).waitFor()
    await picture(visitor, 'tour-5')
    await guide.getByRole('button', { name: 'Back' }).click()
    await guide.getByRole('img', { name: 'Step 4 of 5' }).waitFor()
    await guide.getByRole('button', { name: 'Skip' }).click()
    await guide.waitFor({ state: 'detached' })

    // The samples are still there, and the library offers to take them away.
    await page.goto(base)
    await page.getByText('There are sample files here').waitFor()
    await look(visitor, 'tour-samples')
    await page.getByRole('button', { name: 'Remove the samples' }).click()
    await page.getByRole('row', { name: 'Lease agreement.pdf' }).waitFor({ state: 'detached' })
    await page.getByRole('row', { name: 'My own.txt' }).waitFor()
    await until(async () => (await filesOf(person)).length === 1, 'the samples to go')
    expect((await filesOf(person))[0].id).toBe(own.id)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('row', { name: 'Lease agreement.pdf' }).waitFor()
    await page.getByRole('button', { name: 'Remove the samples' }).click()
    await until(async () => (await filesOf(person)).length === 1, 'the samples to go again')
    await page.getByText('There are sample files here').waitFor({ state: 'detached' })

    // Left once, it does not come back by itself, but whoever asks for it has it.
    await page.reload()
    await page.getByRole('row', { name: 'My own.txt' }).waitFor()
    expect(await guide.count()).toBe(0)
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Files, people, events, commands').fill('show me')
    await page.keyboard.press('Enter')
    await guide.getByRole('img', { name: 'Step 1 of 5' }).waitFor()
    await visitor.context.close()
  })

  test("with a file of one's own it needs no samples", async () => {
    const person = await aPerson(base)
    const visitor = await open(base, '/', {}, person)
    const { page } = visitor
    const guide = page.getByRole('region', { name: 'Getting to know Dossier' })
    await guide.getByRole('button', { name: 'Add the samples' }).waitFor()
    const own = await person.upload('Zanzibar.txt', 'Zanzibar\n\nThe ferry to Zanzibar leaves at nine in the morning.')
    const { enrichment } = await person.read(own.id)
    await guide.getByRole('heading', { name: 'Find by a word' }).waitFor()
    await guide.getByRole('button', { name: 'Back' }).click()
    await guide.getByText('is here and read').waitFor()
    expect(await guide.getByRole('button', { name: 'Add the samples' }).count()).toBe(0)
    await guide.getByRole('button', { name: 'Next' }).click()
    await page.locator('.pointed').getByText('Search').waitFor()
    await guide.getByRole('button', { name: /^Search for/ }).click()
    await page.getByRole('list', { name: 'Found files' }).getByRole('link').first().waitFor()
    expect(enrichment.title.length).toBeGreaterThan(0)
    await visitor.context.close()
  })

  test('on a phone, in Russian, by keyboard alone: skipped, and then it stays away', async () => {
    const person = await aPerson(base)
    const visitor = await open(base, '/', { width: 360, height: 740, language: 'ru', dark: true, touch: true }, person)
    const { page } = visitor
    const guide = page.getByRole('region', { name: 'Знакомство с Dossier' })
    await guide.getByRole('heading', { name: 'Начните с нескольких файлов' }).waitFor()
    await fits(page)
    await look(visitor, 'tour-phone-ru')
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab')
      const there = await page.evaluate(() => document.activeElement?.textContent)
      if (there === 'Взять примеры') break
    }
    await page.keyboard.press('Enter')
    await guide.getByRole('heading', { name: 'Ищите по слову' }).waitFor()
    await page.getByRole('row', { name: 'Договор аренды.pdf' }).waitFor()
    await page.keyboard.press('Escape')
    await guide.waitFor({ state: 'detached' })
    await until(async () => (await person.get('/v1/settings')).body.ui.tour === 'left', 'the tour to be left')
    await page.getByRole('button', { name: 'Убрать примеры' }).click()
    await page.getByText('Добавьте первые файлы').waitFor()
    expect(await guide.count()).toBe(0)
    await picture(visitor, 'tour-left-phone-ru')
    await visitor.context.close()
  })
})
