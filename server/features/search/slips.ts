/** What a finger or a keyboard may have done to a word. */

const LATIN_KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const CYRILLIC_KEYS = 'ёйцукенгшщзхъфывапролджэячсмитьбю'

const toCyrillicKeys = new Map([...LATIN_KEYS].map((key, i) => [key, CYRILLIC_KEYS[i]!]))
const toLatinKeys = new Map([...CYRILLIC_KEYS].map((key, i) => [key, LATIN_KEYS[i]!]))

/** The same keys struck with the other layout on: `ljujdjh` was meant to be `договор`, `руддщ` hello. */
export function otherLayout(word: string): string | undefined {
  const keys = [...word.toLowerCase()]
  const map = /[a-z]/.test(word) && !/[а-яё]/.test(word) ? toCyrillicKeys : toLatinKeys
  const swapped = keys.map(key => map.get(key) ?? (/\d/.test(key) ? key : undefined))
  return swapped.includes(undefined) ? undefined : swapped.join('').replaceAll('ё', 'е')
}

/**
 * The word and every form of it with one letter removed. Two words that differ by one typing mistake share one of
 * these.
 */
export function shortened(word: string): string[] {
  const letters = [...word]
  return [
    word,
    ...new Set(
      letters.map((_, i) =>
        letters
          .slice(0, i)
          .concat(letters.slice(i + 1))
          .join(''),
      ),
    ),
  ]
}

/** Letters put in, left out, mistaken or swapped: how many, up to `most`; more counts as `most + 1`. */
export function slipsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2]! + 1)
      row.push(cost)
    }
    before = last
    last = row
  }
  return Math.min(last[b.length]!, most + 1)
}

/** How many slips are forgiven in a word of this length. */
export const forgiven = (word: string) => (word.length < 4 ? 0 : word.length < 9 ? 1 : 2)
