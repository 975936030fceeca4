import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, describe, test } from 'vitest'
import { aPerson, baseUrl, type Person } from '../support/client.ts'
import { ROOT } from '../support/server.ts'
import { closeBrowser, hasBrowser, open } from './browser.ts'
import { PDF } from './files.ts'

/** The three pictures of the README; UPDATE_DOCS=1 npm test test/web/screenshots.test.ts takes them anew. */

const base = baseUrl()
const FOLDER = join(ROOT, 'docs/screenshots')

const picture = async (sky: string, sea: string, sun: string) => {
  const drawing = `<svg width="900" height="640"><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="${sky}"/><stop offset="1" stop-color="${sun}"/></linearGradient></defs>
    <rect width="900" height="420" fill="url(#g)"/><circle cx="640" cy="330" r="90" fill="#fff" opacity=".75"/>
    <rect y="420" width="900" height="220" fill="${sea}"/><path d="M0 470 Q225 430 450 470 T900 470 V640 H0Z" fill="#000" opacity=".12"/></svg>`
  return new Uint8Array(await sharp(Buffer.from(drawing)).jpeg({ quality: 85 }).toBuffer())
}

async function furnish(person: Person, ru: boolean): Promise<string> {
  const theme = (await person.post('/v1/themes', { name: ru ? 'Дом' : 'Home' })).body
  await person.post('/v1/themes', { name: ru ? 'Работа' : 'Work' })
  const contracts = await person.folder(ru ? 'Договоры' : 'Contracts', { theme_id: theme.id })
  const photos = await person.folder(ru ? 'Фотографии' : 'Photos', { theme_id: theme.id })
  await person.folder(ru ? 'Счета' : 'Invoices')
  const inContracts = `?collection_id=${contracts.id}`
  const inPhotos = `?collection_id=${photos.id}`
  await person.upload(ru ? 'Счёт за электричество, октябрь.txt' : 'Electricity bill, October.txt', 'kWh 212')
  await person.upload(ru ? 'Смета на ремонт кухни.csv' : 'Kitchen estimate.csv', 'item,sum\noven,300')
  await person.upload(ru ? 'Договор аренды.pdf' : 'Lease contract.pdf', PDF, inContracts)
  await person.upload(ru ? 'Закат.jpg' : 'Sunset.jpg', await picture('#e58a5b', '#31506b', '#f6d7a8'), inPhotos)
  await person.upload(ru ? 'Залив.jpg' : 'Bay.jpg', await picture('#6fa8dc', '#2d6b73', '#dbeafe'), inPhotos)
  await person.upload(ru ? 'Встреча с подрядчиком.txt' : 'Meeting with the builder.txt', 'Agenda', inContracts)
  const last = await person.upload(
    ru ? 'Рассвет на море.jpg' : 'Sea at dawn.jpg',
    await picture('#8e7cc3', '#3b4a7a', '#f9cb9c'),
    inPhotos,
  )
  await person.read(last.id)
  return last.id
}

/** Until every picture has come: the stream of events never lets the network be idle. */
const drawn = (page: Page) =>
  page.waitForFunction(
    () =>
      [...document.images].length > 2 && [...document.images].every(image => image.complete && image.naturalWidth > 0),
  )

afterAll(closeBrowser)

describe.skipIf(!hasBrowser || !process.env.UPDATE_DOCS)('the pictures of the README', () => {
  test('list in the light, grid in the dark, a phone in Russian', async () => {
    mkdirSync(FOLDER, { recursive: true })
    const person = await aPerson(base)
    const chosen = await furnish(person, false)
    const shots = [
      ['library', `/?sel=${chosen}`, { width: 1280, height: 760 }],
      ['library-dark', `/?view=grid&sel=${chosen}`, { width: 1280, height: 760, dark: true }],
    ] as const
    for (const [name, path, eyes] of shots) {
      const { page, context } = await open(base, path, eyes, person)
      await page.getByRole('heading', { name: 'Sea at dawn.jpg' }).waitFor()
      for (const theme of ['Home']) await page.getByRole('button', { name: `Unfold ${theme}` }).click()
      await page.mouse.move(700, 700)
      await drawn(page)
      await page.screenshot({ path: join(FOLDER, `${name}.png`) })
      await context.close()
    }
    const other = await aPerson(base)
    await furnish(other, true)
    const { page, context } = await open(base, '/', { width: 390, height: 760, language: 'ru', touch: true }, other)
    await page.getByText('Договор аренды.pdf').waitFor()
    await drawn(page)
    await page.screenshot({ path: join(FOLDER, 'phone-ru.png') })
    await context.close()
  })
})
