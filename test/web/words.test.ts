import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../../server/db/embedded.ts'
import { calendarWords } from '../../web/features/calendar/words.ts'
import { identityWords } from '../../web/features/identity/words.ts'
import { securityWords } from '../../web/features/settings/security/words.ts'
import { shareWords } from '../../web/features/share/words.ts'
import { libraryWords } from '../../web/files/words.ts'
import { shortDate } from '../../web/lib/format.ts'
import { chosen, grouped, language, pluralEn, pluralRu } from '../../web/lib/language.ts'
import type { Person } from '../support/client.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { whole } from '../support/whole.ts'
import { pressAll } from './barriers.ts'
import { choose, closeBrowser, hasBrowser, open, textFile } from './browser.ts'
import { furnished } from './every-screen.ts'
import { complaintsOn } from './said.ts'

/** What is done by hand for speed says what the platform's own rules say. */

const NUMBERS = [...Array(240).keys(), 999, 1000, 1001, 4999, 5000, 12_345, 100_011, 1_000_021, 7_654_322]

test('numbers choose their words as the rules of both languages have it', () => {
  const forms = { one: 'one #', few: 'few #', many: 'many #', other: 'other #' }
  for (const [of, plural] of [
    ['en', pluralEn],
    ['ru', pluralRu],
  ] as const) {
    const [rules, numbers] = [new Intl.PluralRules(of), new Intl.NumberFormat(of)]
    for (const n of NUMBERS) {
      expect(plural(n, forms)).toBe(`${rules.select(n)} ${numbers.format(n)}`)
      expect(grouped(n, of)).toBe(numbers.format(n))
    }
  }
})

test('days and times are written as the platform writes them', () => {
  const OPTIONS = {
    time: { hour: '2-digit', minute: '2-digit' },
    day: { day: 'numeric', month: 'short' },
    year: { day: 'numeric', month: 'short', year: 'numeric' },
  } as const
  for (const variety of ['en-GB', 'en-US', 'ru', 'ru-RU'])
    for (let month = 0; month < 12; month++)
      for (const hour of [0, 9, 12, 23])
        for (const part of ['time', 'day', 'year'] as const) {
          const date = new Date(2025, month, 3 + month * 2, hour, 5)
          expect(shortDate(date, part, variety)).toBe(new Intl.DateTimeFormat(variety, OPTIONS[part]).format(date))
        }
  expect(shortDate(new Date(), 'day', 'en-CA')).toBeUndefined()
})

/** What opens over the library, by whatever opens it. */
const over = (name: string, act: (page: Page) => Promise<unknown>) => ({ name, path: '/', act })

const dialogOf = (page: Page) => page.locator('dialog[open]').first().waitFor()

/** A line of the menu of the first file, by its words in the language that is read. */
const fromMenu = (name: string, word: () => string) =>
  over(name, async page => {
    await page.locator('[role=row][data-id]').last().click({ button: 'right' })
    await page.getByRole('menuitem', { name: word(), exact: true }).click()
    await dialogOf(page)
  })

const NAMES = { en: 'Meeting.md', ru: 'Встреча.md' }

const OPENED = [
  over('palette', async page => {
    await page.keyboard.press('Control+k')
    await dialogOf(page)
    await page.getByRole('option').first().waitFor()
  }),
  over('menu of a file', async page => {
    await page.locator('[role=row][data-id]').last().click({ button: 'right' })
    await page.getByRole('menu').waitFor()
  }),
  over('keys', async page => {
    await page
      .locator('[role=row][data-id]')
      .last()
      .click({ modifiers: ['Control'] })
    await page.keyboard.press('?')
    await dialogOf(page)
  }),
  fromMenu('share', () => libraryWords.now().share),
  fromMenu('convert', () => libraryWords.now().convert),
  over('what cannot be undone', async page => {
    await page.goto(new URL('/trash', page.url()).href)
    await page.getByRole('button', { name: libraryWords.now().emptyTrash }).click()
    await dialogOf(page)
  }),
  {
    name: 'who it is, once more',
    path: '/settings/security',
    act: async (page: Page) => {
      await page.getByRole('button', { name: securityWords.now().turnOn, exact: true }).click()
      await page.getByRole('dialog', { name: identityWords.now().confirmTitle }).waitFor()
    },
  },
  {
    name: 'a link to be revoked',
    path: '/links',
    act: async (page: Page) => {
      await page
        .getByRole('button', { name: new RegExp(`^${shareWords.now().revoke} `) })
        .first()
        .click()
      await dialogOf(page)
    },
  },
  {
    name: 'an event',
    path: '/calendar?show=agenda',
    act: async (page: Page) => {
      await page.getByRole('button', { name: calendarWords.now().newEvent }).first().click()
      await dialogOf(page)
    },
  },
  // Last: it asks again on every screen that comes after.
  over('uploads, one of which is there already', async page => {
    const name = NAMES[language()]
    const files = [textFile(name.replace('.', ' 2.'), '…'), textFile(name, '…')]
    await page.locator('[data-tour=upload]').first().click()
    await choose(page, files, () => page.getByRole('menuitem').first().click())
    await dialogOf(page)
  }),
]

/** What one meets without an account. */
const OUTSIDE: { path: (link: string) => string; act?: (page: Page) => Promise<unknown> }[] = [
  { path: () => '/sign-in' },
  {
    path: () => '/sign-in',
    act: page => page.getByRole('button', { name: identityWords.now().forgot }).click(),
  },
  { path: link => link },
  { path: () => '/share/none' },
]

/** In `npm test` every third screen is read in Russian, whose words are the harder ones, and every tenth in English. */
function partOf(spoken: 'ru' | 'en', paths: string[]) {
  if (whole) return { screens: paths, opened: OPENED, outside: OUTSIDE }
  if (spoken === 'ru') return { screens: paths.filter((_, n) => n % 3 === 0), opened: OPENED, outside: OUTSIDE }
  return { screens: paths.filter((_, n) => n % 10 === 0), opened: [], outside: [] }
}

/** Everybody has to show once more who they are. */
async function age(server: RunningServer): Promise<void> {
  const { url } = await startEmbeddedPostgres({ dataDir: server.dataDir, log: () => {} })
  const sql = new pg.Client({ connectionString: url })
  await sql.connect()
  await sql.query("update tokens set proved_at = now() - interval '11 minutes'")
  await sql.end()
}

/** Nothing is on its way any more. */
async function rested(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('main, dialog[open]') !== null)
  await page.waitForFunction(
    () =>
      !document.querySelector('.animate-pulse-soft, [aria-busy=true], [inert]') && document.fonts.status === 'loaded',
  )
}

describe.skipIf(!hasBrowser)('the words of every screen', () => {
  let server: RunningServer
  let first: Person | undefined
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(async () => {
    chosen.set('')
    await closeBrowser()
    await server.stop()
  })

  // The first account is the administrator, and makes the other one: both read every screen there is.
  test.each(['ru', 'en'] as const)(
    'in %s are those of people, and of that language; on what opens over them, too',
    async spoken => {
      chosen.set(spoken)
      const { person, paths } = await furnished(server.url, spoken)
      first ??= person
      await first.patch(`/v1/admin/users/${person.id}`, { role: 'admin' })
      const visitor = await open(server.url, '/', { language: spoken }, person)
      const { page } = visitor
      page.setDefaultTimeout(30_000)
      const wrong: Record<string, string[]> = {}
      const read = async (where: string) => {
        const complaints = await complaintsOn(page, spoken)
        if (complaints.length > 0) wrong[where] = complaints
      }
      const part = partOf(spoken, paths)
      for (const path of part.screens) {
        await page.goto(server.url + path)
        await rested(page)
        await read(path)
      }
      await age(server)
      for (const { name, path, act } of part.opened)
        try {
          await page.goto(server.url + (typeof path === 'string' ? path : path[spoken]))
          await rested(page)
          await act(page)
          await page.waitForFunction(
            () => !document.querySelector('.animate-pulse-soft, dialog[open] [aria-busy=true]'),
          )
          await read(name)
        } catch (error) {
          wrong[name] = [`not reached: ${String(error).slice(0, 900)}`]
        }
      const [file] = (await person.get('/v1/objects')).body.items
      const { url } = (await person.post(`/v1/objects/${file!.id}/shares`, { password: 'a secret word' })).body
      const stranger = await open(server.url, '/', { language: spoken })
      for (const { path, act } of part.outside) {
        const at = path(new URL(url, server.url).pathname)
        await stranger.page.goto(server.url + at)
        await rested(stranger.page)
        await act?.(stranger.page)
        const complaints = await complaintsOn(stranger.page, spoken)
        if (complaints.length > 0) wrong[`outside: ${at}`] = complaints
      }
      await stranger.context.close()
      expect(wrong).toEqual({})
      // Last: what is pressed may change something.
      if (whole) {
        // In a browser that has no file to ask about.
        const another = await open(server.url, '/', { language: spoken }, person)
        const { found, opened } = await pressAll(another, server.url, paths, async (at, name, met) => {
          const complaints = await complaintsOn(at, spoken)
          if (complaints.length > 0) met[name] = complaints
        })
        expect(found).toEqual({})
        expect(opened.length).toBeGreaterThan(25)
        await another.context.close()
      }
      await visitor.context.close()
    },
    whole ? 3_600_000 : 600_000,
  )
})
