import { randomUUID } from 'node:crypto'
import type { Needs } from '../../../context.ts'
import { type CallBack, computation } from '../../../ports/compute.ts'
import type { EmbedPurpose } from '../../../ports/embedder.ts'
import type { JudgePair } from '../../../ports/judge.ts'
import type { Retrieved } from '../../search/index.ts'
import { type ClaimVerdict, type Helpers, type Verifier, verifierOf } from './verify.ts'

/** Verification in a thread: the rules read every passage, and Russian takes a dictionary of 56 MB. */

interface Input {
  /** Of the answer: its passages are read once. */
  key: string
  passages: Retrieved[]
  sentence: string
}

const LONGEST_MS = 30_000
const verifying = {
  ...computation<typeof verifyInThread>(import.meta.url, './beside.ts', 'verifyInThread', LONGEST_MS),
  kept: true,
}

type Verifying = Needs<'compute' | 'judge' | 'embedder'>

export function verifierBeside(
  { compute, judge, embedder }: Verifying,
  ownerId: string,
  passages: Retrieved[],
): Verifier {
  const key = randomUUID()
  const callbacks = {
    judge: ([pairs, options]: [JudgePair[], { deadlineMs: number }]) => judge.judge(pairs, options),
    embed: ([texts, purpose, options]: [string[], EmbedPurpose, { deadlineMs: number }]) =>
      embedder.embed(texts, purpose, options),
  }
  return { verify: sentence => compute.run(verifying, { key, passages, sentence }, ownerId, callbacks) }
}

interface Answer {
  verifier: Verifier
  /** Of the sentence that is being verified. */
  callBack: CallBack
  line: Promise<unknown>
}

/** Answers that are being written, the latest last. */
const open = new Map<string, Answer>()
const MOST_OPEN = 32

export function verifyInThread({ key, passages, sentence }: Input, callBack: CallBack): Promise<ClaimVerdict> {
  const answer = open.get(key) ?? begin(passages, callBack)
  open.delete(key)
  open.set(key, answer)
  if (open.size > MOST_OPEN) open.delete(open.keys().next().value!)
  const verdict = answer.line.then(() => {
    answer.callBack = callBack
    return answer.verifier.verify(sentence)
  })
  answer.line = verdict.catch(() => {})
  return verdict
}

function begin(passages: Retrieved[], callBack: CallBack): Answer {
  const helpers: Helpers = {
    judge: { judge: (pairs, options) => answer.callBack('judge', [pairs, options]) },
    embedder: { embed: (texts, purpose, options) => answer.callBack('embed', [texts, purpose, options]) },
  }
  const answer: Answer = { callBack, line: Promise.resolve(), verifier: verifierOf(passages, helpers) }
  return answer
}
