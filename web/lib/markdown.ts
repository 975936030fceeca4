/** Markdown taken apart into blocks, as far as people write it. */

export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; text: string }
  | { kind: 'list'; ordered: boolean; start: number | undefined; items: { text: string; checked?: boolean }[] }
  | { kind: 'table'; head: string[]; rows: string[][] }
  | { kind: 'line' }
  | { kind: 'text'; text: string }

const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/
const FENCE = /^\s*(```+|~~~+)/
const cellsOf = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map(cell => cell.trim().replaceAll('\\|', '|'))
const isDivider = (line: string | undefined) =>
  line !== undefined && /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/.test(line) && line.includes('-')

interface Reader {
  lines: string[]
  at: number
}

export function blocksOf(text: string): Block[] {
  const reader: Reader = { lines: text.replaceAll('\r\n', '\n').split('\n'), at: 0 }
  const blocks: Block[] = []
  while (reader.at < reader.lines.length) {
    const line = reader.lines[reader.at]!
    if (line.trim() === '') {
      reader.at += 1
      continue
    }
    blocks.push(
      takeCode(reader) ??
        takeHeading(reader) ??
        takeQuote(reader) ??
        takeTable(reader) ??
        takeList(reader) ??
        takeText(reader),
    )
  }
  return blocks
}

function takeCode(reader: Reader): Block | undefined {
  const [, fence] = FENCE.exec(reader.lines[reader.at]!) ?? []
  if (!fence) return undefined
  const body: string[] = []
  for (reader.at += 1; reader.at < reader.lines.length; reader.at += 1) {
    if (reader.lines[reader.at]!.trim().startsWith(fence)) {
      reader.at += 1
      break
    }
    body.push(reader.lines[reader.at]!)
  }
  return { kind: 'code', text: body.join('\n') }
}

function takeHeading(reader: Reader): Block | undefined {
  const line = reader.lines[reader.at]!
  const [, marks, text] = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line) ?? []
  if (marks && text !== undefined) {
    reader.at += 1
    return { kind: 'heading', level: marks.length, text }
  }
  if (/^\s*([-*_])(\s*\1){2,}\s*$/.test(line)) {
    reader.at += 1
    return { kind: 'line' }
  }
  return undefined
}

function takeQuote(reader: Reader): Block | undefined {
  const body: string[] = []
  while (reader.lines[reader.at]?.startsWith('>')) body.push(reader.lines[reader.at++]!.replace(/^>\s?/, ''))
  return body.length > 0 ? { kind: 'quote', text: body.join('\n') } : undefined
}

function takeTable(reader: Reader): Block | undefined {
  const line = reader.lines[reader.at]!
  if (!line.includes('|') || !isDivider(reader.lines[reader.at + 1])) return undefined
  const head = cellsOf(line)
  const rows: string[][] = []
  for (reader.at += 2; reader.lines[reader.at]?.includes('|'); reader.at += 1)
    rows.push(cellsOf(reader.lines[reader.at]!))
  return { kind: 'table', head, rows }
}

function takeList(reader: Reader): Block | undefined {
  const [, , mark] = ITEM.exec(reader.lines[reader.at]!) ?? []
  if (!mark) return undefined
  const ordered = /\d/.test(mark)
  const indent = /^\s*/.exec(reader.lines[reader.at]!)![0].length
  const items: { text: string; checked?: boolean }[] = []
  while (reader.at < reader.lines.length) {
    const line = reader.lines[reader.at]!
    const [, blank, own, text] = ITEM.exec(line) ?? []
    const last = items.at(-1)
    if (own && blank!.length <= indent + 1) {
      if (/\d/.test(own) !== ordered) break
      const [, box, rest] = /^\[([ xX])\]\s+(.*)$/.exec(text!) ?? []
      items.push(box ? { text: rest!, checked: box !== ' ' } : { text: text! })
    } else if (last && /^\s+\S/.test(line)) last.text += `\n${line.replace(/^\s{1,4}/, '')}`
    else break
    reader.at += 1
  }
  return { kind: 'list', ordered, start: ordered ? Number.parseInt(mark, 10) : undefined, items }
}

const BEGINS_OTHER = /^(#{1,6}\s|>|\s*([-*+]|\d{1,9}[.)])\s|\s*(```|~~~))/

function takeText(reader: Reader): Block {
  const body = [reader.lines[reader.at++]!]
  while (reader.at < reader.lines.length) {
    const line = reader.lines[reader.at]!
    if (line.trim() === '' || BEGINS_OTHER.test(line)) break
    body.push(line)
    reader.at += 1
  }
  return { kind: 'text', text: body.join('\n') }
}
