import type { TextToken } from './tokens.ts'

/** A sketch of the words of a text (MinHash): the share of equal numbers in two sketches is about the share of words that both texts have. */

const NUMBERS = 48
const MOST_WORDS = 600
const FEWEST = 8

const FACTORS = Array.from({ length: NUMBERS }, (_, n) => Math.imul(n + 1, 0x9e3779b1) | 1)

function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return hash ^ (hash >>> 15)
}

/** Empty where there is too little to compare. Numbers and names differ from one paper to the next and are left out. */
export function likenessOf(words: TextToken[]): number[] {
  const stems = new Set<string>()
  for (const { known } of words.slice(0, MOST_WORDS))
    if (!known.hasDigit && known.text.length > 2 && (known.upper || !known.capital)) stems.add(known.stem)
  if (stems.size < FEWEST) return []
  const sketch = new Int32Array(NUMBERS).fill(0x7fffffff)
  for (const stem of stems) {
    const hash = hashOf(stem)
    for (let n = 0; n < NUMBERS; n++) {
      const mixed = Math.imul(hash ^ (hash >>> 13), FACTORS[n]!) ^ (hash >>> 7)
      const value = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b) | 0
      if (value < sketch[n]!) sketch[n] = value
    }
  }
  return [...sketch]
}
