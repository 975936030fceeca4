import type { Question } from './parse.ts'
import type { SearchScope } from './queries.ts'
import { EFFORT } from './ranking.ts'
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

const LEAST: Effort = EFFORT.ofSeveral

const forWords = ({ least, perWord, most }: (typeof EFFORT)['files'], words: number) =>
  Math.max(least, Math.min(most, perWord * words))

/** Rows with all words of a phrase may be many, and those that have it few: they are looked for as ever. */
export const ownersIn = ({ phrases }: Question, { owners = 1 }: SearchScope) => (phrases.length > 0 ? 1 : owners)

export const effortFor = ({ groups }: Terms, owners: number): Effort => ({
  chunks: Math.max(LEAST.chunks, Math.ceil(forWords(EFFORT.chunks, groups.length) / owners)),
  files: Math.max(LEAST.files, Math.ceil(forWords(EFFORT.files, groups.length) / owners)),
})
