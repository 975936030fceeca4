import type { Manuscript } from '../manuscript.ts'
import { Aside } from './odf-aside.ts'
import { tags, type XmlHandler } from './zipped.ts'

/** What a cell keeps, for the programs that write nothing to be shown. */
const keptValue = (attributes: Record<string, string>) =>
  attributes['string-value'] ?? attributes['date-value'] ?? attributes['boolean-value'] ?? attributes.value ?? ''

/** Cells hold their number as it is shown, in paragraphs. Whole empty columns are written as a repetition of one cell. */
export function sheetText(out: Manuscript): XmlHandler {
  let [depth, column, at, repeated, value, kept, row] = [0, 0, 0, 1, '', '', '']
  const sheets: string[] = []
  const aside = new Aside()
  const say = (text: string) => {
    if (aside.open) aside.write(text)
    else value += text
  }
  const startSheet = (name: string) => {
    sheets.push(name)
    out.startPage()
    out.startHeading(1)
    out.write(name)
    out.endHeading()
    out.gap('\n')
    out.facts.sheets = sheets
    out.facts.page_count = sheets.length
  }
  const opened = tags({
    table: ({ name = '' }) => startSheet(name),
    'table-row': () => {
      ;[column, at, row] = [0, 0, '']
    },
    'table-cell': attributes => startCell(attributes),
    'covered-table-cell': attributes => startCell(attributes),
    p: () => {
      depth++
      if (value !== '' && !aside.open) value += ' '
    },
    s: () => depth > 0 && say(' '),
  })
  const startCell = (attributes: Record<string, string>) => {
    repeated = Number(attributes['number-columns-repeated'] ?? 1) || 1
    column++
    ;[value, kept] = ['', keptValue(attributes)]
  }
  const endCell = () => {
    value ||= kept
    if (value !== '') {
      // A value may be repeated over a million columns: a few of them say it all.
      const times = Math.min(repeated, 16)
      row += (at > 0 ? '\t'.repeat(Math.min(Math.max(column - at, 1), 8)) : '') + Array(times).fill(value).join('\t')
      at = column + repeated - 1
    }
    column += repeated - 1
  }
  const closed = tags({
    p: () => {
      depth--
      if (aside.open) aside.write(' ')
    },
    'table-cell': endCell,
    'table-row': () => {
      if (row !== '') out.write(row)
      out.gap('\n')
    },
    table: () => aside.writeAll(out),
  })
  return {
    open(name, attributes) {
      aside.opened(name)
      opened.get(name)?.(attributes)
    },
    text(text) {
      if (depth > 0) say(text)
    },
    close(name) {
      closed.get(name)?.({})
      aside.closed(name)
    },
  }
}
