import type { ChildProcess } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { semaphore } from '../../lib/semaphore.ts'
import { type Reader, type Reading, ReadingFailed, type ReadOptions, TakesLong } from '../../ports/reader.ts'
import { ChildEnded, startLimited } from '../programs/children.ts'
import { newFolder } from '../programs/folders.ts'
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
  /** Settles when both are gone. */
  gone: Promise<void>
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
    const folder = await newFolder()
    try {
      return furnish(folder, startLimited(CHILD, { ...LIMITS, background: false }))
    } catch (error) {
      await removeFolder(folder)
      throw error
    }
  }

  function furnish(folder: string, child: ChildProcess): Desk {
    const exit = new Promise<void>(done => child.once('exit', () => done()))
    const gone = exit.then(async () => {
      // What it started and what it put down go with it.
      endGroup(desk)
      leaveIdle(desk)
      await removeFolder(folder)
      all.delete(desk)
    })
    const desk: Desk = { folder, process: child, gone }
    all.add(desk)
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
        if (error) finish(() => reject(new ChildEnded('the reader could not be asked')))
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
      for (const desk of all) endGroup(desk)
      await Promise.all([...all].map(({ gone }) => gone))
    },
  }
}

const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true }).catch(() => {})

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
  return byFile ? new ReadingFailed(WHY.memory) : new ChildEnded(`the reader was ended (${signal ?? code})`)
}
