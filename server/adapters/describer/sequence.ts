import { formsOf } from './morphology.ts'
import { wordsOf } from './tokens.ts'

/** A word of the text as the finders of names see it. */
export interface Token {
  text: string
  lower: string
  start: number
  end: number
  /** What stands between it and the word before. */
  gap: string
  /** Begins with a capital. */
  capital: boolean
  /** All capitals, more than one. */
  upper: boolean
  russian: boolean
  /** The first word of a sentence, where a capital tells nothing. */
  first: boolean
}

const SENTENCE_GAP = /[.!?…:]["»”)]*\s|\n|^\s*$|[•\t]/u

export function tokensOf(text: string): Token[] {
  let end = 0
  return wordsOf(text).map((word, at) => {
    const gap = text.slice(end, word.start)
    end = word.end
    return {
      // Spelled out: Node 20 takes microseconds to add to what is spread, and this is done for every word.
      text: word.text,
      start: word.start,
      end: word.end,
      lower: word.text.toLowerCase(),
      gap,
      capital: /^\p{Lu}/u.test(word.text),
      upper: word.text.length > 1 && /^[\p{Lu}\d-]+$/u.test(word.text) && /\p{Lu}{2}/u.test(word.text),
      russian: /^[а-яё-]+$/i.test(word.text),
      first:
        at === 0 ||
        SENTENCE_GAP.test(gap) ||
        (/["«“(–—-]\s*$/u.test(gap) === true && /[.!?]\s*["«“(–—-]?\s*$/u.test(gap)),
    }
  })
}

/** Nothing but a space between it and the word before. */
export const follows = (token: Token | undefined) => token !== undefined && /^[ \u00a0]$/u.test(token.gap)

const PREFIX = 3

/** Words in their dictionary form; their beginnings tell cheaply that a word of the text is none of them. */
export class Lexicon extends Set<string> {
  readonly #beginnings: Set<string>

  constructor(words: Iterable<string>) {
    super(words)
    this.#beginnings = new Set([...this].map(word => word.slice(0, PREFIX)))
  }

  mayHave(word: string): boolean {
    return this.#beginnings.has(word.slice(0, PREFIX).replaceAll('ё', 'е'))
  }
}

export const wordSet = (words: string) => new Lexicon(words.split(/\s+/).map(word => word.replaceAll('ё', 'е')))

/** Prepositions, conjunctions and pronouns, which a sentence begins with and a name does not. */
const LITTLE = wordSet(
  `из в во на не но он она они оно их его ее эта это этот эти тот та те то по за от до об при про под над без для как так что кто где когда
  если или да и а с к о у же бы ли мы вы я ты мой наш ваш свой весь все всё вся сам сама сами уже еще ещё лишь только даже вот там тут
  здесь после перед между через среди кроме хотя пока чтобы также тоже однако потом затем теперь сейчас сегодня вчера завтра тогда`,
)

/** Capitals that do not shout: a name as it is written. */
export const isName = (token: Token | undefined): token is Token =>
  Boolean(token?.capital && token.russian && !token.upper && token.text.length > 1 && !LITTLE.has(token.lower))

export function hasLemma(token: Token | undefined, words: Lexicon): boolean {
  if (!token?.russian || !words.mayHave(token.lower)) return false
  if (words.has(token.lower)) return true
  return token.text.length > 2 && formsOf(token.lower).some(form => words.has(form.lemma.replaceAll('ё', 'е')))
}

export const capitalised = (word: string) =>
  word.replace(/(^|-)(\p{L})/gu, (_, dash, letter) => dash + letter.toUpperCase())

const regions = (['ru', 'en'] as const).map(
  language => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }),
)
const CODES = Array.from({ length: 26 * 26 }, (_, n) => String.fromCharCode(65 + Math.floor(n / 26), 65 + (n % 26)))

/** The countries of the world, as the machine's own language data name them in Russian and English. */
export const COUNTRIES = new Set(
  CODES.flatMap(code => regions.map(names => names.of(code)))
    .filter(name => name !== undefined)
    .map(name => name.toLowerCase().replaceAll('ё', 'е')),
)
