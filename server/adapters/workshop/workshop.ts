import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { DocumentRefused } from '../../ports/documents.ts'
import { ChildEnded, forkChild } from '../programs/children.ts'
import type { Answer, Task, TaskInput } from './child.ts'

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url))
const HEAP_MB = 512
const IDLE_MS = 30_000
const WATCH_MS = 100

export interface AskOptions {
  seconds: number
  memoryMb?: number
  signal?: AbortSignal
  progress?: (done: number) => void
}

/** Work on pictures and PDF files by libraries, in child processes that are warm while there is work. */
export interface Workshop {
  ask<T extends Task>(task: T, input: TaskInput<T>, options: AskOptions): Promise<unknown>
  /** Has a child ready for what will be asked in a moment. */
  warm(): void
  close(): Promise<void>
}

const tooHeavy = () =>
  new DocumentRefused('too_heavy', {
    en: 'The file is too heavy: working on it takes more time or memory than it may.',
    ru: 'Файл слишком тяжёлый: работа с ним занимает больше времени или памяти, чем можно.',
  })

export function childWorkshop(): Workshop {
  const idle: ChildProcess[] = []
  const all = new Set<ChildProcess>()
  const naps = new Map<ChildProcess, NodeJS.Timeout>()
  let nextId = 1

  function leaveIdle(child: ChildProcess): void {
    clearTimeout(naps.get(child))
    naps.delete(child)
    const at = idle.indexOf(child)
    if (at >= 0) idle.splice(at, 1)
  }

  function acquire(): ChildProcess {
    const warm = idle.at(-1)
    if (warm) {
      leaveIdle(warm)
      return warm
    }
    const child = forkChild(CHILD, { execArgv: [`--max-old-space-size=${HEAP_MB}`] })
    all.add(child)
    child.once('exit', () => {
      all.delete(child)
      leaveIdle(child)
    })
    return child
  }

  function release(child: ChildProcess): void {
    if (child.exitCode !== null || child.signalCode !== null) return
    idle.push(child)
    const nap = setTimeout(() => {
      leaveIdle(child)
      child.kill('SIGKILL')
    }, IDLE_MS)
    nap.unref()
    naps.set(child, nap)
  }

  return {
    async ask(task, input, { seconds, memoryMb = 1024, signal, progress }) {
      const child = acquire()
      const id = nextId++
      return new Promise((resolve, reject) => {
        const finish = (act: () => void) => {
          clearTimeout(deadline)
          clearInterval(watch)
          signal?.removeEventListener('abort', onAbort)
          child.off('message', onMessage)
          child.off('exit', onExit)
          act()
        }
        const end = (error: unknown) =>
          finish(() => {
            child.kill('SIGKILL')
            reject(error)
          })
        const onMessage = (answer: Answer) => {
          if ('progress' in answer) return progress?.(answer.progress)
          finish(() => {
            release(child)
            if ('value' in answer) resolve(answer.value)
            else if (answer.refused) reject(new DocumentRefused(answer.refused.code, answer.refused.words))
            else reject(new Error(answer.failed))
          })
        }
        // V8 aborts when its memory is spent: the file is at fault.
        const onExit = (code: number | null, by: string | null) =>
          finish(() =>
            reject(
              by === 'SIGABRT' || code === 134 ? tooHeavy() : new ChildEnded(`the workshop was ended (${by ?? code})`),
            ),
          )
        const onAbort = () => end(signal?.reason)
        const deadline = setTimeout(() => end(tooHeavy()), seconds * 1000)
        const watch = setInterval(
          () => void residentMb(child.pid).then(size => size > memoryMb && end(tooHeavy())),
          WATCH_MS,
        )
        if (signal?.aborted) return onAbort()
        signal?.addEventListener('abort', onAbort)
        child.on('message', onMessage)
        child.on('exit', onExit)
        child.send({ id, task, input }, error => {
          if (error) finish(() => reject(new ChildEnded('the workshop could not be asked')))
        })
      })
    },
    warm() {
      if (all.size === 0) release(acquire())
    },
    async close() {
      for (const child of all) child.kill('SIGKILL')
    },
  }
}

async function residentMb(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return (Number(text.split(' ')[1] ?? 0) * 4096) / 1024 / 1024
}
