/** Tables whose cells are known, as a page of HTML each: with rules, without, with rules across only; in Russian and English. */

export interface KnownTable {
  rows: string[][]
  html: string
}

const GOODS: [string, string][] = [
  ['Стол письменный дубовый', 'Oak writing desk'],
  ['Кресло', 'Chair'],
  ['Лампа настольная с абажуром', 'Table lamp with a shade'],
  ['Шкаф для документов', 'Filing cabinet'],
  ['Бумага А4, 500 листов', 'Paper A4, 500 sheets'],
  ['Принтер лазерный', 'Laser printer'],
  ['Доставка и сборка мебели в офисе заказчика', 'Delivery and assembly at the office of the customer'],
]
const HEADS: [string, string][] = [
  ['Наименование', 'Item'],
  ['Кол-во', 'Qty'],
  ['Цена, руб.', 'Price'],
  ['Сумма', 'Total'],
  ['Срок', 'Due'],
  ['Примечание', 'Remark'],
]
const REMARKS: [string, string][] = [
  ['в наличии', 'in stock'],
  ['под заказ', 'on order'],
  ['', ''],
]

/** Of the given number of columns, from 2 to 6. */
function rowsOf(n: number, columns: number, count: number): string[][] {
  const language = n % 2
  const rows = [HEADS.slice(0, columns).map(head => head[language]!)]
  for (let r = 0; r < count; r++) {
    const [quantity, price] = [((n + r * 7) % 19) + 1, 150 * ((n * 3 + r) % 40) + 99]
    const row = [
      GOODS[(n + r) % GOODS.length]![language]!,
      `${quantity}`,
      price.toFixed(2),
      (quantity * price).toFixed(2),
      `${String((r % 28) + 1).padStart(2, '0')}.0${(n % 9) + 1}.2026`,
      REMARKS[(n + r) % REMARKS.length]![language]!,
    ]
    rows.push(row.slice(0, columns))
  }
  return rows
}

const LOOKS = [
  'border="1" cellpadding="4" cellspacing="0"',
  'border="0" cellpadding="6"',
  'border="1" cellpadding="2" cellspacing="0" width="60%"',
  'border="0" cellpadding="4" rules="rows"',
  'border="1" cellpadding="5" cellspacing="0" width="100%"',
]

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export function knownTable(n: number): KnownTable {
  const rows = rowsOf(n, 3 + (n % 4), 4 + (n % 7))
  const look = LOOKS[n % LOOKS.length]!
  const lines = rows.map(
    (row, r) =>
      `<tr>${row
        .map((cell, c) => {
          const tag = r === 0 ? 'th' : 'td'
          const align = c > 0 && c < 4 && r > 0 ? ' align="right"' : ' align="left"'
          return `<${tag}${align}>${escaped(cell)}</${tag}>`
        })
        .join('')}</tr>`,
  )
  const words =
    n % 2
      ? 'The goods listed below are delivered to the customer within ten days after payment, unless agreed otherwise in writing by both parties.'
      : 'Перечисленные ниже товары поставляются заказчику в течение десяти дней после оплаты, если стороны письменно не договорились об ином.'
  const html = `<h1 style="page-break-before: always">Specification ${n + 1}</h1><p>${words}</p><table ${look}>${lines.join('')}</table><p>${words}</p>`
  return { rows, html }
}

/** Each on a page of its own. */
export const pageOfTables = (tables: KnownTable[]) =>
  `<html><head><meta charset="utf-8"></head><body>${tables.map(({ html }) => html).join('\n')}</body></html>`
