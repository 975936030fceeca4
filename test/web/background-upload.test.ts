import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, type Json, until } from '../support/client.ts'
import { choose, closeBrowser, hasBrowser, open, textFile } from './browser.ts'

/** What was chosen is stored, also when the tab is closed before it was sent; and only once. */

const base = baseUrl()
afterAll(closeBrowser)

const LARGE = 6_000_000

describe.skipIf(!hasBrowser)('an upload in the background', () => {
  test('goes on when the tab is closed, from where it was, and nothing is stored twice', async () => {
    const person = await aPerson(base)
    await person.put('/v1/settings', { timezone: 'UTC', ui: { tour: 'left' } })
    const { page, context } = await open(base, '/', {}, person)
    await page.getByText('Drop your files here').waitFor()
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    // Somebody who wakes the worker, as the browser does when it pleases.
    const waker = await context.newCDPSession(await context.newPage())
    const registrations = new Map<string, string>()
    waker.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: told }) => {
      for (const { registrationId, scopeURL } of told) registrations.set(new URL(scopeURL).origin, registrationId)
    })
    await waker.send('ServiceWorker.enable')
    const origin = new URL(base).origin
    const registrationId = await until(async () => registrations.get(origin), 'the worker to be known')

    const line = await context.newCDPSession(page)
    await line.send('Network.enable')
    await line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 5,
      downloadThroughput: -1,
      uploadThroughput: 100_000,
    })
    const large = { name: 'large.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(LARGE, 7) }
    const small = Array.from({ length: 6 }, (_, n) => textFile(`small ${n}.txt`, `text number ${n}`))
    await choose(page, [large, ...small, textFile('пусто.txt', '')], () =>
      page.getByRole('button', { name: 'Choose files' }).click(),
    )
    await page.getByText(/^Uploaded \d+ of 8/).waitFor()
    const kept = () =>
      page.evaluate(
        () =>
          new Promise<number>(done => {
            indexedDB.open('dossier-uploads', 1).onsuccess = ({ target }) => {
              const { result } = target as IDBOpenDBRequest
              const all = result.transaction('items').objectStore('items').getAll()
              all.onsuccess = () => done(all.result.length)
            }
          }),
      )
    await until(async () => (await kept()) > 0, 'what was chosen to be kept')
    await page.close()

    const stored = async (): Promise<Json[]> => (await person.get('/v1/objects')).body.items
    const wake = () =>
      waker.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag: 'uploads', lastChance: false })
    // Twice at once: only one of them sends a file.
    await Promise.all([wake(), wake()])
    await until(async () => (await stored()).length === 8, 'all files to be stored', 120)

    // Whoever comes back finds them, and nothing that still waits.
    const again = await context.newPage()
    await again.goto(base)
    await again.getByRole('row', { name: 'large.bin' }).waitFor()
    await again.waitForFunction(
      () =>
        new Promise<boolean>(done => {
          indexedDB.open('dossier-uploads', 1).onsuccess = ({ target }) => {
            const { result } = target as IDBOpenDBRequest
            const all = result.transaction('items').objectStore('items').getAll()
            all.onsuccess = () => done(all.result.length === 0)
          }
        }),
    )
    const names = (await stored()).map(({ filename }) => filename).sort()
    expect(names).toEqual(['large.bin', ...small.map(({ name }) => name), 'пусто.txt'])
    expect((await stored()).find(({ filename }) => filename === 'large.bin')?.size).toBe(LARGE)
    await context.close()
  })

  test('is sent by one of two tabs', async () => {
    const person = await aPerson(base)
    await person.put('/v1/settings', { timezone: 'UTC', ui: { tour: 'left' } })
    const { page, context } = await open(base, '/', {}, person)
    await page.getByText('Drop your files here').waitFor()
    let begun = 0
    await context.route('**/v1/uploads', async route => {
      begun++
      await until(async () => begun > 1 || (await second) !== undefined, 'the second tab')
      await route.continue()
    })
    let opened: (done: unknown) => void = () => {}
    const second = new Promise(done => {
      opened = done
    })
    await choose(page, [textFile('once.txt', 'only once')], () =>
      page.getByRole('button', { name: 'Choose files' }).click(),
    )
    await until(async () => begun === 1, 'the first tab to send')
    const other = await context.newPage()
    await other.goto(base)
    await other.getByText('Drop your files here').waitFor()
    // It looks for what is unfinished, and finds that it is in good hands.
    await other.waitForFunction(async () => {
      const { pending = [] } = await navigator.locks.query()
      return pending.some(({ name }) => name?.startsWith('dossier-upload-'))
    })
    opened(true)
    await page.getByRole('row', { name: 'once.txt' }).waitFor()
    await other.waitForFunction(async () => {
      const { pending = [], held = [] } = await navigator.locks.query()
      return pending.length + held.length === 0
    })
    expect(begun).toBe(1)
    expect((await person.get('/v1/objects')).body.total).toBe(1)
    await context.close()
  })
})
