import { stopWordsIn } from '../../lib/foreign-stop-words.ts'
import { bestForm, type Form, formsOf } from './morphology.ts'
import { stemOf } from './stems.ts'
import type { TextToken } from './tokens.ts'

/** What a text is about, by counting: words and phrases that come often, early and in headings. */

interface Candidate {
  words: TextToken[]
  count: number
  score: number
}

/** No more than can be told apart by three of their numbers in one. */
const MAX_WORDS = 20_000
const PHRASE = 3

export interface KeywordSource {
  text: string
  words: TextToken[]
  language: string
  /** Where the headings and the title stand: what is said there counts more. */
  loud: { start: number; end: number }[]
  /** Numbers, addresses and people, which are told elsewhere. */
  apart: { start: number; end: number }[]
}

const isJoined = (text: string, before: TextToken | undefined, word: TextToken) =>
  before?.end === word.start - 1 && text[before.end] === ' '

/** Runs of content words with nothing but a space between them. */
function candidatesOf({ text, words, loud, apart, language }: KeywordSource): Map<number, Candidate> {
  const found = new Map<number, Candidate>()
  const stems = new Numbers()
  const stopWords = stopWordsIn(language)
  const isLoud = (word: TextToken) => loud.some(span => word.start >= span.start && word.end <= span.end)
  /** Where the run begins; behind the word itself there is none. */
  let begin = 0
  let next = 0
  const last = Math.min(words.length, MAX_WORDS)
  for (let at = 0; at < last; at++) {
    const word = words[at]!
    const joined = isJoined(text, words[at - 1], word)
    while (next < apart.length && apart[next]!.end <= word.start) next++
    const isTelling =
      word.known.telling && !word.known.hasDigit && !stopWords.has(word.lower) && !REQUISITES.has(word.lower)
    if (!isTelling || (apart[next]?.start ?? Infinity) <= word.start) {
      begin = at + 1
      continue
    }
    begin = Math.max(joined ? begin : at, at + 1 - PHRASE)
    // Early words weigh up to twice as much as late ones.
    const weight = (1 + 1 / (1 + at / 150)) * (isLoud(word) ? 2.5 : 1)
    // A number for each stem, and one for each row of them: looked up in a fraction of the time of a text.
    let id = 0
    for (let from = at; from >= begin; from--) {
      id = id * (MAX_WORDS + 1) + stems.of(words[from]!.known.stem)
      const seen = found.get(id)
      if (seen) {
        seen.count++
        seen.score += weight
      } else found.set(id, { words: words.slice(from, at + 1), count: 1, score: weight })
    }
  }
  return found
}

/** Counts stems from one on. */
class Numbers {
  readonly #numbers = new Map<string, number>()

  of(stem: string): number {
    const known = this.#numbers.get(stem)
    if (known) return known
    this.#numbers.set(stem, this.#numbers.size + 1)
    return this.#numbers.size
  }
}

const CYRILLIC = /^[а-яё-]+$/i

const isAdjective = (form: Form) => form.pos === 'ADJF' || form.pos === 'PRTF'

/** What every paper is full of and none is about. */
const REQUISITES = new Set(
  'дата тема кому копия вложения инн кпп бик огрн огрнип окпо оквэд октмо окато снилс исх вх руб вид выд тел факс ооо пао зао вкл iban bic swift vat tel fax'.split(
    ' ',
  ),
)

/** A Russian phrase by its dictionary form: "арендной платы" is "арендная плата". Undefined when it is no noun phrase. */
function russianPhrase(words: TextToken[], isSaid: (word: string) => boolean): string | undefined {
  const nouns = words.map(word => bestForm(word.text, form => form.pos === 'NOUN'))
  const head = words.findIndex(
    (word, at) => nouns[at] && !formsOf(word.text).some(form => isAdjective(form) && form.score > nouns[at]!.score),
  )
  if (head < 0) return undefined
  const noun = nouns[head]!
  // After the head only nouns in the genitive hang on it, and they stay as they are.
  const behind = words.slice(head + 1)
  if (
    behind.some(
      (word, at) =>
        !formsOf(word.text).some(form => form.pos === 'NOUN' && form.case === 'gent') || !nouns[head + 1 + at],
    )
  )
    return undefined
  const plural =
    noun.number === 'plur' &&
    !formsOf(words[head]!.text).some(form => form.pos === 'NOUN' && form.number === 'sing' && form.score >= noun.score)
  const number = plural ? 'plur' : 'sing'
  const before = words.slice(0, head).map(word => {
    const adjective = bestForm(word.text, isAdjective)
    return adjective && (plural ? adjective.inflect('nomn', 'plur') : adjective.inflect('nomn', 'sing', noun.gender))
  })
  if (before.some(word => !word)) return undefined
  const named = noun.inflect('nomn', number) ?? noun.lemma
  // A form that is only guessed at must stand in the text somewhere.
  if (!noun.known && !isSaid(named)) return words.length === 1 ? words[0]!.text.toLowerCase() : undefined
  return [...before, named, ...behind.map(word => word.text.toLowerCase())].join(' ')
}

const isName = (text: string, word: TextToken) =>
  /^\p{Lu}/u.test(word.text) && !/(^|[.!?…\n]\s*)$/u.test(text.slice(Math.max(0, word.start - 3), word.start))

/** As people would write it: names keep their capitals, abbreviations too, the rest is lower case. */
function written({ text }: KeywordSource, words: TextToken[], isSaid: (word: string) => boolean): string | undefined {
  const raw = words.map(word => word.text)
  if (raw.every(word => CYRILLIC.test(word))) {
    const letters = raw.every(
      word => /^\p{Lu}{2,6}$/u.test(word) && !formsOf(word).some(form => form.known && form.pos === 'NOUN'),
    )
    if (letters) return raw.length === 1 ? raw[0] : undefined
    if (raw.length === 1 && formsOf(raw[0]!).some(form => form.known && form.patronymic)) return undefined
    const phrase = russianPhrase(words, isSaid)
    if (!phrase) return undefined
    const name = words.every(word => isName(text, word)) && words.some(word => /\p{Ll}/u.test(word.text))
    if (name && raw.length === 1 && phrase === raw[0]!.toLowerCase()) return raw[0]
    return name ? phrase.replace(/(^|[\s-])(\p{L})/gu, (_, gap, letter) => gap + letter.toUpperCase()) : phrase
  }
  if (words.some(word => /^(?:\p{L}+ly|\p{L}*[a-z]ed)$/u.test(word.text)) && raw.length === 1) return undefined
  return raw.map((word, at) => (isName(text, words[at]!) ? word : word.toLowerCase())).join(' ')
}

const within = (part: Set<string>, whole: Set<string>) => [...part].every(stem => whole.has(stem))

export function keywordsOf(source: KeywordSource, limit = 10): string[] {
  const total = Math.min(source.words.length, MAX_WORDS)
  const often = total > 300 ? 2 : 1
  const ranked = [...candidatesOf(source).values()]
    .filter(({ count, words, score }) =>
      words.length === 1 ? count >= often || score > 4 : count >= Math.max(2, often) || score > 4 * words.length,
    )
    // A phrase that comes as often as its words says more than each of them.
    .map(candidate => ({ ...candidate, score: candidate.score * [1, 1.7, 2.0][candidate.words.length - 1]! }))
    .sort((a, b) => b.score - a.score)
    .slice(0, 60)
  const chosen: { text: string; stems: Set<string> }[] = []
  let said: Set<string> | undefined
  const isSaid = (word: string) => {
    said ??= new Set(source.words.map(({ lower }) => lower))
    return said.has(word)
  }
  for (const { words } of ranked) {
    if (chosen.length >= limit) break
    const stems = new Set(words.map(word => stemOf(word.text)))
    const covered = chosen.some(other => within(stems, other.stems) || within(other.stems, stems))
    if (covered) continue
    const text = written(source, words, isSaid)
    if (text && !chosen.some(other => other.text.toLowerCase() === text.toLowerCase())) chosen.push({ text, stems })
  }
  return chosen.map(({ text }) => text)
}
