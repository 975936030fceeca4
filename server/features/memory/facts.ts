import { withoutEnd } from '../../lib/trim.ts'
import { isStopWord, normalise, termOf, wordsOf } from '../../lib/words.ts'

/** What people say of themselves, and what it is about: a later statement about the same takes the earlier one's place. */

export interface Fact {
  memory: string
  topics: string[]
  /** What it is about; empty when it stands for itself. */
  slot: string
}

const SLOTS: { pattern: RegExp; slot: string; topics: string[] }[] = [
  { pattern: /(?:меня зовут|мое имя|my name is|call me|i am called)\s+\S+/u, slot: 'name', topics: ['name'] },
  {
    pattern: /(?:^|[^\p{L}])(?:я живу|живу|i live|i'm based|i am based)(?:[^\p{L}]|$)/u,
    slot: 'home',
    topics: ['place'],
  },
  {
    pattern: /(?:^|[^\p{L}])(?:я родил\p{L}+|мой день рождения|my birthday is|i was born)(?:[^\p{L}]|$)/u,
    slot: 'birthday',
    topics: ['birthday'],
  },
  {
    pattern: /(?:^|[^\p{L}])(?:я работаю|i work|my job is|моя должность|i'm employed)(?:[^\p{L}]|$)/u,
    slot: 'work',
    topics: ['work'],
  },
]

/** "мой врач — Петров", "my dentist is Dr Lee": about the doctor. */
const MINE =
  /^(?:что )?(?:мой|моя|мое|мои|наш|наша|наше|наши|my|our)\s+(.{2,60}?)\s*(?:—|–|-|:|это|является|is|are)\s+(.+)$/u

/** "я предпочитаю чай", "I like tea", "я не ем мясо". */
const LIKES =
  /^(?:что )?(?:я|мне|i)\s+(?:больше )?(?:(не )?(?:предпочита\p{L}+|люблю|нравится|нравятся|ем|пью|использую|пишу)|(?:(?:do not|don't|never) )?(?:prefer|like|love|hate|eat|drink|use|write))(?:\s+(.+))?$/u

/** Statements that a person makes without saying "remember". */
const STATEMENT =
  /^(?:меня зовут|мое имя|я живу|я работаю|я предпочитаю|мой день рождения|моя должность|я родил\p{L}+|my name is|call me|i live in|i work|i prefer|my birthday is|i was born|my job is)(?![\p{L}])/u

const contentWords = (text: string) => wordsOf(text).filter(({ word }) => !isStopWord(word))
const terms = (text: string) => contentWords(text).map(({ term }) => term)

/** Tags are words that people read, not what the index makes of them. */
const topicsOf = (text: string) => [...new Set(contentWords(text).map(({ word }) => word))].slice(0, 3)

export function factOf(statement: string): Fact {
  const memory = withoutEnd(statement.replace(/\s+/gu, ' '), /[.!\s]/u).trim()
  const lower = normalise(memory)
  const known = SLOTS.find(({ pattern }) => pattern.test(lower))
  if (known) return { memory, topics: known.topics, slot: known.slot }
  const mine = MINE.exec(lower)
  if (mine) return { memory, topics: topicsOf(mine[1]!), slot: `my ${terms(mine[1]!).join(' ')}` }
  if (LIKES.test(lower)) return { memory, topics: ['preference'], slot: likesSlot(lower) }
  return { memory, topics: topicsOf(memory), slot: '' }
}

/** "предпочитаю чай утром" and "не люблю чай": about the same thing. */
function likesSlot(lower: string): string {
  const rest = LIKES.exec(lower)?.[2] ?? ''
  const about = terms(rest.replace(/^(?:answers|ответы|files|файлы)\s+/u, ''))
  // A preference of language or form replaces the one before it; others stand by what they name.
  const language = /(?:на русском|на английском|по-русски|по-английски|in russian|in english)/u.test(lower)
  if (language) return 'language'
  return `likes ${about.join(' ')}`
}

/** The statements about themselves in what a person has just written. */
export const statedFacts = (query: string): string[] =>
  query
    .split(/(?<=[.!?])\s+|\n+/u)
    .map(sentence => sentence.trim())
    .filter(sentence => sentence.length <= 300 && !sentence.endsWith('?') && STATEMENT.test(normalise(sentence)))

/** Words that only ask. */
const ASKING =
  /^(?:как\p{L}*|где|когда|сколько|кто|кого|кому|кем|что|чей|чья|чье|чьи|знаешь|помнишь|скажи|напомни|what|which|who|whose|when|where|how|many|much|tell|know|remember|remind|me|is|are|do|does|did)$/u
/** "my", "I": a question about oneself. */
const OWN = /(?<!\p{L})(?:я|мо[йяеию]|моего|моей|моих|моему|меня|мне|у меня|наш\p{L}*|my|mine|i|me|our)(?!\p{L})/u

/** What is asked for of each kind that has a name of its own. */
const ASKED_SLOTS: [RegExp, string][] = [
  [/как меня зовут|как мое имя|what(?:'s| is) my name|who am i|кто я(?!\p{L})/u, 'name'],
  [/где я живу|where do i live/u, 'home'],
  [/когда (?:у меня |мой )?день рождения|когда я родил|when (?:is my birthday|was i born)/u, 'birthday'],
  [/(?:где|кем) я работаю|where do i work|what(?:'s| is) my job/u, 'work'],
]

/** Whether a statement answers a question: it has every word of it that tells something. */
export function answersQuestion({ memory, slot }: Pick<Fact, 'memory' | 'slot'>, question: string): boolean {
  const lower = normalise(question)
  const asked = ASKED_SLOTS.find(([pattern]) => pattern.test(lower))
  if (asked) return slot === asked[1]
  const wanted = wordsOf(question).filter(({ word }) => !isStopWord(word) && !ASKING.test(word) && !OWN.test(word))
  const has = new Set(wordsOf(memory).map(({ term }) => term))
  // A single word is too little to go by, unless it is asked of oneself.
  const enough = wanted.length > 1 || (wanted.length === 1 && (OWN.test(lower) || slot.startsWith('my ')))
  return enough && wanted.every(({ term }) => has.has(term))
}

/** How much two statements say the same, 0..1. */
export function likeness(a: string, b: string): number {
  const [left, right] = [new Set(terms(a)), new Set(terms(b))]
  const same = [...left].filter(term => right.has(term)).length
  return left.size + right.size === 0 ? 0 : same / (left.size + right.size - same)
}

/** Whether every word that carries meaning was said by the person. */
export function isSaidBy(memory: string, words: string[]): boolean {
  const said = new Set(words.flatMap(text => wordsOf(text).map(({ term }) => term)))
  const wanted = terms(memory).filter(term => term !== termOf('пользователь') && term !== termOf('user'))
  return wanted.length > 0 && wanted.every(term => said.has(term))
}
