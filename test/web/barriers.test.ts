import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json, Person } from '../support/client.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { barriers, choose, closeBrowser, hasBrowser, open, textFile, type Visitor } from './browser.ts'
import { furnished } from './every-screen.ts'

/** Nobody is kept out: every screen and what opens on it, light and dark, on a desk and on a phone. */

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

let server: RunningServer
let person: Person
let paths: string[]

beforeAll(async () => {
  server = await startServer()
  const made = await furnished(server.url, 'en')
  person = made.person
  paths = made.paths
}, 400_000)

afterAll(async () => {
  await closeBrowser()
  await server?.stop()
}, 120_000)

async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('main, dialog[open]') !== null)
  await page.waitForFunction(
    () => !document.querySelector('.animate-pulse-soft, [aria-busy=true]') && document.fonts.status === 'loaded',
  )
}

/** What stands in the way, by the name of the screen: all of it in one run. */
class Report {
  private readonly found: Record<string, string[]> = {}
  constructor(private readonly visitor: Visitor) {}

  async note(name: string): Promise<void> {
    const met = await barriers(this.visitor.page)
    if (met.length > 0) this.found[name] = met
  }

  async bothWays(name: string): Promise<void> {
    const { page } = this.visitor
    await this.note(name)
    await page.setViewportSize(PHONE)
    await page.emulateMedia({ colorScheme: 'dark' })
    await settled(page)
    await this.note(`${name}, on a phone, dark`)
    await page.setViewportSize(DESK)
    await page.emulateMedia({ colorScheme: 'light' })
  }

  async end(): Promise<void> {
    await this.visitor.context.close()
    expect(this.found).toEqual({})
  }
}

/** Ids are different in every run. */
const nameOf = (path: string) => path.replace(/[0-9a-f-]{36}|(?<=\/share\/).+/g, '…')

describe.skipIf(!hasBrowser)('no barrier', () => {
  test('on any screen with something on it', async () => {
    const visitor = await open(server.url, '/', {}, person)
    const report = new Report(visitor)
    const pdf = paths.find(path => path.endsWith('/pages'))!
    for (const path of [...paths, ...['redact', 'annotate', 'crop'].map(work => `${pdf}?work=${work}`)]) {
      await visitor.page.goto(server.url + path)
      await settled(visitor.page)
      await report.bothWays(nameOf(path))
    }
    await report.end()
  }, 1_200_000)

  test('for who is not signed in', async () => {
    const visitor = await open(server.url, '/sign-in')
    const { page } = visitor
    const report = new Report(visitor)
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await report.bothWays('sign in')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await report.note('sign in, nothing filled in')
    await page.getByRole('button', { name: 'Forgot the password?' }).click()
    await page.getByText('A new password').waitFor()
    await report.bothWays('forgotten')
    const [file] = (await person.get('/v1/objects')).body.items as Json[]
    const { url } = (await person.post(`/v1/objects/${file.id}/shares`, { password: 'a secret word' })).body
    await page.goto(server.url + new URL(url).pathname)
    await page.getByLabel('Password', { exact: true }).waitFor()
    await report.bothWays('a link with a password')
    await page.goto(`${server.url}/share/none`)
    await settled(page)
    await report.note('a link that is no more')
    await report.end()
  })

  test('in what opens over the library', async () => {
    const visitor = await open(server.url, '/', {}, person)
    const { page } = visitor
    const report = new Report(visitor)
    const row = page.getByRole('row', { name: 'Meeting.md' })
    const dialog = page.getByRole('dialog')
    const menu = page.getByRole('menu')
    const away = async () => {
      await page.keyboard.press('Escape')
      await dialog.or(menu).first().waitFor({ state: 'detached' })
    }
    await row.click()
    await page.getByRole('complementary', { name: 'Details' }).getByText('Summary').waitFor()
    await report.bothWays('details')
    await row.click({ button: 'right' })
    await menu.waitFor()
    await report.bothWays('menu of a file')
    await away()
    for (const [key, name] of [
      ['r', 'rename'],
      ['m', 'move'],
      ['t', 'tags'],
      ['?', 'keys'],
    ] as const) {
      await row.click()
      await page.keyboard.press(key)
      await dialog.first().waitFor()
      await report.bothWays(name)
      await away()
    }
    for (const [item, name] of [
      ['Share', 'share'],
      ['Convert', 'convert'],
    ] as const) {
      await row.click({ button: 'right' })
      await page.getByRole('menuitem', { name: item }).click()
      await dialog.first().waitFor()
      await report.bothWays(name)
      await away()
    }
    await row.click()
    await page.keyboard.press('Control+a')
    await page.getByRole('toolbar').waitFor()
    await report.bothWays('several chosen')
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: /^Actions/ })
      .click()
    await menu.waitFor()
    await report.note('menu of several')
    await away()
    await page.keyboard.press('Escape')
    for (const view of ['grid', 'compact']) {
      await page.goto(`${server.url}/?view=${view}`)
      await settled(page)
      await report.bothWays(view)
    }
    for (const group of ['month', 'type', 'folder', 'organisation', 'person']) {
      await page.goto(`${server.url}/?group=${group}`)
      await settled(page)
      await report.bothWays(`groups by ${group}`)
    }
    await page.goto(`${server.url}/?kind=video`)
    await page.getByText('Nothing fits these filters').waitFor()
    await report.bothWays('nothing fits')
    await report.end()
  })

  test('in menus, the palette and what is on its way', async () => {
    const visitor = await open(server.url, '/', {}, person)
    const { page } = visitor
    const report = new Report(visitor)
    const menu = page.getByRole('menu')
    await page.getByRole('row', { name: 'Meeting.md' }).waitFor()
    const names = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button[aria-haspopup=menu]')]
        .filter(button => !button.closest('[role=row]') && button.checkVisibility({ opacityProperty: true }))
        .map(button => button.ariaLabel ?? button.innerText.trim()),
    )
    expect(names.length).toBeGreaterThan(3)
    for (const name of new Set(names)) {
      await page.getByRole('button', { name, exact: true }).first().click()
      await menu.waitFor()
      await report.note(`menu: ${name}`)
      await page.keyboard.press('Escape')
      await menu.waitFor({ state: 'detached' })
    }
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await report.bothWays('palette')
    await page.keyboard.type('lease')
    await page.getByRole('option', { name: /Lease/ }).first().waitFor()
    await report.bothWays('palette, something found')
    await page.keyboard.press('Escape')
    await choose(page, [textFile('New.txt', 'new'), textFile('Meeting.md', 'another')], () =>
      page
        .getByRole('main')
        .getByRole('button', { name: 'Upload' })
        .first()
        .click()
        .then(async () => {
          const item = page.getByRole('menuitem', { name: 'Upload files' })
          if (await item.isVisible()) await item.click()
        }),
    )
    await page.getByText('New.txt').first().waitFor()
    await report.bothWays('uploads')
    await report.end()
  })

  test('in the viewer', async () => {
    const visitor = await open(server.url, '/', {}, person)
    const { page } = visitor
    const report = new Report(visitor)
    const dialog = page.getByRole('dialog')
    const items = (await person.get('/v1/objects')).body.items as Json[]
    for (const { id, kind } of items) {
      await page.goto(`${server.url}/?file=${id}`)
      await dialog.first().waitFor()
      await settled(page)
      await report.bothWays(`viewer of ${kind}`)
    }
    await report.end()
  })
})
