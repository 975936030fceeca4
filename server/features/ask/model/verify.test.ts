import { beforeAll, describe, expect, test } from 'vitest'
import { loadRussian } from '../../../lib/russian.ts'
import type { Judge } from '../../../ports/judge.ts'
import { chunksOf } from '../../search/chunks.ts'
import type { Retrieved } from '../../search/index.ts'
import { daysIn } from '../verify/days.ts'
import { figuresIn } from '../verify/figures.ts'
import { isSameName } from '../verify/names.ts'
import { compose } from './compose.ts'
import { verifierOf } from './verify.ts'

beforeAll(() => loadRussian())

const passagesOf = (filename: string, text: string): Retrieved[] =>
  chunksOf(text, []).map(chunk => ({
    ...chunk,
    object: { id: filename, filename, status: 'ready', title: '', doc_type: 'other' },
    score: 1,
    zScore: null,
  }))

const LEASE = passagesOf(
  'Аренда.txt',
  `Договор с Ивановым Петром действует до 31.12.2026. Арендная плата составляет 50 000 рублей в месяц.
Субаренда не допускается. Арендатор платит Арендодателю пени 0,1 % за каждый день просрочки.
За рекламу отвечает Зайцева, за договоры — Мельников. Орлов передал Мельникову ключи 5 марта.`,
)
const LETTER = passagesOf(
  'letter.txt',
  `The deposit of 1,250.50 USD is returned within ten days. The Customer pays the Contractor £900 per month.
Helen Marsh lent Tom Whitfield 300 euros. Pets are not allowed.`,
)

const checked = async (sentence: string, passages = [...LEASE, ...LETTER]) => {
  const verdict = await verifierOf(passages).verify(sentence)
  return verdict.supported ? verdict.quote.text : 'not borne'
}

/** Texts that share their names between several matters. */
const CAMP = passagesOf(
  'camp.txt',
  `Every child brings a sleeping bag; tents are provided by the camp. Our coordinator is Helen Strand; Tom Brecht looks after the parking.
If you cancel late, we keep the deposit. The fee is €28 per page. The hall is lent to the orchestra by the city.
Conductor: Ewa Sadowska. Treasurer: Felix Braun. Lindqvist Press asks Yara Haidari to translate the novel from Swedish into English.`,
)
const GARAGE = passagesOf(
  'Гараж.txt',
  `Продавец: Рогов Андрей Сергеевич. Покупатель: Ильина Тамара Васильевна. Гараж продан за 430 000 рублей.
Осмотр провела врач Белкина А. Ю., прививку сделал ассистент Дёмин. Прививка действует один год.
Школа оплачивает автобус, родители — билеты в музей. За экскурсию проголосовали 19 из 24. Жукова передала Абрамян список телефонов.`,
)

describe('names, parties and numbers stay with their matter', () => {
  const bears = (sentence: string) => checked(sentence, [...CAMP, ...GARAGE])

  test.each([
    ['Every child brings a sleeping bag.', 'sleeping bag'],
    ['Tom Brecht looks after the parking.', 'Tom Brecht'],
    ['The city lends the orchestra the hall.', 'lent to the orchestra'],
    ['Yara Haidari translates the novel for Lindqvist Press.', 'Yara Haidari'],
    ['Прививку сделал Дёмин.', 'Дёмин'],
    ['Автобус оплачивает школа.', 'Школа оплачивает'],
    ['Жукова передала Абрамян список телефонов.', 'Жукова'],
  ])('%s', async (claim, part) => {
    expect(await bears(claim)).toContain(part)
  })

  test.each([
    ['things exchanged', 'Every child brings a tent; sleeping bags are provided by the camp.'],
    ['opposite verb', 'If you cancel late, we return the deposit.'],
    ['counted by another piece', 'The fee is €28 per chapter.'],
    ['verb of another form', 'The orchestra lends the city the hall.'],
    ['called otherwise', 'The treasurer is Ewa Sadowska.'],
    ['told to do it', 'Lindqvist Press translates the novel for Yara Haidari.'],
    ['from and into', 'The novel is translated from English into Swedish.'],
    ['sides of a deal', 'Рогов купил гараж у Ильиной за 430 000 рублей.'],
    ['title beside the name', 'Прививку сделала врач Белкина.'],
    ['one of a unit', 'Прививка действует один месяц.'],
    ['left out verb', 'Автобус оплачивают родители.'],
    ['number twice', 'За экскурсию проголосовали 24 из 24.'],
    ['names without endings', 'Абрамян передала Жуковой список телефонов.'],
  ])('not borne: %s', async (_, claim) => {
    expect([claim, await bears(claim)]).toEqual([claim, 'not borne'])
  })
})

describe('a claim in the language of the passage', () => {
  test('stands when a sentence bears it, whatever the form of its words', async () => {
    const cases: [string, string][] = [
      ['Плата за аренду — 50000 рублей в месяц.', '50 000 рублей'],
      ['Договор с Петром Ивановым действует до 31 декабря 2026 года.', '31.12.2026'],
      ['Субаренда не допускается.', 'Субаренда не допускается'],
      ['За договоры отвечает Мельников.', 'Мельников'],
      ['Ключи Мельникову передал Орлов.', 'Орлов передал Мельникову'],
      ['The deposit of $1250.50 is returned within 10 days.', '1,250.50'],
    ]
    for (const [claim, part] of cases)
      expect([claim, await checked(claim)]).toEqual([claim, expect.stringContaining(part)])
  })

  test.each([
    ['number', 'Арендная плата составляет 55 000 рублей в месяц.'],
    ['number', 'The deposit is 1,250.60 USD.'],
    ['date', 'Договор действует до 31.12.2027.'],
    ['date', 'Орлов передал Мельникову ключи 6 марта.'],
    ['name', 'Договор с Сидоровым действует до 31.12.2026.'],
    ['name of another matter', 'За рекламу отвечает Мельников.'],
    ['denial', 'Субаренда допускается.'],
    ['denial', 'Арендная плата не составляет 50 000 рублей в месяц.'],
    ['denial', 'Pets are allowed.'],
    ['unit', 'Арендная плата составляет 50 000 евро в месяц.'],
    ['unit', 'The Customer pays the Contractor £900 per week.'],
    ['role', 'Арендодатель платит Арендатору пени 0,1 % за каждый день просрочки.'],
    ['role', 'Мельников передал Орлову ключи 5 марта.'],
    ['role', 'The Contractor pays the Customer £900 per month.'],
    ['role', 'Tom Whitfield lent Helen Marsh 300 euros.'],
  ])('falls with a changed %s: %s', async (_what, claim) => {
    expect(await checked(claim)).toBe('not borne')
  })
})

describe('a claim word for word', () => {
  test.each([
    ['The tenant pays for repairs.', 'It is not true that the tenant pays for repairs.'],
    ['The tenant pays for repairs.', 'The landlord does not agree that the tenant pays for repairs.'],
    ['The tenant may sublet the flat.', 'The tenant may sublet the flat under no circumstances.'],
    ['The guarantee covers water damage.', 'The guarantee covers water damage in no case.'],
    ['Rent is paid monthly.', 'Rent is paid monthly no longer.'],
    ['Гарантия распространяется на аккумулятор.', 'Гарантия распространяется на аккумулятор ни в каком случае.'],
    ['Арендатор платит за ремонт.', 'Стороны не договорились о том что арендатор платит за ремонт.'],
  ])('falls where the sentence denies it: %s', async (claim, sentence) => {
    expect(await checked(claim, passagesOf('a.txt', sentence))).toBe('not borne')
  })

  test.each([
    ['The tenant pays for repairs.', 'The tenant pays for repairs, but not for the roof.'],
    ['Арендатор платит за ремонт.', 'Арендатор платит за ремонт, а за уборку не платит.'],
    ['Rent is paid monthly.', 'Rent is paid monthly, no later than the fifth.'],
    ['Pets are not allowed.', 'Pets are not allowed in the hall.'],
  ])('stands where something else is denied: %s', async (claim, sentence) => {
    expect(await checked(claim, passagesOf('a.txt', sentence))).toBe(sentence)
  })
})

describe('a claim in the other language', () => {
  /** A judge that believes everything: what stops a claim here are the rules alone. */
  const credulous: Judge = {
    judge: async pairs => pairs.map(() => ({ answers: 1, bears: 1 })),
    close: async () => {},
  }
  const judged = async (sentence: string) => {
    const verdict = await verifierOf([...LEASE, ...LETTER], { judge: credulous }).verify(sentence)
    return verdict.supported ? verdict.quote.passage.object.id : 'not borne'
  }

  test.each([
    ['The rent is 50,000 roubles a month.', 'Аренда.txt'],
    ['The tenant pays the landlord 0.1 % for each day of delay.', 'Аренда.txt'],
    ['Orlov gave the keys to Melnikov on 5 March.', 'Аренда.txt'],
    ['Заказчик платит подрядчику 900 фунтов в месяц.', 'letter.txt'],
    ['Хелен Марш одолжила Тому Уитфилду 300 евро.', 'letter.txt'],
    ['Tom Whitfield borrowed 300 euros from Helen Marsh.', 'letter.txt'],
  ])('%s is borne by %s', async (claim, file) => {
    expect(await judged(claim)).toBe(file)
  })

  test.each([
    'The rent is 70,000 roubles a month.',
    'The rent is 50,000 dollars a month.',
    'The landlord pays the tenant 0.1 % for each day of delay.',
    'Melnikov gave the keys to Orlov on 5 March.',
    'Orlov gave the keys to Melnikov on 5 May.',
    'Orlov gave the keys to Kuznetsov on 5 March.',
    'Подрядчик платит заказчику 900 фунтов в месяц.',
    'Том Уитфилд одолжил Хелен Марш 300 евро.',
    'Хелен Браун одолжила Тому Уитфилду 300 евро.',
  ])('the rules alone stop: %s', async claim => {
    expect(await judged(claim)).toBe('not borne')
  })

  test('where the judge does not find it, it is not passed, and without one only what rules can hold', async () => {
    const severe: Judge = { ...credulous, judge: async pairs => pairs.map(() => ({ answers: 0, bears: 0 })) }
    const claim = 'The rent is 50,000 roubles a month.'
    expect((await verifierOf(LEASE, { judge: severe }).verify(claim)).supported).toBe(false)
    expect((await verifierOf(LEASE).verify('The flat is warm and quiet.')).supported).toBe(false)
  })

  test('no more than 24 pairs are read for an answer', async () => {
    let asked = 0
    const counting: Judge = {
      ...credulous,
      judge: async pairs => {
        asked += pairs.length
        return pairs.map(() => ({ answers: 0, bears: 0 }))
      },
    }
    const verifier = verifierOf([...LEASE, ...LETTER], { judge: counting })
    for (let n = 0; n < 20; n++)
      await verifier.verify(`The weather was fine on the ${n}th walk.`.replace(/\d+th/, 'long '.repeat(n)))
    expect(asked).toBeGreaterThan(5)
    expect(asked).toBeLessThanOrEqual(24)
  })
})

test('the number that the model wrote is not believed: the file that bears it is cited', async () => {
  const passages = [...LETTER, ...LEASE]
  const { answer, quotes } = await compose(
    'Да. Субаренда не допускается.[1] Арендная плата 50 000 рублей в месяц [1, 7].',
    {
      passages,
      pages: 0,
      language: 'ru',
    },
  )
  expect(answer).toBe('Да. Субаренда не допускается [1]. Арендная плата 50 000 рублей в месяц [2].')
  expect(quotes.map(({ passage }) => passage.object.id)).toEqual(['Аренда.txt', 'Аренда.txt'])
})

test('names are the same in both alphabets and in every case, and different ones are not', () => {
  const pairs = `Кузнецовой Kuznetsova|Тихонова Тихонову|Уитфилду Whitfield|Хэнли Hanley|Зайцева Zaitseva|Ривзу Reeves|Павла Павел
    Щербаков Shcherbakov|Рязани Ryazan|Фельд Feld|Дэниелу Daniel|Окоро Okoro|Ольшанская Olshanskaya|Хименес Jimenez`
  const others = `Кузнецов Соколов|Комарова Makarova|Тихонов Tikhomirov|Лундгрен Lindquist|Никифоров Nikitin|Hanley Hanson|Lindgren Lundgren
    Воронов Volkov|Рязань Kazan|Баркер Baxter`
  const split = (text: string) =>
    text
      .toLowerCase()
      .split('|')
      .map(pair => pair.trim().split(/\s+/))
  for (const [a, b] of split(pairs.replaceAll('\n', '|'))) expect([a, b, isSameName(a!, b!)]).toEqual([a, b, true])
  for (const [a, b] of split(others.replaceAll('\n', '|'))) expect([a, b, isSameName(a!, b!)]).toEqual([a, b, false])
})

test('numbers are compared as they are meant, with their units', () => {
  const read = (text: string) =>
    figuresIn(text).quantities.map(({ value, unit, per }) => [value, unit, per].filter(Boolean).join(' '))
  expect(read('1 200,50 руб. and €1,200.50 and 1200.5 dollars')).toEqual(['1200.5 RUB', '1200.5 EUR', '1200.5 USD'])
  expect(read('300 тысяч рублей, 1,5 млн евро')).toEqual(['300000 RUB', '1500000 EUR'])
  expect(read('62,000 roubles a month; 5,92 руб. за кВт·ч; 10 рабочих дней; three weeks')).toEqual([
    '62000 RUB month',
    '5.92 RUB kWh',
    '10 day',
    '3 week',
  ])
  expect(read('сто пятьдесят тысяч рублей, twenty five kilograms')).toEqual(['150000 RUB', '25 kg'])
  const days = (text: string) =>
    daysIn(text.toLowerCase(), text).map(({ day, month, year }) => [day, month, year].join('.'))
  for (const text of ['31.12.2026', '2026-12-31', '31 декабря 2026 года', 'December 31, 2026', '31 December 2026'])
    expect(days(text)).toEqual(['31.12.2026'])
  expect(days('с 1 по 14 июня 2026 года')).toEqual(['1.6.2026', '14.6.2026'])
  expect(days('You may march on.')).toEqual([])
})
