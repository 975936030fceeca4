import type { Page } from 'playwright-core'
import { sampled } from '../support/whole.ts'
import { barriers, type Visitor } from './browser.ts'

/** A walk through screens and what opens on them, with a search for everything that keeps somebody out. */

const SIZES = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
type Size = keyof typeof SIZES
type Look = readonly [Size, 'light' | 'dark']

const LOOKS: readonly Look[] = sampled<readonly Look[]>(
  [
    ['desk', 'light'],
    ['phone', 'dark'],
  ],
  [
    ['desk', 'light'],
    ['desk', 'dark'],
    ['phone', 'dark'],
    ['phone', 'light'],
  ],
)

export interface Stop {
  name: string
  path: string
  /** What is done there first. */
  open?: (page: Page) => Promise<unknown>
  /** What is there at this size only. */
  only?: Size
}

export type Found = Record<string, string[]>

export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('main, dialog[open]') !== null)
  await page.waitForFunction(
    () => !document.querySelector('.animate-pulse-soft, [aria-busy=true]') && document.fonts.status === 'loaded',
  )
}

async function note(page: Page, name: string, found: Found): Promise<void> {
  // Colours change with the next frame.
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
  const met = await barriers(page)
  if (met.length === 0) return
  found[name] = met
  // A walk takes long: told at once.
  console.log(name, met)
}

/** Every stop at every size and in every light. One that cannot be reached is told with the rest, and the walk goes on. */
export async function walk({ page }: Visitor, base: string, stops: Stop[]): Promise<Found> {
  const found: Found = {}
  page.setDefaultTimeout(20_000)
  for (const { name, path, open, only } of stops)
    for (const size of ['desk', 'phone'] as const) {
      const looks = LOOKS.filter(([at]) => at === size && (only ?? at) === at)
      if (looks.length === 0) continue
      try {
        await page.setViewportSize(SIZES[size])
        await page.goto(base + path)
        await settled(page)
        await open?.(page)
        for (const [, scheme] of looks) {
          await page.emulateMedia({ colorScheme: scheme })
          await note(page, `${name}, ${size}, ${scheme}`, found)
        }
      } catch (error) {
        found[`${name}, ${size}`] = [`not reached: ${String(error).slice(0, 300)}`]
      }
    }
  return found
}

const PRESSABLE = 'button:not(:disabled), summary, [role=button]'

/** Leads away for good, or to a window of the system. */
const NOT_PRESSED = /^(Sign out|Upload|Choose|Print|Выйти|Загрузить|Выбрать|Печать)/

/** Those of a kind open the same: “New event” of every day, “Actions” of every file. */
const kindOf = (name: string) => name.replace(/(,|:| for ).*$/s, '')

/** What opened by the last press, if anything did. */
const opened = (page: Page) =>
  page
    .waitForFunction(
      () =>
        document.querySelector('dialog[open] h2, [role=menu]') ??
        document.activeElement?.matches('[aria-expanded=true], details[open] > summary'),
      undefined,
      { timeout: 700 },
    )
    .then(
      () => true,
      () => false,
    )

const namesOn = (page: Page): Promise<string[]> =>
  page.evaluate(
    which =>
      [...document.querySelectorAll<HTMLElement>(which)]
        .filter(each => each.checkVisibility({ opacityProperty: true }))
        .map(each => each.ariaLabel ?? each.innerText.trim())
        .filter(Boolean),
    PRESSABLE,
  )

/** What keeps somebody out of what is open, at every size and in every light. */
async function atEverySize(page: Page, name: string, found: Found): Promise<void> {
  for (const [size, scheme] of LOOKS) {
    await page.setViewportSize(SIZES[size])
    await page.emulateMedia({ colorScheme: scheme })
    await note(page, `${name}, ${size}, ${scheme}`, found)
  }
}

/** Presses one button of every kind, and looks at what opens. */
export async function pressAll(
  { page }: Visitor,
  base: string,
  paths: string[],
  look: (page: Page, name: string, found: Found) => Promise<void> = atEverySize,
): Promise<{ found: Found; opened: string[] }> {
  const found: Found = {}
  const [pressed, seen] = [new Set<string>(), [] as string[]]
  page.setDefaultTimeout(20_000)
  const arrive = async (path: string) => {
    await page.setViewportSize(SIZES.desk)
    await page.goto(base + path)
    await settled(page)
  }
  for (const path of paths) {
    await arrive(path)
    let isFresh = true
    for (const name of await namesOn(page)) {
      if (pressed.has(kindOf(name)) || NOT_PRESSED.test(name)) continue
      pressed.add(kindOf(name))
      try {
        if (!isFresh || page.url() !== base + path) await arrive(path)
        isFresh = true
        const button = page.getByRole('button', { name, exact: true }).or(page.locator('summary', { hasText: name }))
        await button.first().click({ timeout: 3000 })
      } catch {
        // It stands elsewhere by now, or something lies over it.
        isFresh = false
        continue
      }
      if (!(await opened(page))) continue
      isFresh = false
      seen.push(name)
      await look(page, `${path}: ${name}`, found)
    }
  }
  return { found, opened: seen }
}
