import { MEANING, MEANT, NEARNESS, SHARE, TOGETHER } from './ranking.ts'

/** One score out of words and meaning, each the share of the most there could be; for files and for passages alike. */

interface Evidence {
  words: number
  meaning: number
  /** How much of the question's words stands in one place. */
  together?: number
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

export const fusedScore = ({ words, meaning, together = 0 }: Evidence, weights: Weights): number =>
  words ** weights.share + weights.meant * meaning ** weights.nearness + weights.together * together
