import { type ChildProcess, fork } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Reader, type Reading, ReadingFailed } from '../../ports/reader.ts'
import type { Answer, Question } from './child.ts'

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url))
const MEMORY_MB = 512
const TIME_MS = 60_000
const IDLE_MS = 20_000
/** More text than any reader or index makes use of. */
const MAX_BYTES = 64 * 1024 * 1024

/** Reads files in child processes that are kept warm while there is work and let go when there is none. */
export function isolatedReader(): Reader {
  const idle: ChildProcess[] = []
  const all = new Set<ChildProcess>()
  const naps = new Map<ChildProcess, NodeJS.Timeout>()
  let nextId = 1

  function acquire(): ChildProcess {
    const warm = idle.pop()
    if (warm) {
      clearTimeout(naps.get(warm))
      return warm
    }
    const child = fork(CHILD, [], {
      execArgv: [`--max-old-space-size=${MEMORY_MB}`],
      // Nothing of the service's own environment: no address, no key.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Out of our group: a Ctrl-C is for us alone. It ends by itself when we are gone.
      detached: true,
      serialization: 'advanced',
    })
    all.add(child)
    child.once('exit', () => {
      all.delete(child)
      leaveIdle(child)
    })
    // Whoever waits for an answer hears of it by the exit; nobody else needs to.
    child.on('error', () => {})
    return child
  }

  function leaveIdle(child: ChildProcess): void {
    const at = idle.indexOf(child)
    if (at >= 0) idle.splice(at, 1)
  }

  function release(child: ChildProcess): void {
    if (child.exitCode !== null || child.signalCode !== null) return
    idle.push(child)
    const nap = setTimeout(() => {
      leaveIdle(child)
      child.kill()
    }, IDLE_MS)
    nap.unref()
    naps.set(child, nap)
  }

  async function ask(question: Question): Promise<Answer> {
    const child = acquire()
    return new Promise<Answer>((resolve, reject) => {
      const finish = (act: () => void) => {
        clearTimeout(deadline)
        child.off('message', onMessage)
        child.off('exit', onExit)
        act()
      }
      const onMessage = (answer: Answer) =>
        finish(() => {
          release(child)
          resolve(answer)
        })
      const onExit = (code: number | null, signal: string | null) => finish(() => reject(whyEnded(code, signal)))
      const deadline = setTimeout(
        () =>
          finish(() => {
            child.kill('SIGKILL')
            reject(new ReadingFailed(`Reading the file took longer than ${TIME_MS / 1000} seconds.`))
          }),
        TIME_MS,
      )
      child.on('message', onMessage)
      child.on('exit', onExit)
      child.send(question, error => {
        if (error) finish(() => reject(new Error('the reader could not be asked')))
      })
    })
  }

  return {
    async read(path, { kind, mime }): Promise<Reading | null> {
      if (kind !== 'text') return null
      if ((await stat(path)).size > MAX_BYTES)
        throw new ReadingFailed(`The text is larger than ${MAX_BYTES / 1024 / 1024} MB; the file itself is kept.`)
      const answer = await ask({ id: nextId++, path, kind, mime })
      if ('failed' in answer) throw new ReadingFailed(answer.failed)
      return 'none' in answer ? null : { text: answer.text, pages: answer.pages }
    },
    async close() {
      for (const child of all) child.kill()
    },
  }
}

/** V8 aborts when its memory is spent: the file is at fault. Any other end is ours, and the file is read again. */
function whyEnded(code: number | null, signal: string | null): Error {
  if (signal === 'SIGABRT' || code === 134) return new ReadingFailed('Reading the file took more memory than it may.')
  return new Error(`the reader was ended (${signal ?? code})`)
}
