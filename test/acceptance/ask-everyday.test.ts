import { beforeAll, expect, test } from 'vitest'
import { aPerson, type Json, type Person, until } from '../support/client.ts'

/** Everyday questions without a model: one sentence that answers, rows of tables, parts, and honest near misses. */

const FILES = {
  'Зарплата.csv': 'Сотрудник;Должность;Оклад\nБеляев Олег;менеджер;92 000\nКрылова Нина;дизайнер;105 000',
  'Договор аренды офиса 2025.txt':
    'Договор аренды офиса на 2025 год.\nАрендная плата составляет 50 000 рублей в месяц. Субаренда не допускается.',
  'Invoice 5510.txt':
    'Invoice 5510, Harbor Marine. Engine overhaul $1,480. Total $1,845, paid on 2 April 2026 by card.',
  'Праздник.txt':
    'План праздника\n\nТорт заказан в кондитерской «Вишенка». Аниматора зовут Жанна, телефон 8-916-200-33-11. Арахис не подаём.',
}

let anna: Person
const ask = async (query: string): Promise<Json> => (await anna.post('/v1/ask', { query, web_search: false })).body
const snippets = ({ citations }: Json): string[] => citations.map(({ snippet }: Json) => snippet)

beforeAll(async () => {
  anna = await aPerson()
  const ids: string[] = []
  for (const [name, text] of Object.entries(FILES)) ids.push((await anna.upload(name, text)).id)
  for (const id of ids) await anna.read(id)
  await until(async () => (await anna.get('/v1/search/vectors')).body.waiting === 0, 'the vectors')
})

test("a table's row answers, read with its header and cited as it stands", async () => {
  const body = await ask('Какой оклад у Крыловой?')
  expect(snippets(body)).toEqual(['Крылова Нина;дизайнер;105 000'])
  expect(body.answer).toContain('Сотрудник: Крылова Нина; Должность: дизайнер; Оклад: 105 000')
})

test('one sentence answers, and nothing is put beside it', async () => {
  const body = await ask('Какая арендная плата за офис в 2025 году?')
  expect(snippets(body)).toEqual(['Арендная плата составляет 50 000 рублей в месяц.'])
  expect(snippets(await ask('When was invoice 5510 paid?'))).toEqual(['Total $1,845, paid on 2 April 2026 by card.'])
})

test('a question in two parts gets a sentence for each; a part that stays open is told', async () => {
  const both = await ask('Где заказан торт и как зовут аниматора?')
  expect(snippets(both)).toEqual([
    'Торт заказан в кондитерской «Вишенка».',
    'Аниматора зовут Жанна, телефон 8-916-200-33-11.',
  ])
  const half = await ask('Где заказан торт и во сколько начинается салют?')
  expect(snippets(half)).toEqual(['Торт заказан в кондитерской «Вишенка».'])
  expect(half.answer).toContain('На вопрос «во сколько начинается салют?» ответа в файлах не нашлось.')
})

test('another year, number or person is no answer, and what is there is said', async () => {
  const year = await ask('Какая арендная плата за офис в 2026 году?')
  expect(year).toMatchObject({ used_context: false, citations: [] })
  expect(year.answer).toContain('«Договор аренды офиса 2025.txt», но в нём 2025, а не 2026')
  const number = await ask('What is the total of invoice 5599?')
  expect(number).toMatchObject({ used_context: false, citations: [] })
  expect(number.answer).toContain('“Invoice 5510.txt”, but it has 5510, not 5599')
  expect(await ask('Какой оклад у Тарасова?')).toMatchObject({ used_context: false, citations: [] })
})
