import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { type Computation, type Compute, ComputeExceeded } from '../../ports/compute.ts'
import type { Answer, Question } from './worker.ts'

const SCRIPT = new URL('./worker.js', import.meta.url)
const HEAP_MB = 768
const IDLE_MS = 30_000

interface Waiting {
  task: Computation<unknown, unknown>
  input: unknown
  owner: string
  resolve(value: never): void
  reject(error: Error): void
}

interface Thread {
  worker: Worker
  current?: Waiting
  deadline?: NodeJS.Timeout
  idle?: NodeJS.Timeout
}

/** A few threads, started when there is work and ended when there is none; and one that stays once it was needed. */
export function computeThreads(size = Math.max(2, availableParallelism())): Compute {
  const passing = threadsOf(size, IDLE_MS)
  const kept = threadsOf(1)
  return {
    run: (task, input, owner) => (task.kept ? kept : passing).run(task, input, owner),
    close: async () => void (await Promise.all([passing.close(), kept.close()])),
  }
}

/** Owners take turns. */
function threadsOf(size: number, idleMs?: number): Compute {
  const threads = new Set<Thread>()
  const queue: Waiting[] = []
  let nextId = 1

  function begin(): Thread {
    const worker = new Worker(SCRIPT, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB }, env: {}, stdin: false })
    const thread: Thread = { worker }
    threads.add(thread)
    worker.on('message', (answer: Answer) => {
      const asked = thread.current
      clearTimeout(thread.deadline)
      thread.current = undefined
      if ('failed' in answer) asked?.reject(new Error(answer.failed))
      else asked?.resolve(answer.value as never)
      next(thread)
    })
    // Out of memory, or a fault of the thread itself: only the work that it had is lost.
    worker.on('error', error => fail(thread, new ComputeExceeded(error.message)))
    worker.on('exit', () => fail(thread, new ComputeExceeded('the thread ended')))
    worker.unref()
    return thread
  }

  function end(thread: Thread): void {
    threads.delete(thread)
    void thread.worker.terminate()
  }

  function fail(thread: Thread, error: Error): void {
    if (!threads.delete(thread)) return
    clearTimeout(thread.deadline)
    clearTimeout(thread.idle)
    void thread.worker.terminate()
    thread.current?.reject(error)
    start()
  }

  /** The oldest question of the owner with the fewest under way. */
  function take(): Waiting | undefined {
    const running = new Map<string, number>()
    for (const { current } of threads) if (current) running.set(current.owner, (running.get(current.owner) ?? 0) + 1)
    let best = -1
    for (let at = 0; at < queue.length && best < 0; at++) if (!running.has(queue[at]!.owner)) best = at
    // One thread stays free of an owner who has others busy.
    if (best < 0 && queue.length > 0 && threads.size - busy() + (size - threads.size) > 1) best = 0
    return best < 0 ? undefined : queue.splice(best, 1)[0]
  }

  const busy = () => [...threads].filter(({ current }) => current).length

  function next(thread: Thread): void {
    clearTimeout(thread.idle)
    const asked = take()
    if (!asked) {
      if (idleMs) thread.idle = setTimeout(() => end(thread), idleMs).unref()
      return
    }
    thread.current = asked
    const { module, name, ms } = asked.task
    thread.deadline = setTimeout(() => fail(thread, new ComputeExceeded(`${name} took longer than ${ms} ms`)), ms)
    try {
      thread.worker.postMessage({ id: nextId++, module, name, input: asked.input } satisfies Question)
    } catch (error) {
      clearTimeout(thread.deadline)
      thread.current = undefined
      asked.reject(error as Error)
      next(thread)
    }
  }

  function start(): void {
    if (queue.length === 0) return
    const idle = [...threads].find(({ current }) => !current)
    if (idle) next(idle)
    else if (threads.size < size) next(begin())
  }

  return {
    run: (task, input, owner = '') =>
      new Promise((resolve, reject) => {
        queue.push({ task, input, owner, resolve, reject } as Waiting)
        start()
      }),
    async close() {
      for (const { reject } of queue.splice(0)) reject(new Error('the service is stopping'))
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    },
  }
}
