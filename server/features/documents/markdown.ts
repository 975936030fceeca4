/** The Markdown that people write, as HTML: headings, lists, tables, quotes, code, emphasis and links. */

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function inline(text: string): string {
  return escaped(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/!\[([^\]]*)\]\([^)\s]+\)/g, '$1')
    .replace(/\[([^\]]+)\]\((https?:[^)\s]+|mailto:[^)\s]+)\)/g, '<a href="$2">$1</a>')
    .replace(/\*\*([^*]+)\*\*|__([^_]+)__/g, (_, a, b) => `<b>${a ?? b}</b>`)
    .replace(/(^|[^\w*])\*([^*\s][^*]*)\*/g, '$1<i>$2</i>')
    .replace(/~~([^~]+)~~/g, '<s>$1</s>')
}

const cells = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map(cell => cell.trim())
const isRule = (line: string | undefined) =>
  line !== undefined && /^\s*\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?\s*$/.test(line) && line.includes('-')

interface Block {
  html: string
  /** How many lines it took. */
  lines: number
}

type Reader = (lines: string[]) => Block | undefined

const taken = (lines: string[], pattern: RegExp) => {
  const end = lines.findIndex(line => !pattern.test(line))
  return end < 0 ? lines : lines.slice(0, end)
}

const heading: Reader = ([line]) => {
  const match = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line!)
  return match ? { html: `<h${match[1]!.length}>${inline(match[2]!)}</h${match[1]!.length}>`, lines: 1 } : undefined
}

const rule: Reader = ([line]) => (/^\s*([-*_])(\s*\1){2,}\s*$/.test(line!) ? { html: '<hr>', lines: 1 } : undefined)

const code: Reader = lines => {
  if (!/^\s*```/.test(lines[0]!)) return undefined
  const end = lines.findIndex((line, n) => n > 0 && /^\s*```/.test(line))
  const body = lines.slice(1, end < 0 ? undefined : end)
  return { html: `<pre>${escaped(body.join('\n'))}</pre>`, lines: end < 0 ? lines.length : end + 1 }
}

const quote: Reader = lines => {
  const body = taken(lines, /^\s*>/)
  if (body.length === 0) return undefined
  return {
    html: `<blockquote>${blocks(body.map(line => line.replace(/^\s*>\s?/, '')))}</blockquote>`,
    lines: body.length,
  }
}

const table: Reader = lines => {
  if (!lines[0]!.includes('|') || !isRule(lines[1])) return undefined
  const body = taken(lines.slice(2), /\|/)
  const row = (line: string, tag: string) =>
    `<tr>${cells(line)
      .map(cell => `<${tag}>${inline(cell)}</${tag}>`)
      .join('')}</tr>`
  return {
    html: `<table border="1">${row(lines[0]!, 'th')}${body.map(line => row(line, 'td')).join('')}</table>`,
    lines: body.length + 2,
  }
}

const ITEM = /^(\s*)([-*+]|\d+[.)])\s+(.*)$/

const list: Reader = lines => {
  const first = ITEM.exec(lines[0]!)
  if (!first) return undefined
  const items: string[][] = []
  let at = 0
  for (; at < lines.length; at++) {
    const match = ITEM.exec(lines[at]!)
    if (match && match[1]!.length <= first[1]!.length) items.push([match[3]!])
    else if (lines[at]!.trim() !== '' && /^\s/.test(lines[at]!))
      items.at(-1)!.push(lines[at]!.slice(first[1]!.length + 2))
    else break
  }
  const tag = /\d/.test(first[2]!) ? 'ol' : 'ul'
  const shown = items.map(([head, ...rest]) => `<li>${inline(head!)}${rest.length > 0 ? blocks(rest) : ''}</li>`)
  return { html: `<${tag}>${shown.join('')}</${tag}>`, lines: at }
}

const READERS: Reader[] = [heading, rule, code, quote, table, list]

const paragraph = (lines: string[]): Block => {
  const end = lines.findIndex(
    (line, n) => n > 0 && (line.trim() === '' || READERS.some(read => read(lines.slice(n, n + 2)))),
  )
  const body = end < 0 ? lines : lines.slice(0, end)
  return { html: `<p>${body.map(line => inline(line.trim())).join(' ')}</p>`, lines: body.length }
}

const MOST_DEEP = 20
let depth = 0

function blocks(lines: string[]): string {
  if (depth >= MOST_DEEP) return escaped(lines.join('\n'))
  depth++
  try {
    const html: string[] = []
    for (let at = 0; at < lines.length; ) {
      if (lines[at]!.trim() === '') {
        at++
        continue
      }
      const rest = lines.slice(at)
      const found = READERS.map(read => read(rest)).find(Boolean) ?? paragraph(rest)
      html.push(found.html)
      at += Math.max(1, found.lines)
    }
    return html.join('\n')
  } finally {
    depth--
  }
}

export const page = (body: string): string =>
  `<!DOCTYPE html>\n<html><head><meta charset="utf-8"></head><body>\n${body}\n</body></html>\n`

export const markdownToHtml = (text: string): string => page(blocks(text.replace(/\r\n?/g, '\n').split('\n')))

/** The text of pages as paragraphs: lines that were only broken by the page's width are joined again. */
export function paragraphs(text: string): string[] {
  return text
    .replaceAll('\f', '\n\n')
    .split(/\n\s*\n/)
    .map(part =>
      part
        .replace(/(\p{L})-\n(\p{Ll})/gu, '$1$2')
        .replace(/\s*\n\s*/g, ' ')
        .trim(),
    )
    .filter(part => part !== '')
}

export const paragraphsToHtml = (text: string): string =>
  page(
    paragraphs(text)
      .map(part => `<p>${escaped(part)}</p>`)
      .join('\n'),
  )
