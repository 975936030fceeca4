import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Described, Describer, Description } from '../../ports/describer.ts'
import type { Answer, Question } from './child.ts'

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url))
const MEMORY_MB = 512
const TIME_MS = 30_000
const IDLE_MS = 20_000
/** What a document is about stands in its first hundred pages. */
const MAX_TEXT = 200_000

interface Waiting {
  resolve(description: Description): void
  reject(error: Error): void
  deadline: NodeJS.Timeout
}

/**
 * One child does all of it: describing is processor work, a process has it at its own pace, and the words it has looked up
 * serve the next text. It is let go when there is nothing to do, for its dictionaries are large.
 */
export function isolatedDescriber(): Describer {
  let child: ChildProcess | undefined
  let nap: NodeJS.Timeout | undefined
  let nextId = 1
  const waiting = new Map<number, Waiting>()

  function fail(error: Error): void {
    child = undefined
    for (const { reject, deadline } of waiting.values()) {
      clearTimeout(deadline)
      reject(error)
    }
    waiting.clear()
  }

  function awake(): ChildProcess {
    clearTimeout(nap)
    if (child) return child
    const started = fork(CHILD, [], {
      execArgv: [`--max-old-space-size=${MEMORY_MB}`],
      // Nothing of the service's own environment: no address, no key.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Out of our group: a Ctrl-C is for us alone. It ends by itself when we are gone.
      detached: true,
      serialization: 'advanced',
    })
    child = started
    started.on('message', (answer: Answer) => settle(answer))
    started.on('error', () => {})
    started.once('exit', (code, signal) => {
      if (child === started) fail(new Error(`the describer was ended (${signal ?? code})`))
    })
    return started
  }

  function settle(answer: Answer): void {
    const asked = waiting.get(answer.id)
    if (!asked) return
    waiting.delete(answer.id)
    clearTimeout(asked.deadline)
    if (waiting.size === 0) rest()
    if ('failed' in answer) asked.reject(new Error(`a text could not be described: ${answer.failed}`))
    else asked.resolve(answer.description)
  }

  function rest(): void {
    nap = setTimeout(() => {
      const resting = child
      child = undefined
      resting?.kill()
    }, IDLE_MS)
    nap.unref()
  }

  function tooLong(): void {
    const stuck = child
    fail(new Error(`describing a text took longer than ${TIME_MS / 1000} seconds`))
    stuck?.kill('SIGKILL')
  }

  return {
    describe(source: Described): Promise<Description> {
      const question: Question = { id: nextId++, source: { ...source, text: source.text.slice(0, MAX_TEXT) } }
      return new Promise((resolve, reject) => {
        const deadline = setTimeout(tooLong, TIME_MS)
        waiting.set(question.id, { resolve, reject, deadline })
        awake().send(question, error => {
          if (error) fail(new Error('the describer could not be asked'))
        })
      })
    },
    async close() {
      clearTimeout(nap)
      const open = child
      fail(new Error('the describer was closed'))
      open?.kill()
    },
  }
}
