import type { ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type Embedder, EmbedderLate, EmbedderOff, type EmbedPurpose, type EncoderModel } from '../../ports/embedder.ts'
import { ChildEnded, forkChild } from '../programs/children.ts'
import type { Answer, Question } from './child.ts'

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url))
/** Questions come in bursts, and loading takes most of a second: it stays a while. Passages come in one long row. */
const IDLE_MS: Record<EmbedPurpose, number> = { query: 300_000, passage: 20_000 }
const LOADING_MS = 60_000
const BACKGROUND = 10

interface Waiting {
  child: ChildProcess
  since: number
  resolve(answer: Answer): void
  reject(error: Error): void
}

/** A child for one purpose: started when it is needed, ended when it has been idle, replaced when it has died. */
function companion(purpose: EmbedPurpose, stuckMs: number) {
  let child: ChildProcess | undefined
  let nap: NodeJS.Timeout | undefined
  let nextId = 1
  const waiting = new Map<number, Waiting>()

  function start(): ChildProcess {
    const started = forkChild(CHILD)
    if (purpose === 'passage') lower(started.pid!)
    started.on('message', (answer: Answer) => {
      waiting.get(answer.id)?.resolve(answer)
      waiting.delete(answer.id)
    })
    started.once('exit', (code, signal) => {
      if (child === started) child = undefined
      for (const [id, asked] of waiting) {
        if (asked.child !== started) continue
        waiting.delete(id)
        asked.reject(new ChildEnded(`the encoder was ended (${signal ?? code})`))
      }
    })
    return started
  }

  /** For good, also when it is stuck: whoever asks next gets another. */
  function end(): void {
    clearTimeout(nap)
    child?.kill('SIGKILL')
    child = undefined
  }

  const isStuck = () => {
    const [oldest] = waiting.values()
    return oldest !== undefined && performance.now() - oldest.since > stuckMs
  }

  return {
    async ask(question: Omit<Question, 'id'>): Promise<Answer> {
      clearTimeout(nap)
      if (isStuck()) end()
      child ??= start()
      const id = nextId++
      const asked = child
      return new Promise<Answer>((resolve, reject) => {
        waiting.set(id, { child: asked, since: performance.now(), resolve, reject })
        asked.send({ ...question, id }, error => {
          if (error) reject(new ChildEnded('the encoder could not be asked'))
        })
      }).finally(() => {
        if (waiting.size > 0) return
        clearTimeout(nap)
        nap = setTimeout(end, IDLE_MS[purpose])
        nap.unref()
      })
    },
    end,
  }
}

/** Making the index must not slow down those who search. */
function lower(pid: number): void {
  try {
    setPriority(pid, BACKGROUND)
  } catch {
    // Not every system lets us; then it is only less polite.
  }
}

/** Runs the encoder of a folder in child processes, one for questions and one for texts, so that neither waits for the other. */
export function isolatedEmbedder(folder: string, { stuckMs } = { stuckMs: LOADING_MS }): Embedder {
  const children = { query: companion('query', stuckMs), passage: companion('passage', stuckMs) }
  let known: Promise<EncoderModel> | undefined

  async function ask(texts: string[], purpose: EmbedPurpose, deadlineMs: number) {
    const answer = await within(deadlineMs, children[purpose].ask({ folder, texts, purpose })).catch(error => {
      // It may never come back from this text. Whoever asks a question is in a hurry, and lets it warm up for the next.
      if (purpose === 'passage') children.passage.end()
      throw error
    })
    if ('off' in answer) throw new EmbedderOff(answer.off)
    if ('failed' in answer) throw new Error(answer.failed)
    return answer
  }

  return {
    model() {
      known ??= ask([], 'query', LOADING_MS).then(
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
      children.query.end()
      children.passage.end()
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
