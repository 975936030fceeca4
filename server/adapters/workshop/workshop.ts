import { fileURLToPath } from 'node:url'
import { DocumentRefused } from '../../ports/documents.ts'
import { tooHeavy } from '../pdf/refusals.ts'
import { ChildBroke, ChildExceeded } from '../pool/endings.ts'
import { childPool } from '../pool/pool.ts'
import type { Workplace } from '../pool/workplace.ts'
import type { Answer, Question, Task, TaskInput } from './child.ts'

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url))
const HEAP_MB = 512
const DATA_MB = 3072
const IDLE_MS = 30_000

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

/** The fields that name a file to be read. Any other text is somebody's words, whatever it looks like. */
const FILES = ['path', 'guest'] as const

/** Input files that lie elsewhere are lent; what it writes goes into the folders of the tasks. */
export async function lendFiles(
  input: object,
  tasks: string,
  lend: (path: string) => Promise<string>,
): Promise<object> {
  const given: Record<string, unknown> = { ...input }
  for (const field of FILES) {
    const path = given[field]
    if (typeof path === 'string' && !path.startsWith(`${tasks}/`)) given[field] = await lend(path)
  }
  // A file and what is known of it are told together.
  if (given.told && typeof given.told === 'object') given.told = await lendFiles(given.told, tasks, lend)
  return given
}

export function childWorkshop(workplace: Workplace): Workshop {
  const pool = childPool<Question, Answer>(workplace, {
    name: 'workshop',
    script: CHILD,
    heapMb: HEAP_MB,
    dataMb: DATA_MB,
    idleMs: IDLE_MS,
    writable: [workplace.tasks],
  })
  return {
    async ask(task, input, { seconds, memoryMb = 1024, signal, progress }) {
      const answer = await pool
        .ask(async child => ({ task, input: (await lendFiles(input, workplace.tasks, child.lend)) as never }), {
          ms: seconds * 1000,
          memoryMb,
          signal,
          progress: (done: number) => progress?.(done),
        })
        .catch(error => {
          throw error instanceof ChildBroke || error instanceof ChildExceeded ? tooHeavy() : error
        })
      if ('value' in answer) return answer.value
      if (answer.refused) throw new DocumentRefused(answer.refused.code, answer.refused.words)
      throw new Error(answer.failed)
    },
    warm: pool.warm,
    close: pool.close,
  }
}
