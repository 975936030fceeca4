import { beforeAll, describe, expect, test } from 'vitest'
import { loadRussian } from '../../../lib/russian.ts'
import type { Retrieved } from '../../search/index.ts'
import { readingOf } from '../verify/reading.ts'
import { bindingOf } from './binding.ts'
import { nearMissOf } from './near.ts'
import { partsOf } from './parts.ts'
import { sentencesIn } from './sentences.ts'
import { rowsIn } from './tables.ts'
import { isOtherTime } from './times.ts'
import { matchesWanted, wantedBy } from './wanted.ts'

beforeAll(() => loadRussian())

const passageOf = (filename: string, text: string, more: Partial<Retrieved['object']> = {}): Retrieved => ({
  object: { id: filename, filename, status: 'ready', title: '', doc_type: 'other', ...more },
  ord: 0,
  text,
  charStart: 0,
  charEnd: [...text].length,
  page: null,
  score: 1,
  zScore: null,
})

test('place and date at the head of a document answer only when it was made', () => {
  const heads = [
    'Договор аренды № 17\nг. Речной, 1 сентября 2026 года',
    'г. Москва                 «14» марта 2026 г.',
    'Lease agreement No. 17\nRiverton, 1 September 2026',
    'New York, March 3, 2026',
    'Казань, 01.03.2026',
  ]
  for (const head of heads) {
    expect(isOtherTime('time', 'До какого числа действует договор аренды?', head, true)).toBe(true)
    expect(isOtherTime('time', 'Когда заключён договор?', head, true)).toBe(false)
    expect(isOtherTime('time', 'When was the lease signed?', head, true)).toBe(false)
    expect(isOtherTime('duration', 'На какой срок заключён договор?', head, true)).toBe(true)
  }
  const sentences = [
    'Договор действует с 1 сентября 2026 года по 31 августа 2027 года.',
    'Заезд 1 сентября 2026 года',
    'Срок оплаты: 14 марта 2026 г.',
    'Payment is due on 1 March 2026',
    'Заезд в Москву 1 сентября 2026 года',
  ]
  expect(isOtherTime('time', 'Когда концерт?', 'Концерт\nМосква, 14 марта 2026', true)).toBe(false)
  expect(isOtherTime('time', 'Когда платить за аренду?', heads[0]!, true)).toBe(true)
  const notice = 'Любая из сторон может расторгнуть договор, предупредив другую за два месяца.'
  expect(isOtherTime('time', 'Когда заканчивается договор?', notice, false)).toBe(true)
  expect(isOtherTime('time', 'За сколько предупредить?', notice, false)).toBe(false)
  for (const text of sentences) expect(isOtherTime('time', 'До какого числа?', text, true)).toBe(false)
})

describe('rows of tables', () => {
  test('are read with their header, whatever parts the cells', () => {
    const tables = {
      'Месяц;Холодная;Горячая\nМарт;8;3': 'Месяц: Март; Холодная: 8; Горячая: 3',
      'Name,Position,Pay\nKim Seo,driver,$2750': 'Name: Kim Seo; Position: driver; Pay: $2750',
      'Cover | Limit\nFire | $400,000': 'Cover: Fire; Limit: $400,000',
      '| Вид | Цена |\n|---|---|\n| Стул | 5 000 |': 'Вид: Стул; Цена: 5 000',
      'Город\tДень\nКазань\tвторник': 'Город: Казань; День: вторник',
      'Item    Price\nDesk    $90': 'Item: Desk; Price: $90',
      'Name,Note,Pay\n"Seo, Kim",new,7': 'Name: Seo, Kim; Note: new; Pay: 7',
      'Item,Flat 7,Flat 12\nWages,328.00,437.30': 'Item: Wages; Flat 7: 328.00; Flat 12: 437.30',
    }
    for (const [text, reading] of Object.entries(tables)) {
      const rows = rowsIn(text)
      expect(rows[0]!.isHeader).toBe(true)
      expect(rows.at(-1)).toMatchObject({ reading, isHeader: false })
      expect(text.slice(rows.at(-1)!.start, rows.at(-1)!.end)).toBe(text.split('\n').at(-1))
    }
  })

  test('are found only where there is a table', () => {
    const proses = [
      'Мы пришли, увидели, победили.\nОни ушли, вернулись, остались.',
      'The rent is due; it is late.\nThe tenant pays; the landlord waits.',
      'Дорогая Анна,\nспасибо за письмо, жду ответа',
    ]
    proses.push('3.1  The rent is 900 euros a month.\n3.2  Rent is payable in advance on the 3rd day.')
    for (const text of proses) expect(rowsIn(text)).toEqual([])
    const form = rowsIn('Число программ ....... 12\nМасса без упаковки, кг ....... 218')
    expect(form.at(-1)).toMatchObject({ reading: 'Масса без упаковки, кг; 218', isRecord: false })
    expect(rowsIn('1;2;3\n4;5;6').map(({ reading }) => reading)).toEqual(['1; 2; 3', '4; 5; 6'])
  })

  test('stand beside the sentences around them; headers and titles are no answers', () => {
    const text =
      'Договор аренды\n\nТема: оплата\nУважаемая Анна!\nВид; Сумма\nВыезд; 0 руб.\nИтого 5 рублей. Наличные не принимаются.'
    const may = sentencesIn(text).filter(({ isTitle }) => !isTitle)
    expect(may.map(sentence => sentence.text)).toEqual([
      'Вид: Выезд; Сумма: 0 руб.',
      'Итого 5 рублей.',
      'Наличные не принимаются.',
    ])
    for (const { start, end, isRow, text: read } of sentencesIn(text))
      if (!isRow) expect(text.slice(start, end)).toBe(read)
  })
})

test('a question tells what it wants, in both languages', () => {
  const cases: Record<string, string[]> = {
    money: ['Сколько стоит доставка?', 'Какой оклад у Крыловой?', 'How much is the rent?', 'What is the deposit?'],
    share: ['Какая скидка у клуба?', 'What is the annual rate of the loan?'],
    duration: ['На сколько ночей снята гостиница?', 'How long is the guarantee?', 'How many days was she away?'],
    clock: ['Во сколько вылет?', 'What time does the bus leave?'],
    time: ['Когда вернуть долг?', 'До какого числа действует полис?', 'When is the party?'],
    phone: ['Какой телефон у мастера?', 'What is the phone of the inspector?'],
    email: ['Какая электронная почта у врача?', 'What is the e-mail of the agent?'],
    identifier: ['Какой номер договора с Орбитой?', 'What is the policy number?'],
    person: ['Кто казначей?', 'У кого ключ?', 'Who is the agent?', 'Whose is the boat?'],
    place: ['Где свадьба?', 'What is the new address of the office?'],
    'yes or no': ['Нужна ли виза?', 'Is flooding covered?', 'Можно ли сдавать офис?'],
    other: ['Кем работает Тарасов?', 'What does the policy cover?'],
  }
  for (const [wanted, questions] of Object.entries(cases))
    for (const question of questions) expect([question, wantedBy(question)]).toEqual([question, wanted])
})

test('a sentence has what is wanted, or it does not', () => {
  const matches = (question: string, sentence: string) =>
    matchesWanted(wantedBy(question), readingOf(question), readingOf(sentence))
  const yes: [string, string][] = [
    ['Сколько стоит доставка?', 'Доставка бесплатная.'],
    ['How much is the rent?', 'The rent is $125 per month.'],
    ['Когда вернуть долг?', 'Обязуюсь вернуть до 1 сентября.'],
    ['When is rent due?', 'It is paid every Friday.'],
    ['Кто казначей?', 'Казначей: Мухина Алла.'],
    ['What time does the bus leave?', 'The bus leaves at 13:15.'],
    ['Какой телефон у мастера?', 'Мастер: 8-916-200-33-11.'],
    ['What is the policy number?', 'Motor policy MX-55821.'],
    ['Где встреча?', 'Адрес встречи: улица Ленина, 5.'],
  ]
  const no: [string, string][] = [
    ['Сколько платить по счёту?', 'Счёт действителен 10 дней.'],
    ['How much is the rent?', 'The rent is due soon.'],
    ['Когда вернуть долг?', 'Займ беспроцентный.'],
    ['What time does the bus leave?', 'The bus leaves the hotel.'],
    ['Какой телефон у мастера?', 'Мастер придёт завтра.'],
    ['What is the e-mail of the agent?', 'The agent is Theresa Novak.'],
    ['Где встреча?', 'Встреча с подрядчиком назначена на 14 марта.'],
  ]
  expect(matches('What is the rent of the flat?', 'The Landlord lets Flat 3 to the Tenant.')).toBe(0)
  for (const [question, sentence] of yes) expect([question, matches(question, sentence)]).toEqual([question, 1])
  for (const [question, sentence] of no) expect([question, matches(question, sentence)]).toEqual([question, -1])
})

test('a question in several parts is taken apart; one that only sounds so is not', () => {
  const parts: Record<string, string[]> = {
    'Где заказан торт и кто аниматор?': ['Где заказан торт?', 'кто аниматор?'],
    'Where is the wedding and how many guests have accepted?': [
      'Where is the wedding?',
      'how many guests have accepted?',
    ],
    'Когда и где подписан договор?': ['Когда подписан договор?', 'где подписан договор?'],
    'Who is the agent? When does cover start?': ['Who is the agent?', 'When does cover start?'],
    'Кому я дала в долг и сколько?': ['Кому я дала в долг?', 'сколько я дала в долг?'],
    'Какая плата в 2025 и 2026 году?': ['Какая плата в 2025 году?', 'Какая плата в 2026 году?'],
    'Сколько стоит диван, а также когда его привезут?': ['Сколько стоит диван?', 'когда его привезут?'],
  }
  for (const [question, wanted] of Object.entries(parts)) expect(partsOf(question)).toEqual(wanted)
  for (const one of [
    'Кто был королём, когда построили мост?',
    'What do Tom and Ann pay?',
    'Сколько стоят хлеб и молоко?',
    'Где сказано, что субаренда запрещена?',
  ])
    expect(partsOf(one)).toEqual([one])
})

describe('what is asked for binds', () => {
  const everything = () => true
  const misses = (question: string, passage: Retrieved) => bindingOf(question, everything).misses(passage)

  test('a year, a month, a number: in the text or in the name of the file', () => {
    const lease = passageOf('Договор 2025.txt', 'Плата 5 000 рублей.')
    expect(misses('Какая плата в 2025 году?', lease)).toBeUndefined()
    expect(misses('Какая плата в 2026 году?', lease)).toMatchObject({ day: { year: 2026 } })
    const bill = passageOf('Bill.txt', 'Invoice 5510 of 2 April 2026. Total $9.')
    expect(misses('What is the total of invoice 5510?', bill)).toBeUndefined()
    expect(misses('What is the total of invoice 5599?', bill)).toMatchObject({ number: { value: 5599 } })
    expect(misses('What was paid in May?', bill)).toMatchObject({ day: { month: 5 } })
  })

  test('the number of a paper is not the day of another', () => {
    const eleventh = passageOf('Счёт 11.txt', 'Счёт на оплату № 11 от 12.02.2026')
    expect(misses('Какая сумма в счёте № 12?', eleventh)).toMatchObject({ number: { value: 12 } })
    expect(misses('Какая сумма в счёте № 11?', eleventh)).toBeUndefined()
    expect(misses('Какой счёт пришёл 12 числа?', eleventh)).toBeUndefined()
    const bill = passageOf('Bill.txt', 'Invoice No. 5 of 2 April 2026. Total $9.')
    expect(misses('What is the total of invoice No. 2?', bill)).toMatchObject({ number: { value: 2 } })
    expect(misses('What is the total of invoice number 5?', bill)).toBeUndefined()
  })

  test('a person or a firm: in every case, in either alphabet, also by folder and by the names that the file has', () => {
    const pay = passageOf('pay.txt', 'Оклад Беляева Олега — 92 000 рублей.')
    expect(misses('Какой оклад у Олега Беляева?', pay)).toBeUndefined()
    expect(misses('What is the salary of Oleg Belyaev?', pay)).toBeUndefined()
    expect(misses('Какой оклад у Тарасова?', pay)).toMatchObject({ name: [{ said: 'Тарасова' }] })
    const report = passageOf('report.txt', 'The grant is $5.', { folder: 'Port Museum' })
    expect(misses('How large is the grant for the Port Museum?', report)).toBeUndefined()
    expect(misses('How large is the grant for the Harbour Trust?', report)).toMatchObject({ name: expect.anything() })
    const known = passageOf('a.txt', 'Сумма 5 рублей.', { named: 'ООО «Лютик»' })
    expect(misses('Какая сумма у «Лютика»?', known)).toBeUndefined()
  })

  test('each row of a table for itself, and a sum of another year', () => {
    const table = passageOf('Вода.csv', 'Месяц;Вода\nЯнварь;7\nМарт;8')
    const rows = bindingOf('Сколько воды в марте?', everything)
    expect(rows.isElsewhere({ text: 'Месяц: Январь; Вода: 7', isRecord: true }, table, '')).toBe(true)
    expect(rows.isElsewhere({ text: 'Месяц: Март; Вода: 8', isRecord: true }, table, '')).toBe(false)
    const text = 'Премия за 2025 год — 9 400 рублей. Премия за 2026 год — 10 900 рублей.'
    const loan = bindingOf('Остаток долга после июньского платежа', everything)
    expect(loan.isElsewhere({ text: 'Дата: 17.07.2025; Остаток: 3', isRecord: true }, table, '')).toBe(true)
    expect(loan.isElsewhere({ text: 'Дата: 17.06.2025; Остаток: 4', isRecord: true }, table, '')).toBe(false)
    expect(bindingOf('Зарплата за март', everything).misses(passageOf('pay 2025-03.csv', 'Титов 9'))).toBeUndefined()
    const both = passageOf('Премия.txt', text)
    const sums = bindingOf('Сколько стоит страховка в 2026 году?', everything, 'money')
    expect(sums.isElsewhere({ text: 'Премия за 2025 год — 9 400 рублей.', isRecord: false }, both, text)).toBe(true)
    expect(sums.isElsewhere({ text: 'Премия за 2026 год — 10 900 рублей.', isRecord: false }, both, text)).toBe(false)
  })

  test('what a file is about is told by its beginning as well', () => {
    const clause = {
      ...passageOf('Lease.txt', 'The tenant may not smoke on the balcony.'),
      opening: 'Tenant: Ingrid Solheim',
    }
    expect(misses('Can Ingrid smoke on the balcony?', clause)).toBeUndefined()
    expect(misses('Can Mark smoke on the balcony?', clause)).toMatchObject({ name: expect.anything() })
  })

  test('a near miss is told: what is there, and what was asked for', () => {
    const lease = passageOf('Договор аренды 2025.txt', 'Плата 5 000 рублей.')
    const told = (question: string, passage: Retrieved) =>
      nearMissOf([passage], new Map([[passage, misses(question, passage)]]))
    expect(told('Какая плата в 2026 году?', lease)).toEqual({
      asked: '2026',
      there: ['2025'],
      filename: 'Договор аренды 2025.txt',
    })
    const bill = passageOf('Invoice 5510.txt', 'Total $9.')
    expect(told('What is the total of invoice 5599?', bill)).toMatchObject({ asked: '5599', there: ['5510'] })
    expect(told('Какая плата в 2025 году?', lease)).toBeUndefined()
  })
})
