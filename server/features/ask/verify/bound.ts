import type { Word } from '../../../lib/words.ts'
import { isSameDay } from './days.ts'
import type { Quantity } from './figures.ts'
import { partyOf } from './lexicon.ts'
import { isSameName, type Name } from './names.ts'
import { type Against, type Around, counterparts } from './parties.ts'
import { type ClaimReading, type Clause, isSameWord, met } from './reading.ts'
import { isThing, isVerb } from './roles.ts'
import { containsName, shown, strangersIn, written, wrong } from './shared.ts'

/** Whether what is said stands in the part of the sentence that speaks of the matter. */

const PARTY = 2
const THING = 1
const OTHER = 0.5

const worth = (word: Word) => (partyOf(word) !== undefined ? PARTY : isThing(word.word) ? THING : OTHER)

/** How much of the claim a part of the passage is about; who is named counts more than what it is about, and what is done less. */
export const weightOf = (claim: Word[], there: Word[]) => met(claim, there).reduce((sum, word) => sum + worth(word), 0)

export const within = ({ start, end }: Pick<Clause, 'start' | 'end'>, at: number) => at >= start && at < end

/**
 * In "за рекламу отвечает Зайцева, за договоры — Мельников" the claim "за рекламу отвечает Мельников" finds all its words: what
 * is said must stand in the part of the sentence that speaks of the matter.
 */
export function boundAgainst(claim: ClaimReading, span: ClaimReading): Against | undefined {
  if (span.clauses.length < 2) return undefined
  for (const part of claim.clauses) {
    const against =
      nameUnbound(claim, part, span) ??
      partyUnbound(claim, part, span) ??
      figureUnbound(claim, part, span) ??
      anchorsApart(claim, part, span)
    if (against) return against
  }
  return undefined
}

interface Bounds {
  /** It stands where the rest of the claim is spoken of. */
  inBest(place: { start: number }): boolean
  /** It stands there, but where something else is spoken of. */
  apart(places: { start: number }[]): boolean
}

/** `names`: those of the claim that tell which part is meant. */
function boundsOf(about: Word[], names: Name[], span: ClaimReading): Bounds {
  const weights = span.clauses.map(
    clause => weightOf(about, clause.about) + names.filter(name => containsName(clause, name)).length,
  )
  const top = Math.max(...weights)
  const best = top > 0 ? span.clauses.filter((_, at) => weights[at] === top) : []
  const inBest = ({ start }: { start: number }) => best.some(part => within(part, start))
  return { inBest, apart: places => best.length > 0 && places.length > 0 && !places.some(inBest) }
}

const APPOSED = 2

/** "врач Белкина": what she is called goes with her, not with the matter. */
const isApposed = ({ text, names }: ClaimReading, word: Word) =>
  partyOf(word) !== undefined &&
  names.some(
    name =>
      (name.start >= word.end && name.start - word.end < APPOSED) ||
      (word.start >= name.end && /^,?\s(the\s|our\s)?$/u.test(text.slice(name.end, word.start))),
  )

function nameUnbound(claim: ClaimReading, part: Clause, span: ClaimReading): Against | undefined {
  const own = claim.names.filter(({ start }) => within(part, start))
  if (own.length === 0) return undefined
  const { inBest, apart } = boundsOf(
    part.about.filter(word => !isApposed(claim, word)),
    [],
    span,
  )
  const placesOf = (one: Name) => span.words.filter(({ word }) => isSameName(one.word, word))
  const name = own.find(one => apart(placesOf(one)))
  return name && strangersIn(claim, span).some(inBest) ? wrong(`"${name.said}" is not said of it`) : undefined
}

function partyUnbound(claim: ClaimReading, part: Clause, span: ClaimReading): Against | undefined {
  for (const [party, { word, start }] of claim.parties) {
    if (!within(part, start)) continue
    const { inBest, apart } = boundsOf(
      part.about.filter(other => partyOf(other) !== party),
      claim.names.filter(({ start }) => within(part, start)),
      span,
    )
    if (!apart(span.words.filter(other => partyOf(other) === party))) continue
    const others = counterparts().flatMap(([a, b]) => (a === party ? b! : b === party ? a! : []))
    if (span.words.some(other => inBest(other) && others.includes(partyOf(other) ?? -1)))
      return wrong(`"${word}" is not said of it`)
  }
  return undefined
}

function figureUnbound(claim: ClaimReading, part: Clause, span: ClaimReading): Against | undefined {
  const { inBest, apart } = boundsOf(part.about, [], span)
  for (const one of claim.figures.quantities.filter(({ start }) => within(part, start))) {
    const places = span.figures.quantities.filter(({ value }) => value === one.value)
    if (!apart(places)) continue
    const isClaimed = (said: Quantity) => claim.figures.quantities.some(({ value }) => value === said.value)
    if (span.figures.quantities.some(said => inBest(said) && said.unit === places[0]!.unit && !isClaimed(said)))
      return wrong(`${shown(one)} is not said of it`)
  }
  for (const one of claim.figures.days.filter(({ start }) => within(part, start))) {
    if (!apart(span.figures.days.filter(said => isSameDay(one, said)))) continue
    if (span.figures.days.some(said => inBest(said) && !claim.figures.days.some(day => isSameDay(day, said))))
      return wrong(`${written(one)} is not said of it`)
  }
  return undefined
}

/** A name and a day or number of the claim stand in different parts, and with the day another name: "on Fridays Owen, Piotr on Sundays". */
function anchorsApart(claim: ClaimReading, part: Clause, span: ClaimReading): Against | undefined {
  const { days, quantities } = claim.figures
  const placesOf = [
    ...days.map(one => ({ one, places: span.figures.days.filter(said => isSameDay(one, said)) })),
    ...quantities.map(one => ({ one, places: span.figures.quantities.filter(({ value }) => value === one.value) })),
  ].filter(({ one, places }) => within(part, one.start) && places.length > 0)
  const strangers = strangersIn(claim, span)
  const clausesWith = (places: { start: number }[]) =>
    span.clauses.filter(clause => places.some(({ start }) => within(clause, start)))
  for (const name of claim.names.filter(({ start }) => within(part, start))) {
    const own = clausesWith(span.words.filter(({ word }) => isSameName(name.word, word)))
    const isWithOther = ({ places }: (typeof placesOf)[number]) => {
      const there = clausesWith(places)
      return (
        !there.some(clause => own.includes(clause)) &&
        there.every(clause => strangers.some(one => within(clause, one.start)))
      )
    }
    if (own.length > 0 && placesOf.some(isWithOther)) return wrong(`"${name.said}" is not said of it`)
  }
  return undefined
}

/**
 * All of the claim stands there but one thing, which the passage names elsewhere, and another thing of the passage is in its place: "the
 * freezer belongs to the laboratory" for "to the clinic".
 */
export function exchangedAgainst(claim: ClaimReading, span: ClaimReading, around: Around): Against | undefined {
  if (claim.cyrillic !== span.cyrillic) return undefined
  for (const part of claim.clauses) {
    const least = claim.clauses.length > 1 ? 3 : 2
    const lost = part.about.length < least ? undefined : exchangedIn(part, claim, span, around)
    if (lost) return wrong(`"${lost.word}" is not said of it`)
  }
  return undefined
}

function exchangedIn(part: Clause, claim: ClaimReading, span: ClaimReading, around: Around): Word | undefined {
  if (span.clauses.some(({ words }) => met(part.about, words).length === part.about.length)) return undefined
  for (const clause of span.clauses) {
    const missing = part.about.filter(word => !clause.words.some(other => isSameWord(word, other)))
    const [lost] = missing
    if (missing.length !== 1 || !lost || /['’]s$/u.test(lost.word) || !isNamedAgain(lost, around.reading)) continue
    if (!containsAnchors(part, claim, span, clause)) continue
    // In another part of the same sentence it is said of something else.
    const apart = span.clauses.some(other => other !== clause && other.about.some(word => isSameWord(lost, word)))
    const own = claim.clauses.length > 1 ? part.words : claim.words
    const others = clause.about.filter(word => !own.some(other => isSameWord(word, other)))
    if (others.some(word => isNamedAgain(word, around.reading, apart ? 1 : 2))) return lost
  }
  return undefined
}

/** All names and numbers of the claim that stand in the sentence stand in this part of it. */
const containsAnchors = (part: Clause, claim: ClaimReading, span: ClaimReading, clause: Clause) =>
  claim.names
    .filter(({ start }) => within(part, start))
    .every(name => !containsName(span, name) || containsName(clause, name)) &&
  claim.figures.quantities
    .filter(({ start }) => within(part, start))
    .map(one => span.figures.quantities.filter(({ value }) => value === one.value))
    .every(places => places.length === 0 || places.some(({ start }) => within(clause, start)))

/** One of those of whom the passage speaks: a party, or a noun that it has so many times. */
const isNamedAgain = (word: Word, { words }: ClaimReading, least = 1): boolean =>
  !isVerb(word.word) &&
  (partyOf(word) !== undefined || isThing(word.word)) &&
  words.filter(other => isSameWord(word, other)).length >= least
