import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type Embedder, EmbedderLate, EmbedderOff, type EmbedPurpose, type EncoderModel } from '../../ports/embedder.ts'
import type { Answer, Question } from './child.ts'

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url))
/** Questions come in bursts, and loading takes most of a second: it stays a while. Passages come in one long row. */
const IDLE_MS: Record<EmbedPurpose, number> = { query: 300_000, passage: 20_000 }
const LOADING_MS = 60_000
const BACKGROUND = 10

interface Waiting {
  resolve(answer: Answer): void
  reject(error: Error): void
}

/** A child for one purpose: started when it is needed, ended when it has been idle, replaced when it has died. */
function companion(purpose: EmbedPurpose) {
  let child: ChildProcess | undefined
  let nap: NodeJS.Timeout | undefined
  let nextId = 1
  const waiting = new Map<number, Waiting>()

  function start(): ChildProcess {
    const started = fork(CHILD, [], {
      // Nothing of the service's own environment: no address, no key.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      detached: true,
      serialization: 'advanced',
    })
    if (purpose === 'passage' && started.pid) lower(started.pid)
    started.on('message', (answer: Answer) => {
      waiting.get(answer.id)?.resolve(answer)
      waiting.delete(answer.id)
    })
    started.on('error', () => {})
    started.once('exit', (code, signal) => {
      if (child === started) child = undefined
      for (const { reject } of waiting.values()) reject(new Error(`the encoder was ended (${signal ?? code})`))
      waiting.clear()
    })
    return started
  }

  return {
    ask(question: Omit<Question, 'id'>): Promise<Answer> {
      clearTimeout(nap)
      child ??= start()
      const id = nextId++
      const asked = child
      return new Promise<Answer>((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        asked.send({ ...question, id }, error => {
          if (error) reject(new Error('the encoder could not be asked'))
        })
      }).finally(() => {
        if (waiting.size > 0) return
        nap = setTimeout(() => asked.kill(), IDLE_MS[purpose])
        nap.unref()
      })
    },
    end() {
      clearTimeout(nap)
      child?.kill()
    },
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
export function isolatedEmbedder(folder: string): Embedder {
  const children = { query: companion('query'), passage: companion('passage') }
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
