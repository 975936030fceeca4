import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { aCertificate, PASSWORD, RSA } from '../support/certificates.ts'
import { aPerson, baseUrl, type Person, until } from '../support/client.ts'
import { closeBrowser, fits, hasBrowser, look, open, picture } from './browser.ts'
import { PDF, pdf } from './files.ts'

/** A person works on the pages of a PDF, and puts files together. */

const base = baseUrl()
const FOUR = pdf(['One fish', 'Two fish', 'Red fish', 'Secret 4711'])

const named = async (person: Person, part: string) =>
  until(async () => {
    const { items } = (await person.get('/v1/objects')).body
    return items.find(file => file.filename.includes(part))
  }, `a file named ${part}`)

const textOf = async (person: Person, id: string): Promise<string> => {
  await person.read(id)
  return (await person.get(`/v1/objects/${id}/text`)).body.text
}

describe.skipIf(!hasBrowser)('the workbench', () => {
  afterAll(closeBrowser)

  test('pages are turned, moved and deleted, by hand and by key; the result is a new file', async () => {
    const person = await aPerson(base)
    const { id } = await person.upload('Fish.pdf', FOUR)
    const visitor = await open(base, `/objects/${id}`, {}, person)
    const { page } = visitor
    await page.getByRole('dialog').getByRole('button', { name: 'Work on the pages' }).click()
    const sheets = page.getByRole('listbox', { name: 'Pages' })
    await sheets.getByRole('option', { name: 'Page 4' }).waitFor()
    await sheets.getByRole('option', { name: 'Page 2' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await sheets.getByRole('option', { name: 'Page 3' }).dragTo(sheets.getByRole('option', { name: 'Page 1' }))
    const order = () => sheets.getByRole('option').evaluateAll(all => all.map(each => each.getAttribute('data-sheet')))
    expect(await order()).toEqual(['3', '1', '4'])
    await sheets.getByRole('option', { name: 'Page 4' }).focus()
    await page.keyboard.press('Alt+ArrowLeft')
    expect(await order()).toEqual(['3', '4', '1'])
    await page.keyboard.press('x')
    await page.keyboard.press('r')
    await page.getByText('3 changes are not saved yet').waitFor()
    await look(visitor, 'workbench')
    await page.getByRole('button', { name: 'Save as a new file' }).click()
    await page.getByRole('status').getByText('Done').waitFor()
    await look(visitor, 'workbench-done')
    const made = await named(person, 'reordered')
    expect(((await textOf(person, made.id)).match(/(Red|Secret|One|Two)/g) ?? []).join()).toBe('Red,Secret,One')
    // What lay between is in the trash, not in the library.
    expect((await person.get('/v1/objects')).body.total).toBe(2)
    await visitor.context.close()
  })

  test('all places of a word are marked at once, and steps are taken back', { tags: ['long'] }, async () => {
    const person = await aPerson(base)
    const { id } = await person.upload('Fish.pdf', FOUR)
    const visitor = await open(base, `/objects/${id}/pages?work=redact`, {}, person)
    const { page } = visitor
    await page.getByLabel('Find in the document').fill('4711')
    await page.getByRole('button', { name: 'Mark all' }).click()
    await page.getByText(/^Marked \d+ place/).waitFor()
    const marked = (await person.get(`/v1/objects/${id}/pdf-places?q=4711`)).body.places.length
    expect(marked).toBeGreaterThan(0)
    await page.getByText('Page 4', { exact: true }).waitFor()
    await page.getByText(marked === 1 ? '1 area' : `${marked} areas`, { exact: true }).waitFor()
    await look(visitor, 'workbench-find')
    await page.getByRole('button', { name: /^Undo/ }).click()
    await page.getByText('0 areas', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Mark all' }).click()
    await page.getByRole('button', { name: 'Redact', exact: true }).click()
    await page.getByRole('status').getByText('Done').waitFor()
    expect(await textOf(person, (await named(person, 'redacted')).id)).not.toContain('4711')
    await visitor.context.close()
  })

  test('an area is drawn and what lies under it is gone; a note is left; tools tell what they did', {
    tags: ['long'],
  }, async () => {
    const person = await aPerson(base)
    const { id } = await person.upload('Fish.pdf', FOUR)
    const visitor = await open(base, `/objects/${id}/pages?work=redact`, {}, person)
    const { page } = visitor
    await page.getByRole('button', { name: 'Next page' }).click({ clickCount: 3 })
    await page.getByText('Page 4', { exact: true }).waitFor()
    const box = (await page.locator('[data-surface]').boundingBox())!
    await page.mouse.move(box.x + box.width * 0.08, box.y + 60)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.7, box.y + 200, { steps: 4 })
    await page.mouse.up()
    await page.getByText('1 area', { exact: true }).waitFor()
    await look(visitor, 'workbench-redact')
    await page.getByRole('button', { name: 'Redact', exact: true }).click()
    await page.getByRole('status').getByText('Done').waitFor()
    const made = await named(person, 'redacted')
    expect(await textOf(person, made.id)).not.toContain('4711')

    await page.goto(`${base}/objects/${id}/pages?work=annotate`)
    await page.getByRole('radio', { name: 'Note' }).click()
    await page.getByLabel('Text of the note').fill('Ask about this')
    await page.getByRole('button', { name: 'Add an area' }).click()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await picture(visitor, 'workbench-annotate')
    await page.getByRole('button', { name: 'Add the annotations' }).click()
    await page.getByRole('status').getByText('Done').waitFor()
    await named(person, 'annotated')

    await page.getByRole('button', { name: 'Tools' }).click()
    await page.getByRole('menuitem', { name: 'Compress' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Start' }).click()
    await dialog.getByRole('status').getByText('→').waitFor()
    await picture(visitor, 'workbench-compress')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('button', { name: 'Tools' }).click()
    await page.getByRole('menuitem', { name: 'Protect with a password' }).click()
    await dialog.getByRole('button', { name: 'Start' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('Password', { exact: true }).fill('open sesame')
    await dialog.getByRole('button', { name: 'Start' }).click()
    await dialog.getByRole('status').getByText('Done').waitFor()
    await visitor.context.close()
  })

  test('pages are cropped, bookmarks written, and the file is signed with a certificate', {
    tags: ['long'],
  }, async () => {
    const person = await aPerson(base)
    const { id } = await person.upload('Fish.pdf', FOUR)
    const visitor = await open(base, `/objects/${id}/pages?work=crop`, {}, person)
    const { page } = visitor
    const box = (await page.locator('[data-surface]').boundingBox())!
    for (const part of [0.4, 0.6]) {
      await page.mouse.move(box.x + box.width * 0.1, box.y + 20)
      await page.mouse.down()
      await page.mouse.move(box.x + box.width * 0.9, box.y + box.height * part, { steps: 4 })
      await page.mouse.up()
    }
    await page.getByText('1 area', { exact: true }).waitFor()
    await page.getByRole('switch', { name: 'Only page 1' }).click()
    await look(visitor, 'workbench-crop')
    await page.getByRole('button', { name: 'Crop', exact: true }).click()
    await page.getByRole('status').getByText('Done').waitFor()
    await named(person, 'cropped')

    // The bookmarks know the pages of the file, also before the file itself has come.
    let letThrough = () => {}
    const through = new Promise<void>(done => {
      letThrough = done
    })
    await page.context().route('**/content?*', async route => {
      await through
      await route.continue()
    })
    await page.goto(`${base}/objects/${id}/pages`)
    const dialog = page.getByRole('dialog')
    const tool = async (name: string) => {
      await page.getByRole('button', { name: 'Tools' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await tool('Bookmarks')
    for (const title of ['Fish', 'Red ones']) {
      await dialog.getByRole('button', { name: 'Add a bookmark' }).click()
      await dialog.getByPlaceholder('Title').last().fill(title)
    }
    await dialog.getByLabel('Page of bookmark 2').fill('3')
    await dialog.getByRole('button', { name: 'Move one level in' }).last().click()
    letThrough()
    await look(visitor, 'workbench-bookmarks')
    await dialog.getByRole('button', { name: 'Start' }).click()
    await dialog.getByRole('status').getByText('Done').waitFor()
    const marked = await named(person, 'new bookmarks')
    expect((await person.get(`/v1/objects/${marked.id}/pdf-structure`)).body.outline).toEqual([
      { title: 'Fish', page: 1, items: [{ title: 'Red ones', page: 3, items: [] }] },
    ])
    await dialog.getByRole('button', { name: 'Close' }).last().click()

    await tool('Sign with a certificate')
    await dialog.getByRole('button', { name: 'Start' }).click()
    await dialog.getByRole('alert').getByText('Choose a certificate first.').waitFor()
    const certificate = aCertificate('Anna Signer', RSA)
    await dialog
      .getByLabel('Choose a certificate (.p12 or .pfx)')
      .setInputFiles({ name: 'anna.p12', mimeType: 'application/x-pkcs12', buffer: certificate })
    await dialog.getByLabel('Password of the certificate', { exact: true }).fill('guessed')
    await dialog.getByRole('button', { name: 'Start' }).click()
    await dialog.getByText('The password does not open the certificate.').waitFor()
    await look(visitor, 'workbench-sign')
    await dialog.getByLabel('Password of the certificate', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Start' }).click()
    await dialog.getByRole('status').getByText('Done').waitFor()
    const signed = await named(person, '(signed)')
    expect((await person.get(`/v1/objects/${signed.id}/pdf-structure`)).body.signed).toBe(true)
    await visitor.context.close()
  })

  test('a selection becomes one PDF, a file another format; on a phone too', { tags: ['long'] }, async () => {
    const person = await aPerson(base)
    await person.upload('Lease.pdf', PDF)
    const photo = sharp({ create: { width: 300, height: 200, channels: 3, background: '#6fa8dc' } })
    await person.upload('Photo.png', new Uint8Array(await photo.png().toBuffer()))
    const visitor = await open(base, '/', {}, person)
    const { page } = visitor
    await page.getByRole('row', { name: 'Lease.pdf' }).click()
    await page.keyboard.press('Control+a')
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: /^Actions/ })
      .click()
    await page.getByRole('menuitem', { name: 'Assemble into one PDF' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name of the new file').fill('Everything')
    await dialog.getByRole('button', { name: 'Move later: Photo.png' }).click()
    await look(visitor, 'assemble')
    await dialog.getByRole('button', { name: 'Assemble into one PDF' }).click()
    await dialog.getByRole('link', { name: /Everything/ }).click()
    const viewer = page.getByRole('dialog', { name: /Everything/ })
    await viewer.getByText('Page 1 of 3').waitFor()
    await viewer.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: 'Convert' }).click()
    await page
      .getByRole('dialog', { name: /^Convert/ })
      .getByLabel('Into')
      .waitFor()
    await picture(visitor, 'convert')
    await visitor.context.close()

    const { id } = await named(person, 'Lease')
    const eyes = { width: 390, height: 780, dark: true, language: 'ru', touch: true } as const
    const phone = await open(base, `/objects/${id}/pages`, eyes, person)
    await phone.page.getByRole('option', { name: 'Страница 1' }).click()
    await phone.page.getByText('Выбрана 1 страница').waitFor()
    await fits(phone.page)
    await look(phone, 'workbench-phone')
    await phone.context.close()
  })
})
