import { expect, test } from 'vitest'
import { describe } from '../describe.ts'

/** Papers whose sum, day or sides stand where no form has them. */

const PAPERS: [string, string, Record<string, unknown>][] = [
  [
    'a debt',
    `РАСПИСКА
г. Самара, 14 сентября 2026 г.
Я, Сергеева Марина Андреевна, проживающая по адресу: ул. Баумана, д. 12, получила от Белова Игоря Викторовича в долг
75 000 (семьдесят пять тысяч) рублей, которые обязуюсь вернуть до 1 марта 2027 года.`,
    {
      document_date: '2026-09-14',
      amount: 75000,
      currency: 'RUB',
      parties: ['Сергеева Марина Андреевна', 'Белов Игорь Викторович'],
      due_date: '2027-03-01',
    },
  ],
  [
    'a booking',
    'Booking confirmation\nGuest: Peter Hall\nCheck-in: 12 August 2026\nTotal price: EUR 742.50\nFree cancellation',
    { amount: 742.5, currency: 'EUR' },
  ],
  [
    'an analysis',
    'Результаты лабораторных исследований\nПациент: Морозова Анна\nДата: 2 ноября 2026\nСтоимость: 4 318,20 ₽',
    { amount: 4318.2, currency: 'RUB', document_date: '2026-11-02' },
  ],
  [
    'notes',
    '# Project sync\n\nDate: 2026-07-06\nAttendees: Anna, Peter\n\nWe talked.',
    { document_date: '2026-07-06' },
  ],
  [
    'notes with their day in the heading',
    '# Встреча о ремонте, 12 октября 2026 года\n\nБыли: Елена, Олег\n\nРешили до 16 октября 2026 года.',
    { document_date: '2026-10-12' },
  ],
  [
    'a bill',
    'Northern Power\nElectricity bill\nBill date: 14 March 2026\nTotal amount due: £86.40\nDue date: April 8, 2026',
    { document_date: '2026-03-14', amount: 86.4, currency: 'GBP', due_date: '2026-04-08' },
  ],
  [
    'a note with a day to pay',
    'Library card\nDear reader of books\nDue date: April 8, 2026',
    { due_date: '2026-04-08' },
  ],
  [
    'an agreement with labelled sides',
    'NON-DISCLOSURE AGREEMENT\nDisclosing Party: Hartley Estates Ltd\nReceiving Party: Peter Hall\nDate: 3 July 2026',
    { parties: ['Hartley Estates Ltd', 'Peter Hall'], document_date: '2026-07-03' },
  ],
  [
    'an agreement of two that have no names for their sides',
    `СОГЛАШЕНИЕ О НЕРАЗГЛАШЕНИИ
ООО «Северный ветер» в лице директора Морозовой А.С. и ООО «БумТорг» в лице директора Белова И.В.,
совместно именуемые «Стороны», заключили настоящее соглашение.`,
    { parties: ['ООО «Северный ветер»', 'ООО «БумТорг»'] },
  ],
  [
    'an act with both sides in a sentence',
    `Акт выполненных работ № 41
Мы, Исполнитель ООО «БумТорг» в лице Белова И.В. и Заказчик ООО «Северный ветер» в лице Морозовой А.С., составили акт.`,
    { parties: ['ООО «БумТорг»', 'ООО «Северный ветер»'] },
  ],
  [
    'a sheet that ends with its total',
    'Invoice\nItem\tQuantity\tPrice\tSum\nPaint\t3\t48.5\t145.5\nOak floor\t54\t39.9\t2154.6\nTotal\t\t\t2300.1',
    { amount: 2300.1 },
  ],
]

const described = (text: string) =>
  describe({ text, title: '', headings: [], kind: 'pdf', mime: 'application/pdf', filename: 'scan 12.pdf' })

test.each(PAPERS)('%s', async (_, text, fields) => {
  expect((await described(text)).fields).toMatchObject(fields)
})

test('where two prices are named none is the price, and a last row that is no sum of its column is no total', async () => {
  const prices = await described('Menu of the week\nPrice: 12.00 €\nSoup of the day\nPrice: 14.00 €')
  expect(prices.fields.amount).toBeNull()
  const sheet = await described('Invoice\nItem\tQuantity\tPrice\nPaint\t3\t48.5\nBrush\t2\t6.2\nTotal\t\t9')
  expect(sheet.fields.amount).toBeNull()
})
