import { EN_MONTHS, EN_WEEKDAYS, RU_MONTHS } from '../../../lib/when/names.ts'
import type { AnswerKind, QuestionProfile } from '../question.ts'
import type { PassageSentence } from './sentences.ts'

/** Whether a sentence has the kind of thing that a question asks for. */

const NUMBER_WORDS =
  /(^|[^\p{L}])(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|billion|half|dozen|third|quarter|один|одна|одно|два|две|три|четыре|пять|шесть|семь|восемь|девять|десять|двадцать|тридцать|сорок|пятьдесят|сто|двести|тысяч\p{L}*|миллион\p{L}*|миллиард\p{L}*|полов\p{L}+|треть\p{L}*|дюжин\p{L}*|двое|трое)([^\p{L}]|$)/iu
/** In any of their forms. */
const RU_ANY_MONTH = RU_MONTHS.nominative.map(name =>
  name === 'май' ? 'ма[яйе]' : name.endsWith('ь') ? `${name.slice(0, -1)}\\p{L}+` : `${name}\\p{L}*`,
)
const TIMES = new RegExp(
  String.raw`\b1\d{3}\b|\b20\d{2}\b|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d\s*(г\.|год|году|века|в\.|century|centuries|AD|BC|CE|BCE)|(^|[^\p{L}])(${[...EN_MONTHS, ...EN_WEEKDAYS].join('|')}|century|decade|years?|months?|days?|${RU_ANY_MONTH.join('|')}|век\p{L}*|год\p{L}*|лет|месяц\p{L}*|дн\p{L}+)([^\p{L}]|$)`,
  'iu',
)
const REASONS =
  /(^|[^\p{L}])(because|due to|since|so that|in order to|as a result|caused|reason|therefore|thus|потому|из-за|поскольку|так как|чтобы|вследствие|благодаря|причин\p{L}*|поэтому|в связи с)([^\p{L}]|$)/iu

/** 1 when the sentence has what the question asks for, -1 when it has none of it, 0 when that cannot be told. */
export function fitOf(question: QuestionProfile, sentence: PassageSentence): number {
  const fits: Record<AnswerKind, () => boolean | undefined> = {
    number: () => newNumber(question, sentence) || NUMBER_WORDS.test(sentence.text),
    time: () => newNumber(question, sentence) || TIMES.test(sentence.text),
    person: () => newName(question, sentence),
    place: () => newName(question, sentence),
    reason: () => REASONS.test(sentence.text) || undefined,
    other: () => undefined,
  }
  const fit = fits[question.kind]()
  return fit === undefined ? 0 : fit ? 1 : -1
}

const newNumber = (question: QuestionProfile, { words }: PassageSentence) =>
  words.some(({ word, term }) => /\p{N}/u.test(word) && !question.terms.has(term))

/** A word with a capital letter that the question does not have; the first word has one anyway. */
const newName = (question: QuestionProfile, { words, text }: PassageSentence) =>
  words.some(({ start, term }, at) => at > 0 && /\p{Lu}/u.test(text[start] ?? '') && !question.terms.has(term))

/** Two words with capital letters in a row that the question does not have: how people and places are called in full. */
function newFullName(question: QuestionProfile, { words, text }: PassageSentence): boolean {
  const isNew = ({ start, term }: (typeof words)[number]) =>
    /\p{Lu}/u.test(text[start] ?? '') && !question.terms.has(term)
  return words.some(
    (word, at) =>
      at > 0 && isNew(word) && isNew(words[at - 1]!) && /^[\s.]+$/.test(text.slice(words[at - 1]!.end, word.start)),
  )
}

const newTime = (question: QuestionProfile, sentence: PassageSentence) =>
  newNumber(question, sentence) && TIMES.test(sentence.text)

/** What the sentence has beyond the question: a number, a time, a full name where one is asked for; a name or a number in any case. */
export function novelties(question: QuestionProfile, sentence: PassageSentence): number[] {
  const { kind } = question
  const of = (is: boolean) => (is ? 1 : 0)
  return [
    of(kind === 'number' && newNumber(question, sentence)),
    of(kind === 'time' && newTime(question, sentence)),
    of((kind === 'person' || kind === 'place') && newFullName(question, sentence)),
    of(kind === 'other' && newName(question, sentence)),
    of(kind === 'other' && newNumber(question, sentence)),
  ]
}
