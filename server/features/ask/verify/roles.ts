import { remembered } from '../../../lib/remembered.ts'
import { understood } from '../../../lib/russian.ts'
import type { Word } from '../../../lib/words.ts'
import { PASSES, partyOf, RECEIVING } from './lexicon.ts'

/** Who does something to whom, or who sends something to whom. */

export type Side = 'source' | 'target'

/** Those who write the text. */
export const isWe = (word: string) => /^(we|us|i|me|мы|нас|нам|нами|я|меня|мне|мной)$/u.test(word)

/** What a statement turns on by the dictionary: a finite verb, "старше", "должен". Who does what an infinitive says may stand in any case. */
export const isVerb = remembered((word: string): boolean =>
  /[а-я]/u.test(word)
    ? understood(word).some(({ tag, score }) => /^(VERB|PRTS|COMP|ADJS)$/u.test(tag.POST) && score > 0.2)
    : false,
)

const RECEIVES_FROM = new Set('от у from'.split(' '))
const ENGLISH_TO = new Set('to into for against than'.split(' '))
const PREPOSITIONS = new Set(
  'в во на с со к ко о об по из за от у для до при про без через между под над перед после in on at of with to from by for about against into between after before during within under since until than as per'.split(
    ' ',
  ),
)

const PRONOUN = /^(i|we|you|he|she|they|who)$/u

const isCyrillicText = (text: string) => /\p{Script=Cyrillic}/u.test(text)

/** A noun by the dictionary; in English what is no verb by its ending. */
export const isThing = remembered((word: string): boolean =>
  /[а-я]/u.test(word)
    ? understood(word).some(({ tag, score }) => tag.POST === 'NOUN' && score > 0.3)
    : word.length > 2 && !/(ed|ing|ly|es)$/u.test(word),
)

interface Scene {
  text: string
  words: Word[]
  /** Nouns that are neither people nor parties. */
  things: Set<number>
  /** The side of whoever acts, and of the other. */
  subject: Side
  object: Side
  passive: boolean
  sides: Map<number, Side>
  /** Of the one that is surely the subject. */
  named: number
  /** Words that may be the subject if no other is. */
  unsure: number[]
}

/** Which side each of the words of a clause is on, where the clause tells. */
export function sidesOf(
  text: string,
  words: Word[],
  asked: Set<number>,
  things: Set<number> = new Set(),
): Map<number, Side> {
  const receives = isReceiving(words, asked)
  const russian = isCyrillicText(text)
  const scene: Scene = {
    text,
    words,
    things,
    subject: receives ? 'target' : 'source',
    object: receives ? 'source' : 'target',
    passive: russian ? isRussianPassive(words) : isEnglishPassive(mainPart(text, words, Math.min(...asked))),
    sides: new Map(),
    named: -1,
    unsure: [],
  }
  for (const at of [...asked].sort((a, b) => a - b)) {
    const side = sideOf(scene, at, asked, russian)
    if (side) scene.sides.set(at, side)
  }
  settle(scene)
  return scene.sides
}

/** "Комарова" may be the genitive of a man's name; not where nobody else can be the subject. Behind the verb it is the object. */
function settle({ words, things, subject, object, passive, sides, unsure }: Scene): void {
  const taken = [...sides].some(([at, side]) => side === subject && !things.has(at))
  const first = unsure.find(at => !things.has(at))
  for (const at of unsure) {
    // "Жукова передала Абрамян": of two that may be either the first acts.
    const second = first !== undefined && at > first && actsBefore({ words, things, unsure }, at) >= 0
    if (!taken) sides.set(at, passive !== second ? object : subject)
    else if (!things.has(at) && isVerb(words[at - 1]?.word ?? '')) sides.set(at, passive ? subject : object)
  }
}

function sideOf(scene: Scene, at: number, asked: Set<number>, russian: boolean): Side | undefined {
  const { word } = scene.words[at]!
  if (/^(we|i)$/u.test(word)) return scene.subject
  if (russian && /[а-я]/u.test(word)) return russianSide(scene, at)
  // "Konstantin Lebedev" is one of them.
  const joined = asked.has(at - 1) && !scene.things.has(at) && !scene.things.has(at - 1)
  if (joined && /^\s+$/u.test(scene.text.slice(scene.words[at - 1]!.end, scene.words[at]!.start)))
    return scene.sides.get(at - 1)
  const side = englishSide(scene, at)
  if (side === scene.subject && !scene.passive) scene.named = at
  return side
}

/** Of a man's name; the dictionary may take it for something else: "прокатов". */
const SURNAME = /(ов|ев|ин|ын)$/u

function russianSide(scene: Scene, at: number): Side | undefined {
  const { words, things, subject, object, passive, unsure } = scene
  const preposition = prepositionBefore(words, at)
  if (preposition) return RECEIVES_FROM.has(preposition) ? 'source' : undefined
  const { word } = words[at]!
  const surname = !things.has(at) && SURNAME.test(word) && partyOf(words[at]!) === undefined
  const cases = surname ? new Set(['nomn']) : casesOf(word)
  if (cases.size === 0) return undefined
  if (!cases.has('nomn')) return obliqueSide(scene, cases, things.has(at))
  const plain = [...cases].every(one => one === 'nomn' || one === 'accs')
  if (!plain) {
    unsure.push(at)
    return undefined
  }
  // Names that are not declined: the first is the subject.
  const before = scene.named >= 0 ? scene.named : actsBefore(scene, at)
  const second = before >= 0 && at - before > 1 && !things.has(at) && !/^(и|или)$/u.test(words[at - 1]!.word)
  if (!second && !things.has(at)) scene.named = at
  return second !== passive ? object : subject
}

/** One that may be the subject, with the verb between: "Жукова передала Абрамян". */
const actsBefore = ({ words, things, unsure }: Pick<Scene, 'words' | 'things' | 'unsure'>, at: number) =>
  unsure.find(one => !things.has(one) && words.slice(one + 1, at).some(({ word }) => isVerb(word))) ?? -1

function obliqueSide({ subject, object, passive }: Scene, cases: Set<string>, thing: boolean): Side | undefined {
  // Of things only the plain cases tell: "клубу".
  if (thing && !(cases.has('datv') && !cases.has('gent')) && !(passive && cases.has('ablt'))) return undefined
  if (passive && cases.has('ablt') && !cases.has('datv')) return subject
  if (cases.has('datv')) return subject === 'source' ? 'target' : object
  return cases.has('accs') || cases.has('ablt') ? object : undefined
}

function englishSide({ text, words, subject, object, passive, named }: Scene, at: number): Side | undefined {
  // "the Customer's warehouse" is about the warehouse.
  if (/['’]s$/u.test(words[at]!.word) || /^['’]/u.test(text.slice(words[at]!.end))) return undefined
  const before = prepositionBefore(words, at)
  if (before === 'by') return subject
  if (before === 'from') return 'source'
  if (before) return ENGLISH_TO.has(before) ? 'target' : undefined
  // "We will pay the shop": somebody else is the subject.
  return passive || named >= 0 || hasPronoun(words, at) ? object : subject
}

/** Not beyond "that": "we confirm that the shop pays". */
function hasPronoun(words: Word[], at: number): boolean {
  const before = words.slice(0, at).map(({ word }) => word)
  return before.slice(before.lastIndexOf('that') + 1).some(word => PRONOUN.test(word))
}

/** The verb stands between those it is about; "receiving an invoice" behind them is another matter, and so is "took over". */
function isReceiving(words: Word[], asked: Set<number>): boolean {
  const [first, last] = [Math.min(...asked), Math.max(...asked)]
  const between = words.slice(first + 1, last)
  const verbs = between.length > 0 ? between : words
  // "Dana collects the rent and sends it to Mrs Aldridge": the last of them has to do with the other.
  const gives = verbs.findLastIndex(({ word }) => PASSES.test(word) && !RECEIVING.test(word))
  return verbs.some(
    (word, at, all) =>
      at > gives &&
      RECEIVING.test(word.word) &&
      // "buyer", "получатель"
      partyOf(word) === undefined &&
      !/ing$/u.test(word.word) &&
      all[at + 1]?.word !== 'over',
  )
}

/** Of the words that a name or noun has before it: articles, titles, adjectives, first names. */
export function prepositionBefore(words: Word[], at: number): string | undefined {
  for (let back = 1; back <= 3; back++) {
    const word = words[at - back]?.word
    if (word === undefined) return undefined
    if (PREPOSITIONS.has(word)) return word
    // What stands between has to belong to the noun.
    if (
      !/^(\d+|the|a|an|his|her|their|its|our|your|mr|mrs|ms|dr|uncle|aunt|grandma|дяд\p{L}+|тет\p{L}+|бабушк\p{L}+|ооо|ао|ип|гражданин\p{L}*)$/u.test(
        word,
      )
    ) {
      const isModifier = /[а-я]/u.test(word) && isPartOfName(word) && sharesCase(word, words[at]!.word)
      if (!isModifier) return undefined
    }
  }
  return undefined
}

const isPartOfName = remembered((word: string): boolean =>
  understood(word).some(({ tag, score, parser }) =>
    /^(ADJF|PRTF|NPRO)$/u.test(tag.POST)
      ? score > 0.2
      : Boolean(tag.Surn || tag.Name || tag.Patr) || parser !== 'Dictionary',
  ),
)

const sharesCase = (a: string, b: string) => {
  const own = casesOf(b)
  return [...casesOf(a)].some(one => own.has(one))
}

const casesOf = remembered((word: string): Set<string> => {
  // Foreign names without an ending are mostly not declined.
  if (!understood(word).some(({ parser }) => parser === 'Dictionary') && /[бвгджзклмнпрстфхцчшщ]$/u.test(word))
    return new Set(['nomn'])
  const parses = understood(word).filter(({ tag }) => /^(NOUN|ADJF|PRTF|NPRO)$/u.test(tag.POST))
  const names = parses.filter(({ tag }) => tag.Surn || tag.Name || tag.Patr)
  const chosen = names.length > 0 ? names : parses.filter(({ score }) => score > 0.05)
  const cases = new Set(
    chosen.flatMap(({ tag }) => (tag.CAse && (names.length === 0 || tag.NMbr !== 'plur') ? [tag.CAse] : [])),
  )
  // Of animate nouns the accusative is the genitive, and of names the plural is hardly meant.
  if (cases.has('gent') && !cases.has('nomn') && !cases.has('datv')) cases.add('accs')
  return cases
})

const isRussianPassive = (words: Word[]) =>
  words.some(({ word }) => /(ется|ются|ится|ятся|лся|лась|лись|лось)$/u.test(word)) ||
  words.some(({ word }) => isShortParticiple(word))

const isShortParticiple = remembered((word: string): boolean =>
  understood(word).some(({ tag, score }) => tag.POST === 'PRTS' && score > 0.3),
)

const SUBORDINATE = /^(after|before|when|if|until|while|because|that|which|who|once|unless|where)$/u

/** Without what "after the premises are vacated" says. */
function mainPart(text: string, words: Word[], first: number): string {
  const end = words.findIndex(({ word }, at) => at > first && SUBORDINATE.test(word))
  return text.slice(words[0]?.start ?? 0, words.at(end < 0 ? -1 : end - 1)?.end ?? 0)
}

const isEnglishPassive = (text: string) =>
  /\b(is|are|was|were|be|been|being|gets?|got)\s+(\w+ly\s+|not\s+|also\s+)*(\w+(ed|en|aid|ent|old|ade|iven|ought|eld)|payable|due)\b/u.test(
    text,
  ) || /\b(payable|paid|signed|provided|arranged|held|owed)\s+by\b/iu.test(text)
