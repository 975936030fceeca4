import { lazy } from '../../../lib/lazy.ts'
import { isStopWord, type Word } from '../../../lib/words.ts'
import { PASSES, partyOf } from './lexicon.ts'
import { isSameName } from './names.ts'
import { type ClaimReading, isSameWord } from './reading.ts'
import { isVerb, isWe, prepositionBefore, type Side, sidesOf } from './roles.ts'

/** Who does what to whom, in a claim and in a passage. */

/** What a passage says beside the sentences: the file's name and title, the rest of its text. */
export interface Around {
  reading: ClaimReading
  /** Parties that are called by name: "Bright Queue Ltd (the Contractor)". */
  aliases: { name: string; party: number }[]
}

export interface Against {
  why: string
  /** True if the passage contradicts the claim, false if it only does not state it. */
  otherwise: boolean
}

/** Opposite parties of a contract: a sentence about one of them is not about the other. */
export const counterparts = lazy(() =>
  [
    ['landlord', 'tenant'],
    ['customer', 'contractor'],
    ['buyer', 'seller'],
    ['buyer', 'supplier'],
    ['borrower', 'lender'],
    ['employee', 'employer'],
    ['insurer', 'policyholder'],
    ['sender', 'recipient'],
    ['plaintiff', 'defendant'],
    ['school', 'parents'],
    ['landlord', 'owner'],
    ['bank', 'customer'],
    ['contractor', 'subcontractor'],
  ].map(pair => pair.map(word => partyOf({ word, term: word }) ?? -1)),
)

export const TURNED = 'the two are the other way round'

/** "A pays B" against "B pays A". */
export function rolesAgainst(claim: ClaimReading, span: ClaimReading, around: Around): Against | undefined {
  const scene = participantsOf(claim, span)
  if (isCopula(claim, scene.people)) return calledAgainst(claim, around)
  const traded = tradeAgainst(claim, scene.people, around)
  if (traded) return traded
  const across = claim.cyrillic !== span.cyrillic
  const passes = ({ words }: ClaimReading) => words.some(({ word }) => PASSES.test(word))
  const passing = passes(claim) && passes(span)
  if (scene.people.length + scene.things.length < (passing ? 1 : 2)) return undefined
  // Where the verbs differ, another may do something else with the same: "the choir uses the hall that the parish lends".
  if (!across && !scene.verb && !passes(claim)) return undefined
  return isTurned(claim, span, around, { ...scene, verb: scene.verb || (across && passing) })
    ? { why: TURNED, otherwise: true }
    : undefined
}

interface Participants {
  people: number[]
  things: number[]
  /** Both have the same verb. */
  verb: boolean
}

function isTurned(
  claim: ClaimReading,
  span: ClaimReading,
  around: Around,
  { people, things, verb }: Participants,
): boolean {
  const all = [...people, ...things]
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
  // If the claim names only one party, only the clauses that name it are searched.
  const alone =
    new Set(claimed.values()).size === 1
      ? span.clauses.filter(({ words }) => [...claimed.keys()].every(one => placesIn(words).has(one)))
      : []
  const looked = parts.length > 0 ? parts : alone.length > 0 ? alone : [span]
  return looked.some(({ words }) => {
    const places = placesIn(words)
    const said = sidesIn(span, words, places, { claim, things })
    const turned = all.filter(one => {
      const sides = new Set(places.get(one)?.flatMap(at => said.get(at) ?? []))
      const own = claimed.get(one)
      return own !== undefined && sides.size === 1 && !sides.has(own)
    })
    return areTurned({ turned, people, claimed, places, verb, single: claim.clauses.length === 1 })
  })
}

function sidesIn(
  span: ClaimReading,
  words: Word[],
  places: Map<number, number[]>,
  { claim, things }: { claim: ClaimReading; things: number[] },
): Map<number, Side> {
  const thingsThere = new Set(things.flatMap(one => places.get(one) ?? []))
  const said = sidesOf(span.text, words, new Set([...places.values()].flat()), thingsThere)
  if (isReportedTo(words, claim))
    for (const [at, side] of said)
      if (!prepositionBefore(words, at)) said.set(at, side === 'source' ? 'target' : 'source')
  return said
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

const REPORTING =
  /^(asks?|asked|instruct|orders?$|ordered|commission|hires?$|hired|engages?$|engaged|appoint|tells?$|told|request|requires?$|required|поруч|прос[ия]т|попрос|обяз|наня|нанима|разреш|велел)/u

/** "The press asks Yara to translate the novel": she does it, for the press. */
function isReportedTo(words: Word[], claim: ClaimReading): boolean {
  const from = words.findIndex(({ word }) => REPORTING.test(word))
  if (from < 0 || claim.words.some(({ word }) => REPORTING.test(word))) return false
  return words
    .slice(from + 1)
    .some(
      (word, at, rest) =>
        (/[а-я]/u.test(word.word) ? /(ть|ти|чь|ться|тись)$/u.test(word.word) : rest[at - 1]?.word === 'to') &&
        claim.words.some(other => isSameWord(other, word)),
    )
}

/** Claims that say who somebody is, where the passage calls another by this: "Плательщик — ООО «Печатный двор»". */
function calledAgainst(claim: ClaimReading, { aliases }: Around): Against | undefined {
  // "The director of the landlord": the first of them is said of somebody.
  const [first] = [...claim.parties].sort(([, a], [, b]) => a.start - b.start)
  if (!first || claim.names.length === 0) return undefined
  const called = aliases.filter(({ party }) => party === first[0])
  const isCalled = claim.names.some(name => called.some(alias => isSameName(alias.name, name.word)))
  return called.length > 0 && !isCalled
    ? { why: `another is called "${first[1].word}" there`, otherwise: true }
    : undefined
}

/** Deals whose sides have names: who sells and who buys, who lends and who borrows, who lets and who rents. */
const DEALS: { verb: RegExp; sides: Record<Side, string[]> }[] = [
  {
    verb: /^(sell|sold|bought|buy(s|ing)?$|purchas|прода(л|ё|е|ю|т)|купил|куплен|покупа[ею]|приобр)/u,
    sides: { source: ['seller', 'supplier'], target: ['buyer'] },
  },
  { verb: /^(lend|lent|borrow|loan|одолжи|заня|займ[еуё])/u, sides: { source: ['lender'], target: ['borrower'] } },
  {
    verb: /^(lets?$|rents?$|rented|leases?$|leased|сда[её]т|сдал|сни[мл]|арендова|аренду[ею])/u,
    sides: { source: ['landlord'], target: ['tenant'] },
  },
]
const RENTS = /^(rents?$|rented|сни[мл]|арендова|аренду[ею])/u
const partiesOf = (names: string[]) => names.flatMap(word => partyOf({ word, term: word }) ?? [])

/** "Рогов купил гараж у Ильиной" where he is the seller. */
function tradeAgainst(claim: ClaimReading, people: number[], { aliases }: Around): Against | undefined {
  const deal = DEALS.find(({ verb }) =>
    claim.words.some(word => verb.test(word.word) && partyOf(word) === undefined && !isThingOnly(word)),
  )
  if (!deal || aliases.length === 0) return undefined
  const rents = claim.words.some(({ word }) => RENTS.test(word))
  const sides = sidesOf(claim.text, claim.words, new Set(people))
  const turned = people.some(at => {
    const side = sides.get(at)
    if (!side) return false
    const acting = rents ? (side === 'source' ? 'target' : 'source') : side
    const own = partiesOf(deal.sides[acting])
    const other = partiesOf(deal.sides[acting === 'source' ? 'target' : 'source'])
    const called = aliases.filter(alias => isSameName(alias.name, claim.words[at]!.word)).map(({ party }) => party)
    return called.some(party => other.includes(party)) && !called.some(party => own.includes(party))
  })
  return turned ? { why: TURNED, otherwise: true } : undefined
}

/** "продажа", "займа": the matter, not what is done. */
const isThingOnly = ({ word }: Word) => /[а-я]/u.test(word) && !isVerb(word)

/** "Nell Osborne is the accountant": both are one. */
function isCopula({ text, words }: ClaimReading, people: number[]): boolean {
  if (people.length < 2) return false
  const between = words.slice(people[0]! + 1, people.at(-1)).filter((_, at) => !people.includes(people[0]! + 1 + at))
  const plain = between.every(({ word }) =>
    /^(is|are|was|were|the|a|an|our|his|her|their|of|for|и|это|является|зовут|called|named)$/u.test(word),
  )
  // "Врач лагеря — доктор Симона Ахтерберг"
  const dash = /[\p{L}.»"]\s[—–-]\s/u.test(text) && !words.some(({ word }) => isVerb(word))
  if (dash && /\p{Script=Cyrillic}/u.test(text)) return true
  return (
    plain &&
    (between.some(({ word }) => /^(is|are|was|were|является|это|зовут|called)$/u.test(word)) || /\s[—–-]\s/u.test(text))
  )
}

/** People, firms and parties; and where claim and passage have a verb in common, other things that both name: "the parish lends the choir its hall". */
function participantsOf(claim: ClaimReading, span: ClaimReading): Participants {
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

/** In English the verb is found by its position, after the first party that is named. */
function verbOf({ words }: ClaimReading, all: number[]): number {
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

function isSameParticipant(a: Word, b: Word, { aliases }: Around): boolean {
  if (isSameName(a.word, b.word) || (isWe(a.word) && isWe(b.word))) return true
  const party = partyOf(a)
  if (party !== undefined)
    return partyOf(b) === party || aliases.some(alias => alias.party === party && isSameName(alias.name, b.word))
  const other = partyOf(b)
  return other !== undefined && aliases.some(alias => alias.party === other && isSameName(alias.name, a.word))
}

const NAMED = 4

/** "Bright Queue Ltd (the Contractor)", "Landlord: Joan Whitaker", "Поставщик — ООО «Арабика Трейд»". */
export function aliasesIn({ text, words, names }: ClaimReading): Around['aliases'] {
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
