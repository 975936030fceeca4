import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, until } from '../support/client.ts'
import { anXlsx } from '../support/office.ts'
import { closeBrowser, hasBrowser, look, open, picture, type Visitor } from './browser.ts'
import { pdf } from './files.ts'

/** What was opened is read without the service; what is hidden is nowhere. */

const base = baseUrl()
afterAll(closeBrowser)

/** Every byte in every cache of the browser. */
const cached = (page: Page) =>
  page.evaluate(async () => {
    const found = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        // It may be forgotten while this is looking.
        const kept = await cache.match(request)
        if (kept) found.push(name, request.url, await kept.text())
      }
    }
    return found.join('\n')
  })

const addresses = (page: Page) =>
  page.evaluate(async () => {
    const found = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(url)
    return found.join('\n')
  })

/** What the page writes into its caches from now on, also where it is written over later. */
async function followWrites(page: Page): Promise<(and?: 'forget') => Promise<string>> {
  await page.evaluate(() => {
    const put = Cache.prototype.put
    const all: string[] = []
    Object.assign(window, { all })
    Cache.prototype.put = async function (request, response) {
      all.push(await response.clone().text())
      return put.call(this, request, response)
    }
  })
  return and =>
    page.evaluate(forget => {
      const { all } = window as unknown as { all: string[] }
      return (forget ? all.splice(0) : all).join('\n')
    }, and === 'forget')
}

async function ready({ page }: Visitor): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** The moment at which a page keeps what it shows is brought on; then the service answers more often than keeping would ask it. */
async function pastKeeping(page: Page): Promise<void> {
  await page.clock.fastForward(2500)
  for (let round = 0; round < 10; round++)
    await page.evaluate(() => fetch('/health', { cache: 'no-store' }).then(reply => reply.text()))
}

/** Opens a file and waits until it is kept. */
async function read({ page }: Visitor, id: string, text: string): Promise<void> {
  await page.goto(`${base}/?file=${id}`)
  await page.getByRole('dialog').getByText(text).first().waitFor()
  await until(async () => (await cached(page)).includes(`/v1/objects/${id}`), 'the file to be kept')
  await until(async () => (await cached(page)).includes(`"id":"${id}","owner"`), 'the list to name it')
}

/** A network that is gone is an error of the browser, and the page explains it. */
const forgive = ({ complaints }: Visitor) =>
  complaints.splice(
    0,
    complaints.length,
    ...complaints.filter(each => !/ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(each)),
  )

describe.skipIf(!hasBrowser)('without the service', () => {
  test('what was opened is read, before and after a reload; signing out forgets it', { tags: ['long'] }, async () => {
    const person = await aPerson(base)
    const note = await person.upload('Note.txt', 'The boat leaves at seven')
    const lease = await person.upload('Lease.pdf', pdf(['The lease ends in May']))
    const sums = await person.upload('Sums.xlsx', await anXlsx([['Oak', 1200]]))
    await person.upload('Unopened.txt', 'Nobody has looked at this')
    for (const { id } of [note, lease, sums]) await person.read(id)
    const visitor = await open(base, '/', {}, person)
    const { page, context } = visitor
    await ready(visitor)
    await read(visitor, note.id, 'The boat leaves at seven')
    await read(visitor, lease.id, 'The lease ends in May')
    await read(visitor, sums.id, '1200')

    await page.goto(base)
    await page.getByRole('row', { name: 'Note.txt' }).waitFor()
    await context.setOffline(true)
    await page.getByText('You are offline. What you have opened before can still be read').waitFor()
    await page.getByRole('row', { name: 'Note.txt' }).dblclick()
    await page.getByRole('dialog').getByText('The boat leaves at seven').waitFor()
    await page.keyboard.press('Escape')

    await page.reload()
    await page.getByRole('heading', { name: 'You are offline' }).waitFor()
    const shelf = page.getByRole('list', { name: 'What can be read' })
    expect(await shelf.getByRole('listitem').count()).toBe(3)
    forgive(visitor)
    await look(visitor, 'offline')
    await shelf.getByRole('button', { name: /Lease\.pdf/ }).click()
    await page.getByText('The lease ends in May').waitFor()
    forgive(visitor)
    await picture(visitor, 'offline-reading')
    await page.getByRole('button', { name: 'All of them' }).click()
    await shelf.getByRole('button', { name: /Sums\.xlsx/ }).click()
    await page.getByRole('cell', { name: '1200' }).waitFor()
    await page.getByRole('button', { name: 'All of them' }).click()
    await context.setOffline(false)
    await page.getByRole('row', { name: 'Unopened.txt' }).waitFor()

    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await until(async () => !(await cached(page)).includes('The boat leaves'), 'what was kept to be forgotten')
    expect(await addresses(page)).not.toMatch(/\/v1\//)
    await context.close()
  })

  test('the folders and what was listed stay, in the page and after a reload; hidden ones and those of others are not among them', {
    tags: ['long'],
  }, async () => {
    const person = await aPerson(base)
    await person.post('/v1/hidden-pin', { pin: '4821' })
    const theme = (await person.post('/v1/themes', { name: 'At sea' })).body
    const boats = await person.folder('Boats', { theme_id: theme.id })
    const sails = await person.folder('Sails', { parent_id: boats.id })
    const vault = await person.folder('Vault of Quito')
    await person.patch(`/v1/collections/${vault.id}`, { is_hidden: true })
    const note = await person.upload('Note.txt', 'The boat leaves at seven', `?collection_id=${boats.id}`)
    const canvas = await person.upload('Canvas.txt', 'Nobody has opened this', `?collection_id=${sails.id}`)
    await person.read(note.id)
    const visitor = await open(base, '/', {}, person)
    const { page, context } = visitor
    await ready(visitor)
    await read(visitor, note.id, 'The boat leaves at seven')
    await page.goto(base)
    const tree = page.getByRole('region', { name: 'Themes and folders' })
    await tree.getByRole('button', { name: 'Unfold At sea' }).click()
    await tree.getByRole('link', { name: 'Boats' }).waitFor()
    await until(async () => (await cached(page)).includes('Sails'), 'the folders to be kept')

    await context.setOffline(true)
    // Asked for again in vain, the folders are still those that are known.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await tree.getByRole('link', { name: 'Boats' }).click()
    await tree.getByRole('link', { name: 'Boats' }).waitFor()
    await page.goto(base)
    const folders = page.getByRole('navigation', { name: 'Folders' })
    await folders.getByText('At sea').waitFor()
    const list = page.getByRole('list', { name: 'What can be read' })
    const away = page.getByRole('region', { name: 'Needs the connection' })
    await away.getByText('Canvas.txt').waitFor()
    forgive(visitor)
    await look(visitor, 'offline-folders')
    await folders.getByRole('button', { name: /Sails/ }).click()
    await away.getByText('Canvas.txt').waitFor()
    expect(await list.getByRole('listitem').count()).toBe(0)
    await folders.getByRole('button', { name: /Boats/ }).click()
    await list.getByRole('button', { name: /Note\.txt/ }).click()
    await page.getByText('The boat leaves at seven').waitFor()
    await context.setOffline(false)

    // In the open zone nothing is kept, and what is hidden here is not there any more.
    await page.goto(`${base}/hidden`)
    await page.getByLabel('PIN', { exact: true }).fill('4821')
    await page.keyboard.press('Enter')
    await tree.getByRole('link', { name: 'Vault of Quito' }).waitFor()
    const written = await followWrites(page)
    await page.getByRole('button', { name: 'Lock now' }).first().click()
    await page.getByRole('row', { name: 'Canvas.txt' }).waitFor()
    await until(async () => (await written()).includes('Sails'), 'the folders to be kept again')
    expect(await written()).not.toContain('Quito')
    await written('forget')
    await tree.getByRole('link', { name: 'Boats' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Hide' }).click()
    await until(async () => (await written()).includes('At sea'), 'what is left to be kept again')
    const all = (await cached(page)) + (await written())
    expect(['Boats', 'Sails', 'Quito', canvas.id, vault.id].filter(trace => all.includes(trace))).toEqual([])
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await until(async () => !/\/reading/.test(await addresses(page)), 'what was kept to be forgotten')
    await context.close()
  })

  test('nothing hidden is ever in a cache: not what is opened in the zone, not what is hidden later, here or elsewhere', async () => {
    const person = await aPerson(base)
    const diary = await person.upload('Diary.txt', 'Dear diary, the key lies in Zanzibar')
    await person.patch(`/v1/objects/${diary.id}`, { is_hidden: true })
    await person.post('/v1/hidden-pin', { pin: '4821' })
    const later = await person.upload('Later.txt', 'Quicksilver is hidden later')
    const elsewhere = await person.upload('Elsewhere.txt', 'Tungsten is hidden elsewhere')
    const folder = await person.folder('Hall')
    const inside = await person.upload('Inside.txt', 'Cobalt lies in a folder', `?collection_id=${folder.id}`)
    const visitor = await open(base, '/', {}, person)
    const { page, context } = visitor
    await ready(visitor)

    await page.clock.install()
    await page.goto(`${base}/hidden`)
    await page.getByLabel('PIN', { exact: true }).fill('4821')
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: 'Diary.txt' }).dblclick()
    await page.getByRole('dialog').getByText('Zanzibar').waitFor()
    await pastKeeping(page)
    expect((await cached(page)).includes('Zanzibar')).toBe(false)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Lock now' }).last().click()
    await page.getByRole('row', { name: 'Later.txt' }).waitFor()

    for (const [file, text] of [
      [later, 'Quicksilver'],
      [elsewhere, 'Tungsten'],
      [inside, 'Cobalt'],
    ] as const)
      await read(visitor, file.id, text)
    await page.goto(base)
    await page.getByRole('row', { name: 'Later.txt' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Hide' }).click()
    await until(async () => !(await cached(page)).includes(later.id), 'what was hidden to go')
    await person.patch(`/v1/objects/${elsewhere.id}`, { is_hidden: true })
    await person.patch(`/v1/collections/${folder.id}`, { is_hidden: true })
    await page.reload()
    const hidden = ['Zanzibar', 'Quicksilver', 'Tungsten', 'Cobalt', diary.id, later.id, elsewhere.id, inside.id]
    const traces = async () => {
      const all = await cached(page)
      return hidden.filter(trace => all.includes(trace))
    }
    await until(async () => (await traces()).length === 0, 'what was hidden elsewhere to go')
    expect(await traces()).toEqual([])
    await context.close()
  })

  test('who shares the computer keeps nothing; pages of links are never kept', { tags: ['long'] }, async () => {
    const person = await aPerson(base)
    const note = await person.upload('Note.txt', 'The boat leaves at seven')
    const { body: link } = await person.post(`/v1/objects/${note.id}/shares`, {})
    const visitor = await open(base, '/settings/preferences', {}, person)
    const { page, context } = visitor
    await ready(visitor)
    await page.getByRole('switch', { name: 'Keep what I open for reading offline' }).click()
    await page.clock.install()
    await page.goto(`${base}/?file=${note.id}`)
    await page.getByRole('dialog').getByText('The boat leaves at seven').waitFor()
    await pastKeeping(page)
    await page.goto(new URL(link.url ?? `/share/${link.token}`, base).href)
    await page.getByText('Note.txt').first().waitFor()
    await pastKeeping(page)
    expect((await cached(page)).includes('The boat leaves')).toBe(false)
    expect(await addresses(page)).not.toMatch(/\/v1\/|\/share\//)
    await context.close()
  })

  test('names of one account are not shown once another tab has signed in with another', {
    tags: ['long'],
  }, async () => {
    const person = await aPerson(base)
    const { name } = await person.folder('Boats of the first')
    const note = await person.upload('Note.txt', 'The boat leaves at seven')
    await person.read(note.id)
    const visitor = await open(base, '/', {}, person)
    const { page, context } = visitor
    await ready(visitor)
    await read(visitor, note.id, 'The boat leaves at seven')
    await page.goto(base)
    await page.getByRole('region', { name: 'Themes and folders' }).getByRole('link', { name }).waitFor()
    await until(async () => (await cached(page)).includes(name), 'the folders to be kept')
    const reader = (id: string) => page.evaluate(id => localStorage.setItem('dossier.reader', id), id)
    await context.setOffline(true)
    await page.reload()
    await page.getByText(name).waitFor()
    await reader('somebody else')
    await page.reload()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    expect(await page.getByText(name).count()).toBe(0)
    await context.close()
  })

  test('what another app has shared and was lost on the way is asked for again', { tags: ['long'] }, async () => {
    const person = await aPerson(base)
    const visitor = await open(base, '/', {}, person)
    await ready(visitor)
    await visitor.page.goto(`${base}/?shared`)
    await visitor.page.getByText('What you shared did not arrive').waitFor()
    expect(visitor.page.url()).not.toContain('shared')
    await visitor.context.close()
  })
})
