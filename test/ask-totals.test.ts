import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPerson, type Json, type Person } from './support/client.ts'
import { type RunningServer, startServer } from './support/server.ts'

/** Questions that add up or count papers, without a model. */

let server: RunningServer
let person: Person

const bill = (number: number, date: string, from: string, sum: string) =>
  `Счёт на оплату № ${number} от ${date}\nПоставщик: ООО «${from}», ИНН 7701234567\nПокупатель: ИП Громова Л. Д.\n\nИтого к оплате: ${sum} руб.\n`

const ask = async (query: string): Promise<Json> => (await person.post('/v1/ask', { query, web_search: false })).body

beforeAll(async () => {
  server = await startServer()
  person = await aPerson(server.url)
  const files = [
    ['Счёт 11.txt', bill(11, '12.02.2026', 'Печатный двор', '8 690,50')],
    ['Счёт 12.txt', bill(12, '03.03.2026', 'Лифтсервис', '1 200,00')],
    ['Счёт 13.txt', bill(13, '20.04.2026', 'Печатный двор', '309,50')],
    ['Счёт 9.txt', bill(9, '15.11.2025', 'Лифтсервис', '5 000,00')],
    ['Счёт 14.txt', bill(14, '21.04.2026', 'Печатный двор', '77 777,00')],
  ]
  for (const [name, text] of files) {
    const { id } = await person.upload(name!, text!)
    const { enrichment } = await person.read(id)
    expect([name, enrichment.doc_type, enrichment.fields.currency]).toEqual([name, 'invoice', 'RUB'])
    if (name === 'Счёт 14.txt') await person.delete(`/v1/objects/${id}`)
  }
})
afterAll(() => server.stop())

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/gu, ' ')

describe('papers of one kind', () => {
  test('are added up, each with the place of its figure', async () => {
    const { answer, citations, used_context } = await ask('Сколько всего по счетам за 2026 год?')
    expect(used_context).toBe(true)
    expect(plain(answer)).toContain('10 200 ₽')
    expect(citations.map((one: Json) => one.filename)).toEqual(['Счёт 11.txt', 'Счёт 12.txt', 'Счёт 13.txt'])
    expect(citations[0].snippet).toBe('Итого к оплате: 8 690,50 руб.')
  })

  test('are told apart by whom they are from, and by month', async () => {
    const { answer } = await ask('На какую сумму счета от Лифтсервис?')
    expect(plain(answer)).toContain('По прочитанным файлам всего 6 200 ₽ (2 счёта). Учтены файлы, где это имя есть')
    expect(plain((await ask('Общая сумма счетов от «Печатный двор»?')).answer)).toContain('9 000 ₽')
  })

  test('are counted, in the language of the question', async () => {
    const { answer, citations } = await ask('How many invoices are there?')
    expect(answer).toContain('In the files that were read there are 4 invoices.\n')
    expect(citations).toHaveLength(4)
  })

  test('the same file twice is added once, and files that were not read are told', async () => {
    const { id: copy } = await person.upload('Копия.txt', bill(12, '03.03.2026', 'Лифтсервис', '1 200,00'))
    const { id: damaged } = await person.upload('torn.pdf', '%PDF-1.7\n1 0 obj\n<< /Type /Catalog')
    expect((await person.read(copy)).enrichment.doc_type).toBe('invoice')
    expect((await person.read(damaged)).status).toBe('failed')
    const { answer, citations } = await ask('Сколько всего по счетам за 2026 год?')
    expect(plain(answer)).toContain(
      'По прочитанным файлам всего 10 200 ₽ (3 счёта). Одинаковые файлы учтены один раз. Ещё читаются или не прочитаны: 1 файл.',
    )
    expect(citations).toHaveLength(3)
    for (const id of [copy, damaged]) await person.delete(`/v1/objects/${id}`)
  })

  test('a year, a month or a name leaves few of many', async () => {
    const many = await aPerson(server.url)
    const asked = async (query: string) => plain((await many.post('/v1/ask', { query, web_search: false })).body.answer)
    const numbers = Array.from({ length: 51 }, (_, n) => n + 1)
    const uploads = [
      ...numbers.map(n => many.upload(`Счёт ${n}.txt`, bill(n, '15.11.2024', 'Лифтсервис', `${n},00`))),
      many.upload('Счёт 91.txt', bill(91, '12.02.2026', 'Печатный двор', '300,00')),
      many.upload('Счёт 92.txt', bill(92, '12.03.2026', 'Печатный двор', '400,00')),
    ]
    for (const { id } of await Promise.all(uploads)) expect((await many.read(id)).enrichment.doc_type).toBe('invoice')
    expect(await asked('Сколько всего по счетам?')).toContain('Таких файлов больше 50')
    expect(await asked('Сколько всего по счетам за 2026 год?')).toContain('всего 700 ₽ (2 счёта)')
    expect(await asked('Сколько всего по счетам от «Печатный двор»?')).toContain('всего 700 ₽ (2 счёта)')
  })

  test('where a figure is not plain, that is said in one sentence', async () => {
    const { id } = await person.upload('Счёт без суммы.txt', bill(15, '05.05.2026', 'Лифтсервис', 'по договорённости'))
    const { enrichment } = await person.read(id)
    expect(enrichment).toMatchObject({ doc_type: 'invoice', fields: { amount: null } })
    const { answer, citations, used_context } = await ask('Сколько всего по счетам за 2026 год?')
    expect({ answer, citations, used_context }).toEqual({
      answer: 'Точно сложить не получится: дата или сумма не указана однозначно в «Счёт без суммы.txt».',
      citations: [],
      used_context: false,
    })
  })

  test('a refused total is out of sight with a file that it names', async () => {
    const { session_id, answer } = await ask('Сколько всего по счетам за 2026 год?')
    expect(answer).toContain('Счёт без суммы.txt')
    const { items } = (await person.get('/v1/objects?limit=100')).body
    const { id } = items.find(({ filename }) => filename === 'Счёт без суммы.txt')!
    await person.post('/v1/hidden-pin', { pin: '4821' })
    expect((await person.patch(`/v1/objects/${id}`, { is_hidden: true })).status).toBe(200)
    expect((await person.get(`/v1/ask/sessions/${session_id}`)).status).toBe(404)
    expect((await person.get('/v1/ask/sessions')).text).not.toContain(session_id)
  })

  test('a question about one of them is answered as ever', async () => {
    const { answer } = await ask('Какая сумма к оплате в счёте № 12?')
    expect(plain(answer)).toContain('1 200,00')
  })
})
