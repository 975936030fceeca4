import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, type Json, type Person, until } from '../support/client.ts'
import { sampled } from '../support/whole.ts'
import { closeBrowser, hasBrowser, open } from './browser.ts'

/** Whatever is done in the page to folders, themes, names, what is said of a file, and the calendar is taken back with one press. */

const base = baseUrl()
afterAll(closeBrowser)

const LETTER = `INVOICE No. 2026-1\nDate: 14 March 2026\nSupplier: Hartley Trading Ltd\nBill to: Northwind LLC\nTotal due: USD 640.00\n`

interface Ids {
  file: string
  theme: string
  folder: string
}

async function furnished(): Promise<{ person: Person; ids: Ids }> {
  const person = await aPerson(base)
  await person.put('/v1/settings', { auto_rename_mode: 'manual', timezone: 'UTC', ui: { tour: 'left' } })
  const theme = (await person.post('/v1/themes', { name: 'Home', icon: '🏠' })).body
  const folder = await person.folder('Papers', { theme_id: theme.id })
  const inner = await person.folder('Old', { parent_id: folder.id })
  await person.put(`/v1/collections/${inner.id}/note`, { text: 'Of last year' })
  await person.upload('Plan.txt', 'The plan of the house', `?collection_id=${folder.id}`)
  await person.upload('Draft.txt', 'A first plan', `?collection_id=${inner.id}`)
  const file = await person.upload('Letter.txt', LETTER)
  for (const { id } of (await person.get('/v1/objects')).body.items) await person.read(id)
  for (const [title, day, rrule] of [
    ['Dentist', '04', ''],
    ['Chess', '07', 'FREQ=DAILY;COUNT=4'],
  ]) {
    const at = `2027-03-${day}T`
    const sent = { title, starts_at: `${at}10:00:00`, ends_at: `${at}11:00:00`, tz: 'UTC', rrule }
    await person.post('/v1/calendar/events', sent)
  }
  return { person, ids: { file: file.id, theme: theme.id, folder: folder.id } }
}

const treeIn = (page: Page) => page.getByRole('region', { name: 'Themes and folders' })

/** Makes a choice in the menu of a folder or a theme. */
const inMenu = async (page: Page, name: string, item: string) => {
  const line = treeIn(page).getByRole('link', { name }).first()
  const fold = treeIn(page).getByRole('button', { name: 'Unfold Home', expanded: false })
  await line.or(fold).first().waitFor()
  if (!(await line.isVisible())) await fold.click()
  await line.click({ button: 'right' })
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

const answer = async (page: Page, text: string, button: string) => {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill(text)
  await dialog.getByRole('button', { name: button, exact: true }).click()
}

/** Folders with all that is theirs, by their paths; what is made again has another id. */
async function folders(person: Person) {
  const themes = (await person.get('/v1/themes')).body.items as Json[]
  const named = new Map(themes.map(({ id, name }) => [id, name]))
  const all = (await person.get('/v1/collections')).body.items as Json[]
  const files = (await person.get('/v1/objects')).body.items as Json[]
  const paths = new Map(all.map(({ id, path }) => [id, path]))
  const lines = await Promise.all(
    all.map(async ({ id, path, icon, theme_id, has_note }) => [
      path,
      icon,
      named.get(theme_id) ?? null,
      has_note ? (await person.get(`/v1/collections/${id}/note`)).body.text : null,
    ]),
  )
  return {
    themes: themes.map(({ name, icon }) => [name, icon]).sort(),
    folders: lines.sort(),
    files: files.map(({ filename, collection_id }) => [filename, paths.get(collection_id) ?? null]).sort(),
  }
}

async function said({ get }: Person, { file }: Ids) {
  const { filename, name_locked, enrichment } = (await get(`/v1/objects/${file}`)).body
  const { title, description, keywords, fields, provenance } = enrichment
  return { filename, name_locked, title, description, keywords, fields, provenance }
}

async function days({ get }: Person) {
  const { items } = (await get('/v1/calendar/agenda?tz=UTC&since=2027-03-01T00:00:00&days=30')).body
  return items.map(({ title, starts_at, ends_at, location }) => [title, starts_at, ends_at, location])
}

interface Deed {
  name: string
  path: (ids: Ids) => string
  act: (page: Page) => Promise<void>
  state: (person: Person, ids: Ids) => Promise<Json>
}

const inTree = (name: string, act: Deed['act']): Deed => ({ name, path: () => '/', act, state: folders })

const ofFile = (name: string, act: Deed['act']): Deed => ({
  name,
  path: ({ file }) => `/?sel=${file}`,
  act,
  state: said,
})

const ofCalendar = (name: string, act: Deed['act']): Deed => ({
  name,
  path: () => '/calendar?show=month&day=2027-03-01',
  act,
  state: days,
})

const event = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(title) }).first()

const DEEDS: Deed[] = [
  inTree('a folder made', async page => {
    await page.getByRole('button', { name: 'New folder' }).first().click()
    await page.getByRole('menuitem', { name: 'New folder' }).click()
    await answer(page, 'Fresh', 'Create')
  }),
  inTree('a theme made', async page => {
    await page.getByRole('button', { name: 'New folder' }).first().click()
    await page.getByRole('menuitem', { name: 'New theme' }).click()
    await answer(page, 'Fresh', 'Create')
  }),
  inTree('a folder renamed', async page => {
    await inMenu(page, 'Papers', 'Rename')
    await answer(page, 'Documents', 'Rename')
  }),
  inTree('a theme renamed', async page => {
    await inMenu(page, 'Home', 'Rename')
    await answer(page, 'House', 'Rename')
  }),
  inTree('a note written', async page => {
    await inMenu(page, 'Papers', 'Add a note')
    await answer(page, 'What belongs here', 'Save')
  }),
  inTree('a folder deleted with what is in it', async page => {
    await inMenu(page, 'Papers', 'Delete folder')
    await page.getByRole('button', { name: 'Move files to trash' }).click()
  }),
  inTree('a folder deleted alone', async page => {
    await inMenu(page, 'Papers', 'Delete folder')
    await page.getByRole('button', { name: 'Keep the files' }).click()
  }),
  inTree('a theme deleted', async page => {
    await inMenu(page, 'Home', 'Delete theme')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete theme' }).click()
  }),
  // Whoever locks a name has answered the suggestion.
  ofFile('a suggested name taken', page => page.getByRole('button', { name: 'Use this name' }).click()),
  ofFile('a name locked', async page => {
    await page.getByRole('row', { name: 'Letter.txt' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Lock name' }).click()
  }),
  ofFile('a title corrected', async page => {
    await page.getByRole('button', { name: 'Edit: Title' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('The first invoice')
    await page.keyboard.press('Enter')
  }),
  ofFile('a description corrected', async page => {
    await page.getByRole('button', { name: 'Edit: Description' }).click()
    await page.getByRole('textbox', { name: 'Description' }).fill('Paper for the office')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
  }),
  ofFile('a keyword added', async page => {
    await page.getByRole('button', { name: 'Add a keyword' }).click()
    await page.keyboard.type('stationery')
    await page.keyboard.press('Enter')
  }),
  ofFile('a sum corrected', async page => {
    await page.getByRole('button', { name: 'Edit: Document details' }).click()
    await page.getByLabel('Amount').fill('650.5')
    await page.getByLabel('Date').fill('2026-03-15')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('region', { name: 'Document details' }).getByText('Corrected by you').waitFor()
  }),
  ofCalendar('an event saved', async page => {
    await event(page, 'Dentist').click()
    await page.getByRole('dialog').getByLabel('Title').fill('Oculist')
    await page.getByRole('dialog').getByLabel('Start time').fill('12:00')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  }),
  ofCalendar('a day of a series moved', async page => {
    await page.getByRole('button', { name: /Chess/ }).nth(1).click()
    await page.getByRole('dialog').getByLabel('Start time').fill('14:00')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').getByLabel('Only this one').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  }),
  ofCalendar('a whole series saved', async page => {
    await event(page, 'Chess').click()
    await page.getByRole('dialog').getByLabel('Title').fill('Go')
    await page.getByRole('dialog').getByLabel('Start time').fill('09:00')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').getByLabel('All of them').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  }),
  ofCalendar('a day of a series deleted', async page => {
    await page.getByRole('button', { name: /Chess/ }).nth(1).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByLabel('Only this one').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  }),
  ofCalendar('a day deleted that was not as its series', async page => {
    await event(page, 'Chess with Anna').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByLabel('Only this one').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  }),
  ofCalendar('a day of a series and all later ones saved', async page => {
    await page.getByRole('button', { name: /Chess/ }).nth(1).click()
    await page.getByRole('dialog').getByLabel('Title').fill('Go')
    await page.getByRole('dialog').getByLabel('Start time').fill('09:00')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').getByLabel('This and all later ones').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  }),
  ofCalendar('a day of a series and all later ones deleted', async page => {
    await page.getByRole('button', { name: /Chess/ }).nth(1).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByLabel('This and all later ones').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  }),
  ofCalendar('an event deleted', async page => {
    await event(page, 'Dentist').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  }),
  ofCalendar('an event made', async page => {
    await page.getByRole('button', { name: 'New event' }).first().click()
    await page.getByRole('dialog').getByLabel('Title').fill('Lecture')
    await page.getByRole('dialog').getByLabel('First day').fill('2027-03-11')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  }),
  ofCalendar('the rhythm of a series changed', async page => {
    await event(page, 'Chess').click()
    await page.getByRole('dialog').getByLabel('Repeat').selectOption('Every week')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').getByLabel('All of them').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  }),
  ofCalendar('a whole series deleted', async page => {
    await event(page, 'Chess').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByLabel('All of them').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  }),
]

describe.skipIf(!hasBrowser)('done and undone', () => {
  test('every change in the page leads back to how it was', async () => {
    const { person, ids } = await furnished()
    // One day of the series is off: it stays so when the series comes back.
    const [, chess] = (await person.get('/v1/calendar/events?since=2027-03-01T00:00:00&until=2027-04-01T00:00:00')).body
      .items
    await person.delete(`/v1/calendar/events/${chess!.id}?occurrence_at=2027-03-09T10:00:00Z`)
    // Another has words of its own, and so keeps them.
    await person.patch(`/v1/calendar/events/${chess!.id}?occurrence_at=2027-03-10T10:00:00Z`, {
      title: 'Chess with Anna',
      starts_at: '2027-03-10T18:00:00',
    })
    const visitor = await open(base, '/', {}, person)
    const { page } = visitor
    page.setDefaultTimeout(20_000)
    const wrong: string[] = []
    for (const { name, path, act, state } of sampled(
      DEEDS.filter((_, n) => n % 3 === 0),
      DEEDS,
    )) {
      try {
        const written = async () => JSON.stringify(await state(person, ids))
        const before = await written()
        await page.goto(base + path(ids))
        await act(page)
        await until(async () => (await written()) !== before, `${name}: to be done`)
        await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).last().click()
        await until(async () => (await written()) === before, `${name}: to be undone`)
      } catch (error) {
        wrong.push(`${name}: ${String(error).slice(0, 400)}`)
      }
    }
    expect(wrong).toEqual([])
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  }, 400_000)

  test('a tree of many folders and files is back as it was, though a task has cleared it away', {
    tags: ['long'],
    timeout: 300_000,
  }, async () => {
    const person = await aPerson(base)
    await person.put('/v1/settings', { timezone: 'UTC', ui: { tour: 'left' } })
    const top = await person.folder('Archive')
    const made: Json[] = []
    for (const part of [0, 1]) {
      const inside = Array.from({ length: 130 }, (_, n) => ({
        name: `Folder ${part}.${n}`,
        ...(n % 10 === 0 ? { parent_id: top.id } : { parent: n - (n % 10) }),
        ...(n === 0 && { note: 'What is old' }),
      }))
      made.push(...(await person.post('/v1/collections/tree', { folders: inside })).body.items)
    }
    for (let n = 0; n < 20; n++) await person.upload(`File ${n}.txt`, `Text ${n}`, `?collection_id=${made[n * 13].id}`)
    const written = async () => JSON.stringify(await folders(person))
    const before = await written()
    const visitor = await open(base, '/', {}, person)
    const { page } = visitor
    const parts: number[] = []
    page.on('request', request => {
      if (request.url().endsWith('/v1/collections/tree')) parts.push(request.postDataJSON().folders.length)
    })
    await inMenu(page, 'Archive', 'Delete folder')
    await page.getByRole('button', { name: 'Move files to trash' }).click()
    // Also while the files are still on their way into the trash.
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).last().click()
    await until(async () => (await written()) === before, 'the tree to be back', 120)
    expect(parts).toEqual([200, 61])
    expect((await person.get('/v1/trash')).body.total).toBe(0)
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })

  test('what cannot be taken back is asked about first', { tags: ['long'] }, async () => {
    const { person, ids } = await furnished()
    await person.post(`/v1/objects/${ids.file}/shares`, {})
    const visitor = await open(base, '/links', {}, person)
    const { page } = visitor
    await page.getByRole('button', { name: 'Revoke Letter.txt' }).click()
    const dialog = page.getByRole('dialog', { name: 'Revoke the link?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect((await person.get('/v1/shares')).body.items).toHaveLength(1)
    await page.getByRole('button', { name: 'Revoke Letter.txt' }).click()
    await dialog.getByRole('button', { name: 'Revoke', exact: true }).click()
    await until(async () => (await person.get('/v1/shares')).body.items.length === 0, 'the link to be gone')
    await person.post('/v1/ask', { query: 'What does the letter say?' })
    await page.goto(`${base}/ask`)
    await page.getByRole('button', { name: /^Remove the conversation/ }).click()
    const asked = page.getByRole('dialog', { name: 'Delete the conversation?' })
    await asked.getByRole('button', { name: 'Delete for good' }).click()
    await until(async () => (await person.get('/v1/ask/sessions')).body.items.length === 0, 'it to be gone')
    await visitor.context.close()
  })
})
