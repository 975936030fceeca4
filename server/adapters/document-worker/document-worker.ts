import { randomUUID } from 'node:crypto'
import { constants, copyFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DocumentRefused } from '../../ports/documents.ts'
import { tooHeavy } from '../pdf/refusals.ts'
import { ChildBroke, ChildExceeded } from '../pool/endings.ts'
import { childPool, type Pool } from '../pool/pool.ts'
import type { Sandbox } from '../pool/sandbox.ts'
import type { TaskInput, WorkerReply, WorkerRequest, WorkerTask } from './child.ts'

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url))
const HEAP_MB = 512
const DATA_MB = 3072
const IDLE_MS = 30_000
const ROOM_IDLE_MS = 3000

export interface WorkerOptions {
  seconds: number
  memoryMb?: number
  signal?: AbortSignal
  progress?: (done: number) => void
  /** Of the task, where it works on more than one file or writes more than one. */
  folder?: string
}

/** Work on pictures and PDF files by libraries, in child processes that are warm while there is work. */
export interface DocumentWorker {
  ask<T extends WorkerTask>(task: T, input: TaskInput<T>, options: WorkerOptions): Promise<unknown>
  close(): Promise<void>
}

/** The fields that name a file to be read. Any other text is somebody's words, whatever it looks like. */
const FILES = ['path', 'guest'] as const

/** Input files that lie elsewhere than in the folder of the task are lent. */
export async function lendFiles(
  input: object,
  folder: string | undefined,
  lend: (path: string) => Promise<string>,
): Promise<object> {
  const given: Record<string, unknown> = { ...input }
  for (const field of FILES) {
    const path = given[field]
    if (typeof path === 'string' && !(folder && path.startsWith(`${folder}/`))) given[field] = await lend(path)
  }
  // A nested source names a file to be read as well.
  if (given.source && typeof given.source === 'object') given.source = await lendFiles(given.source, folder, lend)
  return given
}

type Children = Pool<WorkerRequest, WorkerReply>

export function documentWorker(sandbox: Sandbox): DocumentWorker {
  const settings = { name: 'workshop', script: CHILD, heapMb: HEAP_MB, dataMb: DATA_MB, idleMs: IDLE_MS }
  const shared: Children = childPool(sandbox, settings)
  const rooms = new Map<string, { pool: Children; asked: number }>()

  /** A child for one folder: no task sees the files of another, which may be somebody else's. */
  async function inFolder<T>(folder: string, use: (pool: Children) => Promise<T>): Promise<T> {
    const room = rooms.get(folder) ?? { pool: childPool(sandbox, { ...settings, writable: [folder] }), asked: 0 }
    rooms.set(folder, room)
    room.asked++
    try {
      return await use(room.pool)
    } finally {
      room.asked--
      setTimeout(() => {
        if (room.asked > 0 || rooms.get(folder) !== room) return
        rooms.delete(folder)
        void room.pool.close()
      }, ROOM_IDLE_MS).unref()
    }
  }

  return {
    async ask(task, input, options) {
      const answer = await (options.folder
        ? inFolder(options.folder, pool => askIn(pool, task, input, options))
        : askShared(shared, task, input, options)
      ).catch(error => {
        throw error instanceof ChildBroke || error instanceof ChildExceeded ? tooHeavy() : error
      })
      if ('value' in answer) return answer.value
      if (answer.refused) throw new DocumentRefused(answer.refused.code, answer.refused.words)
      throw new Error(answer.failed)
    },
    async close() {
      await Promise.all([shared, ...[...rooms.values()].map(({ pool }) => pool)].map(pool => pool.close()))
    },
  }
}

const limitsOf = ({ seconds, memoryMb = 1024, signal, progress }: WorkerOptions) => ({
  ms: seconds * 1000,
  memoryMb,
  signal,
  progress: (done: number) => progress?.(done),
})

const askIn = (pool: Children, task: WorkerTask, input: object, options: WorkerOptions) =>
  pool.ask(
    async child => ({ task, input: (await lendFiles(input, options.folder, child.lend)) as never }),
    limitsOf(options),
  )

/** In a child that others use as well: it writes into its own folder, and what it made is moved to where it is wanted. */
async function askShared(
  pool: Children,
  task: WorkerTask,
  input: object,
  options: WorkerOptions,
): Promise<WorkerReply> {
  const wanted = 'to' in input ? String(input.to) : undefined
  let made = ''
  const answer = await pool.ask(async child => {
    made = join(child.folder, randomUUID())
    const given = await lendFiles(input, undefined, child.lend)
    return { task, input: (wanted ? { ...given, to: made } : given) as never }
  }, limitsOf(options))
  if (wanted && 'value' in answer) await moveFile(made, wanted)
  return answer
}

/** Whoever reads it there opens plain files only. */
const moveFile = (from: string, to: string) => rename(from, to).catch(() => copyFile(from, to, constants.COPYFILE_EXCL))
