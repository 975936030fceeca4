import { soundOfLatin } from '../../../lib/alphabets.ts'
import { remembered } from '../../../lib/remembered.ts'
import { termsOfForms, understood } from '../../../lib/russian.ts'
import { MONTHS, WEEKDAYS } from '../../../lib/when/words.ts'
import { isStopWord, type Word } from '../../../lib/words.ts'
import { partyOf } from './lexicon.ts'

/** Names of people, places and firms, compared in both alphabets and in every Russian case. */

const TITLES = new Set(
  'mr mrs ms miss dr prof sir madam lord lady no ltd inc llc gmbh plc co ооо ао оао зао пао ип ано нко тсж г гг ул'.split(
    ' ',
  ),
)
/** Written otherwise in the other language; what they mean is told by the sentence. */
const ACRONYM = /^\p{Lu}{2,5}$/u

const isCapital = (text: string, { start }: Word) => /\p{Lu}/u.test(text[start] ?? '')
const isCyrillicWord = (word: string) => /[а-я]/u.test(word)

/** Marked as a name in the dictionary, or not in it at all. */
const isRussianName = remembered((word: string): boolean => {
  const known = understood(word).filter(({ parser }) => parser === 'Dictionary')
  if (known.length === 0) return true
  return known.some(
    ({ tag, score }) => score > 0.05 && Boolean(tag.Surn || tag.Name || tag.Patr || tag.Geox || tag.Orgn || tag.Trad),
  )
})

const surelyRussianName = remembered((word: string): boolean =>
  understood(word).some(
    ({ parser, tag, score }) =>
      parser === 'Dictionary' && score > 0.3 && Boolean(tag.Surn || tag.Name || tag.Patr || tag.Geox),
  ),
)

const beginsSentence = (text: string, { start }: Word) =>
  /(^|[.!?…]["'»”)]*\s+|\n\s*)["'«“(]*$/u.test(text.slice(Math.max(0, start - 12), start))

export interface Name extends Word {
  /** How it is written there. */
  said: string
}

/** `known`: names that are met elsewhere, to tell whether the first word of a sentence is one. */
export function namesIn(text: string, words: Word[], known: Set<string> = new Set()): Name[] {
  return words.flatMap((word, at) =>
    isName(text, words, at, known) ? [{ ...word, said: text.slice(word.start, word.end) }] : [],
  )
}

const SLAVIC = /[a-z]{2}(ov|ova|ev|eva|sky|skiy|skaya|enko|chuk)$/u

function isName(text: string, words: Word[], at: number, known: Set<string>): boolean {
  const word = words[at]!
  const said = text.slice(word.start, word.end)
  if (!isCapital(text, word) || word.word.length < 2 || /\d/u.test(said) || ACRONYM.test(said)) return false
  if (isStopWord(word.word) || TITLES.has(word.word) || MONTHS.has(word.word) || WEEKDAYS.has(word.word)) return false
  const quoted = /[«"“]\p{L}*(\s\p{L}+)*\s?$/u.test(text.slice(Math.max(0, word.start - 40), word.start))
  if (partyOf(word) !== undefined && !quoted) return false
  if (quoted) return true
  const first = beginsSentence(text, word)
  if (isCyrillicWord(word.word)) {
    if (first)
      return (
        surelyRussianName(word.word) ||
        (isRussianName(word.word) && [...known].some(name => isSameName(word.word, name)))
      )
    const before = words[at - 1]
    const joined = before !== undefined && /^\s$/u.test(text.slice(before.end, word.start)) && isCapital(text, before)
    return isRussianName(word.word) || (joined && isName(text, words, at - 1, known))
  }
  const next = words[at + 1]
  const joined =
    next !== undefined &&
    isCapital(text, next) &&
    /^\p{L}{2,}$/u.test(next.word) &&
    /^\s$/u.test(text.slice(word.end, next.start)) &&
    partyOf(next) === undefined &&
    !MONTHS.has(next.word)
  // A Latin word among Cyrillic ones is a name even where it begins.
  if (/\p{Script=Cyrillic}/u.test(text)) return true
  if (first) return joined || SLAVIC.test(word.word) || [...known].some(name => isSameName(word.word, name))
  const before = words[at - 1]
  return !(before && /^(the|a|an)$/u.test(before.word) && !joined)
}

const ENDINGS =
  /(ыми|ими|ами|ями|ому|ему|ого|его|ой|ей|ою|ею|ом|ем|ым|им|ых|их|ам|ям|ах|ях|ую|юю|ая|яя|ый|ий|ье|ья|ью|[аяуюыиеоьй])$/u

/** Without its case. */
const rootOf = (word: string): string => {
  const root = word.replace(ENDINGS, '')
  return root.length >= 2 ? root : word
}

/** As it sounds, more or less: both alphabets end in one spelling. */
const soundOf = remembered((word: string): string => {
  let sound = word.replaceAll(/['’ʼ-]s?$/gu, '').replaceAll(/['’ʼ-]/gu, '')
  if (/[a-z]/u.test(sound)) sound = soundOfLatin(sound)
  return sound
    .replaceAll('дж', 'ж')
    .replaceAll(/у(?=[аеиоэяю])/gu, 'в')
    .replaceAll(/[ъьй]/gu, letter => (letter === 'й' ? 'и' : ''))
    .replaceAll('щ', 'ш')
    .replaceAll(/э/gu, 'е')
    .replaceAll('ы', 'и')
    .replaceAll('з', 'с')
    .replaceAll(/(.)\1/gu, '$1')
})

const VOWEL = /[аеиоуэюя]/u
const isVowel = (letter: string) => VOWEL.test(letter)
const bare = (sound: string) => sound.replace(/[аеиоуэюя]+$/u, '') || sound

/** Letters that one alphabet writes for the other's. */
const KIN = ['гх', 'хж', 'кч', 'кц', 'цс', 'чш', 'гж', 'тц', 'жи', 'хч', 'вф', 'шс']
const swap = (a: string, b: string) =>
  a === b ? 0 : isVowel(a) && isVowel(b) ? 0.4 : KIN.includes(a + b) || KIN.includes(b + a) ? 0.5 : 1
const lost = (letter: string) => (isVowel(letter) || letter === 'х' ? 0.5 : 1.5)

function distance(a: string, b: string): number {
  let row = [0]
  for (const letter of b) row.push(row.at(-1)! + lost(letter))
  for (const own of a) {
    const next = [row[0]! + lost(own)]
    for (let j = 0; j < b.length; j++)
      next.push(Math.min(row[j]! + swap(own, b[j]!), row[j + 1]! + lost(own), next[j]! + lost(b[j]!)))
    row = next
  }
  return row.at(-1)!
}

/** So far apart may two spellings of one name lie, for each letter. */
const NEAR = 0.22

/** Whether two words are forms of one name. */
export const isSameName = (a: string, b: string): boolean => a === b || sameName(`${a} ${b}`)

/** Asked of the same pairs for each sentence of an answer. */
const sameName = remembered((pair: string): boolean => {
  const [a, b] = pair.split(' ') as [string, string]
  const [cyrillicA, cyrillicB] = [isCyrillicWord(a), isCyrillicWord(b)]
  if (cyrillicA && cyrillicB) return rootOf(a) === rootOf(b) || sharesForm(a, b)
  if (!cyrillicA && !cyrillicB) return a.replace(/['’]s$/u, '') === b.replace(/['’]s$/u, '')
  const [latin, cyrillic] = cyrillicA ? [b, a] : [a, b]
  if (Math.min(latin.length, cyrillic.length) < 2) return false
  const sound = soundOf(latin)
  return [cyrillic, rootOf(cyrillic)].some(form => {
    const [one, other] = [bare(sound.replace(/ис$/u, 'с')), bare(soundOf(form))]
    return [
      [sound, soundOf(form)],
      [one, other],
    ].some(([x, y]) => isNear(x!, y!))
  })
})

function isNear(a: string, b: string): boolean {
  const longer = Math.max(a.length, b.length)
  // Lost letters cost half at least.
  return Math.abs(a.length - b.length) / 2 <= NEAR * longer && distance(a, b) <= NEAR * longer
}

const sharesForm = (a: string, b: string) => {
  const forms = new Set(termsOfForms(a))
  return forms.size > 0 && termsOfForms(b).some(form => forms.has(form))
}
