import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, until } from '../support/client.ts'
import { closeBrowser, hasBrowser, look, open, picture, type Visitor } from './browser.ts'

/** The hidden zone: opened by its PIN, closed by itself, and without a trace while it is closed. */

const base = baseUrl()
const SECRET = 'Diary of the hidden year'

afterAll(closeBrowser)

/** Everything that the browser has kept for our origin, as one text. */
const keptBy = ({ page }: Visitor) =>
  page.evaluate(async () => {
    const parts = [
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
      document.cookie,
      document.title,
    ]
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) parts.push(request.url)
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((yes, no) => {
        const asked = indexedDB.open(name!)
        asked.onsuccess = () => yes(asked.result)
        asked.onerror = () => no(asked.error)
      })
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).getAll()
        await new Promise(done => {
          all.onsuccess = done
        })
        parts.push(JSON.stringify(all.result))
      }
      database.close()
    }
    return parts.join('\n')
  })

async function enter({ page }: Visitor, pin: string): Promise<void> {
  for (const digit of pin) await page.getByRole('button', { name: digit, exact: true }).click()
  await page.getByRole('button', { name: 'Unlock' }).click()
}

describe.skipIf(!hasBrowser)('the hidden zone', () => {
  test('is set up, opened by finger or key, and locks without leaving a trace', async () => {
    const person = await aPerson(base)
    const { id } = await person.upload(`${SECRET}.txt`, 'dear diary')
    await person.upload('Plain.txt')
    const folder = await person.folder('Secret folder')
    const visitor = await open(base, '/', {}, person)
    const { page } = visitor
    await page.getByRole('row', { name: SECRET }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Hide' }).click()
    await page.getByText('1 file hidden').waitFor()
    await page.getByRole('row', { name: SECRET }).waitFor({ state: 'detached' })
    await person.patch(`/v1/collections/${folder.id}`, { is_hidden: true })

    await page.getByRole('link', { name: 'Hidden zone' }).click()
    await page.getByRole('button', { name: 'Set the PIN' }).click()
    await page.getByLabel('New PIN', { exact: true }).fill('4821')
    await page.getByLabel('New PIN again').fill('4820')
    await page.getByRole('button', { name: 'Set the PIN' }).last().click()
    await page.getByText('The two PINs differ').waitFor()
    await page.getByLabel('New PIN again').fill('4821')
    await page.getByRole('button', { name: 'Set the PIN' }).last().click()
    await page.getByText('Enter your PIN').waitFor()
    await look(visitor, 'pin-pad')
    await enter(visitor, '1111')
    await page.getByRole('alert').waitFor()
    await enter(visitor, '4821')
    await page.getByRole('row', { name: SECRET }).waitFor()
    await page.getByRole('navigation', { name: 'Hidden folders and themes' }).getByText('Secret folder').click()
    await page.getByRole('heading', { name: 'Secret folder' }).first().waitFor()
    expect(await page.title()).toBe('Dossier')
    await page.getByRole('link', { name: 'Hidden zone' }).click()
    await page.getByRole('row', { name: SECRET }).dblclick()
    await page.getByRole('dialog').getByText('dear diary').waitFor()
    // The bytes of what is hidden may not be kept by the browser either.
    const answer = await page.evaluate(async path => {
      const response = await fetch(path)
      return response.headers.get('cache-control')
    }, `/v1/objects/${id}/content`)
    expect(answer).toBe('no-store')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await look(visitor, 'hidden-open')

    await page.getByRole('button', { name: 'Lock now' }).last().click()
    await page.getByRole('row', { name: 'Plain.txt' }).waitFor()
    expect(await page.content()).not.toContain(SECRET)
    expect(await page.content()).not.toContain('Secret folder')
    const traces = await keptBy(visitor)
    for (const trace of [SECRET, 'Secret folder', id, folder.id, 'dear diary']) expect(traces).not.toContain(trace)
    expect(await page.evaluate(async path => (await fetch(path)).status, `/v1/objects/${id}`)).toBe(404)
    await picture(visitor, 'locked-again')
    await visitor.context.close()
  })

  test('locks when nobody touches it, and when the page is left', { tags: ['long'] }, async () => {
    const person = await aPerson(base)
    const { id } = await person.upload('Diary.txt')
    await person.patch(`/v1/objects/${id}`, { is_hidden: true })
    await person.post('/v1/hidden-pin', { pin: '4821' })
    const visitor = await open(base, '/hidden', {}, person)
    const { page } = visitor
    await page.clock.install()
    await page.getByLabel('PIN', { exact: true }).fill('4821')
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: 'Diary.txt' }).waitFor()
    await page.clock.fastForward('06:00')
    await page.getByText('Drop your files here').waitFor()
    await visitor.context.close()

    const second = await open(base, '/hidden', {}, person)
    await second.page.getByLabel('PIN', { exact: true }).fill('4821')
    await second.page.keyboard.press('Enter')
    await second.page.getByRole('row', { name: 'Diary.txt' }).waitFor()
    const cookies = await second.context.cookies()
    const hidden = cookies.find(cookie => cookie.name === 'dossier_hidden')!
    const sees = async () => (await person.get(`/v1/objects/${id}`, { 'x-hidden-token': hidden.value })).status
    expect(await sees()).toBe(200)
    await second.page.close({ runBeforeUnload: false })
    await until(async () => (await sees()) === 404, 'the zone to be locked after the tab was closed')
    await second.context.close()
  })

  test('the PIN is changed and removed with the current one', { tags: ['long'] }, async () => {
    const person = await aPerson(base)
    await person.post('/v1/hidden-pin', { pin: '4821' })
    const visitor = await open(base, '/hidden', { width: 390, height: 844, touch: true }, person)
    const { page } = visitor
    await enter(visitor, '4821')
    await page.getByText('Nothing is hidden').waitFor()
    await page.getByRole('button', { name: 'PIN and locking' }).click()
    await page.getByRole('menuitem', { name: 'Change the PIN' }).click()
    await page.getByLabel('Current PIN').fill('4821')
    await page.getByLabel('New PIN', { exact: true }).fill('987654')
    await page.getByLabel('New PIN again').fill('987654')
    await page.getByRole('button', { name: 'Change the PIN' }).last().click()
    await page.getByText('The PIN is changed').waitFor()
    await page.goto(`${base}/hidden`)
    await enter(visitor, '987654')
    await page.getByText('Nothing is hidden').waitFor()
    await page.getByRole('button', { name: 'PIN and locking' }).click()
    await page.getByRole('menuitem', { name: 'Remove the PIN' }).click()
    await page.getByLabel('Current PIN').fill('987654')
    await page.getByRole('button', { name: 'Remove the PIN' }).last().click()
    await page.getByText('The PIN is removed').waitFor()
    expect((await person.get('/v1/hidden-pin')).body.enabled).toBe(false)
    await visitor.context.close()
  })
})
