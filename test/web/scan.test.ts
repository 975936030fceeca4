/** @module-tag long */

import { afterAll, describe, expect, test } from 'vitest'
import { baseUrl, until } from '../support/client.ts'
import { aReceipt, photoOf } from '../support/photo-of-paper.ts'
import { choose, closeBrowser, fits, hasBrowser, look, open, somebody } from './browser.ts'

/** From an empty account on a phone to a photographed receipt that is found by its sum. */

const PHONE = { width: 390, height: 844, touch: true } as const

async function aPhoto(lines: string[]): Promise<Buffer> {
  const photo = await photoOf(aReceipt(lines), {
    width: 1500,
    height: 2000,
    corners: [
      [0.2, 0.14],
      [0.82, 0.18],
      [0.9, 0.86],
      [0.1, 0.82],
    ],
    table: (_x, y) => [92 + 12 * Math.sin(y / 40), 66, 46],
    light: x => 1 - 0.25 * x,
  })
  return photo.jpeg()
}

const jpeg = (buffer: Buffer) => [{ name: 'image.jpg', mimeType: 'image/jpeg', buffer }]

describe.skipIf(!hasBrowser)('a scan on a phone', () => {
  afterAll(closeBrowser)

  test('a photographed receipt of two pages is found by its sum', async () => {
    const anna = await somebody(baseUrl())
    const visitor = await open(baseUrl(), '/', PHONE, anna)
    const { page } = visitor
    const first = await aPhoto([
      'Hartley Garden Centre',
      'Receipt 4471',
      'Roses 812,40',
      'Soil 472,10',
      'Total 1284,50',
    ])
    const begin = async () => {
      await page.getByRole('navigation', { name: 'Menu' }).getByRole('button', { name: 'Add' }).click()
      await page.getByRole('menuitem', { name: 'Scan document' }).click()
    }
    await choose(page, jpeg(first), begin)
    await page.getByText('Drag the corners to the edges of the page.').waitFor()
    const corner = page.getByRole('button', { name: 'Top left corner' })
    const at = async () => {
      const [handle, photo] = [await corner.boundingBox(), await page.locator('main canvas').first().boundingBox()]
      return [
        (handle!.x + handle!.width / 2 - photo!.x) / photo!.width,
        (handle!.y + handle!.height / 2 - photo!.y) / photo!.height,
      ]
    }
    const [x, y] = await at()
    expect(Math.hypot(x! - 0.2, y! - 0.14)).toBeLessThan(0.03)
    await fits(page)
    await look(visitor, 'scan-phone')

    // By finger, and by the arrow keys.
    const box = (await corner.boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 - 12, box.y + box.height / 2 - 12, { steps: 3 })
    await page.mouse.up()
    expect((await at())[0]).toBeLessThan(x!)
    for (let n = 0; n < 3; n++) await corner.press('ArrowRight')

    const second = await aPhoto(['Hartley Garden Centre', 'Thank you', 'Guarantee of two years'])
    await choose(page, jpeg(second), () => page.getByRole('button', { name: 'Add page' }).click())
    await page.getByRole('button', { name: 'Page 2' }).waitFor()
    await page.getByRole('button', { name: 'Bottom right corner' }).waitFor()
    await look(visitor, 'scan-phone-two')
    await page.getByRole('button', { name: 'Save PDF' }).click()

    const file = await until(async () => {
      const { body } = await anna.get('/v1/objects')
      return body.items.find(item => item.status === 'ready')
    }, 'the scan to be read')
    expect(file).toMatchObject({ mime: 'application/pdf' })
    expect(file.filename).toMatch(/^Scan (\d+ \w+|\w+ \d+,) \d{4} \d\d-\d\d-\d\d\.pdf$/)
    await page.goto(`${baseUrl()}/search?q=1284,50`)
    await page.getByText('1284,50').first().waitFor()
    // The text is laid over the pages, as the next version of the file.
    await until(
      async () => (await anna.get(`/v1/objects/${file.id}/revisions`)).body.items.length > 0,
      'the text layer',
    )
    expect(visitor.complaints).toEqual([])
  })

  test('a scan can be given up, and nothing is left of it', async () => {
    const anna = await somebody(baseUrl())
    const { page } = await open(baseUrl(), '/scan', { ...PHONE, language: 'ru', dark: true }, anna)
    await choose(page, jpeg(await aPhoto(['Чек'])), () =>
      page.getByRole('button', { name: 'Сфотографировать' }).click(),
    )
    await page.getByRole('button', { name: 'Отмена' }).click()
    await page.getByRole('button', { name: 'Удалить', exact: true }).click()
    await page.getByRole('heading', { name: 'Скан' }).waitFor({ state: 'detached' })
    expect((await anna.get('/v1/objects')).body.total).toBe(0)
  })
})
