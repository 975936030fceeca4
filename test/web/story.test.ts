import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, type Json, until } from '../support/client.ts'
import { choose, closeBrowser, hasBrowser, open, picture } from './browser.ts'
import { pdf } from './files.ts'

/** One account, from the first file to the locked zone: everything that a person does with the product in one go. */

const base = baseUrl()
const contract = (name: string, lines: string[]) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(pdf(lines)),
})

describe.skipIf(!hasBrowser)('a day with the product', () => {
  afterAll(closeBrowser)

  test('files are dropped in, found, asked about, redacted, put together and shared; a task is closed; the zone is locked', async () => {
    const person = await aPerson(base)
    await person.put('/v1/settings', { timezone: 'UTC' })
    const visitor = await open(base, '/', {}, person)
    const { page } = visitor
    const dialog = page.getByRole('dialog')
    const files = [
      contract('Lease.pdf', ['The lease of the shop ends on 31 December 2027', 'Account 40702810']),
      contract('Loan.pdf', ['The loan of 900 euros is paid back monthly']),
      contract('Diary.pdf', ['Zanzibar is where the diary was written']),
    ]
    await choose(page, files, () => page.getByRole('button', { name: 'Choose files' }).click())
    for (const { name } of files) await page.getByRole('row', { name }).waitFor()
    const all = async (): Promise<Json[]> => (await person.get('/v1/objects')).body.items
    await until(async () => (await all()).every(file => file.status !== 'pending'), 'the files to be read')
    const named = async (part: string) => (await all()).find(file => file.filename.includes(part))

    // Found by a word in another form, opened at the page.
    await page.keyboard.press('/')
    await page.keyboard.type('paying back loans')
    await page
      .getByRole('list', { name: 'Found files' })
      .getByRole('link', { name: /Loan\.pdf/ })
      .click()
    await dialog.getByText('Page 1 of 1').waitFor()
    await page.goBack()

    // Asked about; the answer opens its passage.
    await page.getByRole('link', { name: 'Ask', exact: true }).click()
    await page.getByRole('textbox', { name: 'Your message' }).fill('When does the lease of the shop end?')
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Passages' }).getByRole('link').first().click()
    const beside = page.getByRole('complementary', { name: 'Lease.pdf' })
    await beside.locator('.pdf-words mark').first().waitFor()
    await picture(visitor, 'story-asked')

    // The account number is blacked out of a new file.
    const lease = (await named('Lease'))!
    await page.goto(`${base}/objects/${lease.id}/pages?work=redact`)
    await page.getByRole('button', { name: 'Next page' }).click()
    const box = (await page.locator('[data-surface]').boundingBox())!
    await page.mouse.move(box.x + 40, box.y + 40)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width - 40, box.y + 220, { steps: 3 })
    await page.mouse.up()
    await page.getByRole('button', { name: 'Redact', exact: true }).click()
    await page.getByRole('status').getByText('Done').waitFor()
    const clean = await until(() => named('redacted'), 'the redacted file')
    await person.read(clean.id)
    expect((await person.get(`/v1/objects/${clean.id}/text`)).body.text).not.toContain('40702810')

    // Put together with the loan, and shared.
    await page.goto(base)
    await page.getByRole('row', { name: 'redacted' }).click()
    await page.getByRole('row', { name: 'Loan.pdf' }).click({ modifiers: ['Control'] })
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: /^Actions/ })
      .click()
    await page.getByRole('menuitem', { name: 'Assemble into one PDF' }).click()
    await dialog.getByLabel('Name of the new file').fill('For the bank')
    await dialog.getByRole('button', { name: 'Assemble into one PDF' }).click()
    await dialog.getByRole('status').getByText('Done').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('row', { name: 'For the bank.pdf' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Share' }).click()
    await dialog.getByRole('button', { name: 'Make a link' }).click()
    const link = await dialog
      .getByRole('textbox', { name: /link|address/i })
      .last()
      .inputValue()
    expect((await fetch(link)).status).toBe(200)
    await page.keyboard.press('Escape')

    // A task is noted down by the assistant and closed in the agenda.
    await page.goto(`${base}/ask?who=agent`)
    await page.getByRole('textbox', { name: 'Your message' }).fill('add a task to call the bank tomorrow')
    await page.keyboard.press('Enter')
    await until(async () => (await person.get('/v1/tasks')).body.open === 1, 'the task')
    await page.getByRole('link', { name: 'Calendar' }).click()
    await page
      .getByRole('complementary', { name: 'Tasks' })
      .getByRole('checkbox', { name: /^Done:/ })
      .click()
    await until(async () => (await person.get('/v1/tasks')).body.open === 0, 'the task to be closed')
    await picture(visitor, 'story-agenda')

    // The diary goes behind the PIN, and nothing of it is left in sight.
    await page.goto(base)
    await page.getByRole('row', { name: 'Diary.pdf' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Hide' }).click()
    await page.getByRole('row', { name: 'Diary.pdf' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Search' }).click()
    await page.getByRole('textbox', { name: 'Search' }).fill('Zanzibar')
    await page.getByText('Nothing found').waitFor()
    await page.goto(`${base}/ask`)
    await page.getByRole('textbox', { name: 'Your message' }).fill('Where was the diary written?')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Why this answer' }).waitFor()
    expect(await page.getByRole('main').textContent()).not.toContain('Zanzibar')
    await picture(visitor, 'story-locked')
    await visitor.context.close()
  }, 240_000)
})
