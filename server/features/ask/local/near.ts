import type { Retrieved } from '../../search/index.ts'
import { readingOf } from '../verify/reading.ts'
import { headOf, type Missing } from './binding.ts'

/** A near miss: the files have another year or number than the question asks for. */
export interface NearMiss {
  /** As the question says it. */
  asked: string
  /** As the file says it. */
  there: string[]
  filename: string
}

const MOST_LISTED = 3

/** Of the best passage that was left out: the year, month or number that it has instead, where its file's name or its first words tell one. */
export function nearMissOf(passages: Retrieved[], missing: Map<Retrieved, Missing | undefined>): NearMiss | undefined {
  const best = passages.map(passage => ({ passage, missed: missing.get(passage) }))[0]
  if (!best?.missed) return undefined
  const { passage, missed } = best
  const asked = saidIn(missed)
  if (!asked) return undefined
  const named = insteadOf(missed, headOf(passage))
  // Of numbers only that by which the file is called tells anything.
  const there = named.length > 0 || 'number' in missed ? named : insteadOf(missed, passage.text)
  return { asked, there, filename: passage.object.filename }
}

function saidIn(missed: Missing): string | undefined {
  if ('name' in missed) return missed.name.map(({ said }) => said).join(' ')
  if ('number' in missed) return String(missed.number.value)
  const { day, month, year } = missed.day
  return day === undefined && month === undefined && year !== undefined ? String(year) : undefined
}

/** Only what is of the same kind; of a name the file alone is told. */
function insteadOf(missed: Missing, text: string): string[] {
  if ('name' in missed) return []
  const { days, quantities } = readingOf(text).figures
  const values =
    'number' in missed
      ? quantities.filter(({ unit }) => unit === '').map(({ value }) => value)
      : days.flatMap(({ year }) => year ?? [])
  return [...new Set(values)].slice(0, MOST_LISTED).map(String)
}
