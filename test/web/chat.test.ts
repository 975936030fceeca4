import { afterAll, describe, expect, test } from 'vitest'
import { chat } from '../support/agent.ts'
import { aPerson, baseUrl, until } from '../support/client.ts'
import { closeBrowser, fits, hasBrowser, look, open } from './browser.ts'

/** A person asks, looks at the passage, and allows or refuses what cannot be taken back. */

const base = baseUrl()
const LEASE = `LEASE\n\n${'The parties agree to the following in good faith.\n'.repeat(80)}\nThe deposit of 900 euros is returned within ten days after the keys are handed back.\n`

describe.skipIf(!hasBrowser)('asking', () => {
  afterAll(closeBrowser)

  test('an answer leads to its passage beside it; a conversation is found again', async () => {
    const person = await aPerson(base)
    const { id } = await person.upload('Lease of the shop.txt', LEASE)
    await person.read(id)
    const visitor = await open(base, '/ask', {}, person)
    const { page } = visitor
    await page.getByText('Ask your files, or have something done').waitFor()
    await look(visitor, 'ask-empty')
    await page.getByRole('textbox', { name: 'Your message' }).fill('When is the deposit returned?')
    await page.keyboard.press('Enter')
    const passages = page.getByRole('list', { name: 'Passages' })
    await page.getByText(/Stated in your files|Likely, but check the passage/).waitFor()
    await passages.getByRole('link').first().click()
    const beside = page.getByRole('complementary', { name: 'Lease of the shop.txt' })
    await beside.locator('mark').waitFor()
    expect(await beside.locator('mark').textContent()).toContain('deposit')
    await page
      .getByRole('link', { name: /^Passage 1/ })
      .first()
      .waitFor()
    await look(visitor, 'ask-passage')
    await page.getByRole('button', { name: 'Why this answer' }).click()
    await page.getByRole('dialog').getByText('What was found').waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL(({ searchParams }) => searchParams.has('session'))
    await page.getByRole('button', { name: 'Close the file' }).click()
    // The card says whose the sentence is, which stands in the answer already; of many cards the first few are shown.
    expect(await passages.textContent()).not.toContain('returned within ten days')
    await page.route(/\/v1\/ask\/sessions\/[^/]+$/, async route => {
      const reply = await route.fetch()
      const session = await reply.json()
      const [first] = session.turns[0].citations
      session.turns[0].citations = Array.from({ length: 6 }, (_, at) => ({ ...first, index: at + 1 }))
      await route.fulfill({ response: reply, json: session })
    })
    await page.reload()
    await passages.getByRole('button', { name: 'Show 3 more' }).click()
    await until(async () => (await passages.getByRole('link').count()) === 6, 'all passages')
    await page.unrouteAll()
    await page.reload()
    await passages.getByRole('link').first().waitFor()
    await page.getByText(/Stated in your files|Likely, but check the passage/).waitFor()
    await page
      .getByRole('complementary', { name: 'Conversations' })
      .getByRole('link', { name: /When is the deposit/ })
      .waitFor()
    await page.getByRole('link', { name: 'New conversation' }).click()
    await page.getByText('Ask your files, or have something done').waitFor()
    await visitor.context.close()
  })

  test('an answer is stopped, and one that broke off is asked for again; the client comes when something is written', {
    tags: ['long'],
  }, async () => {
    const person = await aPerson(base)
    const { id } = await person.upload('Lease of the shop.txt', LEASE)
    await person.read(id)
    const visitor = await open(base, '/ask', {}, person)
    const { page, complaints } = visitor
    const scripts: string[] = []
    page.on('request', request => request.url().includes('/assets/follow-') && scripts.push(request.url()))
    await page.reload()
    const box = page.getByRole('textbox', { name: 'Your message' })
    await box.waitFor()
    await page.waitForLoadState('networkidle')
    expect(scripts).toEqual([])
    // The line is slow, and then it breaks.
    let asked = 0
    await page.route('**/v1/ask?stream=true', route => {
      asked++
      if (asked === 2) void route.abort('connectionreset')
      else if (asked > 2) void route.continue()
    })
    await box.fill('When is the deposit returned?')
    await page.keyboard.press('Enter')
    await page.getByText('Working on it').waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Stopped.').waitFor()
    expect(scripts.length).toBe(1)
    await box.fill('When is the deposit given back?')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByRole('button', { name: 'Ask again' }).click()
    await page.getByRole('list', { name: 'Passages' }).getByRole('link').first().waitFor()
    expect(asked).toBe(3)
    expect(complaints.filter(each => !/ERR_CONNECTION_RESET|ERR_FAILED/.test(each))).toEqual([])
    await visitor.context.close()
  })

  test('what cannot be taken back waits for a yes, also after a reload, on a phone in Russian', async () => {
    const person = await aPerson(base)
    await person.put('/v1/settings', { prefs: { language: 'ru' } })
    const { id } = await person.upload('Старый счёт.txt', 'старый счёт')
    await person.read(id)
    const eyes = { width: 390, height: 780, dark: true, language: 'ru', touch: true } as const
    const visitor = await open(base, '/ask', eyes, person)
    const { page } = visitor
    await page.getByRole('radio', { name: 'Помощник' }).click()
    await page.getByRole('textbox', { name: 'Ваше сообщение' }).fill('удали старый счёт')
    await page.getByRole('button', { name: 'Отправить' }).click()
    const card = page.getByRole('region', { name: 'Можно?' })
    await card.getByText('Старый счёт.txt').waitFor()
    await fits(page)
    await look(visitor, 'ask-confirm-phone')
    await until(async () => new URL(page.url()).searchParams.has('session'), 'the conversation in the address')
    await page.reload()
    await card.getByRole('button', { name: 'Да, сделать' }).click()
    await card.getByText('Разрешено').waitFor()
    await until(async () => (await person.get(`/v1/objects/${id}`)).status === 404, 'the file in the trash')
    await visitor.context.close()
  })

  test('what it remembers is read, put right and forgotten; a role is made', { tags: ['long'] }, async () => {
    const person = await aPerson(base)
    await chat(person, 'remember that I live in Kazan')
    const visitor = await open(base, '/settings/assistant', {}, person)
    const { page } = visitor
    const memory = page.getByRole('list', { name: 'What it remembers about you' })
    await memory.getByRole('button', { name: /^Edit:/ }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('I live in Samara')
    await page.getByRole('button', { name: 'Save' }).click()
    await memory.getByText('I live in Samara').waitFor()
    await page.getByRole('button', { name: 'New role' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Accountant')
    await dialog.getByLabel('Short name, in Latin letters').fill('accountant')
    await dialog.getByLabel('Instructions').fill('Answer with sums.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const roles = page.getByRole('list', { name: 'Roles' })
    await roles.getByRole('button', { name: 'Let Accountant answer by default' }).click()
    await until(
      async () => (await person.get('/v1/agent/catalog')).body.active === 'accountant',
      'the role to be chosen',
    )
    await look(visitor, 'settings-assistant')
    await memory.getByRole('button', { name: /^Forget:/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Forget', exact: true }).click()
    await page.getByText('Nothing yet.').waitFor()
    expect((await person.get('/v1/agent/memory')).body.items).toEqual([])
    await visitor.context.close()
  })
})
