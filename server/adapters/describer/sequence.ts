import { remembered } from '../../lib/remembered.ts'
import { formsOf } from './morphology.ts'
import { BEGINNING, type TextToken, wordsOf } from './tokens.ts'

/** A word of the text as the finders of names see it. */
export interface SequenceToken {
  text: string
  lower: string
  start: number
  end: number
  /** Its first letters, by which most words are told from those of a lexicon. */
  beginning: string
  /** What stands between it and the word before. */
  gap: string
  /** The last of that opens a quote. */
  quoted: boolean
  /** Begins with a capital. */
  capital: boolean
  /** All capitals, more than one. */
  upper: boolean
  russian: boolean
  /** The first word of a sentence, where a capital tells nothing. */
  first: boolean
}

const SENTENCE_GAP = /[.!?…:]["»”)]*\s|\n|^\s*$|[•\t]/u

/** What a sign that opens stands behind is seen in its last signs. */
const LAST = 20

const opens = remembered((gap: string) => {
  const last = gap.slice(-LAST)
  return {
    sentence: SENTENCE_GAP.test(gap) || (/["«“(–—-]\s*$/u.test(last) && /[.!?]\s*["«“(–—-]?\s*$/u.test(last)),
    quote: /[«"“„]$/u.test(gap),
  }
})

export function tokensOf(text: string, words: TextToken[] = wordsOf(text)): SequenceToken[] {
  let last = 0
  return words.map(({ text: word, lower, start, end, known }, at) => {
    const gap = text.slice(last, start)
    last = end
    const { beginning, capital, upper, russian } = known
    const { sentence, quote: quoted } = opens(gap)
    // Spelled out: Node 20 takes microseconds to add to what is spread, and this is done for every word.
    return {
      text: word,
      start,
      end,
      lower,
      beginning,
      gap,
      quoted,
      capital,
      upper,
      russian,
      first: at === 0 || sentence,
    }
  })
}

/** Nothing but a space between it and the word before. */
export const follows = (token: SequenceToken | undefined) => token?.gap === ' ' || token?.gap === '\u00a0'

/** Words in their dictionary form; their beginnings tell cheaply that a word of the text is none of them. */
export class Lexicon extends Set<string> {
  readonly #beginnings: Set<string>

  constructor(words: Iterable<string>) {
    super(words)
    this.#beginnings = new Set([...this].map(word => word.slice(0, BEGINNING)))
  }

  mayHave({ beginning }: SequenceToken): boolean {
    return this.#beginnings.has(beginning)
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
export const isName = (token: SequenceToken | undefined): token is SequenceToken =>
  Boolean(token?.capital && token.russian && !token.upper && token.text.length > 1 && !LITTLE.has(token.lower))

export function hasLemma(token: SequenceToken | undefined, words: Lexicon): boolean {
  if (!token?.russian || !words.mayHave(token)) return false
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
