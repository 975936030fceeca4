import { centre, type LayoutBox, type LayoutLine } from './words.ts'

/** Items of lists: how they are marked on the page, and the lists of a Word document that mark them so. */

export interface Mark {
  /** Word's name of the kind of number. */
  format: 'bullet' | 'decimal' | 'lowerLetter' | 'russianLower'
  /** What Word is to write before the item: `%1` stands for the number. */
  shown: string
  /** The number itself, from 1. */
  at: number
}

export interface ListItem {
  num: number
  level: number
}

const BULLET = /^[•◦▪■●‣∙·–—*\uf0b7\uf0a7-]$/
const BULLETS: Record<string, string> = { '\uf0b7': '•', '\uf0a7': '▪', '*': '•', '·': '•', '∙': '•', '●': '•' }
const NUMBER = /^(\(?)(\d{1,3})([.)])$/
const LETTER = /^([a-zа-я])\)$/
const LATIN = 'abcdefghijklmnopqrstuvwxyz'
/** Without those that Word leaves out. */
const RUSSIAN = 'абвгдежзиклмнопрстуфхцчшщэюя'

export function markOf(word: string): Mark | undefined {
  if (BULLET.test(word)) return { format: 'bullet', shown: BULLETS[word] ?? word, at: 1 }
  const number = NUMBER.exec(word)
  if (number) {
    const [, open, digits, close] = number
    return open && close === '.' ? undefined : { format: 'decimal', shown: `${open}%1${close}`, at: Number(digits) }
  }
  const letter = LETTER.exec(word)?.[1]
  if (!letter) return undefined
  const [format, alphabet] = LATIN.includes(letter)
    ? ['lowerLetter' as const, LATIN]
    : ['russianLower' as const, RUSSIAN]
  const at = alphabet.indexOf(letter) + 1
  return at > 0 ? { format, shown: '%1)', at } : undefined
}

const isBeside = (mark: LayoutBox, line: LayoutBox) =>
  line.x0 >= mark.x1 &&
  line.x0 - mark.x1 < (mark.y1 - mark.y0) * 3 &&
  Math.abs(centre(line).y - centre(mark).y) < (mark.y1 - mark.y0) / 2

/** Marks under each other are told as a column of their own: each goes to the line that it stands before. */
export function withTheirMarks(lines: LayoutLine[]): LayoutLine[] {
  const marks = lines.filter(({ words }) => words.length === 1 && markOf(words[0]!.text))
  if (marks.length === 0) return lines
  const given = new Set<LayoutLine>()
  const whole = lines.map(line => {
    if (marks.includes(line)) return line
    const mark = marks.find(one => !given.has(one) && isBeside(one, line))
    if (!mark) return line
    given.add(mark)
    return { ...line, x0: mark.x0, words: [...mark.words, ...line.words] }
  })
  return whole.filter(line => !given.has(line))
}

const DEEPEST = 8
/** Points by which the items of an inner list stand further in. */
const FURTHER = 8

interface Running {
  num: number
  next: number
}

export class Lists {
  readonly #kinds: Mark[] = []
  readonly #nums: { kind: number; level: number; start: number }[] = []
  /** By level and kind the list that goes on where its next number comes. */
  readonly #running = new Map<string, Running>()
  /** How far in the lists stand that the last item is in. */
  #indents: number[] = []

  /** Undefined where Word could not write the mark as it stands on the page. */
  item(mark: Mark, indent: number): ListItem | undefined {
    const level = this.#levelOf(indent)
    const key = `${level} ${mark.format} ${mark.shown}`
    const known = this.#running.get(key)
    const goesOn = known !== undefined && (mark.format === 'bullet' || known.next === mark.at)
    // A letter that begins no list may be anything.
    if (!goesOn && mark.format !== 'bullet' && mark.format !== 'decimal' && mark.at > 1) return undefined
    const num = goesOn ? known.num : this.#begin(mark, level)
    for (const other of this.#running.keys()) if (Number(other.split(' ')[0]) > level) this.#running.delete(other)
    this.#running.set(key, { num, next: mark.at + 1 })
    return { num, level }
  }

  /** Something else came: the next item stands in no other one. */
  rest(): void {
    this.#indents = []
  }

  #levelOf(indent: number): number {
    while (this.#indents.length > 0 && indent < this.#indents.at(-1)! - FURTHER / 2) this.#indents.pop()
    if (this.#indents.length === 0 || (indent > this.#indents.at(-1)! + FURTHER && this.#indents.length <= DEEPEST))
      this.#indents.push(indent)
    return this.#indents.length - 1
  }

  #begin(mark: Mark, level: number): number {
    const same = this.#kinds.findIndex(({ format, shown }) => format === mark.format && shown === mark.shown)
    const kind = same < 0 ? this.#kinds.push(mark) - 1 : same
    return this.#nums.push({ kind, level, start: mark.at })
  }

  /** What goes into `w:numbering`. */
  xml(): string {
    const kinds = this.#kinds.map(({ format, shown }, n) => {
      const levels = Array.from({ length: DEEPEST + 1 }, (_, level) => levelOf(format, shown, level))
      return `<w:abstractNum w:abstractNumId="${n}"><w:multiLevelType w:val="hybridMultilevel"/>${levels.join('')}</w:abstractNum>`
    })
    const nums = this.#nums.map(({ kind, level, start }, n) => {
      const begins = `<w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="${start}"/></w:lvlOverride>`
      return `<w:num w:numId="${n + 1}"><w:abstractNumId w:val="${kind}"/>${begins}</w:num>`
    })
    return [...kinds, ...nums].join('')
  }
}

const levelOf = (format: string, shown: string, level: number) =>
  `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${shown.replace('%1', `%${level + 1}`)}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${720 + level * 360}" w:hanging="360"/></w:pPr></w:lvl>`
