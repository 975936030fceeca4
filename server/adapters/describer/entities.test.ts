import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../test/support/characters.ts'
import { loadRussian } from '../../lib/russian.ts'
import { amountsIn, numberOf } from './amounts.ts'
import { emailsIn, phonesIn } from './contacts.ts'
import { datesIn } from './dates.ts'
import { describe as describeText } from './describe.ts'
import { identifiersIn } from './identifiers.ts'
import { namesIn } from './names.ts'

beforeAll(loadRussian)

const source = (text: string) => ({
  text,
  filename: 'a.txt',
  kind: 'text',
  mime: 'text/plain',
  title: '',
  headings: [],
})

const PIECES = fc.constantFrom(
  '😀',
  '👩‍👩‍👧 ',
  '𝒜𝒷 ',
  ' ',
  '\n',
  '. ',
  'Иванов Иван Иванович ',
  'с Анной Петровной ',
  'ООО «Ромашка» ',
  'в Казани ',
  '12 марта 2024 г. ',
  '31.12.2025 ',
  '45 000 рублей ',
  '$1,200.50 ',
  'ИНН 7707083893 ',
  'a.b@example.org ',
  '+7 (495) 123-45-67 ',
  'Dr John Smith ',
  'Acme Widgets Ltd ',
  'in New York ',
  'просто слова без имён ',
  'договор № 15/А ',
)

test('every entity stands exactly where it says, in code points', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(PIECES, { maxLength: 30 }), async pieces => {
      const text = pieces.join('')
      const points = [...text]
      const { entities } = await describeText(source(text))
      for (const list of Object.values(entities))
        for (const { char_start, char_end, text: said } of list) {
          expect(points.slice(char_start, char_end).join('')).toBe(said)
          expect(char_end).toBeGreaterThan(char_start)
        }
    }),
    { numRuns: 60 },
  )
})

test('nothing that can be typed breaks it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: anyCharacter, maxLength: 300 }), async text => {
      await describeText(source(text))
    }),
    { numRuns: 60 },
  )
})

describe('dates', () => {
  test.each([
    ['от 05.03.2024', 'ru', '2024-03-05'],
    ['«5» марта 2024 года', 'ru', '2024-03-05'],
    ['5 мая 2023 г.', 'ru', '2023-05-05'],
    ['в марте 2024 года', 'ru', '2024-03'],
    ['on March 5th, 2024', 'en', '2024-03-05'],
    ['5 March 2024', 'en', '2024-03-05'],
    ['Mar 5, 2024', 'en', '2024-03-05'],
    ['5 Sept. 2024', 'en', '2024-09-05'],
    ['05-MAR-2024', 'en', '2024-03-05'],
    ['Dec 2024', 'en', '2024-12'],
    ['МАРТ 2024', 'ru', '2024-03'],
    ['2024-03-05', 'en', '2024-03-05'],
    ['03/05/2024', 'en', '2024-03-05'],
    ['25/03/2024', 'en', '2024-03-25'],
    ['05.03.24', 'ru', '2024-03-05'],
  ])('%s', (text, language, date) => {
    expect(datesIn(text, language).map(found => found.date)).toEqual([date])
  })

  test('days that do not exist, versions and parts of numbers are none', () => {
    expect(datesIn('31.02.2024, версия 1.2.3.4, 12.13.2024, п. 1.1.2', 'ru')).toEqual([])
  })
})

describe('amounts', () => {
  test.each([
    ['45 000 (сорок пять тысяч) рублей 50 копеек', 45000.5, 'RUB'],
    ['1 250 000,75 руб.', 1250000.75, 'RUB'],
    ['1,5 млн рублей', 1500000, 'RUB'],
    ['12 тыс. долларов', 12000, 'USD'],
    ['$1,250.50', 1250.5, 'USD'],
    ['€ 300', 300, 'EUR'],
    ['500 USD', 500, 'USD'],
    ['£2.5 million', 2500000, 'GBP'],
    ['100₽', 100, 'RUB'],
  ])('%s', (text, value, currency) => {
    expect(amountsIn(text)).toEqual([expect.objectContaining({ value, currency, text })])
  })

  test('numbers are read as they are written in both languages', () => {
    expect(['1 234,5', '1,234.5', '1.234,50', '1,234', '12', '0,99'].map(numberOf)).toEqual([
      1234.5, 1234.5, 1234.5, 1234, 12, 0.99,
    ])
  })
})

test('numbers that carry a check are checked', () => {
  const text = `ИНН/КПП 7707083893/773601001, ОГРН 1027700132195, к/с 30101810400000000225 БИК 044525225, СНИЛС 112-233-445 95,
    ИНН 7707083894, IBAN DE89 3704 0044 0532 0130 00, счёт на оплату № 17-К, Invoice INV-2024-7`
  const found = identifiersIn(text).map(({ kind, value, valid }) => [kind, value, valid])
  expect(found).toEqual([
    ['inn', '7707083893', true],
    ['kpp', '773601001', true],
    ['ogrn', '1027700132195', true],
    ['account', '30101810400000000225', true],
    ['bik', '044525225', true],
    ['snils', '11223344595', true],
    ['inn', '7707083894', false],
    ['iban', 'DE89370400440532013000', true],
    ['invoice_number', '17-К', null],
    ['invoice_number', 'INV-2024-7', null],
  ])
})

test('telephones and addresses', () => {
  const text =
    'Звоните 8 (800) 555-35-35 или +44 20 7946 0958, пишите Ivan.Petrov@Example.org. Счёт 40702810900000000001.'
  expect(phonesIn(text, identifiersIn(text)).map(({ value }) => value)).toEqual(['+78005553535', '+442079460958'])
  expect(emailsIn(text).map(({ value }) => value)).toEqual(['ivan.petrov@example.org'])
})

describe('names', () => {
  const normals = (text: string) => {
    const { people, organisations, places } = namesIn(text)
    const of = (list: { normal?: unknown; text: string }[]) => list.map(({ normal, text: said }) => normal ?? said)
    return { people: of(people), organisations: of(organisations), places: of(places) }
  }

  test('Russian, in any case', () => {
    expect(normals('Встреча с Анной Петровной Ивановой прошла в Казани; её вёл Сидоров О. И.')).toEqual({
      people: ['Анна Петровна Иванова', 'Сидоров О.И.'],
      organisations: [],
      places: ['Казань'],
    })
    expect(normals('Письмо Ивану Петрову от ПАО «Сбербанк» и Министерства финансов РФ').people).toEqual(['Иван Петров'])
    expect(normals('Письмо от ПАО «Сбербанк» и Министерства финансов РФ').organisations).toEqual([
      'ПАО «Сбербанк»',
      'Министерства финансов РФ',
    ])
  })

  test.each([
    ['Плательщик: Морозова А.С.', ['Морозова А.С.']],
    ['Классный руководитель Сергеева М.А.', ['Сергеева М.А.']],
    ['Сергеева М.А. ______________', ['Сергеева М.А.']],
    ['в лице генерального директора Белова И.В.', ['Белов И.В.']],
    ['Получено от Белова И.В. сегодня', ['Белов И.В.']],
    ['Справка выдана Морозовой А.С. вчера', ['Морозова А.С.']],
    ['После обеда Белова сообщила о сроках', ['Белова']],
  ])('a woman stays a woman: %s', (text, people) => {
    expect(normals(text).people).toEqual(people)
  })

  test('the name of a street and a patronymic alone are nobody', () => {
    expect(
      normals('Адрес: г. Казань, ул. Баумана, д. 7, пр-т Юрия Гагарина, 3, наб. Н. И. Седова. Мастер Петрович').people,
    ).toEqual([])
  })

  test('English', () => {
    const found = normals(
      'Dr. John Smith of Acme Widgets Ltd met Anna Brown from the University of Oxford in New York and France.',
    )
    expect(found.people).toEqual(['John Smith', 'Anna Brown'])
    expect(found.organisations).toEqual(['Acme Widgets Ltd', 'University of Oxford'])
    expect(found.places).toContain('New York')
    expect(found.places).toContain('France')
  })

  test.each([
    ['Отчёт приняла Федеральная лесная служба в среду.', ['Федеральная лесная служба']],
    ['Письмо получил Уральский горный и литейный завод вчера.', ['Уральский горный и литейный завод']],
    ['Об этом сообщило норвежское правительство.', ['норвежское правительство']],
    ['Ответ пришёл из МИДа через неделю.', ['МИДа']],
    ['Форвард перешёл в клуб Ундервик Ройял осенью.', ['клуб Ундервик Ройял']],
    ['Экипаж корабля «Союз Север» вернулся домой.', []],
    ['О книге «Комитет теней» спорили все СМИ.', []],
    ['Так решил директор Большого театра Хартвиг Ольмен.', ['Большого театра']],
  ])('%s', (text, found) => {
    expect(namesIn(text).organisations.map(one => one.text)).toEqual(found)
  })

  test.each([
    ['СЧЁТ НА ОПЛАТУ № 118\nПоставщик: ООО «БумТорг»', ['ООО «БумТорг»']],
    [
      'КАССОВЫЙ ЧЕК № 7\nООО «Продукты»\nИТОГ\t143,90 РУБ\nчек на странице market.su и на принтере HP',
      ['ООО «Продукты»'],
    ],
    ['Общий анализ крови\nСОЭ\t8\tмм/ч\nММЗ\t12\tед.\nПрививка АДСМ сделана весной', []],
    ['МБОУ «Школа № 12» и МБОУ СОШ № 3 объявляют набор', ['МБОУ «Школа № 12»', 'МБОУ СОШ № 3']],
    ['Подключён тариф «Премиум», билет выписан на имя Sergeev в отеле у Old Town рядом с морем', []],
    ['The lease\nBetween Hartley Estates Ltd and the Receiving Party of the other side', ['Hartley Estates Ltd']],
  ])('what only looks like a company is none: %j', (text, found) => {
    expect(normals(text).organisations).toEqual(found)
  })

  test('a town is named as it is called', () => {
    expect(normals('г. Самара, 14 сентября').places).toEqual(['Самара'])
  })

  test('the sides of a contract are called so and are no organisations', () => {
    const { organisations } = normals(
      'ООО «Ромашка», именуемое в дальнейшем «Заказчик», и АО «Вектор», далее «Исполнитель»',
    )
    expect(organisations).toEqual(['ООО «Ромашка»', 'АО «Вектор»'])
  })
})
