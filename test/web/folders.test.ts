import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, type Json, type Person, until } from '../support/client.ts'
import { closeBrowser, hasBrowser, look, open, type Visitor } from './browser.ts'

/** Somebody with hundreds of folders: each screen asks for those that it shows. */

const base = baseUrl()
afterAll(closeBrowser)

const TOPS = 130
const INSIDE = 120

const name = (what: string, n: number) => `${what} ${String(n).padStart(3, '0')}`

/** A hundred and thirty at the top; in one of them a hundred and twenty, and a way down from the last of these. */
interface Cabinet {
  anna: Person
  drawer: Json
  deep: Json
}

async function furnished(): Promise<Cabinet> {
  const anna = await aPerson(base)
  const tops: Json[] = []
  for (let n = 0; n < TOPS; n++) tops.push(await anna.folder(name('Box', n)))
  const drawer = tops.at(-1)
  let last: Json
  for (let n = 0; n < INSIDE; n++) last = await anna.folder(name('File', n), { parent_id: drawer.id })
  const shelf = await anna.folder('Shelf', { parent_id: last.id })
  const deep = await anna.folder('Needle of the compass', { parent_id: shelf.id })
  await anna.upload('Map.txt', 'here be dragons', `?collection_id=${deep.id}`)
  await anna.upload('Loose.txt', 'in no folder')
  return { anna, drawer, deep }
}

/** All folders that the page is told of from now on. */
function requests(page: Page): Json[] {
  const all: Json[] = []
  page.on('requestfinished', async (request: Request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' || pathname !== '/v1/collections') return
    const answer = await (await request.response())?.json().catch(() => undefined)
    all.push(...(answer?.items ?? []))
  })
  return all
}

const treeOf = (page: Page) => page.getByRole('region', { name: 'Themes and folders' })

describe.skipIf(!hasBrowser)('hundreds of folders', () => {
  let cabinet: Cabinet
  let visitor: Visitor
  beforeAll(async () => {
    cabinet = await furnished()
  })

  test('the library asks for a page of the first level, and for more when it is wanted', async () => {
    visitor = await open(base, '/settings', {}, cabinet.anna)
    const { page } = visitor
    const all = requests(page)
    await page.goto(base)
    const tree = treeOf(page)
    await tree.getByRole('link', { name: 'Box 000' }).waitFor()
    await page.getByRole('row', { name: 'Map.txt' }).getByText('Needle of the compass').waitFor()
    expect(await tree.getByRole('link').count()).toBe(100)
    expect(await tree.getByRole('link', { name: 'Box 129' }).count()).toBe(0)
    // The level, and the folder of a file that is listed.
    expect(new Set(all.map(folder => folder.path.split('/').length === 1 || folder.name))).toEqual(
      new Set([true, 'Needle of the compass']),
    )
    expect(new Set(all.map(({ id }) => id)).size).toBeLessThanOrEqual(101)
    await look(visitor, 'many-folders')
    await tree.getByRole('button', { name: 'Show more' }).click()
    await tree.getByRole('link', { name: 'Box 129' }).waitFor()
    expect(await tree.getByRole('link').count()).toBe(TOPS)
    expect(await tree.getByRole('button', { name: 'Show more' }).count()).toBe(0)
  })

  test('a folder that is unfolded shows what is in it, and only then', { tags: ['long'] }, async () => {
    const { page } = visitor
    const tree = treeOf(page)
    expect(await tree.getByRole('link', { name: 'File 000' }).count()).toBe(0)
    expect(await tree.getByRole('button', { name: 'Unfold Box 000' }).count()).toBe(0)
    await tree.getByRole('button', { name: 'Unfold Box 129' }).click()
    await tree.getByRole('link', { name: 'File 000' }).waitFor()
    expect(await tree.getByRole('link', { name: /^File/ }).count()).toBe(100)
    await tree.getByRole('button', { name: 'Show more' }).click()
    await tree.getByRole('link', { name: 'File 119' }).waitFor()
    // A folder that is made stands there at once.
    await tree.getByRole('link', { name: 'File 000' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'New folder' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('Fresh')
    await page.keyboard.press('Enter')
    await tree.getByRole('button', { name: 'Unfold File 000' }).waitFor()
    expect((await cabinet.anna.get('/v1/collections?q=fresh')).body.items[0]!.path).toBe('Box 129/File 000/Fresh')
    await visitor.context.close()
  })

  test('a link to a folder far down opens the way to it', { tags: ['long'] }, async () => {
    const { page, context, complaints } = await open(base, `/folders/${cabinet.deep.id}`, {}, cabinet.anna)
    const tree = treeOf(page)
    await tree.getByRole('link', { name: 'Needle of the compass' }).waitFor()
    for (const above of ['Box 129', 'File 119', 'Shelf']) expect(await tree.getByText(above).count()).toBe(1)
    expect(await tree.locator('[aria-current=page]').innerText()).toContain('Needle of the compass')
    const crumbs = page.getByRole('main').getByRole('navigation')
    expect(await crumbs.getByRole('link').allInnerTexts()).toEqual(['Box 129', 'File 119', 'Shelf'])
    await page.getByRole('row', { name: 'Map.txt' }).waitFor()
    // In a folder with many others the list has the first of them, and more when it is asked for.
    await crumbs.getByRole('link', { name: 'Box 129' }).click()
    await page.getByText('Only the first 100 folders are shown.').waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Show more' }).click()
    await page.getByText('Only the first 100 folders are shown.').waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('the dialog of a move finds a folder far down by its name, also by a hasty Enter', {
    tags: ['long'],
  }, async () => {
    const { page, context, complaints } = await open(base, '/', {}, cabinet.anna)
    const all = requests(page)
    await page.getByRole('row', { name: 'Loose.txt' }).click()
    await page.keyboard.press('m')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('option', { name: 'Box 000' }).waitFor()
    await dialog.getByRole('combobox').fill('compass needle')
    await dialog.getByRole('option', { name: 'Box 129/File 119/Shelf/Needle of the compass' }).waitFor()
    expect(await dialog.getByRole('option').count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.keyboard.press('m')
    await dialog.getByRole('option', { name: 'Box 000' }).waitFor()
    await dialog.getByRole('combobox').fill('compass')
    await page.keyboard.press('Enter')
    await until(async () => {
      const { items } = (await cabinet.anna.get(`/v1/objects?collection_id=${cabinet.deep.id}`)).body
      return items.some(({ filename }) => filename === 'Loose.txt')
    }, 'the file to be moved')
    expect(all.filter(folder => folder.path.split('/').length > 1).map(each => each.name)).toEqual(
      expect.not.arrayContaining(['File 000']),
    )
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a theme shows its folders when it is unfolded, and opens by itself for one who stands in it', async () => {
    const anna = await aPerson(base)
    const theme = (await anna.post('/v1/themes', { name: 'At home' })).body
    const flat = await anna.folder('Flat', { theme_id: theme.id })
    const rooms = await anna.folder('Rooms', { parent_id: flat.id })
    await anna.folder('Garden')
    const { page, context, complaints } = await open(base, '/', {}, anna)
    const tree = treeOf(page)
    await tree.getByRole('link', { name: 'Garden' }).waitFor()
    expect(await tree.getByRole('link').allInnerTexts()).toEqual(['At home', 'Garden'])
    await tree.getByRole('button', { name: 'Unfold At home' }).click()
    await tree.getByRole('link', { name: 'Flat' }).waitFor()
    // By hand to the others of the level, and back.
    await tree.getByRole('link', { name: 'Garden' }).dragTo(tree.getByRole('link', { name: 'Flat' }))
    await page.getByRole('button', { name: 'Undo' }).click()
    await until(async () => {
      const { items } = (await anna.get('/v1/collections?parent_id=root&theme_id=none')).body
      return items.some(({ name }) => name === 'Garden')
    }, 'the move to be taken back')
    await tree.getByRole('link', { name: 'Garden' }).waitFor()
    await tree.getByRole('button', { name: 'Unfold At home' }).click()
    await tree.getByRole('link', { name: 'Flat' }).waitFor({ state: 'detached' })
    await page.goto(`${base}/folders/${rooms.id}`)
    await tree.getByRole('link', { name: 'Rooms' }).waitFor()
    expect(await tree.getByRole('link').allInnerTexts()).toEqual(['At home', 'Flat', 'Rooms', 'Garden'])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('Ctrl K finds a folder that no screen has shown', { tags: ['long'] }, async () => {
    const { page, context, complaints } = await open(base, '/', {}, cabinet.anna)
    await page.getByRole('row', { name: 'Map.txt' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Files, people, events, commands').fill('shelf')
    await page.getByRole('option', { name: /Shelf/ }).first().click()
    await page.getByRole('heading', { name: 'Shelf' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
