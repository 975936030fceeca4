import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { aPerson, type Person } from '../support/client.ts'
import { ROOT } from '../support/server.ts'
import { whole } from '../support/whole.ts'

/** A browser as people have it. What they would never see, an error, a request to somewhere else, fails the test. */

const ARTEFACTS = join(ROOT, 'test-artefacts')
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
const SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const hasBrowser = CHROMIUM !== undefined

let browser: Browser | undefined

/** More switches, for a browser that is not open yet. */
export function withSwitches(...more: string[]): void {
  SWITCHES.push(...more)
}

export async function closeBrowser(): Promise<void> {
  await browser?.close()
  browser = undefined
}

export interface Visitor {
  page: Page
  context: BrowserContext
  /** Everything that went wrong in the page; must be empty at the end. */
  complaints: string[]
}

export interface Eyes {
  width?: number
  height?: number
  dark?: boolean
  language?: 'en' | 'ru'
  touch?: boolean
  /** Where the browser says it is. */
  zone?: string
}

/** Answers that a person can meet and that the page explains: the browser notes them as errors of its own. */
const EXPLAINED = /Failed to load resource: the server responded with a status of (400|401|403|404|409|412|422|429)/

export async function open(base: string, path: string, eyes: Eyes = {}, person?: Person): Promise<Visitor> {
  browser ??= await chromium.launch({ executablePath: CHROMIUM, args: SWITCHES })
  const context = await browser.newContext({
    viewport: { width: eyes.width ?? 1440, height: eyes.height ?? 900 },
    colorScheme: eyes.dark ? 'dark' : 'light',
    locale: eyes.language === 'ru' ? 'ru-RU' : 'en-GB',
    hasTouch: eyes.touch ?? false,
    isMobile: eyes.touch ?? false,
    reducedMotion: 'reduce',
    timezoneId: eyes.zone,
    acceptDownloads: true,
  })
  if (person)
    await context.addCookies([
      { name: 'dossier_session', value: person.token, url: base, httpOnly: true, sameSite: 'Strict' },
    ])
  context.setDefaultTimeout(90_000)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(`page error: ${error.stack ?? error.message}`))
  page.on('console', message => {
    if (message.type() === 'error' && !EXPLAINED.test(message.text())) complaints.push(`console: ${message.text()}`)
  })
  page.on('request', request => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(base))
      complaints.push(`a request to somewhere else: ${request.url()}`)
  })
  await page.goto(base + path)
  return { page, context, complaints }
}

const pictured = whole || process.env.UPDATE_DOCS !== undefined

/** Makes sure that nothing went wrong so far; takes a picture with WHOLE=on or UPDATE_DOCS=1. */
export async function picture({ page, complaints }: Visitor, name: string): Promise<void> {
  if (pictured) {
    mkdirSync(ARTEFACTS, { recursive: true })
    await page.screenshot({ path: join(ARTEFACTS, `${name}.png`) })
  }
  expect({ name, complaints }).toEqual({ name, complaints: [] })
}

/** What keeps somebody out of the page as it is now: all of it, or the serious part. */
export async function barriers(page: Page, onlySerious = false): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', ...(onlySerious ? [] : ['wcag21a']), 'wcag21aa', 'wcag22aa'])
    // All of it is in one frame: nothing of it is asked elsewhere.
    .setLegacyMode()
    .analyze()
  return violations
    .filter(({ impact }) => !onlySerious || impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 200)).join(' | ')}`)
}

/** A picture of a screen that is new; with WHOLE=on a search for serious barriers too, of which barriers.test.ts is the sample. */
export async function look(visitor: Visitor, name: string): Promise<void> {
  const { page, complaints } = visitor
  await picture(visitor, name)
  if (!whole) return
  const serious = await barriers(page, true)
  expect({ name, serious, complaints }).toEqual({ name, serious: [], complaints: [] })
}

export async function fits(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}

export async function somebody(base: string): Promise<Person> {
  return aPerson(base)
}

/** Chooses files as a person does, in the chooser that a button opens. */
export async function choose(
  page: Page,
  files: { name: string; mimeType: string; buffer: Buffer }[] | string,
  press: () => Promise<void>,
): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press()])
  await chooser.setFiles(files)
}

export const textFile = (name: string, text = name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
