import { describe, expect, test } from 'vitest'
import { periodAgo, totalAskedBy } from './asked.ts'

const asked = (question: string) => {
  const found = totalAskedBy(question)
  if (!found) return 'no total'
  const { what, docType, year, month, relative, names } = found
  const ago = relative && `${relative.ago} ${relative.unit} ago`
  return [what, docType, year, month, ago, ...names].filter(part => part !== undefined).join(' ')
}

describe('questions for a total', () => {
  test.each([
    ['Сколько всего по счетам за 2026 год?', 'sum invoice 2026'],
    ['Сколько всего по счетам в 2026 г.?', 'sum invoice 2026'],
    ['Сколько всего я заплатил по счетам за апрель 2026 года?', 'sum invoice 2026 4'],
    ['Сколько я всего заплатила по чекам в этом году?', 'sum receipt 0 year ago'],
    ['Сколько всего по счетам за прошлый месяц?', 'sum invoice 1 month ago'],
    ['На какую сумму счета от Лифтсервис?', 'sum invoice лифтсервис'],
    ['Общая сумма счетов от «Печатный двор»?', 'sum invoice печатный двор'],
    ['Какая общая сумма по счетам ООО «Ромашка» за 2026 год?', 'sum invoice 2026 ромашка'],
    ['Сколько всего по счетам Ромашки?', 'sum invoice ромашки'],
    ['Сложи все счета за май 2026', 'sum invoice 2026 5'],
    ['Сколько составляет общая сумма договоров?', 'sum contract'],
    ['Сумма всех моих счетов', 'sum invoice'],
    ['сумма чеков за май 2026', 'sum receipt 2026 5'],
    ['Сколько у меня договоров?', 'count contract'],
    ['Сколько всего у меня договоров с Ромашкой?', 'count contract ромашкой'],
    ['Сколько мне выставлено счетов в 2026 году?', 'count invoice 2026'],
    ['Сколько актов за март 2026?', 'count act 2026 3'],
    ['How many invoices are there?', 'count invoice'],
    ['How many invoices do I have in total?', 'count invoice'],
    ['How many Acme invoices do I have from March 2026?', 'count invoice 2026 3 acme'],
    ['How many contracts do we have with Acme?', 'count contract acme'],
    ['What is the total of my invoices in 2026?', 'sum invoice 2026'],
    ['How much did I pay in total for invoices from Acme last year?', 'sum invoice 1 year ago acme'],
    ['How much are the bills altogether?', 'sum invoice'],
  ])('%s', (question, expected) => {
    expect(asked(question)).toBe(expected)
  })

  test.each([
    'Сколько всего я заплатил по счетам за электричество в 2026 году?',
    'Сколько всего по счетам за первый квартал 2026 года?',
    'Сколько всего по счетам до 2026 года?',
    'Сколько всего по счетам с 2025 года?',
    'Сколько всего по счетам с прошлого года?',
    'Сколько всего по счетам за год?',
    'Сколько всего в месяц по счетам?',
    'What is the total of invoices since 2025?',
    'What is the total of invoices by 2025?',
    'Сколько договоров истекает в 2026 году?',
    'How many contracts expire in 2026?',
    'How many invoices are unpaid?',
    'How many invoices have I paid?',
    'What is the total of paid invoices?',
    'What is the total of invoices paid in 2026?',
    'Сколько договоров ещё не подписано?',
    'Сколько всего по счетам, кроме Ромашки?',
    'На какую сумму счета, кроме Ромашки?',
    'Which contracts limit total liability?',
    'Сколько всего дней отпуска по договорам?',
    'Какая общая сумма договора?',
    'Какая общая сумма счёта?',
    'Какая общая сумма счета?',
    'Какая общая сумма счета от Ромашки?',
    'сколько всего по счетам ромашки',
    'Ромашка: сколько всего по счетам?',
    'Сколько всего НДС по счетам?',
    'Сколько всего по счетам и чекам?',
    'Сколько всего по счетам за Q1 2026?',
    'How many invoices from Jan 2026?',
    'What is in all contracts?',
    'What is the total of invoices in the last year?',
    'Сколько всего по счёту № 12?',
    'Сколько всего по счетам за 2025 и 2026 год?',
    'HOW MANY INVOICES ARE UNPAID?',
  ])('not one: %s', question => {
    expect(asked(question)).toBe('no total')
  })
})

test('this year and last month are counted from the day of the question', () => {
  const january = Date.UTC(2026, 0, 31, 23)
  expect(periodAgo({ unit: 'year', ago: 0 }, january)).toEqual({ year: 2026 })
  expect(periodAgo({ unit: 'year', ago: 1 }, january)).toEqual({ year: 2025 })
  expect(periodAgo({ unit: 'month', ago: 0 }, january)).toEqual({ year: 2026, month: 1 })
  expect(periodAgo({ unit: 'month', ago: 1 }, january)).toEqual({ year: 2025, month: 12 })
})
