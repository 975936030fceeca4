import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadRussian } from '../../lib/russian.ts'
import { docTypeOf } from './doc-types.ts'
import { headLines } from './headings.ts'

beforeAll(loadRussian)

const FIXTURES = join(import.meta.dirname, '../../../test/fixtures')

const typeOf = (text: string, kind = 'text', filename = 'scan.txt') =>
  docTypeOf({ text, kind, filename, lines: headLines(text) })

/** Written by hand, half of them without saying what they are; nothing was trained on them. */
const documents = (language: string) =>
  readFileSync(join(FIXTURES, `doc-types-${language}.txt`), 'utf8')
    .split(/^=== /m)
    .filter(Boolean)
    .map(document => {
      const [type, ...lines] = document.trim().split('\n')
      return { type: type!, text: lines.join('\n') }
    })

describe.each([
  ['ru', 0.92],
  ['en', 0.8],
])('%s', (language, floor) => {
  test('documents that nothing was trained on are told right', () => {
    const all = documents(language)
    expect(all.length).toBeGreaterThanOrEqual(60)
    const right = all.filter(({ type, text }) => typeOf(text) === type).length
    expect(right / all.length).toBeGreaterThanOrEqual(floor)
  })
})

test('what it calls itself decides', () => {
  expect(typeOf('АКТ № 7 выполненных работ\nпо договору № 15')).toBe('act')
  expect(typeOf('Договор № 15\nсчёт, акт и накладная прилагаются')).toBe('contract')
  expect(typeOf('Invoice INV-7\nunder contract 12')).toBe('invoice')
})

test.each([
  ['РАСПИСКА\nЯ, Белов Игорь Викторович, взял в долг 75 000 рублей', 'contract'],
  ['Расписка в получении документов\nДокументы принял', 'receipt'],
  ['Квитанция на оплату жилищно-коммунальных услуг\nЛицевой счёт 44100', 'invoice'],
  ['Квитанция № 12\nПринято от Белова И.В. 400 руб.', 'receipt'],
  ['ЕДИНЫЙ ПЛАТЁЖНЫЙ ДОКУМЕНТ\nза сентябрь 2026 г.', 'invoice'],
  ['Northern Power\nElectricity bill\nTotal amount due: £86.40', 'invoice'],
  ['# Project sync\nAttendees: Anna, Peter\n- Anna sends the draft report by Friday', 'note'],
  ['# Встреча с подрядчиком\nУчастники: Анна, Пётр\nОбсудили сроки ремонта', 'note'],
  ['Протокол № 3 общего собрания\nПрисутствовали: 14 человек', 'report'],
])('%j is a paper of its kind', (text, type) => {
  expect(typeOf(text)).toBe(type)
})

test('what is written as a document is no presentation, however short its lines', () => {
  const plan =
    '# План проекта «Новый сайт»\n\n## Цели\n- Запустить сайт\n- Перенести каталог\n\n## Этапы\n1. Дизайн\n2. Запуск'
  expect(typeOf(plan, 'text', 'План проекта.md')).not.toBe('presentation')
})

test('where there is no text, the kind of file decides', () => {
  expect(typeOf('', 'image', 'IMG_1.jpg')).toBe('photo')
  expect(typeOf('', 'audio', 'a.mp3')).toBe('recording')
  expect(typeOf('', 'video', 'a.mp4')).toBe('recording')
  expect(typeOf('', 'spreadsheet', 'a.xlsx')).toBe('spreadsheet')
  expect(typeOf('Наша команда', 'presentation', 'a.pptx')).toBe('presentation')
  expect(typeOf('', 'archive', 'a.zip')).toBe('other')
  expect(typeOf('print("hello")', 'text', 'a.py')).toBe('code')
})
