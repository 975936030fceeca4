import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPlaces } from './find.ts'
import { matchesOf, wantedOf } from './phrases.ts'
import type { PageWord } from './words.ts'

const SIZE = { width: 600, height: 800 }

/** Every line has its words ten points wide, each line twenty below the last. */
const wordsIn = (lines: string[]): PageWord[] =>
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
  `<page width="600" height="800">\n${wordsIn(lines)
    .map(({ text, x0, y0, x1, y1 }) => `<word xMin="${x0}" yMin="${y0}" xMax="${x1}" yMax="${y1}">${text}</word>`)
    .join('\n')}\n</page>\n`

async function search(query: string, pages: string[][], pictures?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'places-'))
  try {
    const file = join(folder, 'pages.xhtml')
    await writeFile(file, pages.map(pageOf).join(''))
    return await findPlaces({ file, sizes: pages.map(() => SIZE), query, pictures })
  } finally {
    await rm(folder, { recursive: true })
  }
}

const found = async (query: string, ...lines: string[]) => (await search(query, [lines])).places.map(({ text }) => text)

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

const LONG = 'a line of some words that make up a page of text and more'
const FULL = Array.from({ length: 35 }, () => LONG)
const picture = (page: number, type: string, pixels: string, ppi: number) =>
  `   ${page}     0 ${type}    ${pixels}  gray    1   8  jpeg   no        13  0    ${ppi}    ${ppi}  500K  30%`

test('pages that may be pictures of text are told, though a number or a stamp is printed on them', async () => {
  const list = [
    'page   num  type   width height color comp bpc  enc interp  object ID x-ppi y-ppi size ratio',
    '-'.repeat(90),
    // Six hundred by eight hundred points; the third is a logo.
    picture(2, 'image', '1250 1667', 150),
    picture(3, 'image', '100 100', 150),
    picture(4, 'stencil', '1250 833', 150),
    picture(4, 'stencil', '1250 833', 150),
    picture(5, 'image', '1250 1667', 150),
    picture(6, 'image', '100 100', 150),
    `   7     0 image    1250 1667  gray    1   8  jpeg   no   [inline]    150    150  500K  30%`,
    picture(8, 'smask', '1250 1667', 150),
  ].join('\n')
  const pages = [['no picture'], ['17'], FULL, [LONG, LONG], FULL, ['17'], [LONG, LONG], ['a mask'], []]
  expect((await search('words', pages, list)).pages_without_text).toEqual([2, 4, 6, 7, 9])
  // Where nobody can tell of pictures, few words are enough.
  expect((await search('words', pages)).pages_without_text).toEqual([1, 2, 6, 8, 9])
})

test('places are told of the page on which they stand', async () => {
  const { places } = await search('Johnson', [['of Johnson'], [], ['for', 'Johnson']])
  expect(places.map(({ page, text }) => `${page} ${text}`)).toEqual(['1 Johnson', '3 Johnson'])
})

test('a phrase or a number that is broken at the end of a line is found', async () => {
  expect(await found('Иван Петров', 'поручить Ивану', 'Петрову и')).toEqual(['Ивану', 'Петрову'])
  expect(await found('4012 8888 8888 1881', 'карта 4012 8888', '8888 1881 до')).toEqual(['4012 8888', '8888 1881'])
  expect(await found('+7 (495) 123-45-67', 'тел. +7 (495)', '123-45-67, доб. 5')).toEqual(['+7 (495)', '123-45-67,'])
  expect(await found('40128888', 'карта 4012-', '8888 до')).toEqual(['4012-', '8888'])
})

test('a phrase or a number goes on over the end of a page, and over what stands between the pages', async () => {
  const across = async (query: string, ...pages: string[][]) =>
    (await search(query, pages)).places.map(({ page, text }) => `${page} ${text}`)
  expect(await across('Иван Петров', ['поручить Ивану'], ['Петрову и'])).toEqual(['1 Ивану', '2 Петрову'])
  expect(await across('Иванов', ['поручить Ива-'], ['нову выдать'])).toEqual(['1 Ива-', '2 нову'])
  expect(await across('4012 8888', ['карта 4012', 'стр. 12'], ['8888 до'])).toEqual(['1 4012', '2 8888'])
  const pages = [
    ['поручить Ивану', 'ООО Ромашка', '12'],
    ['Договор поставки', 'Петрову и Ивану Петрову'],
  ]
  expect(await across('Иван Петров', ...pages)).toEqual(['1 Ивану', '2 Петрову', '2 Ивану Петрову'])
  // An empty page between them ends it.
  expect(await across('Иван Петров', ['поручить Ивану'], [], ['Петрову и'])).toEqual([])
})
