import { type Encoding, nearerThanChance, wordVectors } from '../search/index.ts'
import type { Compare } from './local/answer.ts'

const PATIENCE_MS = 4000

/** By the encoder that search uses. Where it does not work, nothing is compared. */
export const compareBy = (context: Encoding, ownerId: string): Compare => ({
  sentences: (question, sentences) =>
    nearerThanChance(context, ownerId, question, sentences, PATIENCE_MS).catch(() => undefined),
  words: words => wordVectors(context, ownerId, words, PATIENCE_MS).catch(() => undefined),
})
