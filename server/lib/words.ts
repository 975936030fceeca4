/// <reference path="./snowball-stemmers.d.ts" />
import snowball from 'snowball-stemmers'

/** Words of a text as the index and the query both see them: one tokeniser, so that what is asked can be found. */

export interface Word {
  /** As it is compared: NFKC, lower case, ё as е. */
  word: string
  /** The stem by which its other forms are found. */
  stem: string
  /** UTF-16 range in the text. */
  start: number
  end: number
}

const russian = snowball.newStemmer('russian')
const english = snowball.newStemmer('english')

const TOKEN = /[\p{L}\p{M}\p{N}]+(?:['’ʼ][\p{L}\p{M}]+)*/gu

export const normalise = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е')

/** Stemming costs ten times what a look-up does, and texts repeat their words. */
const known = new Map<string, string>()
const MOST_KNOWN = 60_000
const LONGEST = 64

export function stemOf(word: string): string {
  const found = known.get(word)
  if (found !== undefined) return found
  if (known.size >= MOST_KNOWN) known.clear()
  const stem = makeStem(word)
  known.set(word, stem)
  return stem
}

function makeStem(word: string): string {
  if (/^[а-я]+$/.test(word)) return russian.stem(word)
  if (/^[a-z]+(?:'[a-z]+)?$/.test(word)) return english.stem(word)
  return word
}

export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  for (const match of text.matchAll(TOKEN)) {
    const word = normalise(match[0]).replaceAll(/[’ʼ]/g, "'").slice(0, LONGEST)
    if (word) words.push({ word, stem: stemOf(word), start: match.index, end: match.index + match[0].length })
  }
  return words
}

/** So many letters in front are never changed by stemming. */
const STEADY = 3

/** Says quickly that a word cannot have one of these stems; what it lets pass has to be stemmed to know. */
export function mayBeAmong(stems: Iterable<string>): (word: string) => boolean {
  const beginnings = new Set([...stems].map(stem => stem.slice(0, STEADY)))
  // A stem may be shorter than that.
  return word =>
    beginnings.has(word.slice(0, 3)) || beginnings.has(word.slice(0, 2)) || beginnings.has(word.slice(0, 1))
}

/** Only the words with one of these stems: most words of a text need not be looked at closely. */
export const wordsAmong = (text: string, stems: Set<string>): Word[] => finderOf(stems)(text)

/** The same for many texts: each word is looked at once, however often they repeat it. */
export function finderOf(stems: Set<string>): (text: string) => Word[] {
  const may = mayBeAmong(stems)
  const seen = new Map<string, Pick<Word, 'word' | 'stem'> | undefined>()
  const look = (token: string) => {
    const plain = token.slice(0, STEADY).toLowerCase().replaceAll('ё', 'е')
    // Beyond the usual alphabets a letter may have several spellings.
    if (!may(plain) && !/[\u0530-\uffff]/.test(token)) return undefined
    const word = normalise(token).replaceAll(/[’ʼ]/g, "'").slice(0, LONGEST)
    const stem = stemOf(word)
    return stems.has(stem) ? { word, stem } : undefined
  }
  return text => {
    const words: Word[] = []
    for (const match of text.matchAll(TOKEN)) {
      const token = match[0]
      if (!seen.has(token)) seen.set(token, look(token))
      const found = seen.get(token)
      if (found) words.push({ ...found, start: match.index, end: match.index + token.length })
    }
    return words
  }
}

/** Of names of files: CamelCase, letters and digits are parted, so that FY2018Report is found by each of its parts. */
export const partNames = (name: string) =>
  name
    .normalize('NFKC')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{L})(\p{N})/gu, '$1 $2')
    .replaceAll(/(\p{N})(\p{L})/gu, '$1 $2')

const list = (words: string) => words.split(' ')

const STOP = new Set([
  ...list(
    'и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее мне было вот от меня еще нет о из ему теперь когда даже ну вдруг ли если уже или ни быть был него до вас нибудь опять уж вам ведь там потом себя ничего ей может они тут где есть надо ней для мы тебя их чем была сам чтоб без будто чего раз тоже себе под будет ж тогда кто этот того потому этого какой совсем ним здесь этом один почти мой тем чтобы нее сейчас были куда зачем всех никогда можно при наконец два об другой хоть после над больше тот через эти нас про всего них какая много разве три эту моя впрочем хорошо свою этой перед иногда лучше чуть том нельзя такой им более всегда конечно всю между это эта каком какие какого какую каких которые который которая сколько также является являются',
  ),
  ...list(
    'i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its itself they them their theirs themselves what which who whom this that these those am is are was were be been being have has had having do does did doing a an the and but if or because as until while of at by for with about against between into through during before after above below to from up down in out on off over under again further then once here there when where why how all any both each few more most other some such no nor not only own same so than too very s t can will just don should now also',
  ),
])

/** Words so common that they say nothing, unless nothing else is asked for. */
export const isStopWord = (word: string) => STOP.has(word)

/** Numbers and what looks like one: codes, accounts, years. */
export const isIdentifier = (word: string) => /\p{N}/u.test(word)
