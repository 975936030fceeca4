import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPlaces } from './find.ts'
import { matchesOf, wantedOf } from './phrases.ts'
import type { Word } from './words.ts'

const SIZE = { width: 600, height: 800 }

/** Every line has its words ten points wide, each line twenty below the last. */
const wordsIn = (lines: string[]): Word[] =>
  lines.flatMap((line, row) =>
    line.split(' ').map((text, at) => ({
      text,
      x0: at * 12,
      y0: row * 20,
      x1: at * 12 + 10,
      y1: row * 20 + 12,
    })),
  )

const pageOf = (lines: string[]) =>
  `<page>${wordsIn(lines)
    .map(({ text, x0, y0, x1, y1 }) => `<word xMin="${x0}" yMin="${y0}" xMax="${x1}" yMax="${y1}">${text}</word>`)
    .join('\n')}</page>`

async function found(query: string, ...lines: string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'places-'))
  try {
    const file = join(folder, 'page.xhtml')
    await writeFile(file, pageOf(lines))
    return (await findPlaces({ files: [file], sizes: [SIZE], query })).places.map(({ text }) => text)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const CASES = [
  'Иванов Иванова Иванову Ивановым Иванове Ивановой Ивановы Ивановых',
  'Петров Петрова Петрову Петровым Петрове Петровой',
  'Сергей Сергея Сергею Сергеем Сергее',
  'Цой Цоя Цою Цоем',
  'Достоевский Достоевского Достоевскому Достоевская Достоевской',
  'Семёнов Семенова СЕМЕНОВЫМ',
]

test('a name is found in every case by every case, without a dictionary too', () => {
  for (const line of CASES)
    for (const query of line.split(' ')) {
      const texts = matchesOf(wordsIn([line]), wantedOf(query)).map(([word]) => word!.text)
      expect([query, texts.join(' ')]).toEqual([query, line])
    }
  expect(matchesOf(wordsIn(['Петербург Сидоров Иволга']), wantedOf('Петров'))).toEqual([])
})

test('names that change inside are found by the dictionary', async () => {
  expect(await found('Павел', 'Павел, Павла Павлом')).toEqual(['Павел,', 'Павла', 'Павлом'])
  expect(await found('Львом', 'Лев Льва')).toEqual(['Лев', 'Льва'])
})

test('what is glued to a name does not hide it', async () => {
  expect(await found('Иванов', 'И.И.Иванов Иванов-Петров (Иванову), д’Иванов')).toEqual([
    'И.И.Иванов',
    'Иванов-Петров',
    '(Иванову),',
    'д’Иванов',
  ])
  expect(await found('Москва', 'г.Москва г.Москвы')).toEqual(['г.Москва', 'г.Москвы'])
  expect(await found('И.И. Иванов', 'от И. И. Иванов и И.И.Иванова')).toEqual(['И. И. Иванов', 'И.И.Иванова'])
  expect(await found('ivanov', 'to ivanov.petr@mail.ru a_ivanov IVANOV’s')).toEqual([
    'ivanov.petr@mail.ru',
    'a_ivanov',
    'IVANOV’s',
  ])
  expect(await found('Johnson', 'Johnson’s Ｊｏｈｎｓｏｎ')).toEqual(['Johnson’s', 'Ｊｏｈｎｓｏｎ'])
  expect(await found('Johnson’s house', 'Johnson houses')).toEqual(['Johnson houses'])
})

test('a word that is broken at the end of a line is found, and both parts are boxed', async () => {
  expect(await found('Иванов', 'директор Ива-', 'нову выдать')).toEqual(['Ива-', 'нову'])
  expect(await found('Иван Петров', 'Ивану Пет\u00ad', 'рову, и')).toEqual(['Ивану Пет\u00ad', 'рову,'])
  expect(await found('Петров', 'Иванов-', 'Петров')).toEqual(['Петров'])
})

test('a number is found however its digits are set, and not inside of a longer one', async () => {
  expect(await found('7707083893', 'ИНН:7707083893 7707083893/770701001 ИНН7707083893')).toEqual([
    'ИНН:7707083893',
    '7707083893/770701001',
    'ИНН7707083893',
  ])
  expect(await found('7707083893', 'ИНН 7 7 0 7 0 8 3 8 9 3 КПП')).toEqual(['7 7 0 7 0 8 3 8 9 3'])
  expect(await found('ИНН 7707 083893', 'ИНН: 7 7 0 7 0 8 3 8 9 3')).toEqual(['ИНН: 7 7 0 7 0 8 3 8 9 3'])
  expect(await found('7707083893', '17707083893 77070838931 770708389')).toEqual([])
})

test('a telephone is the same with 7 and with 8', async () => {
  const phones = ['тел.+7(495)123-45-67', '8(495)123-45-67', '84951234567', '+7 (495) 123-45-67']
  for (const query of ['+7 (495) 123-45-67', '8 495 1234567'])
    expect(await found(query, ...phones, '+9(495)123-45-67')).toEqual(phones)
})

test('short numbers stay what they are', async () => {
  expect(await found('12', '12 1 2 112')).toEqual(['12'])
  expect(await found('п. 1.2', 'п. 1.2, п. 12')).toEqual(['п. 1.2,'])
})
