import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { aPerson, baseUrl, type Person, until } from '../support/client.ts'
import { choose, closeBrowser, hasBrowser, look, open, picture, textFile } from './browser.ts'
import { PNG } from './files.ts'

/** The library as people use it: with the pointer, with the keyboard, and with what goes wrong. */

const base = baseUrl()
const names = async (person: Person, query = '') =>
  ((await person.get(`/v1/objects${query}`)).body.items as { filename: string }[]).map(item => item.filename).sort()

afterAll(closeBrowser)

describe.skipIf(!hasBrowser)('the library', () => {
  test('themes, folders and a note are made, and files are moved between folders by dragging and by key', async () => {
    const person = await aPerson(base)
    await person.upload('Lease.txt')
    await person.upload('Invoice.txt')
    const visitor = await open(base, '/', {}, person)
    const { page } = visitor
    await page.getByRole('row', { name: 'Lease.txt' }).waitFor()

    await page.getByRole('button', { name: 'New folder' }).click()
    await page.getByRole('menuitem', { name: 'New theme' }).click()
    await page.getByLabel('Theme name').fill('Work')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('link', { name: 'Work' }).click()
    await page.getByRole('button', { name: 'New folder' }).last().click()
    await page.getByLabel('Folder name').fill('Contracts')
    await page.getByRole('button', { name: 'Create' }).click()
    const tree = page.getByRole('region', { name: 'Themes and folders' })
    await page.getByRole('button', { name: 'Unfold Work' }).click()
    const folder = tree.getByRole('link', { name: 'Contracts' })
    await folder.waitFor()

    await page.getByRole('link', { name: 'All files' }).click()
    await page.getByRole('row', { name: 'Lease.txt' }).dragTo(folder)
    await page.getByText('1 file moved to “Contracts”').waitFor()
    // The other one by keyboard alone.
    await page.getByRole('row', { name: 'Invoice.txt' }).click()
    await page.keyboard.press('m')
    await page.getByRole('combobox', { name: 'Find a folder' }).fill('contr')
    await page.keyboard.press('Enter')
    await page.getByText('1 file moved to “Contracts”').nth(1).waitFor()
    // Undo takes the last move back.
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await until(async () => {
      const { items } = (await person.get('/v1/objects')).body
      return items.some((item: { collection_id: string | null }) => item.collection_id === null)
    }, 'the move to be undone')
    await folder.click()
    await page.getByRole('row', { name: 'Lease.txt' }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/folders\//)
    await page.getByRole('button', { name: 'Add a note' }).click()
    await page.getByRole('textbox', { name: 'Note' }).fill('Signed copies only')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Signed copies only').waitFor()
    await look(visitor, 'folder-with-note')
    await page.goBack()
    await page.getByRole('heading', { name: 'All files' }).waitFor()
    await visitor.context.close()
  })

  test('by keyboard: moving, selecting, renaming, locking, trashing and taking back', async () => {
    const person = await aPerson(base)
    for (const name of ['alpha.txt', 'b.txt', 'c.txt', 'd.txt']) await person.upload(name)
    const visitor = await open(base, '/?sort=name', {}, person)
    const { page } = visitor
    await page.getByRole('row', { name: 'alpha.txt' }).click()
    await page.keyboard.press('j')
    await page.keyboard.press('r')
    const field = page.getByLabel('New name')
    expect(await field.inputValue()).toBe('b.txt')
    await field.fill('beta.txt')
    await page.keyboard.press('Enter')
    await page.getByText('Renamed to “beta.txt”').waitFor()
    expect(await names(person)).toContain('beta.txt')

    await page.getByRole('row', { name: 'c.txt' }).click()
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByRole('toolbar', { name: '2 files selected' }).waitFor()
    await look(visitor, 'selection')
    await page.keyboard.press('Delete')
    await page.getByText('2 files moved to the trash').waitFor()
    expect(await names(person)).toEqual(['alpha.txt', 'beta.txt'])
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByRole('row', { name: 'd.txt' }).waitFor()
    expect(await names(person)).toHaveLength(4)

    await page.getByRole('row', { name: 'alpha.txt' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Lock name' }).click()
    await page.getByText('The name will stay as it is').waitFor()
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'Keys' }).waitFor()
    await page.keyboard.press('Escape')

    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Files, people, events, commands').fill('beta')
    await page.getByRole('option', { name: 'beta.txt' }).waitFor()
    await look(visitor, 'palette')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'beta.txt' }).waitFor()
    expect(page.url()).toContain('file=')
    await page.goBack()
    await page.getByRole('dialog', { name: 'beta.txt' }).waitFor({ state: 'detached' })
    await visitor.context.close()
  })

  test('view, filter, order and selection live in the address', { tags: ['long'] }, async () => {
    const person = await aPerson(base)
    await person.upload('notes.txt')
    const { id } = await person.upload('photo.png', PNG)
    const visitor = await open(base, `/?view=grid&kind=image&sel=${id}`, {}, person)
    const { page } = visitor
    const tile = page.getByRole('gridcell', { name: 'photo.png' })
    await tile.waitFor()
    expect(await page.getByText('notes.txt').count()).toBe(0)
    expect(await tile.getAttribute('aria-selected')).toBe('true')
    await page.getByRole('complementary', { name: 'Details' }).getByRole('heading', { name: 'photo.png' }).waitFor()
    await look(visitor, 'grid')
    await page.getByRole('button', { name: 'Pictures', exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Text' }).click()
    await page.getByRole('gridcell', { name: 'notes.txt' }).waitFor()
    await page.goto(`${base}/?view=grid&kind=audio`)
    await page.getByText('Nothing fits these filters').waitFor()
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await page.getByRole('gridcell', { name: 'notes.txt' }).waitFor()
    await visitor.context.close()
  })

  test('an upload is paused, survives a reload, goes on and finishes; a folder keeps its shape', {
    tags: ['long'],
  }, async () => {
    const person = await aPerson(base)
    const visitor = await open(base, '/', {}, person)
    const { page, context } = visitor
    await page.getByText('Drop your files here').waitFor()
    // The line is slow, so that there is something to pause.
    const client = await context.newCDPSession(page)
    await client.send('Network.enable')
    await client.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 5,
      downloadThroughput: -1,
      uploadThroughput: 4_000_000,
    })
    const folder = await mkdtemp(join(tmpdir(), 'dossier-large-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const large = join(folder, 'large.bin')
    await writeFile(large, Buffer.alloc(24_000_000, 7))
    await choose(page, large, () => page.getByRole('button', { name: 'Choose files' }).click())
    await page.getByText('Uploaded 0 of 1').waitFor()
    await page.getByRole('button', { name: 'Pause large.bin' }).click()
    await page.getByText('Paused').waitFor()
    await picture(visitor, 'upload-paused')
    await page.reload()
    // After a reload it is still paused, and goes on from where the service had it.
    await page.getByRole('button', { name: 'Resume large.bin' }).click()
    await page.getByRole('row', { name: 'large.bin' }).waitFor({ timeout: 180_000 })
    expect((await person.get('/v1/objects')).body.items[0]!.size).toBe(24_000_000)
    await page.evaluate(dropFolder)
    await page.getByRole('link', { name: 'trip' }).waitFor()
    await until(async () => (await names(person)).includes('inner.txt'), 'the dropped files')
    const { items } = (await person.get('/v1/collections')).body
    expect(items.map((folder: { path: string }) => folder.path).sort()).toEqual(['trip', 'trip/day'])
    await visitor.context.close()
  })

  test('a refused upload says why and can be tried again; live state comes without a reload', async () => {
    const person = await aPerson(base)
    const visitor = await open(base, '/', {}, person)
    const { page } = visitor
    await page.getByText('Drop your files here').waitFor()
    let refuse = true
    await page.route('**/v1/uploads', route =>
      refuse
        ? route.fulfill({
            status: 402,
            contentType: 'application/json',
            body: JSON.stringify({ detail: 'The storage is full.', code: 'storage_full' }),
          })
        : route.continue(),
    )
    await choose(page, [textFile('report.txt')], () => page.getByRole('button', { name: 'Choose files' }).click())
    await page.getByText('The storage is full.').waitFor()
    refuse = false
    await page.getByRole('button', { name: 'Try again report.txt' }).click()
    await page.getByRole('row', { name: 'report.txt' }).waitFor()
    await until(async () => (await page.getByText('Being read').count()) === 0, 'the file to be read')
    visitor.complaints.splice(0, visitor.complaints.length, ...visitor.complaints.filter(text => !text.includes('402')))
    await picture(visitor, 'uploaded')
    await visitor.context.close()
  })

  test('what was deleted lies in the trash, comes back, or goes for good after a question', async () => {
    const person = await aPerson(base)
    for (const name of ['one.txt', 'two.txt']) {
      const { id } = await person.upload(name)
      await person.delete(`/v1/objects/${id}`)
    }
    const visitor = await open(base, '/trash', {}, person)
    const { page } = visitor
    await page.getByRole('row', { name: 'one.txt' }).click()
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByText('1 file restored').waitFor()
    expect(await names(person)).toEqual(['one.txt'])
    await page.getByRole('row', { name: 'two.txt' }).click()
    await page.keyboard.press('Delete')
    await page.getByText('This cannot be undone').waitFor()
    await picture(visitor, 'trash-question')
    await page.getByRole('button', { name: 'Delete for good' }).last().click()
    await page.getByText('The trash is empty').waitFor()
    await visitor.context.close()
  })

  test('when the service does not answer, the page says so where it happened, and goes on after a retry', async () => {
    const person = await aPerson(base)
    await person.upload('here.txt')
    const visitor = await open(base, '/trash', {}, person)
    const { page } = visitor
    await page.getByText('The trash is empty').waitFor()
    await page.route('**/v1/objects?*', route =>
      route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: JSON.stringify({ detail: 'Something broke.', code: 'internal', request_id: 'abc' }),
      }),
    )
    await page.getByRole('link', { name: 'All files' }).click()
    await page.getByRole('alert').getByText('Something broke.').waitFor()
    visitor.complaints.length = 0
    await picture(visitor, 'failed')
    await page.unroute('**/v1/objects?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('row', { name: 'here.txt' }).waitFor()
    await visitor.context.close()
  })
})

/** A folder dropped from the desktop, as the browser would describe it. */
function dropFolder(): void {
  const file = (name: string) => ({
    isFile: true,
    name,
    file: (yes: (file: File) => void) => yes(new File([name], name)),
  })
  const folder = (name: string, children: object[]) => ({
    isFile: false,
    name,
    createReader: () => {
      let given = false
      return {
        readEntries: (yes: (entries: object[]) => void) => {
          yes(given ? [] : children)
          given = true
        },
      }
    },
  })
  const trip = folder('trip', [file('plan.txt'), folder('day', [file('inner.txt')])])
  const event = new Event('drop', { bubbles: true, cancelable: true })
  Object.assign(event, { dataTransfer: { types: ['Files'], items: [{ webkitGetAsEntry: () => trip }] } })
  window.dispatchEvent(event)
}
