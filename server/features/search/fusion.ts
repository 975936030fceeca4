import { MEANING, MEANT, NEARNESS, SHARE, TOGETHER } from './ranking.ts'

/** One score out of words and meaning, each as a share of the most there could be; for files and for passages alike. */

interface Evidence {
  /** What the words that it has are worth: nothing where meaning alone has found it. */
  words: number
  /** How far above chance it lies, where that is known. */
  meaning: number | undefined
  /** Words have found it: where its meaning is not known, it is taken to be like that of the others. */
  byWords: boolean
  /** What the question's words are worth that it has in one place. */
  together?: number
}

/** What would be all of it, unless something has more. */
interface Whole {
  words: number
  meaning: number
}

interface Weights {
  /** Powers: above 1, a little of it says less than its share. */
  share: number
  nearness: number
  meant: number
  together: number
}

export const FILES: Weights = { share: SHARE, nearness: NEARNESS, meant: MEANT, together: TOGETHER }
export const PASSAGES: Weights = { share: 1, nearness: 1, meant: MEANING, together: 0 }

/**
 * What a text without a vector is taken for among those that the words have found: the middle one. Its vector may be under way,
 * or its language be one that the encoder does not know; counted as nothing, any other with a word of the question would pass it.
 */
const middleOf = (known: number[]) => known.toSorted((a, b) => a - b)[(known.length - 1) >> 1] ?? 0

/**
 * The score of each. Words count by the share of the question that they answer, not by how well they rank among themselves: a question in
 * the other language finds a year or a name and little else, and then meaning decides.
 */
export function fused(all: Evidence[], whole: Whole, weights: Weights): number[] {
  const asked = Math.max(whole.words, 1e-9)
  const most = Math.max(asked, ...all.map(({ words }) => words))
  const highest = Math.max(whole.meaning, ...all.map(({ meaning = 0 }) => meaning))
  const assumed = middleOf(all.flatMap(({ byWords, meaning }) => (byWords && meaning !== undefined ? meaning : [])))
  return all.map(({ words, meaning, byWords, together = 0 }) => {
    const near = Math.max(0, meaning ?? (byWords ? assumed : 0))
    return (
      (words / most) ** weights.share +
      weights.meant * (near / highest) ** weights.nearness +
      weights.together * Math.min(1, together / asked)
    )
  })
}
