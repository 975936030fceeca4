import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { baseUrl, type Json, type Person, theAdmin } from '../support/client.ts'
import { whole } from '../support/whole.ts'
import { pressAll, type Stop, settled, walk } from './barriers.ts'
import { choose, closeBrowser, hasBrowser, open, textFile } from './browser.ts'
import { furnished } from './every-screen.ts'

/** Nobody is kept out: every screen and what opens on it, light and dark, on a desk and on a phone. */

const base = baseUrl()
let person: Person
let paths: string[]

beforeAll(async () => {
  const made = await furnished(base, 'en')
  person = made.person
  // Then it also has the screens of administration.
  await (await theAdmin()).patch(`/v1/admin/users/${person.id}`, { role: 'admin' })
  const pdf = made.paths.find(path => path.endsWith('/pages'))!
  paths = [...made.paths, ...['redact', 'annotate', 'crop'].map(work => `${pdf}?work=${work}`)]
}, 400_000)

afterAll(closeBrowser)

/** Ids are different in every run. */
const nameOf = (path: string) => path.replace(/[0-9a-f-]{36}|(?<=\/share\/).+/g, '…')

const row = (page: Page) => page.getByRole('row', { name: 'Meeting.md' })
const dialog = (page: Page) => page.getByRole('dialog').first().waitFor()
const menu = (page: Page) => page.getByRole('menu').waitFor()

const byKey = (name: string, key: string): Stop => ({
  name,
  path: '/',
  open: async page => {
    // What a press opens on a phone is the file itself.
    await row(page).click({ modifiers: ['Control'] })
    await page.keyboard.press(key)
    await dialog(page)
  },
  only: 'desk',
})

const fromMenu = (item: string | RegExp): Stop => ({
  name: `menu of a file: ${item}`,
  path: '/',
  open: async page => {
    await row(page).click({ button: 'right' })
    await page.getByRole('menuitem', { name: item }).click()
    await dialog(page)
  },
})

const OVER_THE_LIBRARY: Stop[] = [
  {
    name: 'menu of a file',
    path: '/',
    open: async page => {
      await row(page).click({ button: 'right' })
      await menu(page)
    },
  },
  byKey('keys', '?'),
  ...['Share', 'Rename', /^Move(?! to)/, 'Tags', 'Convert'].map(fromMenu),
  {
    name: 'several chosen',
    path: '/',
    open: async page => {
      await row(page).click({ modifiers: ['Control'] })
      await page.keyboard.press('Control+a')
      await page.getByRole('toolbar').waitFor()
    },
    only: 'desk',
  },
  ...['grid', 'compact'].map(view => ({ name: view, path: `/?view=${view}` })),
  ...['month', 'type', 'folder', 'organisation', 'person'].map(group => ({
    name: `groups by ${group}`,
    path: `/?group=${group}`,
  })),
  {
    name: 'nothing fits',
    path: '/?kind=video',
    open: page => page.getByText('Nothing fits these filters').waitFor(),
  },
  {
    name: 'palette',
    path: '/',
    open: async page => {
      await row(page).waitFor()
      await page.keyboard.press('Control+k')
      await dialog(page)
    },
  },
  {
    name: 'palette, something found',
    path: '/',
    open: async page => {
      await row(page).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByPlaceholder('Files, people, events, commands').fill('lease')
      await page.getByRole('option', { name: /Lease/ }).first().waitFor()
    },
  },
]

/** The library, what was found, a file and the days: what people see most. */
const MOST_SEEN = /^\/(\?sel=.*|search\?q=lock|calendar|objects\/[^/?]*)$/

describe.skipIf(!hasBrowser)('no barrier', () => {
  test('on the screens that people see most', async () => {
    const visitor = await open(base, '/', {}, person)
    const seen = paths.filter(path => MOST_SEEN.test(path)).map(path => ({ name: nameOf(path), path }))
    // One file of three will do.
    const stops = [...seen.filter(({ name }, at) => seen.findIndex(each => each.name === name) === at)]
    expect(stops.length).toBe(4)
    expect(await walk(visitor, base, [...stops, fromMenu('Share')])).toEqual({})
    await visitor.context.close()
  })
})

describe.skipIf(!hasBrowser || !whole)('no barrier, anywhere', () => {
  test('on any screen with something on it', async () => {
    const visitor = await open(base, '/', {}, person)
    const stops = paths.map((path, n) => ({ name: `${n} ${nameOf(path)}`, path }))
    expect(await walk(visitor, base, stops)).toEqual({})
    await visitor.context.close()
  }, 3_600_000)

  test('for who is not signed in', async () => {
    const visitor = await open(base, '/sign-in')
    const [file] = (await person.get('/v1/objects')).body.items as Json[]
    const { url } = (await person.post(`/v1/objects/${file.id}/shares`, { password: 'a secret word' })).body
    const signIn = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })
    const stops: Stop[] = [
      { name: 'sign in', path: '/sign-in', open: page => signIn(page).waitFor() },
      { name: 'sign in, nothing filled in', path: '/sign-in', open: page => signIn(page).click() },
      {
        name: 'forgotten',
        path: '/sign-in',
        open: async page => {
          await page.getByRole('button', { name: 'Forgot the password?' }).click()
          await page.getByText('A new password').waitFor()
        },
      },
      {
        name: 'a link with a password',
        path: new URL(url, base).pathname,
        open: page => page.getByLabel('Password', { exact: true }).waitFor(),
      },
      { name: 'a link that is no more', path: '/share/none' },
    ]
    expect(await walk(visitor, base, stops)).toEqual({})
    await visitor.context.close()
  }, 600_000)

  test('in what opens over the library', async () => {
    const visitor = await open(base, '/', {}, person)
    expect(await walk(visitor, base, OVER_THE_LIBRARY)).toEqual({})
    await visitor.context.close()
  }, 1_200_000)

  test('in the calendar and in what is on its way', async () => {
    const visitor = await open(base, '/', {}, person)
    const stops: Stop[] = [
      {
        name: 'an event that repeats every week',
        path: '/calendar',
        open: async page => {
          await page.getByRole('button', { name: 'New event' }).first().click()
          await page.getByLabel('Repeat').selectOption('WEEKLY')
          await page.getByRole('button', { name: 'Wed, Wednesday', exact: true }).waitFor()
        },
      },
      {
        name: 'uploads, one of which is there already',
        path: '/',
        open: async page => {
          await page.getByRole('button', { name: 'Upload' }).click()
          const chosen = [textFile(`New ${Date.now()}.txt`), textFile('Meeting.md', 'another')]
          await choose(page, chosen, () => page.getByRole('menuitem', { name: 'Upload files' }).click())
          await dialog(page)
        },
        only: 'desk',
      },
    ]
    expect(await walk(visitor, base, stops)).toEqual({})
    await visitor.context.close()
  }, 600_000)

  test('in the viewer', async () => {
    const visitor = await open(base, '/', {}, person)
    const items = (await person.get('/v1/objects')).body.items as Json[]
    const stops = items.map(({ id, filename }) => ({
      name: `viewer of ${filename}`,
      path: `/?file=${id}`,
      open: async (page: Page) => {
        await dialog(page)
        await settled(page)
      },
    }))
    expect(await walk(visitor, base, stops)).toEqual({})
    await visitor.context.close()
  }, 600_000)

  // Last: what is pressed may change something.
  test('in anything that a button opens', async () => {
    const visitor = await open(base, '/', {}, person)
    const { found, opened } = await pressAll(visitor, base, paths)
    console.log(`Opened: ${opened.join(', ')}`)
    expect(found).toEqual({})
    // Almost all of them, also where a slow machine gives some no time.
    expect(opened.length).toBeGreaterThan(25)
    await visitor.context.close()
  }, 3_600_000)
})
