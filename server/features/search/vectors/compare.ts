import { backgroundOf, zScoreOf } from './background.ts'
import { dot } from './codes.ts'
import { encoderFor, type VectorEncoding } from './encoder.ts'

/** How much nearer each text is to the question than texts about nothing; undefined where no text has been encoded yet. */
export async function nearerThanChance(
  context: VectorEncoding,
  ownerId: string,
  { question, texts, deadlineMs }: { question: string; texts: string[]; deadlineMs: number },
): Promise<(number | null)[] | undefined> {
  const encoder = await encoderFor(context, ownerId)
  const background = await backgroundOf(context, encoder, { make: false })
  const [asked, ...vectors] = background ? await encoder.embed([question, ...texts], 'query', deadlineMs) : []
  if (!background || !asked) return undefined
  const zScore = zScoreOf(background, asked)
  return vectors.map(vector => (vector ? zScore(dot(vector, asked)) : null))
}

/** Each word by itself. */
export async function wordVectors(
  context: VectorEncoding,
  ownerId: string,
  words: string[],
  deadlineMs: number,
): Promise<Map<string, Float32Array | null>> {
  const encoder = await encoderFor(context, ownerId)
  const vectors = await encoder.embed(words, 'query', deadlineMs)
  return new Map(words.map((word, i) => [word, vectors[i] ?? null]))
}
