import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Described, type Describer, DescribingFailed, type Description } from '../../ports/describer.ts'
import { ChildEnded, forkChild } from '../programs/children.ts'
import type { Answer, Question } from './child.ts'

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url))
const MEMORY_MB = 512
const TIME_MS = 60_000
const IDLE_MS = 20_000
/** What a document is about stands in its first hundred pages. */
const MAX_TEXT = 150_000

interface Waiting {
  question: Question
  resolve(description: Description): void
  reject(error: Error): void
  deadline?: NodeJS.Timeout
}

/** V8 aborts when its memory is spent, and a broken child ends with a code of its own; a signal comes from outside. */
const isFault = (code: number | null, signal: string | null) => signal === 'SIGABRT' || (code !== null && code !== 0)

/**
 * One child does all of it, one text after the other: describing is processor work, a process has it at its own pace, and
 * the words it has looked up serve the next text. It is let go when there is nothing to do, for its dictionaries are large.
 */
export function isolatedDescriber(): Describer {
  let child: ChildProcess | undefined
  let nap: NodeJS.Timeout | undefined
  let nextId = 1
  /** In the order in which they were asked: the first one is being worked on. */
  const waiting = new Map<number, Waiting>()

  function awake(): ChildProcess {
    clearTimeout(nap)
    if (child) return child
    const started = forkChild(CHILD, { execArgv: [`--max-old-space-size=${MEMORY_MB}`] })
    child = started
    started.on('message', (answer: Answer) => settle(answer))
    started.once('exit', (code, signal) => {
      if (child === started) goOn(isFault(code, signal), `the describer was ended (${signal ?? code})`)
    })
    return started
  }

  function ask({ question }: Waiting): void {
    try {
      // That it could not be sent shows by the exit.
      awake().send(question, () => {})
      watch()
    } catch (error) {
      take(question.id)?.reject(error as Error)
    }
  }

  /** Only the text that is being worked on is on the clock. */
  function watch(): void {
    const [current] = waiting.values()
    if (!current || current.deadline) return
    current.deadline = setTimeout(() => {
      child?.kill('SIGKILL')
      goOn(true, `describing a text took longer than ${TIME_MS / 1000} seconds`)
    }, TIME_MS)
  }

  function take(id: number): Waiting | undefined {
    const asked = waiting.get(id)
    waiting.delete(id)
    clearTimeout(asked?.deadline)
    return asked
  }

  function settle(answer: Answer): void {
    const asked = take(answer.id)
    if (waiting.size === 0) rest()
    else watch()
    if ('failed' in answer) asked?.reject(new DescribingFailed(answer.failed))
    else asked?.resolve(answer.description)
  }

  /** The child is gone: the first text bears what happened, the others are asked about again. */
  function goOn(isTextsFault: boolean, reason: string): void {
    child = undefined
    const [first] = waiting.keys()
    if (first === undefined) return
    take(first)?.reject(isTextsFault ? new DescribingFailed(reason) : new ChildEnded(reason))
    for (const asked of [...waiting.values()]) ask(asked)
  }

  function rest(): void {
    nap = setTimeout(() => {
      const resting = child
      child = undefined
      resting?.kill('SIGKILL')
    }, IDLE_MS)
    nap.unref()
  }

  return {
    describe(source: Described): Promise<Description> {
      const question: Question = { id: nextId++, source: { ...source, text: source.text.slice(0, MAX_TEXT) } }
      return new Promise((resolve, reject) => {
        const asked = { question, resolve, reject }
        waiting.set(question.id, asked)
        ask(asked)
      })
    },
    async close() {
      clearTimeout(nap)
      const open = child
      child = undefined
      for (const id of [...waiting.keys()]) take(id)?.reject(new Error('the describer was closed'))
      open?.kill('SIGKILL')
    },
  }
}
