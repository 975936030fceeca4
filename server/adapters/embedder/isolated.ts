import { fileURLToPath } from 'node:url'
import { type Embedder, EmbedderLate, EmbedderOff, type EmbedPurpose, type EncoderModel } from '../../ports/embedder.ts'
import { childPool } from '../pool/pool.ts'
import type { Sandbox } from '../pool/sandbox.ts'
import type { EmbedderReply, EmbedderRequest } from './child.ts'

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url))
/** Questions come in bursts, and loading takes most of a second: it stays a while. Passages come in one long row. */
const IDLE_MS: Record<EmbedPurpose, number> = { query: 300_000, passage: 20_000 }
/** Making the index must not slow down those who search. */
const NICE: Record<EmbedPurpose, number> = { query: 0, passage: 10 }
const LOADING_MS = 60_000

/** Runs the encoder of a folder in child processes, one for questions and one for texts, so that neither waits for the other. */
export function isolatedEmbedder(sandbox: Sandbox, folder: string, { stuckMs } = { stuckMs: LOADING_MS }): Embedder {
  const poolFor = (purpose: EmbedPurpose) =>
    childPool<EmbedderRequest, EmbedderReply>(sandbox, {
      name: 'encoder',
      script: CHILD,
      heapMb: 512,
      dataMb: 2048,
      most: 1,
      idleMs: IDLE_MS[purpose],
      nice: NICE[purpose],
      readable: [folder],
    })
  const pools = { query: poolFor('query'), passage: poolFor('passage') }
  let known: Promise<EncoderModel> | undefined

  async function ask(texts: string[], purpose: EmbedPurpose, deadlineMs: number) {
    const asked = pools[purpose].ask({ folder, texts, purpose }, { ms: stuckMs })
    const answer = await within(deadlineMs, asked).catch(error => {
      // It may never come back from this text. Whoever asks a question is in a hurry, and lets it warm up for the next.
      if (purpose === 'passage' && error instanceof EmbedderLate) pools.passage.reset()
      throw error
    })
    if ('off' in answer) throw new EmbedderOff(answer.off)
    return answer
  }

  return {
    model(purpose) {
      known ??= ask([], purpose, LOADING_MS).then(
        ({ model }) => model,
        error => {
          // Asked again next time, unless the files are at fault.
          if (!(error instanceof EmbedderOff)) known = undefined
          throw error instanceof EmbedderOff ? error : new EmbedderOff(error.message)
        },
      )
      return known
    },
    embed: async (texts, purpose, { deadlineMs }) => (await ask(texts, purpose, deadlineMs)).vectors,
    async close() {
      await pools.query.close()
      await pools.passage.close()
    },
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new EmbedderLate(`no vector within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    work.catch(() => {})
  }
}
