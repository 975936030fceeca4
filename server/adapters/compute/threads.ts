import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { type Callbacks, type Computation, type Compute, ComputeExceeded } from '../../ports/compute.ts'
import type { FromThread, ToThread } from './worker.ts'

const SCRIPT = new URL('./worker.js', import.meta.url)
const HEAP_MB = 768
const IDLE_MS = 30_000
/** Of the thread that is kept: most of the time its work waits for a model. */
const KEPT_AT_ONCE = 8

interface Waiting {
  task: Computation<unknown, unknown>
  input: unknown
  owner: string
  callbacks: Callbacks
  deadline?: NodeJS.Timeout
  resolve(value: never): void
  reject(error: Error): void
}

interface Thread {
  worker: Worker
  /** By their numbers. */
  running: Map<number, Waiting>
  idle?: NodeJS.Timeout
}

/** A few threads, started when there is work and ended when there is none; and one that stays once it was needed. */
export function computeThreads(size = Math.max(2, availableParallelism())): Compute {
  const passing = threadsOf({ size, atOnce: 1, idleMs: IDLE_MS })
  const kept = threadsOf({ size: 1, atOnce: KEPT_AT_ONCE })
  return {
    run: (task, ...rest) => (task.kept ? kept : passing).run(task, ...rest),
    close: async () => void (await Promise.all([passing.close(), kept.close()])),
  }
}

/** Owners take turns. */
function threadsOf({ size, atOnce, idleMs }: { size: number; atOnce: number; idleMs?: number }): Compute {
  const threads = new Set<Thread>()
  const queue: Waiting[] = []
  let lastId = 0

  function begin(): Thread {
    const worker = new Worker(SCRIPT, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB }, env: {}, stdin: false })
    const thread: Thread = { worker, running: new Map() }
    threads.add(thread)
    worker.on('message', (message: FromThread) => {
      const asked = thread.running.get(message.id)
      if ('call' in message) return void answer(thread, asked?.callbacks ?? {}, message)
      if (!asked) return
      finish(thread, message.id)
      if ('failed' in message) asked.reject(new Error(message.failed))
      else asked.resolve(message.value as never)
      next(thread)
    })
    // Out of memory, or a fault of the thread itself: only the work that it had is lost.
    worker.on('error', error => fail(thread, new ComputeExceeded(error.message)))
    worker.on('exit', () => fail(thread, new ComputeExceeded('the thread ended')))
    worker.unref()
    return thread
  }

  function finish(thread: Thread, id: number): void {
    clearTimeout(thread.running.get(id)?.deadline)
    thread.running.delete(id)
  }

  function end(thread: Thread): void {
    threads.delete(thread)
    void thread.worker.terminate()
  }

  function fail(thread: Thread, error: Error): void {
    if (!threads.delete(thread)) return
    clearTimeout(thread.idle)
    void thread.worker.terminate()
    for (const [id, { reject }] of [...thread.running]) {
      finish(thread, id)
      reject(error)
    }
    start()
  }

  /** The oldest question of the owner with the fewest under way. */
  function take(): Waiting | undefined {
    const owners = new Set([...threads].flatMap(({ running }) => [...running.values()]).map(({ owner }) => owner))
    let best = queue.findIndex(({ owner }) => !owners.has(owner))
    // One place stays free of an owner who has others busy.
    if (best < 0 && queue.length > 0 && size * atOnce - busy() > 1) best = 0
    return best < 0 ? undefined : queue.splice(best, 1)[0]
  }

  const busy = () => [...threads].reduce((sum, { running }) => sum + running.size, 0)

  function next(thread: Thread): void {
    clearTimeout(thread.idle)
    while (thread.running.size < atOnce) {
      const asked = take()
      if (!asked) break
      give(thread, asked)
    }
    if (thread.running.size === 0 && idleMs) thread.idle = setTimeout(() => end(thread), idleMs).unref()
  }

  function give(thread: Thread, asked: Waiting): void {
    const { module, name, ms } = asked.task
    const id = ++lastId
    thread.running.set(id, asked)
    asked.deadline = setTimeout(() => fail(thread, new ComputeExceeded(`${name} took longer than ${ms} ms`)), ms)
    try {
      thread.worker.postMessage({ id, module, name, input: asked.input } satisfies ToThread)
    } catch (error) {
      finish(thread, id)
      asked.reject(error as Error)
    }
  }

  function start(): void {
    if (queue.length === 0) return
    const free = [...threads].find(({ running }) => running.size < atOnce)
    if (free) next(free)
    else if (threads.size < size) next(begin())
  }

  return {
    run: (task, input, owner = '', callbacks = {}) =>
      new Promise((resolve, reject) => {
        queue.push({ task, input, owner, callbacks, resolve, reject } as Waiting)
        start()
      }),
    async close() {
      for (const { reject } of queue.splice(0)) reject(new Error('the service is stopping'))
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    },
  }
}

async function answer(
  { worker }: Thread,
  callbacks: Callbacks,
  { id, call, callback, input }: Extract<FromThread, { call: number }>,
): Promise<void> {
  const send = (message: ToThread) => worker.postMessage(message)
  try {
    const asked = callbacks[callback]
    if (!asked) throw new Error(`nobody answers ${callback}`)
    send({ id, call, value: await asked(input as never) })
  } catch (error) {
    send({ id, call, failed: (error as Error).message })
  }
}
