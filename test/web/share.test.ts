import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, until } from '../support/client.ts'
import { choose, closeBrowser, fits, hasBrowser, look, open, picture, textFile } from './browser.ts'
import { PDF, PNG } from './files.ts'

/** Links for people outside, and looking at files. */

const base = baseUrl()
afterAll(closeBrowser)

describe.skipIf(!hasBrowser)('sharing and viewing', () => {
  test('a link with a password is made, opened by a stranger who looks, downloads and adds, and revoked', async () => {
    const person = await aPerson(base)
    const folder = await person.folder('Trip')
    await person.upload('photo.png', PNG, `?collection_id=${folder.id}`)
    await person.upload('plan.txt', 'Day one: the sea', `?collection_id=${folder.id}`)
    const owner = await open(base, `/folders/${folder.id}`, {}, person)
    await owner.page.getByRole('link', { name: 'Trip' }).click({ button: 'right' })
    await owner.page.getByRole('menuitem', { name: 'Share' }).click()
    await owner.page.getByLabel('Password').fill('open sesame')
    await owner.page.getByRole('switch', { name: 'Others may add files' }).click()
    await owner.page.getByRole('button', { name: 'Make a link' }).click()
    const url = await owner.page.getByLabel('Link', { exact: true }).inputValue()
    await look(owner, 'share-dialog')
    await owner.page.keyboard.press('Escape')

    const guest = await open(base, new URL(url).pathname, { width: 390, height: 844, touch: true })
    await guest.page.getByText('This link has a password').waitFor()
    await guest.page.getByLabel('Password', { exact: true }).fill('wrong')
    await guest.page.getByRole('button', { name: 'Open' }).click()
    await guest.page.getByText('The password is wrong').waitFor()
    await guest.page.getByLabel('Password', { exact: true }).fill('open sesame')
    await guest.page.getByRole('button', { name: 'Open' }).click()
    await guest.page.getByRole('heading', { name: 'Trip' }).waitFor()
    await fits(guest.page)
    await guest.page.getByRole('button', { name: 'plan.txt', exact: true }).click()
    await guest.page.getByText('Day one: the sea').waitFor()
    await guest.page.goBack()
    await choose(guest.page, [textFile('from the guest.txt')], () =>
      guest.page.getByRole('button', { name: 'Add files' }).click(),
    )
    await guest.page.getByText('from the guest.txt was added').waitFor()
    await guest.page.getByRole('button', { name: 'from the guest.txt', exact: true }).waitFor()
    await look(guest, 'public-folder')
    const [zip] = await Promise.all([
      guest.page.waitForEvent('download'),
      guest.page.getByRole('button', { name: 'Download all' }).click(),
    ])
    expect(zip.suggestedFilename()).toBe('dossier.zip')

    await owner.page.getByRole('link', { name: 'Shared by me' }).click()
    await owner.page.getByRole('button', { name: 'Revoke Trip' }).click()
    await owner.page
      .getByRole('dialog', { name: 'Revoke the link?' })
      .getByRole('button', { name: 'Revoke', exact: true })
      .click()
    await owner.page.getByText('You have not shared anything').waitFor()
    await guest.page.reload()
    await guest.page.getByText('This link leads nowhere').waitFor()
    await picture(guest, 'public-gone')
    await owner.context.close()
    await guest.context.close()
  })

  test('pictures, text, PDF and sound are shown; the rest is offered as a download', { tags: ['long'] }, async () => {
    const person = await aPerson(base)
    await person.upload('contract.pdf', PDF)
    await person.upload('photo.png', PNG)
    await person.upload('notes.txt', 'Привет, мир')
    await person.upload('box.bin', new Uint8Array([0, 1, 2, 3, 255]))
    const visitor = await open(base, '/?sort=name', {}, person)
    const { page } = visitor
    await page.getByRole('row', { name: 'contract.pdf' }).dblclick()
    const viewer = page.getByRole('dialog')
    await viewer.getByText('Page 1 of 2').waitFor()
    // The text lies over the drawn page, to be selected and read aloud.
    await viewer.getByText('The tenant pays monthly').first().waitFor({ state: 'attached' })
    await look(visitor, 'viewer-pdf')
    await page.keyboard.press('ArrowRight')
    await viewer.getByText('Привет, мир').waitFor()
    await page.keyboard.press('ArrowRight')
    const shown = viewer.getByRole('img', { name: 'photo.png' })
    await shown.waitFor()
    const width = () => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)
    await until(async () => (await width()) === 10, 'the picture to be drawn')
    await page.keyboard.press('Escape')
    await viewer.waitFor({ state: 'hidden' })
    await page.getByRole('row', { name: 'box.bin' }).dblclick()
    await page.getByText('not shown here yet').waitFor()
    await picture(visitor, 'viewer-none')
    await visitor.context.close()
  })
})
