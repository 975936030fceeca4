import type { ChildProcess } from 'node:child_process'
import { copyFile, link, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ConverseOptions, converse } from './converse.ts'
import { type ChildSettings, endGroup, isAlive, launch } from './launch.ts'
import type { Sandbox } from './sandbox.ts'

/** Children of ours that do what users' bytes make long or dangerous: started, limited, set apart, asked and ended in one way. */

/** A child with a folder of its own. */
export interface ChildHandle<Question, Answer> {
  folder: string
  /** Lends it a file, which it cannot change: the path under which the child finds it. */
  lend(path: string): Promise<string>
  ask(question: Question, options: ConverseOptions): Promise<Answer>
  /** Also when it is stuck. */
  end(): void
}

export interface Pool<Question, Answer> {
  /** One question to whichever child is free. The question may be made for the child that gets it. */
  ask(
    question: Question | ((child: ChildHandle<Question, Answer>) => Promise<Question>),
    options: ConverseOptions,
  ): Promise<Answer>
  /** A child for several questions; the caller ends it. */
  reserve(): Promise<ChildHandle<Question, Answer>>
  /** Ends those that are idle and those that are stuck. */
  reset(): void
  close(): Promise<void>
}

interface Child {
  process: ChildProcess
  folder: string
  lent: number
  nap?: NodeJS.Timeout
  gone: Promise<void>
}

export function childPool<Question, Answer>(sandbox: Sandbox, settings: ChildSettings): Pool<Question, Answer> {
  const idle: Child[] = []
  const all = new Set<Child>()
  const waiting: (() => void)[] = []
  const most = settings.most ?? Number.POSITIVE_INFINITY
  let busy = 0
  let nextId = 1
  let closed = false

  async function start(): Promise<Child> {
    const folder = await sandbox.newChildFolder()
    await mkdir(join(folder, 'in'))
    try {
      return keep(folder, launch(sandbox, settings, folder))
    } catch (error) {
      await remove(folder)
      throw error
    }
  }

  function keep(folder: string, process: ChildProcess): Child {
    const exit = new Promise<void>(done => process.once('exit', () => done()))
    const child: Child = { process, folder, lent: 0, gone: exit.then(() => clear(child)) }
    all.add(child)
    return child
  }

  async function clear(child: Child): Promise<void> {
    endGroup(child.process)
    leaveIdle(child)
    await remove(child.folder)
    all.delete(child)
  }

  function leaveIdle(child: Child): void {
    clearTimeout(child.nap)
    const at = idle.indexOf(child)
    if (at >= 0) idle.splice(at, 1)
  }

  async function acquire(): Promise<Child> {
    while (busy >= most) await new Promise<void>(resolve => waiting.push(resolve))
    busy++
    const warm = idle.at(-1)
    if (warm) {
      leaveIdle(warm)
      return warm
    }
    return start().catch(error => {
      leave()
      throw error
    })
  }

  function leave(): void {
    busy--
    waiting.shift()?.()
  }

  function release(child: Child, grown: boolean): void {
    leave()
    rest(child, grown)
  }

  function rest(child: Child, grown: boolean): void {
    if (!isAlive(child.process)) return
    if (grown || closed) {
      endGroup(child.process)
      return
    }
    idle.push(child)
    child.nap = setTimeout(() => {
      leaveIdle(child)
      endGroup(child.process)
    }, settings.idleMs)
    child.nap.unref()
  }

  const handleOf = (child: Child): ChildHandle<Question, Answer> => ({
    folder: child.folder,
    lend: path => lend(child, path),
    ask: async (question, options) =>
      (await converse<Answer>(settings.name, child.process, { id: nextId++, question }, options)).value,
    end: () => endGroup(child.process),
  })

  return {
    async ask(question, options) {
      options.signal?.throwIfAborted()
      const child = await acquire()
      let grown = false
      try {
        options.signal?.throwIfAborted()
        const made =
          typeof question === 'function'
            ? await (question as (handle: ChildHandle<Question, Answer>) => Promise<Question>)(handleOf(child))
            : question
        const reply = await converse<Answer>(settings.name, child.process, { id: nextId++, question: made }, options)
        grown = reply.grown
        return reply.value
      } finally {
        if (child.lent > 0) await takeBack(child)
        release(child, grown)
      }
    },
    async reserve() {
      return handleOf(await start())
    },
    reset() {
      for (const child of all) endGroup(child.process)
    },
    async close() {
      closed = true
      for (const child of all) endGroup(child.process)
      await Promise.all([...all].map(({ gone }) => gone))
    },
  }
}

/** By a link where the disk allows: a file of gigabytes is lent at once. The folder is read-only for the child. */
async function lend(child: Child, path: string): Promise<string> {
  const lent = join(child.folder, 'in', String(++child.lent))
  await link(path, lent).catch(() => copyFile(path, lent))
  return lent
}

async function takeBack(child: Child): Promise<void> {
  for (; child.lent > 0; child.lent--)
    await rm(join(child.folder, 'in', String(child.lent)), { force: true }).catch(() => {})
}

const remove = (folder: string) => rm(folder, { recursive: true, force: true }).catch(() => {})
