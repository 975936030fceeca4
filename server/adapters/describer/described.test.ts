import { expect, test } from 'vitest'
import { describe } from './describe.ts'

/** What a person would call plainly wrong in what is said of a file. */

const described = (text: string, more: { title?: string; filename?: string; kind?: string } = {}) =>
  describe({ text, title: '', headings: [], kind: 'pdf', mime: 'application/pdf', filename: 'scan 12.pdf', ...more })

test('sections and versions are no dates, days written short are', async () => {
  const { entities } = await described('Раздел 3.1.10. Версия 1.2.12 вышла 05.06.24, прежняя 5.6.2023.')
  expect(entities.dates.map(({ date }) => date)).toEqual(['2024-06-05', '2023-06-05'])
})

test.each([
  ['Contents\n1 Foo\n2 Bar\n\nSome words follow here.', 'scan 12'],
  ['Page 1 of 9\nSurvey of the northern sites\n\nWords follow.', 'Survey of the northern sites'],
  ['.\\" -*- coding: UTF-8 -*-\n.\\" Copyright\n\nWords of the page', 'Words of the page'],
  [
    'THE SIEGE OF THE HARBOUR\n\nA report creeps into camp that\nthe enemy is coming with fifty men.',
    'THE SIEGE OF THE HARBOUR',
  ],
])('the title of %j', async (text, title) => {
  expect((await described(text)).title).toBe(title)
})

test('a name of a file or of a place in the net is no title', async () => {
  const text = 'Уход за садом\n\nДеревья сажают весной и осенью.'
  expect((await described(text, { title: 'sad-2.graffle' })).title).toBe('Уход за садом')
  expect((await described(text, { title: 'http://example.org/print?id=3' })).title).toBe('Уход за садом')
})

test('the summary has sentences, not headings, contents or the words of a licence', async () => {
  const { summary } = await described(
    `Руководство по уходу за садом
Общие сведения
Деревья сажают весной и осенью, когда почва влажная и достаточно тёплая для корней.
2.1 Полив и подкормка . . . . . . . . . . 12
2.2 Обрезка деревьев . . . . . . . . . . 14
Полив
Поливают деревья утром или вечером, чтобы вода не испарялась на солнце слишком быстро.
Permission is granted to make and distribute verbatim copies of this document to anyone.
Обрезка
3.2. Обрезают ветви до того, как по ним пойдёт сок, и замазывают срезы садовым варом.`,
  )
  expect(summary).toBe(
    'Деревья сажают весной и осенью, когда почва влажная и достаточно тёплая для корней. ' +
      'Поливают деревья утром или вечером, чтобы вода не испарялась на солнце слишком быстро. ' +
      'Обрезают ветви до того, как по ним пойдёт сок, и замазывают срезы садовым варом.',
  )
})

test('a word in capitals that is said in small letters too is no organisation; shortened words are no keywords', async () => {
  const text =
    'Press PLAY to play the track and STOP when you want to stop it. I’m sure that NASA would not press anything. I’m done with the track, I’m out.'
  const { entities, keywords } = await described(text)
  expect(entities.organisations.map(one => one.text)).toEqual(['NASA'])
  expect(keywords.join(' ')).not.toMatch(/I’m/i)
})

test.each([
  [
    'ДОГОВОР\nКУПЛИ-ПРОДАЖИ АВТОМОБИЛЯ\nг. Тверь\nСтороны договорились о следующем.',
    'Договор купли-продажи автомобиля',
  ],
  ['Приложение\nк договору дарения\nАКТ\nприема-передачи мебели\nг. Тверь', 'Акт приема-передачи мебели'],
  [
    'ПРАВИТЕЛЬСТВО РОССИЙСКОЙ ФЕДЕРАЦИИ\nПОСТАНОВЛЕНИЕ\nот 13 февраля 2019 г. № 146\nМОСКВА\nОб утверждении Правил надзора\nВ соответствии с законом',
    'Постановление от 13 февраля 2019 г. № 146 Об утверждении Правил надзора',
  ],
  [
    'Row Level Access Control for Small\nDatabases and Their Owners\nJane Doe, John Roe, Ann Poe',
    'Row Level Access Control for Small Databases and Their Owners',
  ],
  ['NEXT WAY\nInvoice\nInvoice Number: 3847193\nTotal: $10.00', 'Invoice 3847193'],
  ['Name\tAge\tTown\nAnna\t31\tYork', 'scan 12'],
])('a title is whole, without letterheads and rows of tables: %j', async (text, title) => {
  expect((await described(text)).title).toBe(title)
})
