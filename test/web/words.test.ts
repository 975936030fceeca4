import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shortDate } from '../../web/lib/format.ts'
import { grouped, pluralEn, pluralRu } from '../../web/lib/language.ts'
import type { Person } from '../support/client.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { closeBrowser, hasBrowser, open } from './browser.ts'
import { furnished, type Language } from './every-screen.ts'

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

/** What people read, or have read to them. What they wrote themselves is left out: files, texts, addresses. */
const wordsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>()
    const skipped =
      'script, style, pre, code, kbd, svg, canvas, iframe, .cm-editor, .pdf-words, [data-own], [lang]:not(html)'
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.textContent?.trim()
      if (text && element && !element.closest(skipped)) found.add(text)
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [alt]'))
      for (const name of ['aria-label', 'placeholder', 'alt']) {
        const text = element.getAttribute(name)?.trim()
        if (text && !element.closest(skipped)) found.add(text)
      }
    return [...found]
  })

const MACHINE: [string, RegExp][] = [
  ['a date of a machine', /\b\d{4}-\d\d-\d\d/],
  ['a name of the code', /(?<![\w/.@-])[a-z]+_[a-z_]+\b/],
  ['a name of a model', /whisper|minilm|onnx|\bq8\b|int8|llama|gpt-/i],
  ['a period of no length', /\b(\d\d:\d\d)[–-]\1\b/],
  ['a sentence of a validator', /String should have|Input should be/],
]

/** Names that are the same in every language. */
const SAME =
  /\b(Dossier|PDF|PDF\/A|PIN|S3|API|MCP|CalDAV|WebDAV|OAuth|iCalendar|Telegram|Markdown|Word|Excel|PowerPoint|Google|Takeout|Nextcloud|Dropbox|Immich|Paperless|Maildir|MBOX|OpenAI|Ctrl|Enter|Esc|Del|Space|Shift|Tab|Home|End|Pro|URL|HTTP|HTTPS|QR|ZIP|CSV|JSON|HTML|OCR|JPG|JPEG|PNG|TIFF|HEIC|DOCX|XLSX|PPTX|TXT|SRT|VTT|EML|ICS|UTC|ID|SMS|English|Webhook|BACKUP_DIR|TARIFFS_FILE|INBOX_DIR|npm run \w+|unlimited|Thunderbird|Apple|iOS|macOS|Windows|Linux|Android|DAVx5|Firefox|Chrome|Chromium|HeadlessChrome|node|Safari|Claude|ChatGPT|Cursor|rclone|Finder|vendor|davs?|https?|ngx|free|standard)\b/gi
const OWN =
  /\S+@\S+|https?:\/\/\S+|127\.0\.0\.1:\d+|\/(?:tmp|var|dav|v1)\S*|\S+\.(?:pdf|xlsx|md|txt)|\bdos_\w+|\b(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/[\w /-]+/gi

function complaintsOf(text: string, language: Language): string[] {
  const said = text.replace(OWN, ' ')
  const wrong = MACHINE.filter(([, pattern]) => pattern.test(said.replace(SAME, ' '))).map(([what]) => what)
  const foreign = language === 'ru' ? /[A-Za-z]{3,}/ : /[А-Яа-яЁё]{2,}/
  const known = said.replace(SAME, ' ').replace(/Русский|Переключить на русский|Анна|Дом|Договоры/g, ' ')
  if (foreign.test(known)) wrong.push('the other language')
  return wrong
}

describe.skipIf(!hasBrowser)('the words of every screen', () => {
  let server: RunningServer
  let first: Person | undefined
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(async () => {
    await closeBrowser()
    await server.stop()
  })

  // The first account is the administrator, and makes the other one: both read every screen there is.
  test.each(['ru', 'en'] as const)(
    'in %s are those of people, and of that language',
    async language => {
      const { person, paths } = await furnished(server.url, language)
      first ??= person
      await first.patch(`/v1/admin/users/${person.id}`, { role: 'admin' })
      const visitor = await open(server.url, '/', { language }, person)
      const { page } = visitor
      const wrong = new Map<string, string>()
      for (const path of paths) {
        await page.goto(server.url + path)
        await page.waitForFunction(() => document.querySelector('main, dialog[open]') !== null)
        await page.waitForFunction(
          () =>
            !document.querySelector('.animate-pulse-soft, [aria-busy=true], [inert]') &&
            document.fonts.status === 'loaded',
        )
        for (const text of await wordsOn(page))
          for (const what of complaintsOf(text, language)) wrong.set(`${what}: ${text}`, path)
      }
      expect(Object.fromEntries(wrong)).toEqual({})
      await visitor.context.close()
    },
    400_000,
  )
})
