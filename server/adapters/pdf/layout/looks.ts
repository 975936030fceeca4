import type { Engine } from '../pdfium.ts'
import { centre, contains, type LayoutBox, type LayoutLine, type TextLook } from './words.ts'

/** What stands out on a page: words in bold or slanted letters, and words that lead to an address. */

export interface StyledRun extends TextLook {
  text: string
}

const LONGEST_NAME = 200
const [ITALIC, FORCED_BOLD] = [1 << 6, 1 << 18]
const BOLD_NAME = /bold|black|heavy|demi|^(?:[A-Z]{6}\+)?CMBX/i
const ITALIC_NAME = /italic|oblique|^(?:[A-Z]{6}\+)?CMTI/i

/** Undefined where letters are plain. Few programs tell the weight of a font but by its name. */
export function fontLook({ pdfium, bytes, free }: Engine, font: number): TextLook | undefined {
  if (!font) return undefined
  const at = bytes(LONGEST_NAME)
  const length = pdfium.FPDFFont_GetBaseFontName(font, at, LONGEST_NAME)
  const name = length > 0 && length <= LONGEST_NAME ? pdfium.pdfium.UTF8ToString(at) : ''
  free(at)
  const flags = Math.max(0, pdfium.FPDFFont_GetFlags(font))
  const bold = BOLD_NAME.test(name) || (flags & FORCED_BOLD) !== 0
  const italic = ITALIC_NAME.test(name) || (flags & ITALIC) !== 0
  return bold || italic ? { bold, italic } : undefined
}

const MOST_LINKS = 500
const LONGEST_ADDRESS = 2000
const URI = 3

/** Addresses in the web, and where on the page they can be clicked. */
export function linksOn({ pdfium, bytes, free }: Engine, document: number, page: number, height: number) {
  const links: (LayoutBox & TextLook)[] = []
  const at = bytes(24 + LONGEST_ADDRESS)
  const value = (place: number, type: string) => pdfium.pdfium.getValue(at + place, type)
  pdfium.pdfium.setValue(at, 0, 'i32')
  while (links.length < MOST_LINKS && pdfium.FPDFLink_Enumerate(page, at, at + 4)) {
    const link = value(4, 'i32')
    const action = pdfium.FPDFLink_GetAction(link)
    if (!action || pdfium.FPDFAction_GetType(action) !== URI || !pdfium.FPDFLink_GetAnnotRect(link, at + 8)) continue
    const length = pdfium.FPDFAction_GetURIPath(document, action, at + 24, LONGEST_ADDRESS)
    const address = length > 0 && length <= LONGEST_ADDRESS ? pdfium.pdfium.UTF8ToString(at + 24) : ''
    if (!/^(?:https?:|mailto:)/i.test(address)) continue
    const [left, top, right, bottom] = [8, 12, 16, 20].map(place => value(place, 'float')) as [
      number,
      number,
      number,
      number,
    ]
    links.push({ x0: left, y0: height - top, x1: right, y1: height - bottom, link: address })
  }
  free(at)
  return links
}

/** Letters reach less far than the line that poppler tells. */
const NEAR = 2

export function withLooks(lines: LayoutLine[], looks: (LayoutBox & TextLook)[]): LayoutLine[] {
  if (looks.length === 0) return lines
  const around = looks.map(({ x0, y0, x1, y1, ...look }) => ({ x0, y0: y0 - NEAR, x1, y1: y1 + NEAR, look }))
  return lines.map(line => {
    const near = around.filter(({ y0, y1 }) => y0 < line.y1 && y1 > line.y0)
    if (near.length === 0) return line
    const words = line.words.map(word => {
      const mine = near.filter(box => contains(box, centre(word)))
      return mine.length === 0 ? word : Object.assign({}, word, ...mine.map(({ look }) => look))
    })
    return { ...line, words }
  })
}

const isAlike = (a: TextLook, b: TextLook) => !a.bold === !b.bold && !a.italic === !b.italic && a.link === b.link

/** A word that was broken at the end of a line becomes whole. */
function append(runs: StyledRun[], { text, bold, italic, link }: StyledRun, beginsLine: boolean): void {
  const last = runs.at(-1)
  const isBroken = last && beginsLine && /\p{L}[-\u00ad]$/u.test(last.text.slice(-3)) && /^\p{Ll}/u.test(text)
  if (isBroken) last.text = last.text.slice(0, -1)
  const space = last && !isBroken ? ' ' : ''
  if (last && isAlike(last, { bold, italic, link })) last.text += space + text
  else if (last && link) {
    last.text += space
    runs.push({ text, bold, italic, link })
  } else runs.push({ text: space + text, bold, italic, link })
}

export function runsOf(lines: LayoutLine[]): StyledRun[] {
  const runs: StyledRun[] = []
  for (const { words } of lines) for (const [n, word] of words.entries()) append(runs, word, n === 0)
  return runs
}

export function joinedRuns(before: StyledRun[], [first, ...rest]: StyledRun[]): StyledRun[] {
  const runs = before.map(run => ({ ...run }))
  if (first) append(runs, first, true)
  return [...runs, ...rest]
}

export const textIn = (runs: StyledRun[]) => runs.map(({ text }) => text).join('')

/** Without its first word. */
export function afterMark([first, ...rest]: StyledRun[]): StyledRun[] {
  const { text } = first!
  const left = text.includes(' ') ? text.slice(text.indexOf(' ') + 1) : ''
  if (left !== '') return [{ ...first!, text: left }, ...rest]
  return rest.map((run, n) => (n === 0 ? { ...run, text: run.text.trimStart() } : run))
}
