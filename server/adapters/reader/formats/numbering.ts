/** Numbers that a program writes before paragraphs by itself: "3.2." is nowhere in the text of a contract that says it. */

export interface NumberingLevel {
  start: number
  /** As the format calls it, or as an example: `decimal`, `lowerRoman`, `a`, `I`. */
  format: string
  /** How the numbers of all levels are put together: `%1.%2.` */
  shown: string
}

export const DEEPEST = 9

/** Counts the paragraphs of one list. */
export class Counter {
  readonly #counts: (number | undefined)[] = []

  /** The number of the next paragraph of this level, as a reader sees it; empty when it has a bullet or nothing. */
  next(levels: (NumberingLevel | undefined)[], level: number, startAt?: number): string {
    if (level < 0 || level >= DEEPEST) return ''
    const before = this.#counts[level]
    this.#counts.length = Math.min(this.#counts.length, level + 1)
    this.#counts[level] = startAt ?? (before === undefined ? (levels[level]?.start ?? 1) : before + 1)
    const own = levels[level]
    if (!own || own.format === 'bullet' || own.format === 'none' || own.format === '') return ''
    return own.shown
      .replace(/%([1-9])/g, (_all, digit: string) => {
        const at = Number(digit) - 1
        return numeral(this.#counts[at] ?? levels[at]?.start ?? 1, levels[at]?.format ?? 'decimal')
      })
      .trim()
  }
}

function numeral(n: number, format: string): string {
  if (/^(upperRoman|I)$/.test(format)) return roman(n)
  if (/^(lowerRoman|i)$/.test(format)) return roman(n).toLowerCase()
  if (/^(upperLetter|A)$/.test(format)) return letter(n, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  if (/^(lowerLetter|a)$/.test(format)) return letter(n, 'abcdefghijklmnopqrstuvwxyz')
  if (format === 'russianUpper' || format.startsWith('А')) return letter(n, RUSSIAN.toUpperCase())
  if (format === 'russianLower' || format.startsWith('а')) return letter(n, RUSSIAN)
  return format === 'decimalZero' && n < 10 ? `0${n}` : String(n)
}

/** Without those that are never used to count. */
const RUSSIAN = 'абвгдежзиклмнопрстуфхцчшщэюя'

/** After the last letter they are doubled. */
const letter = (n: number, alphabet: string) =>
  n < 1 ? String(n) : alphabet[(n - 1) % alphabet.length]!.repeat(Math.min(Math.ceil(n / alphabet.length), 5))

const ROMAN: [number, string][] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
]

function roman(n: number): string {
  if (n < 1 || n > 3999) return String(n)
  let [left, written] = [n, '']
  for (const [value, sign] of ROMAN)
    while (left >= value) {
      written += sign
      left -= value
    }
  return written
}
