import type { Page } from 'playwright-core'
import type { Language } from './every-screen.ts'

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
  const known = said
    .replace(/Русский|Переключить на русский|Switch to English|Анна|Дом|Договоры/g, ' ')
    .replace(SAME, ' ')
  if (foreign.test(known)) wrong.push('the other language')
  return wrong
}

/** What of the page as it is now is no word of people, or of another language. */
export async function complaintsOn(page: Page, language: Language): Promise<string[]> {
  const all = (await wordsOn(page)).flatMap(text => complaintsOf(text, language).map(what => `${what}: ${text}`))
  return [...new Set(all)]
}
