import type { Word } from '../../../lib/words.ts'
import { type Day, isSameDay } from './days.ts'
import { type Quantity, unitsAgree } from './figures.ts'
import { partyOf } from './lexicon.ts'
import { isSameName, type Name } from './names.ts'
import { type Against, type Around, rolesAgainst } from './parties.ts'
import { type Clause, isSameWord, met, type Reading } from './reading.ts'
import { isThing, isVerb } from './roles.ts'

/** A claim held against some sentences in a row, by rule. */

export interface Compared {
  /** Why it cannot be; undefined where nothing speaks against it. */
  against?: Against
  /** How much of what the claim is about is there, from 0 to 1. */
  own: number
  /** The same with what stands elsewhere in the passage. */
  share: number
  /** How many names, numbers and days were found. */
  anchors: number
}

/** Parties that stand against each other: where one of them is meant, the other is not. */
const COUNTERPARTS = [
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
].map(pair => pair.map(word => partyOf({ word, stem: word }) ?? -1))

/** `nearby`: the words of the claim that stand somewhere in the passage. */
export function compare(claim: Reading, span: Reading, around: Around, nearby: Set<Word>): Compared {
  const found = { ...sharesOf(claim, span, nearby), anchors: anchorsOf(claim, span) }
  const against =
    quantityAgainst(claim, span, around) ??
    dayAgainst(claim, span, around) ??
    nameAgainst(claim, span, around) ??
    partyAgainst(claim, span, around) ??
    boundAgainst(claim, span) ??
    exchangedAgainst(claim, span, around) ??
    denialAgainst(claim, span) ??
    rolesAgainst(claim, span, around)
  return { ...found, against }
}

export const DENIES = 'one of the two denies it'

const missing = (why: string, otherwise = false): Against => ({ why, otherwise })
const wrong = (why: string): Against => ({ why, otherwise: true })

const CONTEXT = 0.5

/** Words that stand in the name of the file or elsewhere in the passage count half. */
function sharesOf(claim: Reading, span: Reading, around: Set<Word>): { own: number; share: number } {
  // Nothing but names and numbers: then these tell all.
  if (claim.about.length === 0) return { own: 1, share: 1 }
  const own = met(claim.about, span.words)
  const near = claim.about.filter(word => !own.includes(word) && around.has(word))
  return { own: own.length / claim.about.length, share: (own.length + CONTEXT * near.length) / claim.about.length }
}

/** What of the claim is there: words, names, days and numbers, each by its place in the claim. */
export const hitsOf = (claim: Reading, span: Reading): Set<number> =>
  new Set([
    ...met(claim.about, span.words).map(({ start }) => start),
    ...claim.names.filter(name => holdsName(span, name)).map(({ start }) => start),
    ...claim.figures.days.filter(day => span.figures.days.some(said => isSameDay(day, said))).map(({ start }) => start),
    ...claim.figures.quantities
      .filter(one => span.figures.quantities.some(said => said.value === one.value))
      .map(({ start }) => start),
  ])

const anchorsOf = (claim: Reading, span: Reading) =>
  phrasesOf(claim).filter(phrase => phrase.some(name => holdsName(span, name))).length +
  claim.figures.days.filter(day => span.figures.days.some(said => isSameDay(day, said))).length +
  claim.figures.quantities.filter(one => span.figures.quantities.some(said => said.value === one.value)).length

/** A name, a number or a day of the claim that no passage has at all. */
export function unheardOf(claim: Reading, texts: Reading[]): string | undefined {
  const { quantities, days } = claim.figures
  const number = quantities.find(one =>
    texts.every(
      ({ figures }) =>
        !figures.quantities.some(({ value }) => value === one.value) &&
        !figures.days.some(({ day, year }) => day === one.value || year === one.value),
    ),
  )
  if (number) return shown(number)
  const day = days.find(one => texts.every(({ figures }) => !figures.days.some(said => isSameDay(one, said))))
  if (day) return written(day)
  const name = claim.names.find(one => texts.every(text => !holdsName(text, one)))
  return name && `"${name.said}"`
}

const shown = ({ value }: Quantity) => String(value)

function quantityAgainst(claim: Reading, span: Reading, around: Around): Against | undefined {
  for (const one of claim.figures.quantities) {
    const same = span.figures.quantities.filter(({ value }) => value === one.value)
    if (same.some(said => unitsAgree(one, said))) continue
    if (same.length > 0) return wrong(`${shown(one)} is of another unit there`)
    // A day or a year may be written without what makes it one.
    if (one.unit === '' && span.figures.days.some(({ day, year }) => day === one.value || year === one.value)) continue
    const elsewhere = one.unit === '' && around.reading.figures.quantities.some(({ value }) => value === one.value)
    if (elsewhere && !span.figures.quantities.some(({ unit }) => unit === '')) continue
    return missing(
      `${shown(one)} is not in the passage`,
      one.unit !== '' && span.figures.quantities.some(({ unit }) => unit === one.unit),
    )
  }
  return undefined
}

const partsOf = ({ day, month, year, weekday }: Day) => [day, month, year, weekday].map(part => part !== undefined)
const written = ({ day, month, year, weekday }: Day) =>
  [day, month, year, weekday && `weekday ${weekday}`].filter(Boolean).join('.')

function dayAgainst(claim: Reading, span: Reading, around: Around): Against | undefined {
  for (const one of claim.figures.days) {
    if (span.figures.days.some(said => isSameDay(one, said))) continue
    if (
      one.year !== undefined &&
      one.month === undefined &&
      span.figures.quantities.some(({ value }) => value === one.year)
    )
      continue
    const free = span.figures.days.filter(said => !claim.figures.days.some(other => isSameDay(other, said)))
    const competing = free.some(said => partsOf(said).some((has, at) => has && partsOf(one)[at]))
    if (!competing && around.reading.figures.days.some(said => isSameDay(one, said))) continue
    return missing(`${written(one)} is not in the passage`, competing)
  }
  return undefined
}

const holdsName = ({ words }: Reading, name: Word) => words.some(({ word }) => isSameName(name.word, word))

function nameAgainst(claim: Reading, span: Reading, around: Around): Against | undefined {
  for (const name of claim.names) {
    if (holdsName(span, name)) continue
    // The party that is called by this name stands there.
    const party = around.aliases.find(alias => isSameName(alias.name, name.word))?.party
    if (party !== undefined && span.parties.has(party)) continue
    if (hasMate(claim, name, span, around.reading)) continue
    const others = strangersIn(claim, span).length > 0
    if (!others && holdsName(around.reading, name)) continue
    return missing(`"${name.said}" is not in the passage`, others)
  }
  return undefined
}

/** Names in a row: "Ирина Зайцева". */
function phrasesOf({ text, names }: Reading): Name[][] {
  const phrases: Name[][] = []
  for (const name of names) {
    const last = phrases.at(-1)?.at(-1)
    if (last && /^\s$/u.test(text.slice(last.end, name.start))) phrases.at(-1)!.push(name)
    else phrases.push([name])
  }
  return phrases
}

/** Another part of the same name is there, and elsewhere in the passage both stand together. */
function hasMate(claim: Reading, name: Name, span: Reading, around: Reading): boolean {
  const mates =
    phrasesOf(claim)
      .find(phrase => phrase.includes(name))
      ?.filter(mate => mate !== name && holdsName(span, mate)) ?? []
  const together = (mate: Name) =>
    phrasesOf(around).some(phrase => [name, mate].every(one => phrase.some(({ word }) => isSameName(one.word, word))))
  return mates.some(together)
}

/** Names of the passage that the claim does not have, unless it has another part of the same name. */
const strangersIn = (claim: Reading, span: Reading): Name[] =>
  phrasesOf(span)
    .filter(phrase => !phrase.some(name => holdsName(claim, name)))
    .flat()

function partyAgainst(claim: Reading, span: Reading, around: Around): Against | undefined {
  const named = new Set(
    around.aliases.flatMap(({ name, party }) => (span.names.some(({ word }) => isSameName(name, word)) ? party : [])),
  )
  for (const [party, { word }] of claim.parties) {
    if (span.parties.has(party) || named.has(party)) continue
    const against = COUNTERPARTS.some(
      ([a, b]) =>
        (a === party && span.parties.has(b!) && !claim.parties.has(b!)) ||
        (b === party && span.parties.has(a!) && !claim.parties.has(a!)),
    )
    if (against) return wrong(`another party than "${word}" is meant there`)
  }
  return undefined
}

const NOUN_WEIGHT = 2

/** How much of the claim a part of the passage is about; who is named counts more than what is done. */
const weightOf = (claim: Word[], there: Word[]) =>
  met(claim, there).reduce((sum, word) => sum + (partyOf(word) === undefined ? 1 : NOUN_WEIGHT), 0)

const within = ({ start, end }: Clause, at: number) => at >= start && at < end

/**
 * In "за рекламу отвечает Зайцева, за договоры — Мельников" the claim "за рекламу отвечает Мельников" finds all its words: what
 * is said must stand in the part of the sentence that speaks of the matter.
 */
function boundAgainst(claim: Reading, span: Reading): Against | undefined {
  if (span.clauses.length < 2 || claim.clauses.length > 1) return undefined
  const weights = span.clauses.map(({ about }) => weightOf(claim.clauses[0]!.about, about))
  const top = Math.max(...weights)
  if (top === 0) return undefined
  const best = span.clauses.filter((_, at) => weights[at] === top)
  const inBest = ({ start }: { start: number }) => best.some(part => within(part, start))
  /** It stands there, but where something else is spoken of. */
  const apart = (places: { start: number }[]) => places.length > 0 && !places.some(inBest)
  return (
    nameUnbound(claim, span, { inBest, apart }) ??
    partyUnbound(claim, span, { inBest, apart }) ??
    figureUnbound(claim, span, { inBest, apart })
  )
}

interface Bounds {
  inBest(place: { start: number }): boolean
  apart(places: { start: number }[]): boolean
}

function nameUnbound(claim: Reading, span: Reading, { inBest, apart }: Bounds): Against | undefined {
  const name = claim.names.find(one => apart(span.words.filter(({ word }) => isSameName(one.word, word))))
  return name && strangersIn(claim, span).some(inBest) ? wrong(`"${name.said}" is not said of it`) : undefined
}

function partyUnbound(claim: Reading, span: Reading, { inBest, apart }: Bounds): Against | undefined {
  for (const [party, { word }] of claim.parties) {
    if (!apart(span.words.filter(other => partyOf(other) === party))) continue
    const others = COUNTERPARTS.flatMap(([a, b]) => (a === party ? b! : b === party ? a! : []))
    if (span.words.some(other => inBest(other) && others.includes(partyOf(other) ?? -1)))
      return wrong(`"${word}" is not said of it`)
  }
  return undefined
}

function figureUnbound(claim: Reading, span: Reading, { inBest, apart }: Bounds): Against | undefined {
  for (const one of claim.figures.quantities) {
    const places = span.figures.quantities.filter(({ value }) => value === one.value)
    if (!apart(places)) continue
    const isClaimed = (said: Quantity) => claim.figures.quantities.some(({ value }) => value === said.value)
    if (span.figures.quantities.some(said => inBest(said) && said.unit === places[0]!.unit && !isClaimed(said)))
      return wrong(`${shown(one)} is not said of it`)
  }
  for (const one of claim.figures.days) {
    if (!apart(span.figures.days.filter(said => isSameDay(one, said)))) continue
    if (span.figures.days.some(said => inBest(said) && !claim.figures.days.some(day => isSameDay(day, said))))
      return wrong(`${written(one)} is not said of it`)
  }
  return undefined
}

/**
 * All of the claim stands there but one thing, which the passage names elsewhere, and another thing of the passage is in its place: "the
 * freezer belongs to the laboratory" for "to the clinic".
 */
function exchangedAgainst(claim: Reading, span: Reading, around: Around): Against | undefined {
  if (claim.cyrillic !== span.cyrillic || claim.clauses.length > 1 || claim.about.length < 2) return undefined
  for (const { words, about } of span.clauses) {
    const missing = claim.about.filter(word => !words.some(other => isSameWord(word, other)))
    const [lost] = missing
    if (missing.length !== 1 || !lost || /['’]s$/u.test(lost.word) || !isNamedAgain(lost, around.reading)) continue
    const others = about.filter(word => !claim.words.some(other => isSameWord(word, other)))
    if (others.some(word => isNamedAgain(word, around.reading, 2))) return wrong(`"${lost.word}" is not said of it`)
  }
  return undefined
}

/** One of those of whom the passage speaks: a party, or a noun that it has so many times. */
const isNamedAgain = (word: Word, { words }: Reading, least = 1): boolean =>
  !isVerb(word.word) &&
  (partyOf(word) !== undefined || isThing(word.word)) &&
  words.filter(other => isSameWord(word, other)).length >= least

function denialAgainst(claim: Reading, span: Reading): Against | undefined {
  for (const clause of claim.clauses) {
    if (clause.about.length === 0 && clause.denial.count === 0) continue
    const weights = span.clauses.map(
      ({ about, words }) => weightOf(clause.about, about) + anchorWeight(claim, clause, words),
    )
    const top = Math.max(...weights)
    const best = span.clauses.filter((_, at) => weights[at] === top)
    if (best.every(({ denial }) => denial.count % 2 !== clause.denial.count % 2)) return wrong(DENIES)
    // "Not to the dump": said of exactly this word.
    const denied = (part: Clause, word: Word) => [...part.denial.heads].some(head => head === word.stem)
    const turned = span.clauses.some(
      part =>
        part.denial.count % 2 === 1 && clause.denial.count % 2 === 0 && clause.about.some(word => denied(part, word)),
    )
    const elsewhere = clause.about.some(word =>
      span.clauses.some(
        part =>
          part.denial.count % 2 === 0 &&
          part.about.some(other => isSameWord(word, other)) &&
          span.clauses.some(other => denied(other, word)),
      ),
    )
    if (turned && !elsewhere) return wrong(DENIES)
  }
  return undefined
}

const anchorWeight = (claim: Reading, clause: Clause, words: Word[]) =>
  claim.names.filter(name => within(clause, name.start) && words.some(({ word }) => isSameName(name.word, word))).length
