import { APART, letterAt, letterOfNormal, mixed, numberOf, ODD, Sieve } from '../../lib/letters.ts'
import { beginningsOf, beginsSo, isStopWord, normalise, STOP_WORDS, termOf, type Word } from '../../lib/words.ts'
import { B, CLOSE, K1, PAIRS, PIECES } from './ranking.ts'
import { idf } from './statistics.ts'

/**
 * The second look at the best candidates: pieces of words, which forgive what stemming does not, and pairs of words in their
 * order, how rare each is being counted among the candidates themselves; and how much of the question stands close together.
 */

/** Every four letters in a row, the blanks around a word included, as one number. */
const BLANK = 32
const piece = (a: number, b: number, c: number, d: number) => mixed(mixed(mixed(mixed(0, a), b), c), d)

function piecesOf(word: string): number[] {
  const units = [BLANK, ...Array.from({ length: word.length }, (_, i) => word.charCodeAt(i)), BLANK]
  if (units.length === 3) units.unshift(0)
  return units.slice(3).map((unit, i) => piece(units[i]!, units[i + 1]!, units[i + 2]!, unit))
}

const stopWords = new Sieve([...STOP_WORDS].map(numberOf))

/** The numbers of different items, in the order in which they come. */
const numbered = <T>(items: T[]) => new Map([...new Set(items)].map((item, n) => [item, n]))

/** How often a text has each item of the question, of how many that it has in all. */
interface Counted {
  counts: Uint16Array
  length: number
}

/** BM25 over any kind of item, with statistics of these texts alone. */
function scores(wanted: number, found: Counted[]): number[] {
  const frequency = new Array<number>(wanted).fill(0)
  for (const { counts } of found) for (let n = 0; n < wanted; n++) if (counts[n]! > 0) frequency[n]!++
  const worth = frequency.map(rows => idf(rows, found.length))
  const average = found.reduce((sum, { length }) => sum + length, 0) / Math.max(found.length, 1) || 1
  return found.map(({ counts, length }) => {
    const norm = K1 * (1 - B + (B * length) / average)
    let score = 0
    for (let n = 0; n < wanted; n++) {
      const count = counts[n]!
      if (count > 0) score += (worth[n]! * count * (K1 + 1)) / (count + norm)
    }
    return score
  })
}

/** What a term answers of the question: which of its words, and what that is worth. */
export type Answers = { term: string; group: number; weight: number }[]

/** The question, ready to be looked for in many texts. */
interface Sought {
  answers: Map<string, Answers[number]>
  pieces: Map<number, number>
  likelyPieces: Sieve
  pairs: Map<string, number>
  terms: Set<string>
  /** How those terms begin: most words of a text begin otherwise and need no stemming. */
  beginnings: Sieve
}

function soughtOf(asked: Word[], answers: Answers): Sought {
  const question = asked.map(({ word }) => word).filter(word => !isStopWord(word))
  const pieces = numbered(question.flatMap(piecesOf))
  const terms = question.map(termOf)
  const pairs = numbered(terms.slice(1).map((term, n) => `${terms[n]} ${term}`))
  // A single word has no pairs, and then no term of its own is of use.
  const used = new Set([...(pairs.size > 0 ? terms : []), ...answers.map(({ term }) => term)])
  return {
    answers: new Map(answers.map(answer => [answer.term, answer])),
    pieces,
    likelyPieces: new Sieve(pieces.keys()),
    pairs,
    terms: used,
    beginnings: beginningsOf(used),
  }
}

let letters = new Uint16Array(4096)

/** The letters of a text, in one array that every text is read into; most have nothing odd in them and are read as they are. */
function read(text: string): string {
  if (text.length > letters.length) letters = new Uint16Array(2 * text.length)
  for (let at = 0; at < text.length; at++) {
    const letter = letterAt(text, at)
    if (letter === ODD) return readNormal(normalise(text))
    letters[at] = letter
  }
  return text
}

function readNormal(text: string): string {
  if (text.length > letters.length) letters = new Uint16Array(2 * text.length)
  for (let at = 0; at < text.length; at++) letters[at] = letterOfNormal(text, at)
  return text
}

/** Each word costs a few numbers; only those that may matter become strings. */
function countIn(whole: string, sought: Sought): { pieces: Counted; pairs: Counted; together: number } {
  const text = read(whole)
  const pieces = { counts: new Uint16Array(sought.pieces.size), length: 0 }
  const pairs = { counts: new Uint16Array(sought.pairs.size), length: 0 }
  const together = new Together(sought.answers)
  let words = 0
  let before = ''
  for (let start = 0; start < text.length; ) {
    if (letters[start] === APART) {
      start++
      continue
    }
    let end = start
    let number = 0
    let may = false
    for (; end < text.length && letters[end] !== APART; end++) {
      number = mixed(number, letters[end]!)
      if (!may) may = beginsSo(sought.beginnings, end - start + 1, number)
    }
    if (!stopWords.has(number)) {
      words++
      pieces.length += countPieces(sought, start, end, pieces.counts)
      const term = may ? termIn(text.slice(start, end), sought) : ''
      if (term) {
        countPair(sought, before, term, pairs.counts)
        together.meet(term, words)
      }
      before = term
    }
    start = end
  }
  pairs.length = Math.max(words - 1, 0)
  return { pieces, pairs, together: together.most }
}

/** The most that the question's words are worth of which the last were met close to each other. */
class Together {
  most = 0
  readonly #met = new Map<number, { at: number; weight: number }>()

  constructor(private readonly answers: Sought['answers']) {}

  meet(term: string, at: number): void {
    const answer = this.answers.get(term)
    if (!answer) return
    this.#met.set(answer.group, { at, weight: answer.weight })
    let sum = 0
    for (const met of this.#met.values()) if (met.at > at - CLOSE) sum += met.weight
    this.most = Math.max(this.most, sum)
  }
}

function countPair({ pairs }: Sought, before: string, term: string, counts: Uint16Array): void {
  const pair = pairs.get(`${before} ${term}`)
  if (pair !== undefined) counts[pair]!++
}

/** Of the word that lies there; answers how many pieces it has. */
function countPieces({ likelyPieces, pieces }: Sought, start: number, end: number, counts: Uint16Array): number {
  let [a, b, c] = end - start === 1 ? [0, BLANK, letters[start]!] : [BLANK, letters[start]!, letters[start + 1]!]
  for (let at = start + 2; at <= end; at++) {
    const last = at < end ? letters[at]! : BLANK
    const met = piece(a, b, c, last)
    if (likelyPieces.has(met)) counts[pieces.get(met)!]!++
    a = b
    b = c
    c = last
  }
  if (end - start > 1) return end - start - 1
  const met = piece(a, b, c, BLANK)
  if (likelyPieces.has(met)) counts[pieces.get(met)!]!++
  return 1
}

function termIn(token: string, { terms }: Sought): string {
  const term = termOf(normalise(token))
  return terms.has(term) ? term : ''
}

/** What pieces and pairs add to the score of each text, and the most of the question that it says in one place. */
export function secondLook(
  asked: Word[],
  texts: string[],
  answers: Answers = [],
): { added: number; together: number }[] {
  const sought = soughtOf(asked, answers)
  const found = texts.map(text => countIn(text, sought))
  const byPieces = scores(
    sought.pieces.size,
    found.map(({ pieces }) => pieces),
  )
  const byPairs = scores(
    sought.pairs.size,
    found.map(({ pairs }) => pairs),
  )
  return found.map(({ together }, i) => ({ added: PIECES * byPieces[i]! + PAIRS * byPairs[i]!, together }))
}
