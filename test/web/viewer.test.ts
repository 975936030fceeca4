import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, until } from '../support/client.ts'
import { closeBrowser, hasBrowser, open, picture } from './browser.ts'
import { pdf } from './files.ts'

/** A file over the page: what is done with it there, and what is left on the screen afterwards. */

const base = baseUrl()
afterAll(closeBrowser)

async function withThree(path = '/') {
  const person = await aPerson(base)
  for (const name of ['Third.txt', 'Second.txt', 'First.txt']) await person.upload(name, `The text of ${name}`)
  const visitor = await open(base, path, {}, person)
  const { page } = visitor
  const viewerOf = (name: string) => page.getByRole('dialog', { name })
  const menu = async (name: string, item: string) => {
    await viewerOf(name)
      .getByRole('button', { name: `Actions for ${name}` })
      .click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  return { person, visitor, page, viewerOf, menu }
}

describe.skipIf(!hasBrowser)('the viewer', () => {
  test('goes to the next file when one is trashed or hidden, and Undo can be pressed over it', async () => {
    const { person, visitor, page, viewerOf, menu } = await withThree()
    await page.getByRole('row', { name: 'Second.txt' }).dblclick()
    await viewerOf('Second.txt').waitFor()
    await menu('Second.txt', 'Move to trash')
    await viewerOf('Third.txt').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await until(async () => (await person.get('/v1/objects')).body.items.length === 3, 'the file to be back')

    // In a dialog over the viewer, too.
    await page.keyboard.press('r')
    await page.getByRole('textbox').fill('Last.txt')
    await page.keyboard.press('Enter')
    const renamed = page.getByRole('listitem').filter({ hasText: 'Last.txt' })
    await renamed.getByRole('button', { name: 'Undo' }).click()
    await viewerOf('Third.txt').waitFor()

    await menu('Third.txt', 'Hide')
    await viewerOf('Second.txt').waitFor()
    expect(await page.getByRole('heading', { name: 'Third.txt' }).count()).toBe(0)
    await page.keyboard.press('Delete')
    await viewerOf('First.txt').waitFor()
    await page.keyboard.press('Delete')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await picture(visitor, 'viewer-gone')
  })

  test('closes over a file of its own address that is gone', async () => {
    const person = await aPerson(base)
    const { id } = await person.upload('Alone.txt')
    const visitor = await open(base, `/objects/${id}`, {}, person)
    const dialog = visitor.page.getByRole('dialog', { name: 'Alone.txt' })
    await dialog.waitFor()
    await person.post('/v1/objects/bulk', { object_ids: [id], action: 'trash' })
    // The page learns of it by the next thing that is done.
    await visitor.page.keyboard.press('s')
    await dialog.waitFor({ state: 'detached' })
    await picture(visitor, 'viewer-gone-elsewhere')
  })

  test('by keyboard the focus goes into what is edited and back to where it was begun', async () => {
    const { visitor, person } = await withThree()
    const { items } = (await person.get('/v1/objects')).body
    await person.read(items[0]!.id)
    const { page } = visitor
    await page.goto(`${base}/objects/${items[0]!.id}`)
    await page.getByRole('button', { name: 'Details' }).click()
    const edit = page.getByRole('button', { name: 'Edit: Document details' })
    await edit.press('Enter')
    await page.locator('input:focus').press('Escape')
    await page.locator('[aria-label="Edit: Document details"]:focus').waitFor()
    await page.getByRole('button', { name: 'Edit: Title' }).press('Enter')
    await page.keyboard.press('Escape')
    await page.locator('[aria-label="Edit: Title"]:focus').waitFor()
  })

  test('on a phone the name of a file has room beside the buttons', async () => {
    const person = await aPerson(base)
    const { id } = await person.upload('Lease agreement.pdf', pdf(['One fish']))
    const { page } = await open(base, `/objects/${id}`, { width: 390, height: 844, touch: true }, person)
    const title = page.getByRole('heading', { name: 'Lease agreement.pdf' })
    expect((await title.boundingBox())!.width).toBeGreaterThan(120)
  })

  test('those who only read see no earlier versions', async () => {
    const [anna, boris] = [await aPerson(base), await aPerson(base)]
    const folder = await anna.folder('House')
    const { id } = await anna.upload('Plan.txt', 'The plan', `?collection_id=${folder.id}`)
    await anna.put(`/v1/objects/${id}/content?base_version=1`, 'Another plan')
    expect((await anna.get(`/v1/objects/${id}`)).body.version).toBe(2)
    await anna.post(`/v1/collections/${folder.id}/grants`, { email: boris.email, role: 'viewer' })
    const { page } = await open(base, `/objects/${id}`, {}, boris)
    const refused: string[] = []
    page.on('response', answer => void (answer.status() === 403 && refused.push(answer.url())))
    await page.getByRole('button', { name: 'Details' }).click()
    await page.getByRole('complementary', { name: 'Details' }).getByRole('combobox').waitFor()
    expect(refused).toEqual([])
    expect(await page.getByRole('region', { name: 'Earlier versions' }).count()).toBe(0)
  })
})

describe.skipIf(!hasBrowser)('the box of a question', () => {
  test('keeps its buttons apart beside an open file', async () => {
    const person = await aPerson(base)
    const { id } = await person.upload('Plan.txt', 'The plan')
    const { page } = await open(base, `/ask?file=${id}`, { width: 1280, height: 800, language: 'ru' }, person)
    await page.getByRole('complementary', { name: 'Plan.txt' }).waitFor()
    const boxOf = async (role: 'radio' | 'button', name: string) =>
      (await page.getByRole(role, { name }).boundingBox())!
    const [files, agent, send] = [
      await boxOf('radio', 'Мои файлы'),
      await boxOf('radio', 'Помощник'),
      await boxOf('button', 'Отправить'),
    ]
    expect(files.height).toBe(agent.height)
    const apart = send.y >= agent.y + agent.height || send.x >= agent.x + agent.width
    expect(apart).toBe(true)
  })
})

describe.skipIf(!hasBrowser)('a list in the order of file names', () => {
  test('shows them first', async () => {
    const { person } = await withThree()
    const { items } = (await person.get('/v1/objects')).body
    const titles: Record<string, string> = { 'First.txt': 'Zebra', 'Second.txt': 'Monkey', 'Third.txt': 'Ant' }
    for (const { id, filename } of items) {
      await person.read(id)
      await person.patch(`/v1/objects/${id}/enrichment`, { title: titles[filename] })
    }
    const { page } = await open(base, '/', {}, person)
    const shown = () => page.locator('[data-id] span[title]').allTextContents()
    await until(async () => (await shown()).includes('Ant'), 'the titles')
    await page.goto(`${base}/?sort=name`)
    await until(async () => (await shown()).join() === 'First.txt,Second.txt,Third.txt', 'the file names')
  })
})

describe.skipIf(!hasBrowser)('the keys of a list', () => {
  test('work before any line was touched, and leave the text of the page alone', async () => {
    const { page } = await withThree()
    await page.getByRole('row', { name: 'Third.txt' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('ArrowDown')
    await page.locator('[role=row]:focus', { hasText: 'Second.txt' }).waitFor()
    await page.keyboard.press('x')
    await page.getByRole('link', { name: 'All files' }).focus()
    await page.keyboard.press('Control+a')
    await page.getByText('3 files selected').first().waitFor()
    expect(await page.evaluate(() => String(getSelection()))).toBe('')
  })
})
