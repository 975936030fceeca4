import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, type Json, type Person, until } from '../support/client.ts'
import { choose, closeBrowser, hasBrowser, open, textFile } from './browser.ts'

/** What was chosen is stored, also when the tab is closed before it was sent; and only once. */

const base = baseUrl()
afterAll(closeBrowser)

const LARGE = 6_000_000

/** How many uploads lie in the browser, and how many of them with their bytes. */
const keptBy = (page: Page) =>
  page.evaluate(async () => {
    // Opening it would make an empty one, in the way of the page that is about to.
    const all = await indexedDB.databases()
    if (!all.some(({ name }) => name === 'dossier-uploads')) return { items: 0, files: 0 }
    return new Promise<{ items: number; files: number }>(done => {
      indexedDB.open('dossier-uploads').onsuccess = ({ target }) => {
        const { result } = target as IDBOpenDBRequest
        const lists = result.transaction(['items', 'files'])
        const items = lists.objectStore('items').count()
        const files = lists.objectStore('files').count()
        lists.oncomplete = () => {
          result.close()
          done({ items: items.result, files: files.result })
        }
      }
    })
  })

async function someone(): Promise<Person> {
  const person = await aPerson(base)
  await person.put('/v1/settings', { timezone: 'UTC', ui: { tour: 'left' } })
  return person
}

/** Nothing arrives until it is let through. */
async function held(context: BrowserContext): Promise<() => void> {
  let letThrough = () => {}
  const through = new Promise<void>(done => {
    letThrough = done
  })
  await context.route('**/v1/uploads', async route => {
    await through
    await route.continue().catch(() => {})
  })
  return letThrough
}

const chooseFiles = (page: Page, ...names: string[]) =>
  choose(
    page,
    names.map(name => textFile(name, name)),
    () => page.getByRole('button', { name: 'Choose files' }).click(),
  )

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
    await until(async () => (await keptBy(page)).files > 0, 'what was chosen to be kept')
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
    await until(async () => (await keptBy(again)).items === 0, 'nothing to be kept')
    expect((await keptBy(again)).files).toBe(0)
    const names = (await stored()).map(({ filename }) => filename).sort()
    expect(names).toEqual(['large.bin', ...small.map(({ name }) => name), 'пусто.txt'])
    expect((await stored()).find(({ filename }) => filename === 'large.bin')?.size).toBe(LARGE)
    await context.close()
  })

  test('ends with whoever chose it: the next finds neither names nor bytes, and nothing is sent for them', {
    tags: ['long'],
  }, async () => {
    const [anna, boris] = [await someone(), await someone()]
    const { page, context } = await open(base, '/', {}, anna)
    await page.getByText('Drop your files here').waitFor()
    const letThrough = await held(context)
    await chooseFiles(page, 'secret of anna.txt', 'second.txt', 'third.txt')
    await until(async () => (await keptBy(page)).files === 3, 'what was chosen to be kept')
    // Another tab of hers waits for its turn.
    const other = await context.newPage()
    await other.goto(base)
    await other.waitForFunction(async () => {
      const { pending = [] } = await navigator.locks.query()
      return pending.some(({ name }) => name?.startsWith('dossier-upload-'))
    })
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByLabel('E-mail').waitFor()
    expect(await page.getByText('secret of anna.txt').count()).toBe(0)
    await until(async () => (await keptBy(page)).items === 0, 'the list to be empty', 60)
    expect((await keptBy(page)).files).toBe(0)
    await page.getByLabel('E-mail').fill(boris.email)
    await page.getByLabel('Password', { exact: true }).fill(boris.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('Drop your files here').waitFor()
    letThrough()
    await chooseFiles(page, 'of boris.txt')
    await page.getByRole('row', { name: 'of boris.txt' }).waitFor()
    await until(async () => (await keptBy(page)).items === 0, 'nothing to wait', 60)
    expect(await page.getByText('secret of anna.txt').count()).toBe(0)
    const names = (await boris.get('/v1/objects')).body.items.map(({ filename }: Json) => filename)
    expect(names).toEqual(['of boris.txt'])
    await context.close()
  })

  test('is not sent by a tab of one person once another has signed in beside it', async () => {
    const [anna, boris] = [await someone(), await someone()]
    const { page, context } = await open(base, '/', {}, anna)
    await page.getByText('Drop your files here').waitFor()
    await context.addCookies([
      { name: 'dossier_session', value: boris.token, url: base, httpOnly: true, sameSite: 'Strict' },
    ])
    await chooseFiles(page, 'of anna.txt')
    await page.getByText('1 file was not uploaded').waitFor()
    expect((await boris.get('/v1/objects')).body.total).toBe(0)
    expect((await anna.get('/v1/objects')).body.total).toBe(0)
    await context.close()
  })

  test('that is paused stays paused after a reload', { tags: ['long'] }, async () => {
    const anna = await someone()
    const { page, context } = await open(base, '/', {}, anna)
    await page.getByText('Drop your files here').waitFor()
    await held(context)
    await chooseFiles(page, 'later.txt')
    await until(async () => (await keptBy(page)).files === 1, 'what was chosen to be kept')
    await page.getByRole('button', { name: 'Pause later.txt' }).click()
    await page.getByText('Paused', { exact: true }).waitFor()
    await context.unroute('**/v1/uploads')
    await page.reload()
    await page.getByText('Paused', { exact: true }).waitFor()
    expect((await anna.get('/v1/objects')).body.total).toBe(0)
    await page.getByRole('button', { name: 'Resume later.txt' }).click()
    await page.getByRole('row', { name: 'later.txt' }).waitFor()
    await context.close()
  })

  test('whose answer was lost is known again: nobody is asked about a file that is itself', {
    tags: ['long'],
  }, async () => {
    const anna = await someone()
    const { page, context } = await open(base, '/', {}, anna)
    await page.getByText('Drop your files here').waitFor()
    // It reaches the service; what the service says reaches nobody.
    let sent = 0
    await context.route('**/v1/uploads', route =>
      ++sent === 1 ? void route.fetch().catch(() => {}) : route.continue(),
    )
    await chooseFiles(page, 'sent.txt')
    await until(async () => (await keptBy(page)).files === 1, 'what was chosen to be kept')
    await until(async () => (await anna.get('/v1/objects')).body.total === 1, 'the file to be stored')
    await page.reload()
    await until(async () => (await keptBy(page)).items === 0, 'nothing to wait')
    await page.getByRole('row', { name: 'sent.txt' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect((await anna.get('/v1/objects')).body.total).toBe(1)
    await context.close()
  })

  const knownAgain = async (status: number) => {
    const anna = await someone()
    const { page, context } = await open(base, '/', {}, anna)
    await page.getByText('Drop your files here').waitFor()
    let sent = 0
    await context.route('**/v1/uploads', async route => {
      if (++sent > 1) return route.continue()
      await route.fetch()
      await route.abort()
    })
    let asked = 0
    await context.route(/\/v1\/objects\/[0-9a-f-]{36}$/, route =>
      ++asked > 2 ? route.continue() : route.fulfill({ status, headers: { 'retry-after': '1' }, json: {} }),
    )
    await chooseFiles(page, 'sent.txt')
    await page.getByRole('row', { name: 'sent.txt' }).waitFor()
    await until(async () => (await keptBy(page)).items === 0, 'nothing to wait', 60)
    expect(asked).toBeGreaterThan(2)
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect((await anna.get('/v1/objects')).body.total).toBe(1)
    await context.close()
  }

  test('whose answer was lost waits for a busy service, and asks nobody', () => knownAgain(429))

  test('and for one that is away', { tags: ['long'] }, () => knownAgain(503))

  test('of a folder for the hidden zone leaves nothing in the browser', { tags: ['long'] }, async () => {
    const anna = await someone()
    await anna.post('/v1/hidden-pin', { pin: '4821' })
    const folder = await anna.folder('Secret folder')
    await anna.patch(`/v1/collections/${folder.id}`, { is_hidden: true })
    const { page, context } = await open(base, '/hidden', {}, anna)
    for (const digit of '4821') await page.getByRole('button', { name: digit, exact: true }).click()
    await page.getByRole('button', { name: 'Unlock' }).click()
    await page.getByRole('navigation', { name: 'Hidden folders and themes' }).getByText('Secret folder').click()
    await page.getByRole('heading', { name: 'Secret folder' }).first().waitFor()
    await held(context)
    await page.evaluate(() => {
      const file = {
        isFile: true,
        name: 'diary.txt',
        file: (yes: (made: File) => void) => yes(new File(['dear'], 'diary.txt')),
      }
      let read = 0
      const inside = {
        isFile: false,
        name: 'Inside',
        createReader: () => ({ readEntries: (yes: (some: object[]) => void) => yes(read++ ? [] : [file]) }),
      }
      const event = new Event('drop', { bubbles: true, cancelable: true })
      Object.assign(event, { dataTransfer: { types: ['Files'], items: [{ webkitGetAsEntry: () => inside }] } })
      window.dispatchEvent(event)
    })
    await page.getByRole('region', { name: 'Uploads' }).getByText('diary.txt').waitFor()
    await page.getByRole('button', { name: 'Pause diary.txt' }).click()
    await page.getByText('Paused', { exact: true }).waitFor()
    expect(await keptBy(page)).toEqual({ items: 0, files: 0 })
    await context.close()
  })

  test('is sent by one of two tabs', { tags: ['long'] }, async () => {
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
