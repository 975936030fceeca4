/// <reference path="./snowball-stemmers.d.ts" />
import snowball from 'snowball-stemmers'
import { APART, letterAt, mixed, numberOf, ODD, Sieve, withoutAccents } from './letters.ts'
import { tokensBy } from './pieces.ts'
import { remembered } from './remembered.ts'

/** Words of a text as the index and the query both see them: one tokeniser, so that what is asked can be found. */

export interface Word {
  /** As it is compared: NFKC, lower case, without accents, ё as е. */
  word: string
  /** The term by which its other forms are found. */
  term: string
  /** UTF-16 range in the text. */
  start: number
  end: number
}

const russian = snowball.newStemmer('russian')
const english = snowball.newStemmer('english')

const tokensOf = tokensBy(/[\p{L}\p{M}\p{N}]+(?:['’ʼ][\p{L}\p{M}]+)*/gu, {
  letters: /[\p{L}\p{M}\p{N}]/u,
  joints: /['’ʼ]/,
  joined: /[\p{L}\p{M}]/u,
})

export const normalise = (text: string) => withoutAccents(text.normalize('NFKC').toLowerCase()).replaceAll('ё', 'е')

const LONGEST = 64

/** Stemming costs ten times what a look-up does, and texts repeat their words. */
export const termOf = remembered((word: string): string => {
  if (/^[а-я]+$/.test(word)) return russian.stem(word)
  if (/^[a-z]+(?:'[a-z]+)?$/.test(word)) return english.stem(word)
  return word
})

type Understood = Pick<Word, 'word' | 'term'>

/** A word as it is written. */
const understand = remembered((token: string): Understood => {
  const word = normalise(token).replaceAll(/[’ʼ]/g, "'").slice(0, LONGEST)
  return { word, term: termOf(word) }
})

export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  const tokens = tokensOf(text)
  for (let n = 0; n < tokens.length; n += 2) {
    const start = tokens[n]!
    const end = tokens[n + 1]!
    const { word, term } = understand(text.slice(start, end))
    if (word) words.push({ word, term, start, end })
  }
  return words
}

/** Of how a term begins so many letters are looked at, but never its last, which stemming may change (happy, happi). */
const BEGINNING = 8

/** How these terms begin. A word that begins otherwise has none of them and need not be stemmed to know. */
export const beginningsOf = (terms: Iterable<string>) =>
  new Sieve([...terms].map(term => numberOf(term.slice(0, Math.max(1, Math.min(term.length - 1, BEGINNING))))))

/** Has the word begun like one of them? Asked after each of its first letters, for a term may be short. */
export const beginsSo = (beginnings: Sieve, letters: number, number: number) =>
  letters <= BEGINNING && beginnings.has(number)

/** Only the words with one of these terms: most words of a text need not be looked at closely. */
export const wordsAmong = (text: string, terms: Set<string>): Word[] => finderOf(terms)(text)

/** The same for many texts: each word is looked at once, however often they repeat it. */
export function finderOf(terms: Set<string>): (text: string) => Word[] {
  const beginnings = beginningsOf(terms)
  const seen = new Map<string, Understood | undefined>()
  const look = (token: string) => {
    const known = understand(token)
    return terms.has(known.term) ? known : undefined
  }
  return text => {
    const words: Word[] = []
    for (const { start, end } of likelyTokens(text, beginnings) ?? allTokens(text)) {
      const token = text.slice(start, end)
      if (!seen.has(token)) seen.set(token, look(token))
      const found = seen.get(token)
      // Spelled out: Node 20 takes microseconds to add to what is spread.
      if (found) words.push({ word: found.word, term: found.term, start, end })
    }
    return words
  }
}

interface Token {
  start: number
  end: number
}

function allTokens(text: string): Token[] {
  const tokens = tokensOf(text)
  return Array.from({ length: tokens.length / 2 }, (_, n) => ({ start: tokens[2 * n]!, end: tokens[2 * n + 1]! }))
}

/** Tokens that begin like a term, in one pass over the letters; undefined where the text has letters that must be normalised. */
function likelyTokens(text: string, beginnings: Sieve): Token[] | undefined {
  const tokens: Token[] = []
  let size = 0
  let number = 0
  let start = 0
  let may = false
  for (let at = 0; at <= text.length; at++) {
    const letter = at < text.length ? letterAt(text, at) : APART
    if (letter === ODD) return undefined
    if (letter === APART) {
      if (size === 0) continue
      if (joins(text, at)) {
        may ||= size < BEGINNING
        continue
      }
      if (may) tokens.push({ start, end: at })
      size = 0
      number = 0
      may = false
      continue
    }
    if (size === 0) start = at
    size++
    number = mixed(number, letter)
    may ||= beginsSo(beginnings, size, number)
  }
  return tokens
}

/** An apostrophe between letters. */
const joins = (text: string, at: number) =>
  (text[at] === "'" || text[at] === '’') &&
  /\p{L}/u.test(text[at + 1] ?? '') &&
  /[\p{L}\p{N}]/u.test(text[at - 1] ?? '')

/** Of names of files: CamelCase, letters and digits are parted, so that FY2018Report is found by each of its parts. */
export const partNames = (name: string) =>
  name
    .normalize('NFKC')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{L})(\p{N})/gu, '$1 $2')
    .replaceAll(/(\p{N})(\p{L})/gu, '$1 $2')

const list = (words: string) => words.split(' ')

export const STOP_WORDS: ReadonlySet<string> = new Set([
  ...list(
    'и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее мне было вот от меня еще нет о из ему теперь когда даже ну вдруг ли если уже или ни быть был него до вас нибудь опять уж вам ведь там потом себя ничего ей может они тут где есть надо ней для мы тебя их чем была сам чтоб без будто чего раз тоже себе под будет ж тогда кто этот того потому этого какой совсем ним здесь этом один почти мой тем чтобы нее сейчас были куда зачем всех никогда можно при наконец два об другой хоть после над больше тот через эти нас про всего них какая много разве три эту моя впрочем хорошо свою этой перед иногда лучше чуть том нельзя такой им более всегда конечно всю между это эта каком какие какого какую каких которые который которая сколько также является являются',
  ),
  ...list(
    'i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its itself they them their theirs themselves what which who whom this that these those am is are was were be been being have has had having do does did doing a an the and but if or because as until while of at by for with about against between into through during before after above below to from up down in out on off over under again further then once here there when where why how all any both each few more most other some such no nor not only own same so than too very s t can will just don should now also',
  ),
  // German and Spanish, but for those that are words, names or abbreviations elsewhere: die, war, MIT, DES, ESA, todo.
  ...list(
    'und oder der ein eine einem einen einer eines nicht auf von zum zur vom auch sich dass wird werden wurde wurden haben nach ihre ihrem ihren ihrer seine seiner dieser diese dieses diesem diesen wenn noch nur aber welche welcher welches',
  ),
  ...list(
    'los las del que por unas unos pero este esta estos estas cual cuales cuando donde quien hasta desde muy estan tiene tienen otro otra otros otras nuestro nuestra',
  ),
])

/** Words so common that they say nothing, unless nothing else is asked for. */
export const isStopWord = (word: string) => STOP_WORDS.has(word)

/** Numbers and what looks like one: codes, accounts, years. */
export const isIdentifier = (word: string) => /\p{N}/u.test(word)
