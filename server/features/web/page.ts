import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Needs } from '../../context.ts'
import { AppError } from '../../lib/errors.ts'
import type { Words } from '../../lib/language.ts'
import type { ErrorCode } from '../../lib/refusals.ts'
import { PrivateAddress } from '../../ports/outbound.ts'
import { ReadingFailed, TakesLong } from '../../ports/reader.ts'

/** A page of the web as text. Its bytes are read as any file's: in the reader's child, with its limits. */

const MOST_BYTES = 5 * 1024 * 1024
const DEADLINE_MS = 15_000

const refused = (code: ErrorCode, words: Words) => new AppError('conflict', code, words)

const unreachable = () =>
  refused('page_unreachable', {
    en: 'The page could not be fetched: its server does not answer, or answers too much.',
    ru: 'Страницу не удалось получить: сервер не отвечает или отдаёт слишком много.',
  })

const textless = () =>
  refused('page_unreadable', {
    en: 'There is no text to read at this address.',
    ru: 'По этому адресу нет текста, который можно прочитать.',
  })

const KINDS: [RegExp, { kind: string; name: string }][] = [
  [/^(text\/html|application\/xhtml\+xml)/iu, { kind: 'text', name: 'page.html' }],
  [/^application\/pdf/iu, { kind: 'pdf', name: 'page.pdf' }],
  [/^(text\/|application\/(json|xml))/iu, { kind: 'text', name: 'page.txt' }],
]

async function reaching<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof PrivateAddress || error instanceof TypeError)
      throw refused('page_forbidden', {
        en: 'This address is not opened: it leads into a private network, or is no web address.',
        ru: 'Этот адрес не открывается: он ведёт в частную сеть или это не адрес страницы.',
      })
    throw unreachable()
  }
}

/** So that nobody is asked about a page that would not be opened anyway. */
export const checkPage = (context: Needs<'outbound'>, url: string): Promise<void> =>
  reaching(context.outbound.check(url))

export async function fetchPage(
  context: Needs<'outbound' | 'reader' | 'documents'>,
  url: string,
): Promise<{ url: string; title: string; text: string }> {
  const limits = { maxBytes: MOST_BYTES, deadlineMs: DEADLINE_MS }
  const page = await reaching(context.outbound.get(url, limits))
  if (page.status !== 200)
    throw refused('page_refused', {
      en: `The page answers ${page.status}.`,
      ru: `Страница отвечает кодом ${page.status}.`,
    })
  const kind = KINDS.find(([pattern]) => pattern.test(page.type))?.[1]
  if (!kind) throw textless()
  try {
    const file = { kind: kind.kind, mime: page.type.split(';')[0]!.trim().toLowerCase(), filename: kind.name }
    const { title, text } = await context.documents.withFolder(async folder => {
      const path = join(folder, kind.name)
      await writeFile(path, page.bytes)
      return context.reader.read(path, file, { quick: true })
    })
    return { url: page.url, title, text }
  } catch (error) {
    if (error instanceof TakesLong) throw textless()
    if (error instanceof ReadingFailed) throw refused('page_unreadable', error.words)
    throw error
  }
}
