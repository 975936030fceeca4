import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { Judgement, JudgePair, JudgeWeights } from '../../ports/judge.ts'
import { wordPiece } from '../embedder/wordpiece.ts'

/** The cross-encoders from their folders. They run inside the child: each takes about 180 MB, once it is asked. */

export interface Files {
  weights: Record<JudgeWeights, string>
  /** The encoder's: both were made with the same pieces. */
  vocabulary: string
}

const LONGEST = 160
const LONGEST_FIRST = 72

export async function openJudge({ weights, vocabulary }: Files): Promise<(pair: JudgePair) => Promise<Judgement>> {
  const tokenise = wordPiece((await readFile(vocabulary, 'utf8')).replace(/\r?\n$/, '').split(/\r?\n/))
  const sessions = new Map<string, Promise<InferenceSession>>()
  const sessionOf = (by: JudgeWeights = 'general') => {
    const session = sessions.get(weights[by]) ?? open(weights[by])
    sessions.set(weights[by], session)
    return session
  }
  return async ({ first, second, by }) => {
    const session = await sessionOf(by)
    const question = tokenise(first, LONGEST_FIRST)
    const rest = second.flatMap(text => tokenise(text, LONGEST).slice(1)).slice(0, LONGEST - question.length)
    const pieces = [...question, ...rest]
    const shape = [1, pieces.length]
    const results = await session.run({
      input_ids: new Tensor('int64', BigInt64Array.from(pieces, BigInt), shape),
      attention_mask: new Tensor('int64', new BigInt64Array(pieces.length).fill(1n), shape),
      token_type_ids: new Tensor(
        'int64',
        BigInt64Array.from(pieces, (_, at) => (at < question.length ? 0n : 1n)),
        shape,
      ),
    })
    const [answers, bears] = results.logits!.data as Float32Array
    return { answers: share(answers!), bears: share(bears!) }
  }
}

const open = (weights: string) =>
  InferenceSession.create(weights, {
    // Somebody waits for the pairs of one answer: two cores take three fifths of the time of one.
    intraOpNumThreads: Math.min(2, availableParallelism()),
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  })

const share = (logit: number) => 1 / (1 + Math.exp(-logit))

/** Where the everyday weights are not there, the general ones judge alone. */
export function filesIn(models: string): Files {
  const [general, everyday] = [join(models, 'judge/model.q8.onnx'), join(models, 'judge-everyday/model.q8.onnx')]
  return {
    weights: { general, everyday: existsSync(everyday) ? everyday : general },
    vocabulary: join(models, 'bilingual-encoder/vocab.txt'),
  }
}
