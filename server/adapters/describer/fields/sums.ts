import { amountsIn, numberOf } from '../amounts.ts'
import type { Mention } from '../mention.ts'
import { ALL, PRICES, SUM } from './labels.ts'
import { afterLabel, type FieldLine, isBareLabel, type Labels, valuesOf } from './lines.ts'

/** How much a paper is about, and in which money. */

export interface Sum {
  amount: number | null
  currency: string | null
}

interface Money {
  value: number
  currency?: string
}

const NOTHING: Sum = { amount: null, currency: null }

/** What comes behind these words is a part of the sum, not the sum. */
const PART = /(?:в том числе|в т\. ?ч|включая|без ндс|ндс|incl|of which|vat|tax|без налога|excl|net of|сдача|change)/iu
const BARE =
  /(?<![\p{L}\p{N}.,/-])(?:\d{1,3}(?:[ '’]\d{3}){1,4}(?:[.,]\d{2})?|\d{1,3}(?:,\d{3}){1,4}(?:\.\d{2})?|\d{1,3}(?:\.\d{3}){1,4},\d{2}|\d{1,12}(?:[.,=-]\d{2})?)(?![\p{L}\p{N}%/]|[.,]\d)/gu

/** A sum and nothing else, as a cell of a table has it. */
const PURE = /^[\p{Sc}A-Z=\s]{0,6}\d[\d\s.,'’]{0,20}[.,=-]\d\d\s{0,3}[\p{Sc}\p{L}.]{0,8}$/u

/** The largest number of the value before it goes into its parts; with a currency where one is said. */
function moneyOf(value: string): Money | undefined {
  const cut = value.search(PART)
  const piece = (cut > 0 ? value.slice(0, cut) : cut === 0 ? '' : value).slice(0, 160)
  const said = amountsIn(piece).map(({ value: number, currency }) => ({
    value: Number(number),
    currency: String(currency),
  }))
  if (said.length > 0) return said.reduce((a, b) => (b.value > a.value ? b : a))
  // A number without its money is a sum only where nothing else is said.
  if ((piece.match(/\p{L}/gu)?.length ?? 0) > 4) return undefined
  const bare = [...piece.matchAll(BARE)].map(([number]) => numberOf(number.replace(/[=-](\d\d)$/, '.$1')))
  const largest = Math.max(...bare)
  return bare.length > 0 && largest > 0 ? { value: largest } : undefined
}

const isMoney = (cell: string) => !/^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}/.test(cell)

/** "Total" over a column heads whatever comes next. */
const isVague = (wanted: Labels) => wanted.includes('amount') || wanted.includes('total')

/** "Subtotal", "Total VAT", "Total net", "Итого без НДС" are no totals. */
const PARTIAL =
  /^(?:без ндс|ндс|налог|vat|tax|net(?!\p{L})|excl|before|exclud|hours|items|qty|quantity|скидк|discount|позици|наименовани|due date|due by|due on|days|pages|страниц|прописью)/iu

function labelledSums(lines: FieldLine[], wanted: Labels): Money[] {
  const vague = isVague(wanted)
  const read = (value: string) =>
    PARTIAL.test(value) || !isMoney(value) || (vague && !PURE.test(value) && !amountsIn(value.slice(0, 160))[0])
      ? undefined
      : moneyOf(value)
  return [...valuesOf(lines, wanted, ALL, read)].map(({ value }) => value)
}

/** Of a row of a table all cells are asked: the total is the largest of them. */
function rowSums(lines: FieldLine[], wanted: Labels): Money[] {
  return lines.flatMap(({ cells }) => {
    const at = cells.findIndex(cell => afterLabel(cell, wanted) !== undefined)
    if (at < 0 || cells.length - at < 3) return []
    if (PARTIAL.test(afterLabel(cells[at]!, wanted)!) || cells.slice(at + 1).some(cell => isBareLabel(cell, ALL)))
      return []
    const found = cells.slice(at + 1).flatMap(cell => moneyOf(cell) ?? [])
    return found.length > 0 ? [found.reduce((a, b) => (b.value > a.value ? b : a))] : []
  })
}

const PLAIN = /^\d{1,3}(?:[ \u202f,]\d{3}){1,4}(?:[.,]\d{1,2})?$|^\d{1,12}(?:[.,]\d{1,2})?$/
const lastNumber = ({ cells }: FieldLine): number | undefined => {
  const last = cells.at(-1)!
  return cells.length > 1 && PLAIN.test(last) ? numberOf(last) : undefined
}

/** The last row of a sheet has its word and its number alone, below a column that it is the sum of. */
function tableTotal(lines: FieldLine[], wanted: Labels): Money | undefined {
  const at = lines.findLastIndex(({ cells }) => cells.length === 2 && afterLabel(cells[0]!, wanted) === '')
  const value = at < 0 ? undefined : lastNumber(lines[at]!)
  if (!value) return undefined
  const parts: number[] = []
  for (let row = at - 1; row >= 0 && lines[row]!.cells.length > 2; row--) {
    const part = lastNumber(lines[row]!)
    if (part === undefined) break
    parts.push(part)
  }
  const sum = parts.reduce((a, b) => a + b, 0)
  return parts.length > 0 && Math.abs(sum - value) < 0.01 * parts.length ? { value } : undefined
}

function fromLabels(lines: FieldLine[], classes: Labels[]): Money | undefined {
  for (const wanted of classes) {
    const rows = rowSums(lines, wanted)
    const found = [...rows, ...labelledSums(lines, wanted)].filter(({ value }) => value > 0)
    if (found.length === 0) continue
    const largest = found.reduce((a, b) => (b.value > a.value || (b.value === a.value && b.currency) ? b : a))
    return largest
  }
  return tableTotal(lines, classes.flat())
}

/** In a paper of no kind: the one sum that a label names with its money. */
export function namedSum(lines: FieldLine[]): Sum {
  for (const wanted of PRICES) {
    const found = labelledSums(lines, wanted).filter(({ currency }) => currency)
    const [first] = found
    if (first && found.every(({ value }) => value === first.value))
      return { amount: first.value, currency: first.currency! }
    if (first) return NOTHING
  }
  return NOTHING
}

const PRICE: RegExp[] = [
  /(?:общая |полная |итоговая )?(?:стоимость|цена|сумма)(?:\s+\p{L}{1,20}){0,6}?\s+(?:договора|контракта|услуг|работ|товара|имущества|автомобиля|транспортного средства|квартиры|помещения|лицензии|поставки|займа|соглашения)/iu,
  /(?:purchase price|contract price|total (?:price|fee|amount|contract (?:value|price|sum)|cost|consideration)|contract (?:value|sum)|fixed fee|license fee|loan amount|principal (?:sum|amount)|consideration)/iu,
  /(?:арендн\p{L}{1,4} плат|плат\p{L}{1,3} за (?:наем|найм|пользование)|оклад|заработн\p{L}{1,4} плат|вознаграждени|сумм\p{L}{1,3} займа|стоимость|цена)/iu,
  /(?:rent\b|salary|fee\b|fees\b|price\b|compensation|remuneration)/iu,
  /(?:в (?:размере|сумме)|на сумму|задолженност|the (?:sum|amount) of|outstanding|balance)/iu,
]
const OTHER =
  /(?:штраф|неустойк|пен[яию]|залог|обеспечительн|депозит|уставн|лимит|страхов|аванс|предоплат|пошлин|не (?:более|менее|превыша)|penalt|late|deposit|security|insurance|liab|exceed|not more than|less than|advance|damages|cap\b|at least|up to)/iu

const sameSentence = (before: string) =>
  before.split(/[.!?;]\s+(?=\p{Lu}|\d)|\n\s*\n|\n(?=\s*\d{1,2}(?:\.\d{1,2}){0,2}[.)]?\s)/u).at(-1)!

/** In running text: the price first, then what is paid again and again, then the one sum that is named. */
function inProse(text: string, amounts: Mention[]): Money | undefined {
  const sums = amounts.slice(0, 60).map(({ start, value, currency }) => ({
    value: Number(value),
    currency: String(currency),
    said: sameSentence(text.slice(Math.max(0, start - 220), start)),
  }))
  const own = sums.filter(({ said }) => !OTHER.test(said))
  for (const price of PRICE) {
    const found = own.filter(({ said }) => price.test(said))
    const values = new Set(found.map(({ value }) => value))
    if (values.size === 1) return found[0]
    if (values.size > 1) return undefined
  }
  const values = new Set(own.map(({ value }) => value))
  return values.size === 1 ? own[0] : undefined
}

const CODES =
  /(?<![\p{L}\p{N}])(RUB|RUR|USD|EUR|GBP|CHF|CNY|KZT|BYN|CAD|AUD|NZD|SGD|HKD|INR|PLN|SEK|NOK|DKK|CZK|JPY)(?![\p{L}\p{N}])/gu
const DOLLARS = new Set(['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD'])

/** The one money of the paper; undefined where it has several or none. */
function moneyOfPaper(text: string, amounts: Mention[]): string | undefined {
  const codes = new Set([...text.slice(0, 40_000).matchAll(CODES)].map(([, code]) => (code === 'RUR' ? 'RUB' : code!)))
  const said = new Set(amounts.map(({ currency }) => String(currency)))
  if (codes.size === 1 && said.size <= 1) {
    const [code] = codes
    if (said.size === 0 || said.has(code!) || (said.has('USD') && DOLLARS.has(code!))) return code
  }
  if (said.size === 1) return [...said][0]
  if (said.size > 1) return undefined
  const roubles = /(?:руб|РУБ(?![А-Я])|₽|копе|коп\.|ИНН|БИК)/.test(text)
  const signs = [...new Set(text.slice(0, 40_000).match(/[$€£₹₽₸]/g) ?? [])]
  if (signs.length === 1) return { $: 'USD', '€': 'EUR', '£': 'GBP', '₹': 'INR', '₽': 'RUB', '₸': 'KZT' }[signs[0]!]
  return signs.length === 0 && roubles ? 'RUB' : undefined
}

export function sumOf(paper: string, text: string, lines: FieldLine[], amounts: Mention[]): Sum {
  const found =
    paper === 'invoice' || paper === 'receipt'
      ? fromLabels(lines, SUM[paper])
      : paper === 'act'
        ? (fromLabels(lines, SUM.invoice.slice(0, 2)) ?? inProse(text, amounts) ?? fromLabels(lines, SUM.invoice))
        : inProse(text, amounts)
  const money = found ?? (paper === 'receipt' && inProse(text, amounts))
  if (!money) return NOTHING
  const common = moneyOfPaper(text, amounts)
  // "$" is said of many moneys; the code of the paper tells which.
  const currency = money.currency === 'USD' && common && DOLLARS.has(common) ? common : (money.currency ?? common)
  return { amount: money.value, currency: currency ?? null }
}
