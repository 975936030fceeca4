import type { Word } from '../../../lib/words.ts'

/**
 * How much each word of a question is met by a text: wholly by a form of itself, in part by a word that is written much like it
 * (получить, получение; commerce, commercial), also in the other alphabet (Dolby, Долби).
 */
export type AlikeSentence = Float64Array

const PIECE = 4
/** Two terms with this share of their letters in common are no more alike than chance. */
const CHANCE = 0.4

/** The terms are those of the question, in the order in which the answer counts them. */
export function meterOf(terms: string[]): (words: Word[]) => AlikeSentence {
  const places = new Map(terms.map((term, at) => [term, at]))
  const latin = terms.map(inLatin)
  const byPiece = new Map<string, number[]>()
  latin.forEach((term, at) => {
    for (const piece of piecesOf(term)) byPiece.set(piece, [...(byPiece.get(piece) ?? []), at])
  })
  const known = new Map<string, [at: number, likeness: number][]>()

  const look = (term: string): [number, number][] => {
    const own = places.get(term)
    const spelt = inLatin(term)
    const others = new Set(piecesOf(spelt).flatMap(piece => byPiece.get(piece) ?? []))
    const near = [...others].map((at): [number, number] => [at, at === own ? 1 : likeness(latin[at]!, spelt)])
    return own === undefined || others.has(own) ? near : [...near, [own, 1]]
  }
  return words => {
    const met = new Float64Array(terms.length)
    for (const { term } of words) {
      let near = known.get(term)
      if (!near) {
        near = look(term)
        known.set(term, near)
      }
      for (const [at, value] of near) if (value > met[at]!) met[at] = value
    }
    return met
  }
}

export function either(...many: AlikeSentence[]): AlikeSentence {
  const met = new Float64Array(many[0]?.length ?? 0)
  for (const one of many) for (let at = 0; at < met.length; at++) if (one[at]! > met[at]!) met[at] = one[at]!
  return met
}

function piecesOf(term: string): string[] {
  // Years and sums are the same or they are not.
  if (/\p{N}/u.test(term)) return []
  return Array.from({ length: Math.max(0, term.length - PIECE + 1) }, (_, at) => term.slice(at, at + PIECE))
}

/** From 0 to 1, by the longest run of letters that both have. */
export function likeness(a: string, b: string): number {
  const longer = Math.max(a.length, b.length)
  if (Math.min(a.length, b.length) <= CHANCE * longer) return 0
  const share = longestRun(a, b) / longer
  return Math.max(0, (share - CHANCE) / (1 - CHANCE))
}

/** How long a run ends at each letter of `b`; the same array for every pair, since there are thousands. Words have 64 letters at most. */
const runs = new Uint8Array(257)

function longestRun(a: string, b: string): number {
  let longest = 0
  runs.fill(0, 0, b.length + 1)
  for (let i = 0; i < a.length; i++) {
    // From the end: what stands before is still of the letter before.
    for (let j = b.length - 1; j >= 0; j--) {
      const run = a[i] === b[j] ? runs[j]! + 1 : 0
      runs[j + 1] = run
      if (run > longest) longest = run
    }
  }
  return longest
}

const CYRILLIC = 'абвгдежзийклмнопрстуфхцчшщъыьэюя'
const LATIN = 'a b v g d e zh z i i k l m n o p r s t u f h ts ch sh sh  y  e yu ya'.split(' ')
const letters = new Map([...CYRILLIC].map((letter, at) => [letter, LATIN[at]!]))

const inLatin = (term: string) =>
  /[а-я]/.test(term) ? Array.from(term, letter => letters.get(letter) ?? letter).join('') : term
