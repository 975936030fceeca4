import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, until } from '../support/client.ts'
import { closeBrowser, hasBrowser, open, picture } from './browser.ts'

/** A finger on the list of a phone. */

const PHONE = { width: 390, height: 844, touch: true } as const

/** From one place to another; what is seen before the finger lifts is looked at there. */
async function drag(page: Page, from: [number, number], to: [number, number], look?: () => Promise<void>) {
  const finger = await page.context().newCDPSession(page)
  const at = (part: number) => [{ x: from[0] + (to[0] - from[0]) * part, y: from[1] + (to[1] - from[1]) * part }]
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (let step = 1; step <= 8; step++)
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / 8) })
  await look?.()
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

describe.skipIf(!hasBrowser)('a finger', () => {
  afterAll(closeBrowser)

  test('stars a file, moves it to the trash and takes it back, and pulls the list to refresh it', async () => {
    const anna = await aPerson(baseUrl())
    for (const name of ['Lease.txt', 'Plan.txt']) await anna.read((await anna.upload(name)).id)
    const visitor = await open(baseUrl(), '/', PHONE, anna)
    const { page } = visitor
    const row = page.getByRole('row', { name: /Lease/ })
    await row.waitFor()
    const middle = async (share: number): Promise<[number, number]> => {
      const box = (await row.boundingBox())!
      return [box.x + box.width * share, box.y + box.height / 2]
    }
    const lease = async () =>
      (await anna.get('/v1/objects')).body.items.find((file: { filename: string }) => file.filename === 'Lease.txt')

    // A little is nothing.
    await drag(page, await middle(0.3), await middle(0.45))
    await drag(page, await middle(0.2), await middle(0.9), () => picture(visitor, 'swipe-favourite'))
    await until(async () => (await lease())?.is_favorite, 'the star')
    await drag(page, await middle(0.9), await middle(0.2), () => picture(visitor, 'swipe-trash'))
    await row.waitFor({ state: 'detached' })
    await until(async () => !(await lease()), 'the trash')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await row.waitFor()
    expect((await lease())!.is_favorite).toBe(true)

    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    await drag(page, [200, 300], [200, 520], () => picture(visitor, 'pull'))
    await until(async () => asked.includes('/v1/objects'), 'the list to be asked for again')
    expect(visitor.complaints).toEqual([])
  })
})
