import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { pageOf } from './html-page.ts'

const folder = mkdtempSync(join(tmpdir(), 'html-page-'))
afterAll(() => rmSync(folder, { recursive: true }))

const pageOfLetter = async (subject: string, words: string) => {
  const path = join(folder, 'letter.eml')
  const head = 'From: a@example.org\r\nTo: b@example.org\r\nDate: Mon, 5 Oct 2026 10:15:00 +0300\r\n'
  writeFileSync(path, `${head}Subject: ${subject}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${words}\r\n`)
  const { html, title } = await pageOf(path, 'message/rfc822')
  return {
    title,
    rows: [...html.matchAll(/<b>([^<]+)<\/b><\/td><td>([^<]*)/g)].map(([, name, said]) => `${name} ${said}`),
  }
}

test('the head of a letter is in its language, and its day as it was written', async () => {
  expect(await pageOfLetter('Поставка', 'Сообщаем о поставке бумаги.')).toEqual({
    title: 'Поставка',
    rows: ['От: a@example.org', 'Кому: b@example.org', 'Дата: 5 октября 2026, 10:15', 'Тема: Поставка'],
  })
  expect((await pageOfLetter('Delivery', 'The paper is on its way.')).rows[2]).toBe('Date: 5 October 2026, 10:15')
})
