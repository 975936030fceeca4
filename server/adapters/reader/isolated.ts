import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { semaphore } from '../../lib/semaphore.ts'
import { type Reader, type Reading, ReadingFailed, type ReadOptions, TakesLong } from '../../ports/reader.ts'
import type { Answer, Question } from './child.ts'
import { WHY } from './failures.ts'
import { LIMITS } from './limits.ts'
import { Manuscript } from './manuscript.ts'
import type { Tools } from './tools.ts'

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url))

/** A child and the folder that is its own. */
interface Desk {
  process: ChildProcess
  folder: string
  nap?: NodeJS.Timeout
}

/** Reads files in child processes that are kept warm while there is work and let go when there is none. */
export function isolatedReader(
  tools: Tools,
  { quickMs = LIMITS.quickMs, quickAtOnce = Infinity }: { quickMs?: number; quickAtOnce?: number } = {},
): Reader {
  const inTurn = semaphore(quickAtOnce, Infinity, () => new Error('nobody is turned away'))
  const idle: Desk[] = []
  const all = new Set<Desk>()
  let nextId = 1
  let closed = false

  async function acquire(): Promise<Desk> {
    const warm = idle.pop()
    if (warm) {
      clearTimeout(warm.nap)
      return warm
    }
    const desk: Desk = { folder: await mkdtemp(join(tmpdir(), 'dossier-reader-')), process: startChild() }
    all.add(desk)
    desk.process.once('exit', () => {
      all.delete(desk)
      leaveIdle(desk)
      // What it started and what it put down go with it.
      endGroup(desk)
      rm(desk.folder, { recursive: true, force: true }).catch(() => {})
    })
    // Whoever waits for an answer hears of it by the exit; nobody else needs to.
    desk.process.on('error', () => {})
    return desk
  }

  function leaveIdle(desk: Desk): void {
    const at = idle.indexOf(desk)
    if (at >= 0) idle.splice(at, 1)
  }

  function release(desk: Desk, grown: boolean): void {
    if (desk.process.exitCode !== null || desk.process.signalCode !== null) return
    // Memory that a large file took is given back by ending; the next file finds a fresh child.
    if (grown || closed) {
      endGroup(desk)
      return
    }
    idle.push(desk)
    desk.nap = setTimeout(() => {
      leaveIdle(desk)
      endGroup(desk)
    }, LIMITS.idleMs)
    desk.nap.unref()
  }

  async function ask(
    file: Omit<Question, 'id' | 'tools' | 'folder' | 'quick'>,
    options: ReadOptions,
  ): Promise<Reading> {
    options.signal?.throwIfAborted()
    const desk = await acquire()
    if (options.signal?.aborted) release(desk, false)
    options.signal?.throwIfAborted()
    const child = desk.process
    const question: Question = { ...file, id: nextId++, tools, folder: desk.folder, quick: options.quick ?? false }
    return new Promise<Reading>((resolve, reject) => {
      let silence: NodeJS.Timeout
      const finish = (act: () => void) => {
        clearTimeout(silence)
        clearTimeout(deadline)
        options.signal?.removeEventListener('abort', onAbort)
        child.off('message', onMessage)
        child.off('exit', onExit)
        act()
      }
      const stop = (error: Error) =>
        finish(() => {
          endGroup(desk)
          reject(error)
        })
      const listen = () => {
        clearTimeout(silence)
        silence = setTimeout(() => stop(new ReadingFailed(WHY.slow)), LIMITS.silenceMs)
      }
      const onMessage = (answer: Answer) => {
        if ('progress' in answer) {
          listen()
          return options.progress?.(...answer.progress)
        }
        finish(() => {
          release(desk, 'grown' in answer && answer.grown)
          settle(answer, resolve, reject)
        })
      }
      const onExit = (code: number | null, signal: string | null) => finish(() => reject(whyEnded(code, signal)))
      const onAbort = () => stop(options.signal!.reason)
      const deadline = options.quick
        ? setTimeout(() => stop(new TakesLong()), quickMs)
        : setTimeout(() => stop(new ReadingFailed(WHY.slow)), LIMITS.totalMs)
      options.signal?.addEventListener('abort', onAbort)
      listen()
      child.on('message', onMessage)
      child.on('exit', onExit)
      child.send(question, error => {
        if (error) finish(() => reject(new Error('the reader could not be asked')))
      })
    })
  }

  return {
    read: async (path, { kind, mime, filename }, options = {}) => {
      // Of a kind that nobody reads there is nothing to ask.
      if (kind === 'other') return new Manuscript().finish()
      const read = () => ask({ path, kind, mime, filename }, options)
      return options.quick ? inTurn(read) : read()
    },
    async close() {
      closed = true
      const gone = [...all].map(desk => new Promise(done => desk.process.once('exit', done)))
      for (const desk of all) endGroup(desk)
      await Promise.all(gone)
      await Promise.all([...all].map(desk => rm(desk.folder, { recursive: true, force: true })))
    },
  }
}

function startChild(): ChildProcess {
  const node = [process.execPath, `--max-old-space-size=${LIMITS.heapMb}`]
  // The shell sets a limit on all memory that can be written to, then becomes Node; where there is none, V8's own remains.
  const limited = ['-c', `ulimit -d ${LIMITS.dataMb * 1024} 2>/dev/null; ulimit -c 0; exec "$0" "$@"`, ...node]
  const shell = existsSync('/bin/sh')
  return fork(CHILD, [], {
    execPath: shell ? '/bin/sh' : process.execPath,
    execArgv: shell ? limited : node.slice(1),
    // Nothing of the service's own environment: no address, no key.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // A group of its own: a Ctrl-C is for us alone, and its programs end with it. It ends by itself when we are gone.
    detached: true,
    serialization: 'advanced',
  })
}

function endGroup({ process: child }: Desk): void {
  try {
    process.kill(-child.pid!, 'SIGKILL')
  } catch {
    child.kill('SIGKILL')
  }
}

function settle(answer: Answer, resolve: (reading: Reading) => void, reject: (error: Error) => void): void {
  if ('reading' in answer) resolve(answer.reading)
  else if ('slow' in answer) reject(new TakesLong())
  else if ('failed' in answer) reject(new ReadingFailed(answer.failed))
  else reject(new Error(`the reader broke: ${'broken' in answer ? answer.broken : ''}`))
}

/** V8 and native code abort when their memory is spent or the file breaks them: the file is at fault. Any other end is ours. */
function whyEnded(code: number | null, signal: string | null): Error {
  const byFile =
    /^SIG(ABRT|TRAP|ILL|SEGV|BUS|FPE)$/.test(signal ?? '') ||
    (code !== null && code > 128 && code !== 137 && code !== 143)
  return byFile ? new ReadingFailed(WHY.memory) : new Error(`the reader was ended (${signal ?? code})`)
}
