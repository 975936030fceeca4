import { isStopWord, type Word } from '../../../lib/words.ts'
import { boundAgainst, exchangedAgainst, weightOf, within } from './bound.ts'
import { type Day, isSameDay } from './days.ts'
import { isDenying } from './denial.ts'
import { unitsAgree } from './figures.ts'
import { isSameName, type Name } from './names.ts'
import { excludes, oppositesOf } from './opposites.ts'
import { type Against, type Around, counterparts, rolesAgainst } from './parties.ts'
import { type ClaimReading, type Clause, isSameWord, met } from './reading.ts'
import { containsName, missing, phrasesOf, shown, strangersIn, written, wrong } from './shared.ts'

/** A claim held against some sentences in a row, by rule. */

export interface ClaimComparison {
  /** Why it cannot be; undefined where nothing speaks against it. */
  against?: Against
  /** How much of what the claim is about is there, from 0 to 1. */
  own: number
  /** The same with what stands elsewhere in the passage. */
  share: number
  /** How many names, numbers and days were found. */
  anchors: number
}

/** `nearby`: the words of the claim that stand somewhere in the passage. */
export function compare(claim: ClaimReading, span: ClaimReading, around: Around, nearby: Set<Word>): ClaimComparison {
  const found = { ...sharesOf(claim, span, nearby), anchors: anchorsOf(claim, span) }
  const figures = quantityAgainst(claim, span, around) ?? dayAgainst(claim, span, around)
  // Even word for word it may be denied around: "under no circumstances", "it is not true that".
  if (figures || isVerbatim(claim, span)) return { ...found, against: figures ?? denialAgainst(claim, span) }
  const against =
    nameAgainst(claim, span, around) ??
    partyAgainst(claim, span, around) ??
    boundAgainst(claim, span) ??
    exchangedAgainst(claim, span, around) ??
    (excludes(claim.text, span.text) ? wrong('it is another of its kind there') : undefined) ??
    denialAgainst(claim, span) ??
    rolesAgainst(claim, span, around)
  return { ...found, against }
}

/** The words of the claim stand there in a row, as they are, and no denial stands right before them. */
function isVerbatim(claim: ClaimReading, span: ClaimReading): boolean {
  const contentWords = ({ words }: ClaimReading) => words.filter(({ word }) => !isStopWord(word) || isDenying(word))
  const [own, there] = [contentWords(claim), contentWords(span)]
  return there.some(
    (_, from) =>
      own.length > 1 &&
      own.every((word, at) => there[from + at]?.word === word.word) &&
      !isDenying(there[from - 1]?.word ?? ''),
  )
}

export const DENIES = 'one of the two denies it'

const CONTEXT = 0.5

/** Words that stand in the name of the file or elsewhere in the passage count half. */
function sharesOf(claim: ClaimReading, span: ClaimReading, around: Set<Word>): { own: number; share: number } {
  // Nothing but names and numbers: then these tell all.
  if (claim.about.length === 0) return { own: 1, share: 1 }
  const own = met(claim.about, span.words)
  const near = claim.about.filter(word => !own.includes(word) && around.has(word))
  return { own: own.length / claim.about.length, share: (own.length + CONTEXT * near.length) / claim.about.length }
}

/** What of the claim is there: words, names, days and numbers, each by its place in the claim. */
export const hitsOf = (claim: ClaimReading, span: ClaimReading): Set<number> =>
  new Set([
    ...met(claim.about, span.words).map(({ start }) => start),
    ...claim.names.filter(name => containsName(span, name)).map(({ start }) => start),
    ...claim.figures.days.filter(day => span.figures.days.some(said => isSameDay(day, said))).map(({ start }) => start),
    ...claim.figures.quantities
      .filter(one => span.figures.quantities.some(said => said.value === one.value))
      .map(({ start }) => start),
  ])

const anchorsOf = (claim: ClaimReading, span: ClaimReading) =>
  phrasesOf(claim).filter(phrase => phrase.some(name => containsName(span, name))).length +
  claim.figures.days.filter(day => span.figures.days.some(said => isSameDay(day, said))).length +
  claim.figures.quantities.filter(one => span.figures.quantities.some(said => said.value === one.value)).length

/** A name, a number or a day of the claim that no passage has at all. */
export function unknownWordOf(claim: ClaimReading, texts: ClaimReading[]): string | undefined {
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
  const name = claim.names.find(one => texts.every(text => !containsName(text, one)))
  return name && `"${name.said}"`
}

function quantityAgainst(claim: ClaimReading, span: ClaimReading, around: Around): Against | undefined {
  for (const one of claim.figures.quantities) {
    const same = span.figures.quantities.filter(({ value }) => value === one.value)
    // "24 of 24" is not in "19 of 24".
    const twice = claim.figures.quantities.filter(other => other.value === one.value && other.unit === one.unit)
    if (twice.length > same.length && same.length > 0 && twice[1] === one)
      return missing(`${shown(one)} is there only once`, true)
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

function dayAgainst(claim: ClaimReading, span: ClaimReading, around: Around): Against | undefined {
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

function nameAgainst(claim: ClaimReading, span: ClaimReading, around: Around): Against | undefined {
  for (const name of claim.names) {
    if (containsName(span, name)) continue
    // The party that is called by this name stands there.
    const party = around.aliases.find(alias => isSameName(alias.name, name.word))?.party
    if (party !== undefined && span.parties.has(party)) continue
    if (hasMate(claim, name, span, around.reading)) continue
    const others = strangersIn(claim, span).length > 0
    if (!others && containsName(around.reading, name)) continue
    return missing(`"${name.said}" is not in the passage`, others)
  }
  return undefined
}

/** Another part of the same name is there, and elsewhere in the passage both stand together. */
function hasMate(claim: ClaimReading, name: Name, span: ClaimReading, around: ClaimReading): boolean {
  const mates =
    phrasesOf(claim)
      .find(phrase => phrase.includes(name))
      ?.filter(mate => mate !== name && containsName(span, mate)) ?? []
  const together = (mate: Name) =>
    phrasesOf(around).some(phrase => [name, mate].every(one => phrase.some(({ word }) => isSameName(one.word, word))))
  return mates.some(together)
}

function partyAgainst(claim: ClaimReading, span: ClaimReading, around: Around): Against | undefined {
  const named = new Set(
    around.aliases.flatMap(({ name, party }) => (span.names.some(({ word }) => isSameName(name, word)) ? party : [])),
  )
  for (const [party, { word }] of claim.parties) {
    if (span.parties.has(party) || named.has(party)) continue
    const against = counterparts().some(
      ([a, b]) =>
        (a === party && span.parties.has(b!) && !claim.parties.has(b!)) ||
        (b === party && span.parties.has(a!) && !claim.parties.has(a!)),
    )
    if (against) return wrong(`another party than "${word}" is meant there`)
  }
  return undefined
}

function denialAgainst(claim: ClaimReading, span: ClaimReading): Against | undefined {
  for (const clause of claim.clauses) {
    if (clause.about.length === 0 && clause.denial.count === 0) continue
    const weights = span.clauses.map(
      ({ about, words }) => weightOf(clause.about, about) + anchorWeight(claim, clause, words),
    )
    const top = Math.max(...weights)
    const best = span.clauses.filter((_, at) => weights[at] === top)
    const own = claim.text.slice(clause.start, clause.end)
    const isDenied = (part: Clause) =>
      (part.denial.count + oppositesOf(own, span.text.slice(part.start, part.end)) - clause.denial.count) % 2 !== 0
    if (best.every(isDenied)) return wrong(DENIES)
    // "Not to the dump": said of exactly this word.
    const denied = (part: Clause, word: Word) => [...part.denial.heads].some(head => head === word.term)
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

const anchorWeight = (claim: ClaimReading, clause: Clause, words: Word[]) =>
  claim.names.filter(name => within(clause, name.start) && words.some(({ word }) => isSameName(name.word, word))).length
