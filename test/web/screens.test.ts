/** @module-tag long */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, type Person, theAdmin, until } from '../support/client.ts'
import { ROOT } from '../support/server.ts'
import { closeBrowser, fits, hasBrowser, look, open, picture, type Visitor } from './browser.ts'

/** Every screen with something on it, light and dark, on a desk and on a phone: pictures to look at, and nothing sideways. */

const base = baseUrl()
afterAll(closeBrowser)

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const sample = (name: string) => new Uint8Array(readFileSync(join(ROOT, 'web/features/tour/samples', name)))

async function furnished(language: 'en' | 'ru'): Promise<{ person: Person; screens: Record<string, string> }> {
  const person = await aPerson(base)
  await person.put('/v1/settings', { timezone: 'UTC', prefs: { language }, ui: { tour: 'left' } })
  const theme = (await person.post('/v1/themes', { name: language === 'ru' ? 'Дом' : 'Home' })).body
  const folder = await person.folder(language === 'ru' ? 'Договоры' : 'Contracts', { theme_id: theme.id })
  const names = { lease: 'lease.pdf', sums: 'invoice.xlsx', notes: 'meeting.md', scan: 'receipt.jpg' }
  const ids: Record<string, string> = {}
  for (const [key, name] of Object.entries(names)) {
    const into = key === 'lease' ? `?collection_id=${folder.id}` : ''
    ids[key] = (await person.upload(name, sample(`${language}/${name}`), into)).id
  }
  for (const id of Object.values(ids)) await person.read(id, 120)
  const gone = await person.upload('old.txt')
  await person.delete(`/v1/objects/${gone.id}`)
  const question = language === 'ru' ? 'До какого числа действует договор аренды?' : 'When does the lease end?'
  await person.post('/v1/ask?stream=true', { query: question })
  const [asked] = (await person.get('/v1/ask/sessions')).body.items
  const day = new Date().toISOString().slice(0, 10)
  for (const [title, from, to] of [
    ['Bank', '10:00', '11:00'],
    ['Lunch with Helen', '10:30', '12:00'],
  ])
    await person.post('/v1/calendar/events', {
      title,
      starts_at: `${day}T${from}:00`,
      ends_at: `${day}T${to}:00`,
      tz: 'UTC',
    })
  const link = (await person.post(`/v1/objects/${ids.lease}/shares`, {})).body
  const screens = {
    library: `/?sel=${ids.notes}`,
    grid: '/?view=grid',
    folder: `/folders/${folder.id}`,
    pdf: `/objects/${ids.lease}`,
    sheet: `/objects/${ids.sums}`,
    notes: `/objects/${ids.notes}`,
    editor: `/objects/${ids.notes}/edit`,
    workbench: `/objects/${ids.lease}/pages`,
    redact: `/objects/${ids.lease}/pages?work=redact`,
    search: `/search?q=${language === 'ru' ? 'замок' : 'lock'}`,
    ask: `/ask?session=${asked!.session_id}`,
    'ask-empty': '/ask',
    month: '/calendar',
    week: '/calendar?show=week',
    agenda: '/calendar?show=agenda',
    changes: '/changes',
    links: '/links',
    trash: '/trash',
    hidden: '/hidden',
    account: '/settings',
    preferences: '/settings/preferences',
    usage: '/settings/usage',
    devices: '/settings/devices',
    integrations: '/settings/integrations',
    shared: new URL(link.url, base).pathname,
  }
  return { person, screens }
}

/** Other tests walk through the screens in Russian; UPDATE_DOCS=1 takes all of them. */
const LANGUAGES = process.env.UPDATE_DOCS ? (['en', 'ru'] as const) : (['en'] as const)

/** Nothing that stands for something else is left in it. */
async function settled({ page }: Visitor): Promise<void> {
  let last = Date.now()
  const onResponse = () => {
    last = Date.now()
  }
  page.on('response', onResponse)
  await page.waitForFunction(() => document.querySelector('main, dialog[open]') !== null)
  await page.waitForFunction(() => document.querySelectorAll('.animate-pulse-soft, [aria-busy=true]').length === 0)
  await page.waitForFunction(() => [...document.images].every(image => image.complete))
  await page.evaluate(() => document.fonts.ready)
  await until(async () => Date.now() - last > 400, 'the page to come to rest')
  page.off('response', onResponse)
}

describe.skipIf(!hasBrowser)('every screen', () => {
  test.each(LANGUAGES)(
    'in %s',
    async language => {
      const { person, screens } = await furnished(language)
      const visitor = await open(base, '/', { language, ...DESK }, person)
      const { page } = visitor
      for (const [name, path] of Object.entries(screens)) {
        await page.goto(base + path)
        await settled(visitor)
        if (name === 'pdf' || name === 'shared') await page.locator('.pdf-words span').first().waitFor()
        expect(await page.getByText('Something broke').count(), name).toBe(0)
        const pictures: [string, typeof DESK, 'light' | 'dark'][] =
          language === 'en'
            ? [
                ['light', DESK, 'light'],
                ['dark', DESK, 'dark'],
                ['phone-dark', PHONE, 'dark'],
                ['phone', PHONE, 'light'],
              ]
            : [['phone-ru', PHONE, 'light']]
        for (const [look, size, colorScheme] of pictures) {
          await page.setViewportSize(size)
          await page.emulateMedia({ colorScheme })
          await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
          if (size === PHONE) await fits(page)
          await picture(visitor, `screen-${name}-${look}`)
        }
        await page.setViewportSize(DESK)
      }
      await visitor.context.close()
    },
    240_000,
  )

  test('of administration, in Russian, on a desk and on a phone', async () => {
    const visitor = await open(base, '/', { language: 'ru', ...DESK }, await theAdmin())
    const { page } = visitor
    for (const path of ['/admin/overview', '/admin/users', '/admin/groups']) {
      await page.goto(base + path)
      await settled(visitor)
      const name = `screen${path.replaceAll('/', '-')}-ru`
      await look(visitor, name)
      await page.setViewportSize(PHONE)
      await page.emulateMedia({ colorScheme: 'dark' })
      await fits(page)
      await look(visitor, `${name}-phone-dark`)
      await page.setViewportSize(DESK)
      await page.emulateMedia({ colorScheme: 'light' })
    }
    await visitor.context.close()
  }, 480_000)
})
