/**
 * What each unit of a text is to the one who compares words: looked up rather than worked out, because a search goes through
 * a hundred thousand of them while somebody waits.
 */

/** Not part of a word. */
export const APART = 0
/** Says nothing by itself: a mark, half of a pair, a letter with another spelling. The text has to be normalised first. */
export const ODD = 1
const UNKNOWN = 0xffff

const letters = new Uint16Array(0x10000).fill(UNKNOWN)

const IN_WORDS = /^[\p{L}\p{M}\p{N}]$/u

/** Latin letters without what stands over and under them (naïve, crème), and without marks of stress. Й stays what it is. */
export const withoutAccents = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text
        .normalize('NFD')
        .replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1')
        .replaceAll(/[\u0300\u0301]/g, '')
        .normalize('NFC')

const PLAIN = /^[\0-\x7fа-яёА-ЯЁ]*$/

/** As `normalise` of words.ts writes it: in lower case, without accents, ё as е. */
function fold(unit: number): number {
  const letter = String.fromCharCode(unit)
  if ((unit >= 0xd800 && unit <= 0xdfff) || /\p{M}/u.test(letter) || letter.normalize('NFKC') !== letter) return ODD
  if (!IN_WORDS.test(letter)) return APART
  const lower = withoutAccents(letter.toLowerCase())
  return lower.length > 1 ? ODD : lower === 'ё' ? 'е'.charCodeAt(0) : lower.charCodeAt(0)
}

export function letterAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  const known = letters[unit]!
  if (known !== UNKNOWN) return known
  letters[unit] = fold(unit)
  return letters[unit]!
}

/** Of a text that is normalised already: what is odd still belongs to a word, or does not. */
export function letterOfNormal(text: string, at: number): number {
  const known = letterAt(text, at)
  if (known !== ODD) return known
  return IN_WORDS.test(text[at]!) ? text.charCodeAt(at) : APART
}

const FACTOR = 65_599

/** One more letter in the number of a word. */
export const mixed = (number: number, letter: number) => (Math.imul(number, FACTOR) + letter) | 0

export function numberOf(word: string): number {
  let number = 0
  for (let at = 0; at < word.length; at++) number = mixed(number, word.charCodeAt(at))
  return number
}

/** A set of numbers that answers "surely not" with one look, for the few that are asked about among very many. */
export class Sieve {
  readonly #bits = new Uint8Array(4096)
  readonly #numbers: Set<number>

  constructor(numbers: Iterable<number>) {
    this.#numbers = new Set(numbers)
    for (const number of this.#numbers) this.#bits[(number ^ (number >>> 12)) & 4095] = 1
  }

  has(number: number): boolean {
    return this.#bits[(number ^ (number >>> 12)) & 4095] === 1 && this.#numbers.has(number)
  }
}
