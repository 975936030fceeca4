import { type ChildProcess, fork } from 'node:child_process'
import { copyFile, link, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Told } from './child.ts'
import { ChildBroke, ChildEnded, ChildExceeded, countEnd } from './endings.ts'
import { childView } from './isolation.ts'
import type { Workplace } from './workplace.ts'

/** Children of ours that do what users' bytes make long or dangerous: started, limited, set apart, asked and ended in one way. */

export interface ChildSettings {
  /** As it is called in errors, metrics and health. */
  name: string
  /** The compiled module that serves. */
  script: string
  /** Of V8, and of all memory that can be written to, in MB. */
  heapMb: number
  dataMb: number
  /** How many at most; whoever comes later waits. */
  most?: number
  /** An idle child ends after this. */
  idleMs: number
  /** 0 to 19: how far it steps back behind those who wait for an answer. */
  nice?: number
  /** What it may read beside its own code. */
  readable?: string[]
  /** What it may write to beside its own folder. */
  writable?: string[]
}

export interface AskOptions {
  /** All of the question, and between two words about it. */
  ms: number
  silenceMs?: number
  /** Of the child and all that it started. */
  memoryMb?: number
  signal?: AbortSignal
  progress?: (progress: never) => void
}

/** A child with a folder of its own. */
export interface Held<Question, Answer> {
  folder: string
  /** Lends it a file, which it cannot change: the path under which the child finds it. */
  lend(path: string): Promise<string>
  ask(question: Question, options: AskOptions): Promise<Answer>
  /** Also when it is stuck. */
  end(): void
}

export interface Pool<Question, Answer> {
  /** One question to whichever child is free. The question may be made for the child that gets it. */
  ask(question: Question | ((child: Held<Question, Answer>) => Promise<Question>), options: AskOptions): Promise<Answer>
  /** A child for several questions; whoever holds it ends it. */
  hold(): Promise<Held<Question, Answer>>
  /** Has one ready for what will be asked in a moment. */
  warm(): void
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

export function childPool<Question, Answer>(workplace: Workplace, settings: ChildSettings): Pool<Question, Answer> {
  const idle: Child[] = []
  const all = new Set<Child>()
  const waiting: (() => void)[] = []
  const most = settings.most ?? Number.POSITIVE_INFINITY
  let busy = 0
  let nextId = 1
  let closed = false

  async function start(): Promise<Child> {
    const folder = await workplace.newChildFolder()
    await mkdir(join(folder, 'in'))
    try {
      return keep(folder, launch(workplace, settings, folder))
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

  const heldOf = (child: Child): Held<Question, Answer> => ({
    folder: child.folder,
    lend: path => lend(child, path),
    ask: async (question, options) =>
      (await converse<Answer>(settings, child.process, nextId++, question, options)).value,
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
            ? await (question as (held: Held<Question, Answer>) => Promise<Question>)(heldOf(child))
            : question
        const told = await converse<Answer>(settings, child.process, nextId++, made, options)
        grown = told.grown
        return told.value
      } finally {
        if (child.lent > 0) await takeBack(child)
        release(child, grown)
      }
    },
    async hold() {
      return heldOf(await start())
    },
    warm() {
      if (all.size === 0 && !closed)
        void start().then(
          child => rest(child, false),
          () => {},
        )
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

/** With nothing of our environment, in a group of its own: a Ctrl-C is for us alone, and what it starts ends with it. */
function launch({ isolation }: Workplace, settings: ChildSettings, folder: string): ChildProcess {
  const { script, heapMb, dataMb, nice = 0, readable = [], writable = [] } = settings
  const apart = isolation.wrap({
    writable: [folder, ...writable],
    readable: [...childView(script), ...readable, join(folder, 'in')],
  })
  const node = [process.execPath, `--max-old-space-size=${heapMb}`]
  const limits = `ulimit -d ${dataMb * 1024} 2>/dev/null; ulimit -c 0; ulimit -n 256 2>/dev/null; exec nice -n ${nice} "$0" "$@"`
  const child = fork(script, [], {
    execPath: '/bin/sh',
    execArgv: ['-c', limits, ...apart, ...node],
    cwd: folder,
    env: { HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8', PATH: '/usr/bin:/bin' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true,
    serialization: 'advanced',
  })
  // Whoever waits for an answer hears of it by the exit; an unheard error would end the process.
  child.on('error', () => {})
  if (child.pid === undefined) throw new ChildEnded(`${settings.name} could not be started`)
  return child
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

const isAlive = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

export function endGroup(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, 'SIGKILL')
  } catch {
    child.kill('SIGKILL')
  }
}

const WATCH_MS = 200

function converse<Answer>(
  { name }: ChildSettings,
  child: ChildProcess,
  id: number,
  question: unknown,
  { ms, silenceMs, memoryMb, signal, progress }: AskOptions,
): Promise<{ value: Answer; grown: boolean }> {
  return new Promise((resolve, reject) => {
    let silence: NodeJS.Timeout | undefined
    const finish = (act: () => void) => {
      clearTimeout(silence)
      clearTimeout(deadline)
      clearInterval(watch)
      signal?.removeEventListener('abort', onAbort)
      child.off('message', onMessage)
      child.off('exit', onExit)
      act()
    }
    const stop = (error: unknown) =>
      finish(() => {
        endGroup(child)
        reject(error)
      })
    const exceed = (what: 'time' | 'memory') => {
      countEnd(name, 'exceeded')
      stop(new ChildExceeded(name, what))
    }
    const listen = () => {
      clearTimeout(silence)
      if (silenceMs) silence = setTimeout(() => exceed('time'), silenceMs)
    }
    const onMessage = (told: Told<Answer>) => {
      if (told.id !== id) return
      if ('progress' in told) {
        listen()
        return (progress as ((progress: unknown) => void) | undefined)?.(told.progress)
      }
      finish(() =>
        'failed' in told ? reject(Object.assign(new Error(told.failed), { code: told.code })) : resolve(told),
      )
    }
    const onExit = (code: number | null, by: string | null) => finish(() => reject(endOf(name, code, by)))
    const onAbort = () => stop(signal!.reason)
    const deadline = setTimeout(() => exceed('time'), ms)
    const watch = memoryMb
      ? setInterval(() => void residentMb(child.pid).then(size => size > memoryMb && exceed('memory')), WATCH_MS)
      : undefined
    if (!isAlive(child)) return finish(() => reject(new ChildEnded(`${name} has ended`)))
    if (signal?.aborted) return onAbort()
    signal?.addEventListener('abort', onAbort)
    listen()
    child.on('message', onMessage)
    child.on('exit', onExit)
    child.send({ id, question }, error => {
      if (error) finish(() => reject(new ChildEnded(`${name} could not be asked`)))
    })
  })
}

/** V8 and native code abort when their memory is spent or the file breaks them; any other end came from outside. */
function endOf(name: string, code: number | null, by: string | null): Error {
  const signal = by ?? (code !== null && code > 128 ? code - 128 : null)
  const byWork =
    typeof signal === 'number'
      ? ![2, 9, 15].includes(signal)
      : /^SIG(ABRT|TRAP|ILL|SEGV|BUS|FPE)$/.test(signal ?? '') || (signal === null && code !== 0)
  countEnd(name, byWork ? 'broke' : 'killed')
  return byWork ? new ChildBroke(name, `${signal ?? code}`) : new ChildEnded(`${name} was ended (${signal ?? code})`)
}

/** Of a process and all below it. */
async function residentMb(pid: number | undefined, depth = 0): Promise<number> {
  if (pid === undefined || depth > 6) return 0
  const [size, below] = await Promise.all([
    readFile(`/proc/${pid}/statm`, 'utf8').catch(() => ''),
    readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => ''),
  ])
  const own = (Number(size.split(' ')[1] ?? 0) * 4096) / 1024 / 1024
  const rest = await Promise.all(
    below
      .split(' ')
      .filter(Boolean)
      .map(child => residentMb(Number(child), depth + 1)),
  )
  return own + rest.reduce((sum, mb) => sum + mb, 0)
}
