import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type PieceText, type Scribe, type Transcriber, TranscriberOff } from '../../ports/transcriber.ts'
import { startLimited } from '../programs/children.ts'
import { endGroup } from '../programs/programs.ts'
import type { Answer, Question } from './child.ts'
import { findWeights, type Weights } from './weights.ts'

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url))
const HEAP_MB = 512
/** A piece of half a minute, on a machine that is busy with other things. */
const PIECE_MS = 300_000

/** Whisper on this machine, in a child that ends with the recording. */
export function localTranscriber(modelsDir: string): Transcriber & { close(): Promise<void> } {
  const children = new Set<ChildProcess>()
  let known: Promise<Weights> | undefined
  const weights = () => {
    // Looked for again when they were not there: somebody may have put them there since.
    known ??= findWeights(modelsDir).catch(error => {
      known = undefined
      throw error instanceof TranscriberOff ? error : new TranscriberOff(`off: ${(error as Error).message}`)
    })
    return known
  }
  return {
    async check() {
      const { model, languages } = await weights()
      return `${model} writes speech down${languages.length > 0 ? ` in ${languages.join(', ')}` : ''}`
    },
    async begin() {
      const found = await weights()
      const child = startLimited(CHILD, { heapMb: HEAP_MB, dataMb: found.dataMb })
      children.add(child)
      child.once('exit', () => children.delete(child))
      return scribeOf(child, found)
    },
    async close() {
      for (const child of children) endGroup(child.pid)
    },
  }
}

function scribeOf(child: ChildProcess, { folder, model, languages }: Weights): Scribe {
  let nextId = 1
  return {
    model,
    write: ({ samples }, { signal } = {}) => {
      const question: Question = { id: nextId++, folder, served: { languages }, samples }
      return ask(child, question, signal)
    },
    async end() {
      endGroup(child.pid)
    },
  }
}

function ask(child: ChildProcess, question: Question, signal: AbortSignal | undefined): Promise<PieceText> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      clearTimeout(late)
      signal?.removeEventListener('abort', onAbort)
      child.off('message', onMessage)
      child.off('exit', onExit)
    }
    const fail = (error: Error) => {
      finish()
      reject(error)
    }
    const late = setTimeout(() => fail(new Error('the transcriber took too long')), PIECE_MS)
    const onAbort = () => fail(signal!.reason)
    const onExit = (code: number | null, by: string | null) =>
      fail(new Error(`the transcriber was ended (${by ?? code})`))
    const onMessage = (answer: Answer) => {
      if (answer.id !== question.id) return
      if ('broken' in answer) return fail(new Error(`the transcriber broke: ${answer.broken}`))
      finish()
      resolve(answer.text)
    }
    if (signal?.aborted || child.exitCode !== null || child.signalCode !== null)
      return fail(signal?.aborted ? signal.reason : new Error('the transcriber has ended'))
    signal?.addEventListener('abort', onAbort)
    child.on('message', onMessage)
    child.on('exit', onExit)
    child.send(question, error => error && fail(new Error('the transcriber could not be asked')))
  })
}
