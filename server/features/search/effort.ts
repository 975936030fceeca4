import type { Question } from './parse.ts'
import type { SearchScope } from './queries.ts'
import type { Terms } from './terms.ts'

/**
 * How much is looked at, by how many words are asked for: two or three find their text among few, a long question of common
 * words needs more. Measured: the same order as with 1,500 chunks and 50 texts for every question.
 */
interface Effort {
  /** Chunks that are ranked; of more than so many, those with the rarest words and those with all of them. */
  chunks: number
  /** Files whose text is compared. */
  files: number
}

const within = (least: number, value: number, most: number) => Math.max(least, Math.min(most, value))

/** Of one of several owners no less than this: some pages of results. */
const LEAST: Effort = { chunks: 250, files: 10 }

/** Rows with all words of a phrase may be many, and those that have it few: they are looked for as ever. */
export const ownersIn = ({ phrases }: Question, { owners = 1 }: SearchScope) => (phrases.length > 0 ? 1 : owners)

export const effortFor = ({ groups }: Terms, owners: number): Effort => ({
  chunks: Math.max(LEAST.chunks, Math.ceil(within(500, 150 * groups.length, 1500) / owners)),
  files: Math.max(LEAST.files, Math.ceil(within(30, 6 * groups.length, 50) / owners)),
})
