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
  ['Счёт № 18 от 2 мая 2026 г.\nПоставщик: ООО «Балтика»\nИтого к оплате: 6 400,00 руб.', 'Счёт № 18 от 2 мая 2026 г.'],
  ['INVOICE\nDate: 14 March 2026\nServices\nTotal due: 640.00', 'Invoice of 14 March 2026'],
])('the title of %j', async (text, title) => {
  expect((await described(text)).title).toBe(title)
})

test('a receipt that writes its money in capitals is in that money', async () => {
  const { doc_type, fields } = await described(
    'Кассовый чек № 3318\nДата 14 октября 2026\nЗамок дверной, латунь\t4200.00\nИТОГО РУБ\t5740.00\nОплачено картой',
  )
  expect({ doc_type, ...fields }).toMatchObject({ doc_type: 'receipt', amount: 5740, currency: 'RUB' })
})

test('a name of a file or of a place in the net is no title', async () => {
  const text = 'Уход за садом\n\nДеревья сажают весной и осенью.'
  expect((await described(text, { title: 'sad-2.graffle' })).title).toBe('Уход за садом')
  expect((await described(text, { title: 'http://example.org/print?id=3' })).title).toBe('Уход за садом')
})

const STAMPED = `Рассмотрено
на заседании Педагогического совета
Протокол № ____ от 12.01. 2016 г.\t\t«УТВЕРЖДАЮ»
Директор
МБОУ СОШ с. Лесной
__________ /И. И. Иванова/
«12» февраля 2016 г.
ПОЛОЖЕНИЕ
о языке образования
1. Общие положения
1.1. Настоящее Положение определяет языки образования.`

test('words that only begin like a label or hold the word of a stamp are what they are', async () => {
  const body = '\n\nУчебный год начинается в сентябре. Уроки идут по расписанию, задания задаются каждую неделю.'
  expect((await described(`Тематическое планирование по математике${body}`)).title).toBe(
    'Тематическое планирование по математике',
  )
  const order = 'Ваш заказ принят\nЗаказ № 123 от 12.03.2024\nСтул офисный, 2 шт.\nИТОГО\n5 000 руб.'
  expect((await described(order)).title).not.toMatch(/^ИТОГО/)
})

test('a stamp of approval is no part of what a document calls itself', async () => {
  const { title, doc_type, fields, entities } = await described(STAMPED, { kind: 'document' })
  expect(title).toBe('Положение о языке образования')
  expect(doc_type).toBe('other')
  expect(fields.document_date).toBeNull()
  expect(entities.organisations.map(({ text }) => text)).not.toContain('УТВЕРЖДАЮ')
})

test.each([
  [
    'UNITED\nNATIONS\nDistr.\nGENERAL\nE/C.12/2003\nCOMMITTEE ON RIGHTS\n31st session\nTHE STATE OF THE HARBOURS\nWords.',
    'THE STATE OF THE HARBOURS',
  ],
  [
    'П Р И К А З № 3/У от 31.08.2015 г\n«Об утверждении стоимости обучения\nВ рамках подготовки',
    'Приказ № 3/у от 31.08.2015 г «Об утверждении стоимости обучения',
  ],
  [
    'H. R. 1904\nOne Congress\nAn Act\nTo improve forests.\nThis Act may be cited as the ‘‘Healthy Forests Act of 2003’’.',
    'Healthy Forests Act of 2003',
  ],
  ['bol b.v.\nPapendorpseweg 100, 3528 BJ Utrecht\nOnderwerp:\nDe lijst van stukken\nervan.', 'De lijst van stukken'],
  [
    'Jane Roe\nGuitarist\nObjective\nA job.\nExperience\nA band.\nEducation\nA school.\nReferences\nNone.',
    'Résumé — Jane Roe',
  ],
  ['Список учеников по     школам.\n1. Попов Леонид\n2. Кулик Анна\n3. Ли Вера', 'scan 12'],
])('what stands above, beside or below a title is not it: %j', async (text, title) => {
  expect((await described(text)).title).toBe(title)
})

test('laws are of no kind, tables in plain text are tables, and blanks with stars make a form', async () => {
  expect((await described('REGULATION (EU) 2016/679\nof 27 April 2016\nThe parties agree.')).doc_type).toBe('other')
  const table = { kind: 'text', filename: 'assets.csv' }
  expect((await described('name,owner,risk\nServer,Anna,high\nLaptop,Boris,low', table)).doc_type).toBe('spreadsheet')
  const form = await described('Формирование договора\nФИО *\nПаспорт *\nСчет *\nБИК *\nСформировать договор')
  expect(form.doc_type).toBe('form')
})

test('a title that a program has noted is written as the page has it', async () => {
  const text =
    'Methods of Analysis by the Water Survey\nNational Laboratory of Water Quality and Soils\nBy Jane Roe\nOpen-File Report 97'
  expect((await described(text, { title: 'METHODS OF ANALYSIS BY THE WATER SURVEY.doc' })).title).toBe(
    'Methods of Analysis by the Water Survey National Laboratory of Water Quality and Soils',
  )
})

test('a street is nobody, and a heading in capitals no organisation', async () => {
  const { entities } = await described('The office is at 1200 Terry Ave North in Seattle. Write to John Smith there.')
  expect(entities.people.map(({ text }) => text)).toEqual(['John Smith'])
  const russian = await described(
    'ПРЕДМЕТ договора согласован сторонами, и в тексте стоит ещё много слов строчными буквами.',
  )
  expect(russian.entities.organisations).toEqual([])
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

test('keywords are words of the text: no requisites, no made-up forms, no streets', async () => {
  const { keywords } = await described(
    `Договор поставки между ООО «БумТорг» и покупателем
ИНН 7707083893 КПП 773601001 БИК 044525225
ИНН 7707083893, адрес: ул. Баумана, мастер Петрович
Анализ на ферритин сдают натощак. Ферритин в норме.`,
  )
  expect(keywords).toEqual(expect.arrayContaining(['ферритин', 'БумТорг']))
  expect(keywords.join(' ')).not.toMatch(/инн|кпп|бик|ферритины|бауман|петр|пётр/i)
})

const CALENDAR = `BEGIN:VCALENDAR
PRODID:-//Apple Inc.//macOS//EN
BEGIN:VEVENT
DTSTAMP:20260701T090000Z
SUMMARY;LANGUAGE=ru:Приём у стоматолога\\, доктор Белова
LOCATION:Клиника на Лесной
END:VEVENT
END:VCALENDAR`

test('a calendar is called by its first event, and its marks are no words', async () => {
  const calendar = await described(CALENDAR, { kind: 'text', filename: 'event.ics' })
  expect(calendar.title).toBe('Приём у стоматолога, доктор Белова')
  expect(calendar.language).toBe('ru')
  expect(calendar.keywords.join(' ')).not.toMatch(/dtstamp|vevent|begin/i)
  expect(calendar.entities.organisations).toEqual([])
  const [person] = calendar.entities.people
  expect(CALENDAR.slice(person?.char_start, person?.char_end)).toBe(person?.text)
})

test.each([
  ['Passport\nTickets\nPhone charger\nSunscreen\nBook', { kind: 'text', filename: 'Packing list.txt' }, 'Packing list'],
  ['Фамилия:\nИмя:\nГород:\nТелефон:', { filename: 'Бланк.pdf' }, 'Бланк'],
  ['Фамилия: Имя: Город:\nПодпись:', { filename: 'Бланк.pdf' }, 'Бланк'],
  [
    'Peter Hall\n12 Garden Road\n\n2026-07-15\n\nDear Anna,\n\nI am writing about the flat.\n\nYours sincerely,\nPeter Hall',
    {},
    'Letter from Peter Hall of 15 July 2026',
  ],
  [
    'От: ООО «БумТорг»\nКому: ООО «Северный ветер»\n01.10.2026\nУважаемые коллеги!\nНапоминаем об оплате.',
    {},
    'Письмо от 01.10.2026 — ООО «БумТорг»',
  ],
  [
    'ООО «БумТорг»\nИсх. № 77 от 01.10.2026\nДиректору ООО «Северный ветер»\nУважаемая Анна Сергеевна!\nСообщаем о поставке.',
    {},
    'Письмо от 01.10.2026 — ООО «БумТорг»',
  ],
  [
    'СЧЁТ НА ОПЛАТУ № 118 от 14 сентября 2026 г.\nПоставщик: ООО «БумТорг»',
    {},
    'Счёт на оплату № 118 от 14 сентября 2026 г.',
  ],
])('what a person would call it: %j', async (text, more, title) => {
  expect((await described(text, more)).title).toBe(title)
})

test('a letter with a Russian head has its sides and its day', async () => {
  const { fields, doc_type, keywords } = await described(
    'От: Анна Петрова <anna@example.org>\nКому: Иван Белов <ivan@example.org>\nДата: 5 октября 2026, 10:15\nТема: Поставка\n\nСообщаем о поставке бумаги.',
    { kind: 'email', title: 'Поставка', filename: 'letter.eml' },
  )
  expect(doc_type).toBe('letter')
  expect(fields).toMatchObject({ document_date: '2026-10-05', parties: ['Анна Петрова', 'Иван Белов'] })
  expect(keywords).not.toEqual(expect.arrayContaining(['тема']))
})
