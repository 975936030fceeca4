/** @module-tag long */

import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, until } from '../support/client.ts'
import { pdfOf } from '../support/scanned-pdf.ts'
import { closeBrowser, hasBrowser, open } from './browser.ts'

/** A person marks words on a scan that was made searchable. */

const base = baseUrl()
/** Of a page of A4 at 150 dpi. */
const [WIDTH, HEIGHT] = [1240, 1754]
const WORDS: [text: string, x: number, y: number][] = [
  ['Договор', 150, 200],
  ['поставки', 470, 200],
  ['Agreement', 150, 330],
  ['conditions', 560, 330],
]

function aScan(): Promise<Buffer> {
  const texts = WORDS.map(
    ([text, x, y]) => `<text x="${x}" y="${y}" font-family="Liberation Serif" font-size="56">${text}</text>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="white"/>${texts.join('')}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 90 }).toBuffer()
}

describe.skipIf(!hasBrowser)('a searchable scan', () => {
  afterAll(closeBrowser)

  test('words are marked on their picture, alone and along the line', async () => {
    const person = await aPerson(base)
    const { id } = await person.upload('Scan.pdf', new Uint8Array(pdfOf([{ jpeg: await aScan() }])))
    const { body } = await person.post(`/v1/objects/${id}/pdf/searchable`, {})
    const record = await until(async () => {
      const { body: now } = await person.get(`/v1/tasks-status/${body.task_id}`)
      return now.done && now
    }, 'the scan is searchable')
    const visitor = await open(base, `/objects/${record.object_ids[0]}`, {}, person)
    const { page } = visitor
    const sheet = page.locator('[data-page="1"]')
    await sheet.getByText('Договор').waitFor({ state: 'attached' })
    const box = (await sheet.boundingBox())!
    const placeOf = ([text, x, y]: (typeof WORDS)[number], along: number): [number, number] => [
      box.x + ((x + text.length * 28 * along) / WIDTH) * box.width,
      box.y + ((y - 15) / HEIGHT) * box.height,
    ]
    const marked = () => page.evaluate(() => getSelection()?.toString().replace(/\s+/g, ' ').trim())
    for (const word of WORDS) {
      await page.mouse.dblclick(...placeOf(word, 0.5))
      expect(await marked()).toBe(word[0])
    }
    await page.mouse.move(...placeOf(WORDS[2]!, 0.02))
    await page.mouse.down()
    await page.mouse.move(...placeOf(WORDS[3]!, 0.5), { steps: 5 })
    await page.mouse.up()
    expect(await marked()).toMatch(/^Agreement cond/)
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })
})
