/** @module-tag long */

import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, type Json, until } from '../support/client.ts'
import { canSpeak, conversation, MAN, Studio, WOMAN } from '../support/speech.ts'
import { choose, closeBrowser, hasBrowser, open, picture, type Visitor } from './browser.ts'
import { pdf } from './files.ts'

/** One account, from the first file to the locked zone: everything that a person does with the product in one go. */

const base = baseUrl()
const LONG = 200
const contract = (name: string, lines: string[]) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(pdf(lines)),
})

/** A letter that lay on the glass. */
async function scan() {
  const lines = ['Letter of 3 May 2026', 'The safe in Zanzibar', 'opens with the key 7741']
  const text = lines.map((line, at) => `<text x="90" y="${150 + at * 90}" font-size="52">${line}</text>`).join('')
  const page = `<svg width="1000" height="520"><rect width="1000" height="520" fill="#f4f1e8"/><g font-family="DejaVu Serif" fill="#222">${text}</g></svg>`
  return { name: 'Letter.png', mimeType: 'image/png', buffer: await sharp(Buffer.from(page)).png().toBuffer() }
}

/** Where nobody can speak, somebody has taken notes. */
function meeting() {
  const promised = 'Peter will prepare the contract tomorrow.'
  if (!canSpeak) return { name: 'Meeting.txt', mimeType: 'text/plain', buffer: Buffer.from(`Meeting\n${promised}`) }
  const studio = new Studio()
  const { path, said } = conversation(studio, { man: MAN, woman: WOMAN }, [
    ['man', 'Good morning. I think we should sign the contract.'],
    ['woman', promised],
    ['man', 'All right. Then we meet again on Monday.'],
  ])
  const buffer = readFileSync(studio.make(['-i', path], 'mp3'))
  studio.close()
  return { name: 'Meeting.mp3', mimeType: 'audio/mpeg', buffer, promised: said[1]! }
}

/** All that a browser keeps, and all that it shows. */
const everythingIn = (page: Page) =>
  page.evaluate(async () => {
    const caches = []
    for (const name of await window.caches.keys()) {
      const cache = await window.caches.open(name)
      for (const request of await cache.keys())
        caches.push(request.url, (await (await cache.match(request))?.text()) ?? '')
    }
    return [
      document.documentElement.outerHTML,
      JSON.stringify({ ...localStorage, ...sessionStorage }),
      ...caches,
    ].join()
  })

async function redact({ page }: Visitor, id: string): Promise<void> {
  await page.goto(`${base}/objects/${id}/pages?work=redact`)
  await page.getByRole('button', { name: 'Next page' }).click()
  const box = (await page.locator('[data-surface]').boundingBox())!
  await page.mouse.move(box.x + 40, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 40, box.y + 220, { steps: 3 })
  await page.mouse.up()
  await page.getByRole('button', { name: 'Redact', exact: true }).click()
  await page.getByRole('status').getByText('Done').waitFor()
}

async function assembleAndShare({ page }: Visitor): Promise<string> {
  const dialog = page.getByRole('dialog')
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
  await page.keyboard.press('Escape')
  return link
}

describe.skipIf(!hasBrowser)('a day with the product', () => {
  afterAll(closeBrowser)

  test('files are dropped in, found, asked about, redacted, put together and shared; a task is closed; the zone is locked', async () => {
    const person = await aPerson(base)
    await person.put('/v1/settings', { timezone: 'UTC', ui: { tour: 'left' } })
    const visitor = await open(base, '/', {}, person)
    const { page } = visitor
    const dialog = page.getByRole('dialog')
    const recording = meeting()
    const files = [
      contract('Lease.pdf', ['The lease of the shop ends on 31 December 2027', 'Account 40702810']),
      contract('Loan.pdf', ['The loan of 900 euros is paid back monthly']),
      contract('Supply.pdf', ['Flour is delivered on the first Tuesday of the month']),
      await scan(),
      recording,
    ]
    await choose(page, files, () => page.getByRole('button', { name: 'Choose files' }).click())
    for (const { name } of files) await page.getByRole('row', { name }).waitFor()
    const all = async (): Promise<Json[]> => (await person.get('/v1/objects')).body.items
    const isRead = (list: Json[]) => list.length === files.length && list.every(file => file.status === 'ready')
    await until(async () => isRead(await all()), 'the files to be read', LONG)
    const named = async (part: string) => (await all()).find(file => file.filename.includes(part))

    // Found by a word in another form, opened at the page; the scan by what is written on it.
    const found = page.getByRole('list', { name: 'Found files' })
    await page.keyboard.press('/')
    await page.keyboard.type('paying back loans')
    await found.getByRole('link', { name: /Loan\.pdf/ }).click()
    await dialog.getByText('Page 1 of 1').waitFor()
    await page.goBack()
    await page.getByRole('textbox', { name: 'Search' }).fill('Zanzibar')
    await found.getByRole('link', { name: /Letter\.png/ }).waitFor()

    // Asked about; the answer opens its passage.
    await page.getByRole('link', { name: 'Ask', exact: true }).click()
    await page.getByRole('textbox', { name: 'Your message' }).fill('When does the lease of the shop end?')
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Passages' }).getByRole('link').first().click()
    const beside = page.getByRole('complementary', { name: 'Lease.pdf' })
    await beside.locator('.pdf-words mark').first().waitFor()
    await picture(visitor, 'story-asked')

    // The account number is blacked out of a new file, which is put together with the loan, and shared.
    await redact(visitor, (await named('Lease'))!.id)
    const clean = await until(() => named('redacted'), 'the redacted file')
    await person.read(clean.id)
    expect((await person.get(`/v1/objects/${clean.id}/text`)).body.text).not.toContain('40702810')
    expect((await fetch(await assembleAndShare(visitor))).status).toBe(200)

    // What was promised in the meeting becomes a task; it opens the recording where it was said, and is closed.
    await page.goto(`${base}/ask?who=agent`)
    await page.getByRole('textbox', { name: 'Your message' }).fill('make tasks from Meeting')
    await page.keyboard.press('Enter')
    await until(async () => (await person.get('/v1/tasks')).body.open === 1, 'the task')
    await page.getByRole('link', { name: 'Calendar' }).click()
    const tasks = page.getByRole('complementary', { name: 'Tasks' })
    await tasks.getByRole('link', { name: new RegExp(recording.name) }).click()
    await page.getByRole('dialog', { name: recording.name }).waitFor()
    if (recording.promised) {
      const second = () => page.evaluate(() => document.querySelector('audio')?.currentTime ?? -1)
      const { start, end } = recording.promised
      await until(async () => (await second()) > start - 1.5, 'the second at which it was promised')
      expect(await second()).toBeLessThan(end)
    } else await dialog.locator('mark').getByText('Peter will prepare').waitFor()
    await picture(visitor, 'story-promised')
    await page.goBack()
    await tasks.getByRole('checkbox', { name: /^Done:/ }).click()
    await until(async () => (await person.get('/v1/tasks')).body.open === 0, 'the task to be closed')
    await picture(visitor, 'story-agenda')

    // The letter goes behind the PIN; it is looked at there, and then nothing of it is left in sight.
    const letter = (await named('Letter'))!.id
    await page.goto(base)
    await page.getByRole('row', { name: 'Letter.png' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Hide' }).click()
    await page.getByRole('row', { name: 'Letter.png' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Hidden zone' }).click()
    await page.getByRole('button', { name: 'Set the PIN' }).click()
    await page.getByLabel('New PIN', { exact: true }).fill('4821')
    await page.getByLabel('New PIN again').fill('4821')
    await page.getByRole('button', { name: 'Set the PIN' }).last().click()
    await page.getByLabel('PIN', { exact: true }).fill('4821')
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: 'Letter.png' }).dblclick()
    await dialog.getByRole('img', { name: 'Letter.png' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Lock now' }).last().click()
    await page.getByRole('row', { name: 'Loan.pdf' }).waitFor()
    await page.keyboard.press('/')
    await page.getByRole('textbox', { name: 'Search' }).fill('safe key 7741')
    await page.getByText('Nothing found').waitFor()
    await page.getByRole('textbox', { name: 'Search' }).fill('')
    await page.goto(`${base}/ask`)
    await page.getByRole('textbox', { name: 'Your message' }).fill('Which key opens the safe?')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Why this answer' }).waitFor()
    const seen = await everythingIn(page)
    expect(['Zanzibar', 'Letter.png', letter].filter(trace => seen.includes(trace))).toEqual([])
    await picture(visitor, 'story-locked')
    await visitor.context.close()
  })
})
