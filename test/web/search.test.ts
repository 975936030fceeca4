import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, type Person, until } from '../support/client.ts'
import { closeBrowser, fits, hasBrowser, look, open, picture } from './browser.ts'
import { PDF, pdf } from './files.ts'

/** A person finds a file by what stands in it, opens it at the place, and corrects what is said of it. */

const base = baseUrl()

const LEASE = `ДОГОВОР АРЕНДЫ № 15
г. Казань, 12 марта 2024 г.

ООО «Ромашка», именуемое в дальнейшем «Арендодатель», в лице директора Ивановой Анны Петровны, и ИП Сидоров Олег Игоревич,
именуемый в дальнейшем «Арендатор», заключили настоящий договор аренды помещения. 😀
${'Стороны договорились о нижеследующем и обязуются исполнять договор добросовестно.\n'.repeat(60)}
Арендная плата составляет 45 000 рублей в месяц и вносится до пятого числа каждого месяца.`

const LONG = Array.from({ length: 12 }, (_, index) =>
  index === 8 ? 'The deposit is returned within ten days' : `Page ${index + 1} says nothing of importance`,
)

async function library(): Promise<Person> {
  const person = await aPerson(base)
  await person.put('/v1/settings', { auto_rename_mode: 'manual' })
  const folder = await person.folder('Contracts')
  const made = [
    await person.upload('scan.txt', LEASE),
    await person.upload('Lease.pdf', PDF),
    await person.upload('Deposit.pdf', pdf(LONG), `?collection_id=${folder.id}`),
    await person.upload('sums.csv', 'item;sum\noven;300\n"table; oak";1200\n'),
    await person.upload(
      'notes.md',
      '# Kitchen\n\n- [x] measure\n- [ ] order the **oven**\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
    ),
  ]
  for (const { id } of made) await person.read(id)
  return person
}

describe.skipIf(!hasBrowser)('search and the viewer', () => {
  afterAll(closeBrowser)

  test('what is typed before the page of search has come is not lost, and is no shortcut', async () => {
    const person = await aPerson(base)
    await person.put('/v1/settings', { ui: { tour: 'left' } })
    const visitor = await open(base, '/', {}, person)
    const { page } = visitor
    await page.getByRole('button', { name: 'Choose files' }).waitFor()
    // Within one turn, so that the page of search cannot be there yet.
    await page.evaluate(() => {
      for (const key of ['/', ...'paying backs', 'Backspace'])
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    })
    const input = page.getByRole('textbox', { name: 'Search' })
    await input.waitFor()
    await page.keyboard.type(' loans')
    await expect.poll(() => input.inputValue()).toBe('paying back loans')
    await visitor.context.close()
  })

  test('a key focuses it, it answers while one types, narrows down, and opens the file at the place found', async () => {
    const person = await library()
    const visitor = await open(base, '/', {}, person)
    const { page } = visitor
    await page.getByRole('row', { name: 'Lease.pdf' }).waitFor()
    await page.keyboard.press('/')
    const input = page.getByRole('textbox', { name: 'Search' })
    await input.waitFor()
    await page.getByText('a type of document').waitFor()
    await picture(visitor, 'search-empty')
    await page.keyboard.type('deposit returned')
    const results = page.getByRole('list', { name: 'Found files' })
    await results.getByRole('link', { name: /Deposit\.pdf/ }).waitFor()
    await results.locator('mark', { hasText: 'deposit' }).first().waitFor()
    await page.waitForURL(({ searchParams }) => searchParams.get('q') === 'deposit returned')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Deposit.pdf' })
    await dialog.getByText('Page 9 of 12').waitFor()
    await dialog.locator('.pdf-words mark').first().waitFor()
    expect((await dialog.locator('.pdf-words mark').allTextContents()).join('')).toContain('deposit')
    await picture(visitor, 'viewer-at-place')
    // Its address alone opens the same place again.
    await page.reload()
    await dialog.locator('.pdf-words mark').first().waitFor()
    // And inside of it one finds other places.
    await dialog.getByRole('button', { name: 'Find in the document' }).click()
    await dialog.getByRole('textbox', { name: 'Find in the document' }).fill('NOTHING of')
    await dialog.getByText('1 of 11').waitFor()
    await page.keyboard.press('Enter')
    await dialog.getByText('2 of 11').waitFor()
    await dialog.getByText('Page 2 of 12').waitFor()
    await look(visitor, 'viewer-find')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('textbox', { name: 'Search' }).fill('kind:')
    await page.getByRole('button', { name: /^pdf/ }).click()
    await page.keyboard.type('page')
    await until(async () => (await results.getByRole('link').count()) === 2, 'the two PDFs')
    await page.getByRole('textbox', { name: 'Search' }).fill('договор')
    await results.getByRole('link', { name: /scan\.txt/ }).waitFor()
    const filters = page.getByRole('group', { name: 'Filters' })
    await filters.getByRole('button', { name: 'Type', exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: /^Contracts/ }).click()
    await page.waitForURL(({ searchParams }) => searchParams.get('type') === 'contract')
    await look(visitor, 'search-results')
    await page.getByRole('textbox', { name: 'Search' }).fill('zzzzqqqq')
    await page.getByText('Nothing found').waitFor()
    await page.getByRole('button', { name: 'Search without the filters' }).waitFor()
    await page.getByRole('textbox', { name: 'Search' }).fill('"zzzzqqqq deposit"')
    await page.getByRole('button', { name: 'Search without the filters' }).click()
    await page.getByRole('button', { name: 'Search without the quotes' }).click()
    await results.getByRole('link', { name: /Deposit\.pdf/ }).waitFor()
    await page.getByRole('textbox', { name: 'Search' }).fill('zzzzqqqq')
    await page.getByRole('button', { name: 'Ask the assistant' }).click()
    await page.getByRole('textbox', { name: 'Your message' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Your message' }).inputValue()).toBe('zzzzqqqq')
    await visitor.context.close()
  })

  test('one field finds files, their text, folders, people, events, tasks and commands', {
    tags: ['long'],
  }, async () => {
    const person = await library()
    await person.post('/v1/calendar/events', {
      title: 'Deposit handed over',
      starts_at: '2031-05-06T10:00:00',
      ends_at: '2031-05-06T11:00:00',
      tz: 'UTC',
    })
    await person.post('/v1/agent/chat', { query: 'create a task return the deposit' })
    await person.folder('Deposits of 2026')
    const visitor = await open(base, '/calendar', {}, person)
    const { page } = visitor
    await page.getByRole('button', { name: 'Search everything' }).click()
    const field = page.getByPlaceholder('Files, people, events, commands')
    await field.fill('deposit')
    for (const name of ['Files', 'In the text', 'Folders', 'Events', 'Tasks'])
      await page.getByRole('group', { name, exact: true }).waitFor()
    await page
      .getByRole('option', { name: /page 9/ })
      .locator('mark')
      .first()
      .waitFor()
    await look(visitor, 'palette-everything')
    await page.getByRole('option', { name: /Deposit handed over/ }).click()
    await page.locator('dialog input').first().waitFor()
    expect(await page.locator('dialog input').first().inputValue()).toBe('Deposit handed over')
    await page.keyboard.press('Escape')
    // By keyboard alone; what was looked for is offered again.
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'deposit', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(({ pathname, searchParams }) => pathname === '/search' && searchParams.get('q') === 'deposit')
    const also = page.getByRole('complementary', { name: 'Not only files' })
    await also.getByRole('link', { name: /Deposits of 2026/ }).waitFor()
    await look(visitor, 'search-everything')
    await page.getByRole('textbox', { name: 'Search' }).fill('Сидоров')
    await also.getByRole('region', { name: 'People and companies' }).getByRole('link').first().click()
    await page.getByRole('row', { name: 'scan.txt' }).waitFor()
    await page.goto(`${base}/search`)
    await page.getByRole('region', { name: 'Your recent searches' }).getByRole('button', { name: 'Сидоров' }).waitFor()
    await look(visitor, 'search-recent')
    await page.getByRole('button', { name: 'Clear recent searches' }).click()
    await page.getByRole('region', { name: 'Your recent searches' }).waitFor({ state: 'detached' })
    // A search is saved with its words, and stands in the rail.
    await page.getByRole('textbox', { name: 'Search' }).fill('deposit returned')
    await page.getByRole('button', { name: 'Save search' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.goto(`${base}/calendar`)
    await page.getByRole('link', { name: 'deposit returned' }).click()
    await page
      .getByRole('list', { name: 'Found files' })
      .getByRole('link', { name: /Deposit\.pdf/ })
      .waitFor()
    // The keys are told on every screen.
    await page.goto(`${base}/calendar`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'Keys' }).waitFor()
    await visitor.context.close()
  })

  test('a text opens at the passage; what is said of it is corrected, its name taken, and taken back', {
    tags: ['long'],
  }, async () => {
    const person = await library()
    const scan = (await person.get('/v1/search?q=арендная')).body.items[0]!
    const at = `${scan.char_start}-${scan.char_end}`
    const visitor = await open(base, `/objects/${scan.object.id}?at=${at}`, {}, person)
    const { page } = visitor
    const dialog = page.getByRole('dialog')
    const mark = dialog.locator('pre mark')
    await mark.waitFor()
    expect(await mark.textContent()).toContain('Арендная плата')
    const isSeen = () => mark.evaluate(element => element.getBoundingClientRect().top < innerHeight)
    await until(isSeen, 'the passage to be scrolled to')
    await dialog.getByRole('button', { name: 'Details' }).click()
    const details = dialog.getByRole('complementary', { name: 'Details' })
    await details.getByRole('region', { name: 'A better name?' }).waitFor()
    await look(visitor, 'viewer-details')
    await details.getByRole('button', { name: 'Edit: Title' }).click()
    await details.getByRole('textbox', { name: 'Title' }).fill('The lease of the shop')
    await page.keyboard.press('Enter')
    await details.getByText('Corrected by you').waitFor()
    await details.getByRole('button', { name: 'Add a keyword' }).click()
    await page.keyboard.type('shop')
    await page.keyboard.press('Enter')
    await details.getByRole('button', { name: 'Remove the keyword shop' }).waitFor()
    const { enrichment } = (await person.get(`/v1/objects/${scan.object.id}`)).body
    expect([enrichment.title, enrichment.keywords.includes('shop')]).toEqual(['The lease of the shop', true])
    // What it is can be chosen, and what its blanks say is told in the reader's own form.
    const facts = details.getByRole('region', { name: 'Document details' })
    expect(await facts.textContent()).toContain('12 March 2024')
    await details.getByText('Language: Russian').waitFor()
    await details.getByRole('combobox', { name: 'Type' }).selectOption('letter')
    await until(
      async () => (await person.get(`/v1/objects/${scan.object.id}`)).body.enrichment.doc_type === 'letter',
      'the type to be kept',
    )
    await details.getByRole('combobox', { name: 'Type' }).selectOption('contract')
    await details.getByRole('button', { name: 'Use this name' }).click()
    await page.getByRole('dialog', { name: /^Договор аренды/ }).waitFor()
    await details
      .getByRole('link', { name: /^Find files with ООО/ })
      .first()
      .click()
    await page.getByRole('row', { name: /Договор аренды/ }).waitFor()
    expect(new URL(page.url()).searchParams.get('organisation')).toMatch(/^ООО/)
    await visitor.context.close()
  })

  test('tables, Markdown and letters are shown as what they are; the ledger takes changes back', {
    tags: ['long'],
  }, async () => {
    const person = await library()
    const letter =
      'From: Anna <a@example.org>\r\nTo: Bob <b@example.org>\r\nSubject: The keys\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nThey lie under the mat.'
    await person.read((await person.upload('keys.eml', letter)).id)
    await person.put('/v1/settings', { auto_rename_mode: 'auto' })
    await person.read((await person.upload('x.txt', LEASE)).id)
    const eyes = { width: 390, height: 780, dark: true, touch: true } as const
    const visitor = await open(base, '/', eyes, person)
    const { page } = visitor
    const view = async (name: string) => {
      const { items } = (await person.get('/v1/objects')).body
      const { id } = items.find((file: { filename: string }) => file.filename === name)!
      await page.goto(`${base}/objects/${id}`)
    }
    await view('sums.csv')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('cell', { name: 'table; oak' }).waitFor()
    await fits(page)
    await look(visitor, 'viewer-table')
    await view('notes.md')
    await dialog.getByRole('heading', { name: 'Kitchen' }).waitFor()
    await dialog.getByRole('table').getByText('2').waitFor()
    await look(visitor, 'viewer-markdown')
    await view('keys.eml')
    await dialog.getByRole('heading', { name: 'The keys' }).waitFor()
    await dialog.getByText('They lie under the mat.').waitFor()
    await picture(visitor, 'viewer-letter')
    await page.goto(`${base}/changes`)
    await page.getByText('x.txt').waitFor()
    await fits(page)
    await look(visitor, 'changes')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone', { exact: true }).waitFor()
    const { items } = (await person.get('/v1/objects?limit=1')).body
    expect(items[0]!.filename).toBe('x.txt')
    await person.post('/v1/agent/chat', { query: 'create a task buy milk' })
    await page.reload()
    await page.getByText('Task created: Buy milk').waitFor()
    await page.goto(`${base}/search?q=oven`)
    await page.getByRole('list', { name: 'Found files' }).getByRole('link').first().waitFor()
    const shown = await page.getByRole('list', { name: 'Found files' }).allInnerTexts()
    expect(shown.join()).not.toMatch(/\*\*|\[ \]|# Kitchen/)
    await fits(page)
    await look(visitor, 'search-phone')
    await visitor.context.close()
  })
})
