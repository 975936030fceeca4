import type { Needs } from '../../context.ts'
import { nearerThanChance, type VectorEncoding, wordVectors } from '../search/index.ts'
import type { Compare } from './local/answer.ts'

const PATIENCE_MS = 4000

/** By the encoder that search uses, and by the judge. Where one does not work, it is left out. */
export const compareBy = (context: VectorEncoding & Needs<'judge'>, ownerId: string): Compare => ({
  sentences: (question, sentences) =>
    nearerThanChance(context, ownerId, { question, texts: sentences, deadlineMs: PATIENCE_MS }).catch(() => undefined),
  words: words => wordVectors(context, ownerId, words, PATIENCE_MS).catch(() => undefined),
  answers: pairs =>
    context.judge
      .judge(
        pairs.map(pair => ({ ...pair, by: 'everyday' })),
        { deadlineMs: PATIENCE_MS },
      )
      .then(
        judgements => judgements.map(({ answers }) => answers),
        () => undefined,
      ),
})
