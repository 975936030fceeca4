import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, describe, test } from 'vitest'
import { aPerson, baseUrl, type Person, until } from '../support/client.ts'
import { ROOT } from '../support/server.ts'
import { closeBrowser, hasBrowser, open } from './browser.ts'

/**
 * Twelve screens in both languages, light and dark, on a desk and on a phone: UPDATE_DOCS=1 npm test test/web/screenshots.test.ts takes
 * all of them into test-artefacts/shots, and the twelve of the README anew.
 */

const base = baseUrl()
const FOLDER = join(ROOT, 'docs/screenshots')
const ALL = join(ROOT, 'test-artefacts/shots')

type Language = 'en' | 'ru'

const picture = async (sky: string, sea: string, sun: string) => {
  const drawing = `<svg width="900" height="640"><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="${sky}"/><stop offset="1" stop-color="${sun}"/></linearGradient></defs>
    <rect width="900" height="420" fill="url(#g)"/><circle cx="640" cy="330" r="90" fill="#fff" opacity=".75"/>
    <rect y="420" width="900" height="220" fill="${sea}"/><path d="M0 470 Q225 430 450 470 T900 470 V640 H0Z" fill="#000" opacity=".12"/></svg>`
  return new Uint8Array(await sharp(Buffer.from(drawing)).jpeg({ quality: 85 }).toBuffer())
}

const sample = (language: Language, name: string) =>
  new Uint8Array(readFileSync(join(ROOT, 'web/features/tour/samples', language, name)))

const invoice = (ru: boolean, [supplier, number, date, sum]: string[]) =>
  ru
    ? `СЧЁТ № ${number} от ${date}\nПоставщик: ${supplier}\nПокупатель: ООО «Северный ветер»\nУслуги по договору\nИтого к оплате: ${sum} руб.\n`
    : `INVOICE No. ${number}\nDate: ${date}\nSupplier: ${supplier}\nBill to: Northwind LLC\nServices as agreed\nTotal due: USD ${sum}\n`

async function furnished(language: Language): Promise<{ person: Person; screens: Record<string, string> }> {
  const ru = language === 'ru'
  const say = (en: string, russian: string) => (ru ? russian : en)
  const person = await aPerson(base)
  await person.patch('/v1/auth/me', { name: say('Helen Orlova', 'Елена Орлова') })
  await person.put('/v1/settings', { timezone: 'UTC', prefs: { language }, ui: { tour: 'left' } })
  const theme = (await person.post('/v1/themes', { name: say('Home', 'Дом') })).body
  const contracts = await person.folder(say('Contracts', 'Договоры'), { theme_id: theme.id })
  const photos = await person.folder(say('Photos', 'Фотографии'), { theme_id: theme.id })
  const bills = await person.folder(say('Invoices', 'Счета'))
  const into = (folder: { id: string }) => `?collection_id=${folder.id}`
  const files: [string, string | Uint8Array<ArrayBuffer>, string][] = [
    [say('Sunset.jpg', 'Закат.jpg'), await picture('#e58a5b', '#31506b', '#f6d7a8'), into(photos)],
    [say('Bay.jpg', 'Залив.jpg'), await picture('#6fa8dc', '#2d6b73', '#dbeafe'), into(photos)],
    [say('Sea at dawn.jpg', 'Рассвет на море.jpg'), await picture('#8e7cc3', '#3b4a7a', '#f9cb9c'), into(photos)],
    [
      say('hartley.txt', 'ромашка.txt'),
      invoice(
        ru,
        ru
          ? ['ООО «Ромашка»', '117', '14 марта 2026 г.', '48 500,00']
          : ['Hartley Trading Ltd', '2026-117', '14 March 2026', '12,500.00'],
      ),
      into(bills),
    ],
    [
      say('baltic.txt', 'балтика.txt'),
      invoice(
        ru,
        ru
          ? ['ООО «Балтика»', '18', '2 мая 2026 г.', '6 400,00']
          : ['Baltic Paper Ltd', '2026-018', '2 May 2026', '640.00'],
      ),
      into(bills),
    ],
    [say('Receipt.jpg', 'Чек.jpg'), sample(language, 'receipt.jpg'), into(bills)],
    [say('Estimate.xlsx', 'Смета.xlsx'), sample(language, 'invoice.xlsx'), ''],
    [say('Meeting on the kitchen.md', 'Встреча о кухне.md'), sample(language, 'meeting.md'), ''],
    [say('Lease.pdf', 'Договор аренды.pdf'), sample(language, 'lease.pdf'), into(contracts)],
  ]
  const ids: string[] = []
  for (const [name, content, where] of files) ids.push((await person.upload(name, content, where)).id)
  for (const id of ids) await person.read(id, 240)
  const lease = ids.at(-1)!
  await person.patch(`/v1/objects/${lease}`, { is_favorite: true, tags: [say('Important', 'Важное')] })
  await person.patch(`/v1/tags/${encodeURIComponent(say('Important', 'Важное'))}`, { color: 'orange' })
  await person.post('/v1/ask?stream=true', {
    query: say('When does the lease end?', 'До какого числа действует договор аренды?'),
  })
  const [asked] = (await person.get('/v1/ask/sessions')).body.items
  const monday = new Date()
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7))
  const events: [string, number, string, string][] = [
    [say('Bank', 'Банк'), 0, '10:00', '11:00'],
    [say('Lunch with Helen', 'Обед с Еленой'), 1, '12:30', '14:00'],
    [say('Call about the kitchen', 'Звонок о кухне'), 1, '15:00', '15:30'],
    [say('Hand over the keys', 'Передача ключей'), 3, '11:00', '12:30'],
  ]
  for (const [title, after, from, to] of events) {
    const day = new Date(monday.getTime() + after * 86_400_000).toISOString().slice(0, 10)
    const event = { title, starts_at: `${day}T${from}:00`, ends_at: `${day}T${to}:00`, tz: 'UTC' }
    await person.post('/v1/calendar/events', event)
  }
  await person.post(`/v1/objects/${lease}/shares`, {})
  return {
    person,
    screens: {
      library: '/',
      details: `/?sel=${lease}`,
      grid: '/?view=grid',
      groups: '/?group=type',
      folder: `/folders/${bills.id}`,
      search: `/search?q=${say('lock', 'замок')}`,
      viewer: `/objects/${lease}`,
      pages: `/objects/${lease}/pages`,
      ask: `/ask?session=${asked!.session_id}`,
      week: '/calendar?show=week',
      links: '/links',
      abilities: '/settings/abilities',
    },
  }
}

/** Until every picture has come and nothing stands for something else. */
async function drawn(page: Page): Promise<void> {
  let last = Date.now()
  const onResponse = () => {
    last = Date.now()
  }
  page.on('response', onResponse)
  await page.waitForFunction(() => document.querySelector('main, dialog[open]') !== null)
  await page.waitForFunction(() => !document.querySelector('.animate-pulse-soft, [aria-busy=true], [inert]'))
  await until(async () => Date.now() - last > 500, 'the page to come to rest')
  await page.waitForFunction(() => [...document.images].every(image => image.complete))
  page.off('response', onResponse)
}

const SIZES = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 800 } }

/** Those that tell most. */
const BEST = new Set([
  ...['library-en-desk-light', 'details-en-desk-dark', 'grid-ru-desk-light', 'groups-en-desk-light'],
  ...['search-en-desk-light', 'viewer-en-desk-light', 'ask-en-desk-light', 'ask-ru-phone-dark'],
  ...['week-ru-desk-dark', 'library-ru-phone-light', 'search-ru-phone-light', 'pages-en-desk-dark'],
])

afterAll(closeBrowser)

describe.skipIf(!hasBrowser || !process.env.UPDATE_DOCS)('the pictures of the README', () => {
  test.each(['en', 'ru'] as const)(
    'twelve screens in %s',
    async language => {
      mkdirSync(ALL, { recursive: true })
      if (language === 'en') rmSync(FOLDER, { recursive: true, force: true })
      mkdirSync(FOLDER, { recursive: true })
      const { person, screens } = await furnished(language)
      const { page, context } = await open(base, '/', { language, ...SIZES.desk }, person)
      for (const [name, path] of Object.entries(screens))
        for (const [size, viewport] of Object.entries(SIZES)) {
          await page.setViewportSize(viewport)
          await page.goto(base + path)
          await drawn(page)
          for (const look of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme: look, reducedMotion: 'reduce' })
            const taken = await page.screenshot()
            const shot = [name, language, size, look].join('-')
            const small = await sharp(taken).webp({ quality: 82 }).toBuffer()
            await sharp(small).toFile(join(ALL, `${shot}.webp`))
            if (BEST.has(shot)) await sharp(small).toFile(join(FOLDER, `${shot}.webp`))
          }
        }
      await context.close()
    },
    580_000,
  )
})
