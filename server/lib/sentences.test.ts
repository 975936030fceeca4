import { expect, test } from 'vitest'
import { sentencesOf } from './sentences.ts'

const parted = (text: string) => sentencesOf(text).map(({ start, end }) => text.slice(start, end).trim())

test('the number of a clause stays with its clause', () => {
  expect(
    parted('2.1. Цена договора составляет 48 500 рублей. 2.2. Оплата до 5 мая.\n3. Сроки\n3.1. Работы начинаются.'),
  ).toEqual([
    '2.1. Цена договора составляет 48 500 рублей.',
    '2.2. Оплата до 5 мая.',
    '3. Сроки',
    '3.1. Работы начинаются.',
  ])
  expect(parted('1) Молоко\n2) Хлеб\n(a) The lessee pays.\n(b) The lessor keeps.')).toEqual([
    '1) Молоко',
    '2) Хлеб',
    '(a) The lessee pays.',
    '(b) The lessor keeps.',
  ])
  expect(parted('Договор № 5. Сумма велика. Payment is due on May 5. Late fees apply.')).toEqual([
    'Договор № 5.',
    'Сумма велика.',
    'Payment is due on May 5.',
    'Late fees apply.',
  ])
})

test('a sentence goes on in the next line where the line was full', () => {
  const letter =
    'Настоящим подтверждаем, что квартира передана по акту приёма-передачи\nИванову Петру Сергеевичу 12 мая 2025 года в исправном состоянии со всей\nмебелью. Залог внесён.\nСтороны претензий не имеют.'
  expect(parted(letter).map(sentence => sentence.split('\n').length)).toEqual([3, 1, 1])
  const rent =
    'За пользование помещением Арендатор ежемесячно уплачивает плату в размере\n26 000 рублей не позднее 5-го числа.\nСрок: 5 мая\nАдрес: Тверь'
  expect(parted(rent).map(sentence => sentence.split('\n').length)).toEqual([2, 1, 1])
  const clause =
    '3.2  Rent is payable in advance on the 3rd day of each month by transfer to\n     Bank of Kalomera, account 5512.\n3.3  The deposit is held by the agent.'
  expect(parted(clause).map(sentence => sentence.split('\n').length)).toEqual([2, 1])
  const unended =
    'Dear Anna,\nthe invoice of last month has been paid by transfer to the account of\nRiverside Ltd on the 5th of May.\nKind regards\nTom Brown'
  expect(parted(unended)).toContain('Kind regards')
  expect(parted(unended)[0]).toContain('Riverside Ltd')
})

test('lines of lists, forms, headings and tables are not joined', () => {
  for (const text of [
    'Страхователь: Мартынова Лидия Сергеевна, проживает в Твери на Садовой ул.\nПериод: с 1 мая 2025 года по 30 апреля 2026 года\nПремия: 9 400 рублей',
    'Купить молоко и хлеб на утро для завтрака детям\nПозвонить в сервис насчёт холодильника и записаться\nЗабрать пальто',
    '- Купить молоко и хлеб на утро для завтрака детям, а ещё масло и творог\n- Позвонить в сервис насчёт холодильника и записаться на понедельник',
    '12:00:01 the service has answered a request for a page in 4 ms, status 200\n12:00:02 the service has answered a request for a page in 9 ms, status 200',
    'Name\tAddress\tThe sum that has been paid in the course of the whole last year\nAnna Brown\tLondon\t12',
  ])
    expect(parted(text)).toHaveLength(text.split('\n').length)
})
