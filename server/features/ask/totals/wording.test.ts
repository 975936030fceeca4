import { expect, test } from 'vitest'
import type { AskedTotal } from './asked.ts'
import type { TotalPaper } from './queries.ts'
import { beyond, totalled } from './wording.ts'

const paper = (filename: string, amount: number, currency: string): TotalPaper => ({
  id: filename,
  filename,
  status: 'ready',
  content_hash: filename,
  title: '',
  doc_type: 'invoice',
  amount,
  currency,
  document_date: '2026-04-20',
  named: [],
})
const SUM: AskedTotal = { what: 'sum', docType: 'invoice', names: [] }
const COUNT: AskedTotal = { ...SUM, what: 'count' }
const NOTHING = { unread: 0, mostUnread: 100, repeated: 0 }
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/gu, ' ')

test('money has both its cents or none, and currencies are told one after the other', () => {
  const papers = [paper('a', 20.5, 'USD'), paper('b', 7, 'EUR'), paper('c', 1000.05, 'RUB')]
  const [english, russian] = [totalled(papers, SUM, 'en', NOTHING), totalled(papers, SUM, 'ru', NOTHING)]
  expect(plain(english)).toContain('$20.50, €7, and RUB 1,000.05 in total')
  expect(plain(russian)).toContain('сего 20,50 $, 7 € и 1 000,05 ₽')
  expect(plain(english)).toContain('1. a · Apr 20, 2026 · $20.50 [1]')
})

test('why there is no total: a date, an amount, or a text that is missing', () => {
  const papers = [paper('a.pdf', 1, 'USD')]
  expect(beyond(papers, SUM, 'en')).toBe(
    'This cannot be added up exactly: the date or the amount is not clear in “a.pdf”.',
  )
  expect(beyond(papers, COUNT, 'en', 'without text')).toBe(
    'This cannot be counted exactly: there is no text in “a.pdf”.',
  )
  expect(beyond(papers, COUNT, 'ru', 'without text')).toBe('Точно посчитать не получится: нет текста в «a.pdf».')
})

test('a total says of which files it is, and which are left out', () => {
  const papers = [paper('a', 1, 'USD'), paper('b', 2, 'USD')]
  const first = (asked: AskedTotal, language: 'ru' | 'en', notes = NOTHING) =>
    plain(totalled(papers, asked, language, notes).split('\n')[0]!)
  expect(first(SUM, 'ru')).toBe('По прочитанным файлам всего 3 $ (2 счёта).')
  expect(first(SUM, 'en')).toBe('In the files that were read: $3 in total (2 invoices).')
  expect(first(COUNT, 'ru', { ...NOTHING, unread: 5 })).toBe(
    'По прочитанным файлам: 2 счёта. Ещё читаются или не прочитаны: 5 файлов.',
  )
  expect(first(COUNT, 'en', { ...NOTHING, unread: 1 })).toBe(
    'In the files that were read there are 2 invoices. 1 file is still being read or could not be read.',
  )
  expect(first({ ...COUNT, names: ['acme'] }, 'en', { unread: 101, mostUnread: 100, repeated: 1 })).toBe(
    'In the files that were read there are 2 invoices. Counted are files with this name in the file name, the title, the people or the organisations. Identical files are counted once. More than 100 files are still being read or could not be read.',
  )
})
