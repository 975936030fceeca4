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
      serialization: 'advanced',
    })
    all.add(child)
    child.once('exit', () => {
      all.delete(child)
      const at = idle.indexOf(child)
      if (at >= 0) idle.splice(at, 1)
    })
    return child
  }

  function release(child: ChildProcess): void {
    if (child.exitCode !== null || child.signalCode !== null) return
    idle.push(child)
    const nap = setTimeout(() => child.kill(), IDLE_MS)
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
      const onExit = (_code: number | null, signal: string | null) =>
        finish(() => reject(new ReadingFailed(`Reading the file took more memory than it may (${signal ?? 'exit'}).`)))
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
      child.send(question)
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
