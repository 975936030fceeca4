import { sentencesOf } from '../../../lib/sentences.ts'
import type { Retrieved } from '../../search/index.ts'
import { type ClaimComparison, compare, DENIES, hitsOf } from './compare.ts'
import { isSameDay } from './days.ts'
import { type Quantity, unitsAgree } from './figures.ts'
import { isSameName, type Name } from './names.ts'
import { type Around, aliasesIn, TURNED } from './parties.ts'
import { type ClaimReading, type Clause, met, readingOf } from './reading.ts'
import { strangersIn } from './shared.ts'

/** The places in the passages that may bear a claim. */

/** Consecutive sentences of a passage that together may bear one statement. */
const MOST_SENTENCES = 3
export const LEAST_SHARE = 0.5
export const LEAST_OWN = 0.3

interface Sentence {
  start: number
  end: number
}

export interface EvidenceSource {
  passage: Retrieved
  sentences: Sentence[]
  readings: Map<string, ClaimReading>
  /** Names that the passage has: how a sentence begins is told by them. */
  names: Set<string>
  /** Of the file, with its title. */
  name: ClaimReading
  around: Around
}

export interface EvidenceCandidate extends ClaimComparison {
  source: EvidenceSource
  start: number
  end: number
  across: boolean
  length: number
  /** The claim is one statement. */
  single: boolean
}

export function sourceOf(passage: Retrieved): EvidenceSource {
  const sentences = sentencesOf(passage.text)
    .map(({ start, end }) => trimmed(passage.text, start, end))
    .filter(({ start, end }) => end > start)
  const { filename, title } = passage.object
  const name = [filename.replace(/\.\w{1,5}$/u, '').replaceAll('_', ' '), title].filter(Boolean).join('. ')
  const reading = readingOf(`${name}.\n${passage.text}`)
  return {
    passage,
    sentences,
    readings: new Map(),
    names: new Set(reading.names.map(({ word }) => word)),
    name: readingOf(`${name}.`),
    around: { reading, aliases: aliasesIn(reading) },
  }
}

export function readingIn(source: EvidenceSource, start: number, end: number): ClaimReading {
  const place = `${start} ${end}`
  let reading = source.readings.get(place)
  if (!reading) {
    reading = readingOf(source.passage.text.slice(start, end), source.names)
    source.readings.set(place, reading)
  }
  return reading
}

/** Sentences that share something with the claim, and rows of them that share more than each alone. */
export function candidatesIn(claim: ClaimReading, source: EvidenceSource): EvidenceCandidate[] {
  const { sentences, around } = source
  const nearby = new Set(met(claim.about, around.reading.about))
  const hits = sentences.map(({ start, end }) => hitsOf(claim, readingIn(source, start, end)))
  const found: EvidenceCandidate[] = []
  const candidate = (start: number, end: number, length: number): EvidenceCandidate => {
    const span = readingIn(source, start, end)
    return {
      ...compare(claim, span, around, nearby),
      source,
      start,
      end,
      length,
      single: claim.clauses.length === 1,
      across: span.cyrillic !== claim.cyrillic,
    }
  }
  sentences.forEach(({ start, end }, at) => {
    const across = readingIn(source, start, end).cyrillic !== claim.cyrillic
    if (across || hits[at]!.size > 0) found.push(candidate(start, end, 1))
  })
  for (let length = 2; length <= MOST_SENTENCES; length++)
    for (let from = 0; from + length <= sentences.length; from++) {
      const parts = hits.slice(from, from + length)
      const all = new Set(parts.flatMap(part => [...part]))
      // The first and the last must each bring something of their own.
      if (
        [parts[0]!, parts.at(-1)!].some(
          part => new Set(parts.filter(other => other !== part).flatMap(other => [...other])).size === all.size,
        )
      )
        continue
      const [start, end] = [sentences[from]!.start, sentences[from + length - 1]!.end]
      const made = candidate(start, end, length)
      // More sentences do not mend what one of them denies.
      const inside =
        claim.clauses.length > 1
          ? []
          : found.filter(other => other.source === source && other.start >= start && other.end <= end)
      const denied = inside.find(
        ({ against, own }) => against && (against.why === DENIES || against.why === TURNED) && own >= LEAST_OWN,
      )
      found.push({ ...made, against: denied?.against ?? made.against })
    }
  return found
}

/**
 * The place without the parts that speak of others: in "Шторы покупает Тихонов, стенд заказывает Абрамян" the judge, which knows no names,
 * would take "Abramyan buys the curtains" for said.
 */
export function narrowed(claim: ClaimReading, span: ClaimReading): string {
  const inside = ({ start, end }: Clause, place: { start: number }) => place.start >= start && place.start < end
  const isClaimed = (name: Name) => claim.names.some(({ word }) => isSameName(word, name.word))
  const claimed = claim.figures.quantities
  const isSaid = ({ value }: Quantity) => claimed.some(one => one.value === value)
  const found = [...span.names.filter(isClaimed), ...span.figures.quantities.filter(isSaid)]
  const units = new Set(span.figures.quantities.filter(isSaid).map(({ unit }) => unit))
  const strangers = [
    ...(span.names.some(isClaimed) ? strangersIn(claim, span) : []),
    ...span.figures.quantities.filter(one => !isSaid(one) && units.has(one.unit)),
  ]
  const left = span.clauses.filter(
    clause => found.some(place => inside(clause, place)) || !strangers.some(place => inside(clause, place)),
  )
  if (left.length === span.clauses.length || !left.some(clause => found.some(place => inside(clause, place))))
    return span.text
  return left.map(({ start, end }) => span.text.slice(start, end).replace(/^[\s,;]+/u, '')).join(' ')
}

const LONGEST_LEANED_ON = 160

/** The sentence of the passage, or else the name of the file, where the rest of the claim stands: "March 2026" above a sum. */
export function leaningOn(claim: ClaimReading, source: EvidenceSource, start: number, end: number): string {
  const own = hitsOf(claim, readingIn(source, start, end))
  const words = new Set(claim.about.map(word => word.start))
  const few = claim.about.filter(word => own.has(word.start)).length < LEAST_SHARE * words.size
  const more = (reading: ClaimReading) =>
    [...hitsOf(claim, reading)].filter(hit => !own.has(hit) && (few || !words.has(hit))).length
  const others = source.sentences
    .filter(sentence => sentence.end <= start || sentence.start >= end)
    .map(sentence => ({ sentence, more: more(readingIn(source, sentence.start, sentence.end)) }))
  const best = others.sort((a, b) => b.more - a.more)[0]
  if (best && best.more > 0)
    return `${narrowed(claim, readingIn(source, best.sentence.start, best.sentence.end)).slice(0, LONGEST_LEANED_ON)} `
  return more(source.name) > 0 ? `${source.name.text} ` : ''
}

/** Names, days and numbers as the passage writes them: the judge does not know them in the other alphabet. */
export function inTheWordsOf(claim: ClaimReading, span: ClaimReading): string {
  const { days, quantities } = claim.figures
  const written = [
    ...claim.names.map(name => ({ own: name, there: span.words.find(({ word }) => isSameName(name.word, word)) })),
    ...days.map(day => ({ own: day, there: span.figures.days.find(said => isSameDay(day, said)) })),
    ...quantities.map(one => ({
      own: one,
      there: span.figures.quantities.find(said => said.value === one.value && unitsAgree(one, said)),
    })),
  ]
  return written
    .sort((a, b) => b.own.start - a.own.start)
    .reduce(
      (text, { own, there }) =>
        there ? text.slice(0, own.start) + span.text.slice(there.start, there.end) + text.slice(own.end) : text,
      claim.text,
    )
}

function trimmed(text: string, from: number, to: number): Sentence {
  let [start, end] = [from, to]
  while (start < end && /\s/.test(text[start]!)) start++
  while (end > start && /\s/.test(text[end - 1]!)) end--
  return { start, end }
}
