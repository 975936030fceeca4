import { isStopWord, type Word } from '../../../lib/words.ts'
import { partyOf } from './lexicon.ts'
import { isSameName } from './names.ts'
import { isSameWord, type Reading } from './reading.ts'
import { isVerb, isWe, prepositionBefore, type Side, sidesOf } from './roles.ts'

/** Who does what to whom, in a claim and in a passage. */

/** What a passage says beside the sentences: the file's name and title, the rest of its text. */
export interface Around {
  reading: Reading
  /** Parties that are called by name: "Bright Lane Ltd (the Contractor)". */
  aliases: { name: string; party: number }[]
}

export interface Against {
  why: string
  /** Something else is said there; else it only is not said. */
  otherwise: boolean
}

export const TURNED = 'the two are the other way round'

/** "A pays B" against "B pays A". */
export function rolesAgainst(claim: Reading, span: Reading, around: Around): Against | undefined {
  const { people, things, verb } = participantsOf(claim, span)
  const all = [...people, ...things]
  if (all.length < 2 || isCopula(claim, people)) return undefined
  // Where the verbs differ, another may do something else with the same: "the choir uses the hall that the parish lends".
  const across = claim.cyrillic !== span.cyrillic
  if (!across && !verb && !claim.words.some(({ word }) => PASSES.test(word))) return undefined
  const claimed = sidesOf(claim.text, claim.words, new Set(all), new Set(things))
  const isSame = (one: number, word: Word) =>
    things.includes(one) ? isSameWord(claim.words[one]!, word) : isSameParticipant(claim.words[one]!, word, around)
  const placesIn = (words: Word[]) =>
    new Map(
      all.flatMap((one): [number, number[]][] => {
        const there = words.flatMap((word, at) => (isSame(one, word) ? [at] : []))
        return there.length > 0 ? [[one, there]] : []
      }),
    )
  // Where commas part them, the whole sentence is looked at.
  const parts = span.clauses.filter(
    ({ words }) => new Set([...placesIn(words).keys()].flatMap(one => claimed.get(one) ?? [])).size === 2,
  )
  for (const { words } of parts.length > 0 ? parts : [span]) {
    const places = placesIn(words)
    const thingsThere = new Set(things.flatMap(one => places.get(one) ?? []))
    const said = sidesOf(span.text, words, new Set([...places.values()].flat()), thingsThere)
    const turned = all.filter(one => {
      const sides = new Set(places.get(one)?.flatMap(at => said.get(at) ?? []))
      const own = claimed.get(one)
      return own !== undefined && sides.size === 1 && !sides.has(own)
    })
    if (areTurned({ turned, people, claimed, places, verb, single: claim.clauses.length === 1 }))
      return { why: TURNED, otherwise: true }
  }
  return undefined
}

function areTurned({
  turned,
  people,
  claimed,
  places,
  verb,
  single,
}: {
  turned: number[]
  people: number[]
  claimed: Map<number, Side>
  places: Map<number, number[]>
  /** Both have the same verb. */
  verb: boolean
  /** The claim is one statement. */
  single: boolean
}): boolean {
  if (new Set(turned.map(one => claimed.get(one))).size === 2) return true
  if (!turned.some(one => people.includes(one))) return false
  // Of two people one is not mentioned, and the other is on the wrong side; or the same verb has this one on the wrong side.
  const sides = new Set(people.map(person => claimed.get(person)))
  const rest = people.filter(person => !turned.includes(person))
  return sides.has('source') && sides.has('target')
    ? rest.every(person => !places.has(person))
    : verb && single && rest.length === 0
}

/** "Nell Osborne is the accountant": both are one. */
function isCopula({ text, words }: Reading, people: number[]): boolean {
  if (people.length < 2) return false
  const between = words.slice(people[0]! + 1, people.at(-1)).filter((_, at) => !people.includes(people[0]! + 1 + at))
  const plain = between.every(({ word }) =>
    /^(is|are|was|were|the|a|an|our|his|her|their|of|for|и|это|является|зовут|called|named)$/u.test(word),
  )
  return (
    plain &&
    (between.some(({ word }) => /^(is|are|was|were|является|это|зовут|called)$/u.test(word)) || /\s[—–-]\s/u.test(text))
  )
}

/** People, firms and parties; and where claim and passage have a verb in common, other things that both name: "the parish lends the choir its hall". */
function participantsOf(claim: Reading, span: Reading): { people: number[]; things: number[]; verb: boolean } {
  const starts = new Set(claim.names.map(({ start }) => start))
  const isPerson = (word: Word) => starts.has(word.start) || partyOf(word) !== undefined || isWe(word.word)
  const people = claim.words.flatMap((word, at) => (isPerson(word) ? [at] : []))
  if (claim.cyrillic !== span.cyrillic) return { people, things: [], verb: false }
  const isShared = (word: Word) =>
    !isPerson(word) && !isStopWord(word.word) && span.words.some(other => isSameWord(word, other))
  const shared = claim.words.flatMap((word, at) => (isShared(word) ? [at] : []))
  const english = claim.cyrillic
    ? -1
    : verbOf(
        claim,
        [...people, ...shared.filter(at => at < (people[0] ?? Number.POSITIVE_INFINITY)).slice(0, 1)].sort(
          (a, b) => a - b,
        ),
      )
  const verbs = shared.filter(at => (claim.cyrillic ? isVerb(claim.words[at]!.word) : at === english))
  const things = shared.filter(at => !verbs.includes(at) && claim.about.includes(claim.words[at]!))
  return { people, things: verbs.length > 0 ? things : [], verb: verbs.length > 0 }
}

const AUXILIARY =
  /^(will|would|must|shall|should|may|can|could|has|have|had|is|are|was|were|be|been|not|also|always|never|does|did|do)$/u

/** In English the verb is told by its place, behind the first that is named. */
function verbOf({ words }: Reading, all: number[]): number {
  let at = all.find(one => prepositionBefore(words, one) === undefined) ?? -1
  if (at < 0) return -1
  at++
  while (
    at < words.length &&
    (all.includes(at)
      ? words[at]!.start - words[at - 1]!.end < 2 && isJoined(words, at)
      : AUXILIARY.test(words[at]!.word))
  )
    at++
  return at
}

/** A further part of the same name. */
const isJoined = (words: Word[], at: number) => !/[a-z](s|ed)$/u.test(words[at]!.word) || at === 1

/** Verbs by which something passes from one to the other: then it is clear which way, also where the verbs differ. */
const PASSES =
  /^(pa(y|id)|giv|gave|send|sent|lend|lent|hand|transfer|return|refund|award|grant|sell|sold|repay|reimburs|borrow|receiv|gets?$|got$|buy|bought|плат|оплат|уплат|выплат|заплат|дал|даст|отда|переда|верн|возвра|отправ|перечисл|перевод|перевед|одолж|продал|прода[её]т|получ|взял|купил|выда|присуд|подар)/u

function isSameParticipant(a: Word, b: Word, { aliases }: Around): boolean {
  if (isSameName(a.word, b.word) || (isWe(a.word) && isWe(b.word))) return true
  const party = partyOf(a)
  if (party !== undefined)
    return partyOf(b) === party || aliases.some(alias => alias.party === party && isSameName(alias.name, b.word))
  const other = partyOf(b)
  return other !== undefined && aliases.some(alias => alias.party === other && isSameName(alias.name, a.word))
}

const NAMED = 4

/** "Bright Lane Ltd (the Contractor)", "Landlord: Joan Whitaker", "Поставщик — ООО «Арабика Трейд»". */
export function aliasesIn({ text, words, names }: Reading): Around['aliases'] {
  const starts = new Map(names.map(name => [name.start, name]))
  return words.flatMap((word, at) => {
    const party = partyOf(word)
    if (party === undefined) return []
    const behind = /^\s*[:—–-]\s/u.test(text.slice(word.end, word.end + 4))
    const inside = /\(\s*(the\s+|далее\s*[—-]?\s*)?["«]?$/iu.test(text.slice(Math.max(0, word.start - 12), word.start))
    if (!behind && !inside) return []
    const near = behind ? words.slice(at + 1, at + 1 + NAMED) : words.slice(Math.max(0, at - NAMED - 2), at).reverse()
    const found: { name: string; party: number }[] = []
    for (const other of near) {
      if (starts.has(other.start)) found.push({ name: other.word, party })
      else if (found.length > 0) break
    }
    return found
  })
}
