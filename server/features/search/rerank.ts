import { APART, letterAt, letterOfNormal, mixed, numberOf, ODD, Sieve } from '../../lib/letters.ts'
import { beginningsOf, beginsSo, isStopWord, normalise, STOP_WORDS, stemOf, type Word } from '../../lib/words.ts'
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

/** What a stem answers of the question: which of its words, and what that is worth. */
export type Answers = { stem: string; group: number; weight: number }[]

/** The question, ready to be looked for in many texts. */
interface Sought {
  answers: Map<string, Answers[number]>
  pieces: Map<number, number>
  likelyPieces: Sieve
  pairs: Map<string, number>
  stems: Set<string>
  /** How those stems begin: most words of a text begin otherwise and need no stemming. */
  beginnings: Sieve
}

function soughtOf(asked: Word[], answers: Answers): Sought {
  const question = asked.map(({ word }) => word).filter(word => !isStopWord(word))
  const pieces = numbered(question.flatMap(piecesOf))
  const stems = question.map(stemOf)
  const pairs = numbered(stems.slice(1).map((stem, n) => `${stems[n]} ${stem}`))
  // A single word has no pairs, and then no stem of its own is of use.
  const used = new Set([...(pairs.size > 0 ? stems : []), ...answers.map(({ stem }) => stem)])
  return {
    answers: new Map(answers.map(answer => [answer.stem, answer])),
    pieces,
    likelyPieces: new Sieve(pieces.keys()),
    pairs,
    stems: used,
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
      const stem = may ? stemIn(text.slice(start, end), sought) : ''
      if (stem) {
        countPair(sought, before, stem, pairs.counts)
        together.meet(stem, words)
      }
      before = stem
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

  meet(stem: string, at: number): void {
    const answer = this.answers.get(stem)
    if (!answer) return
    this.#met.set(answer.group, { at, weight: answer.weight })
    let sum = 0
    for (const met of this.#met.values()) if (met.at > at - CLOSE) sum += met.weight
    this.most = Math.max(this.most, sum)
  }
}

function countPair({ pairs }: Sought, before: string, stem: string, counts: Uint16Array): void {
  const pair = pairs.get(`${before} ${stem}`)
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

function stemIn(token: string, { stems }: Sought): string {
  const stem = stemOf(normalise(token))
  return stems.has(stem) ? stem : ''
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
