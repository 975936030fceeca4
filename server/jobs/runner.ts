import { randomUUID } from 'node:crypto'
import { type Context, inTransaction } from '../context.ts'
import { isChildEnded, isOurs, isPassing } from '../lib/passing.ts'
import type { QueueName } from '../lib/queues.ts'
import { type GivenUp, type Handler, Hopeless, type Job, type Patience, type Schedule } from './declare.ts'
import { givingWay } from './giving-way.ts'
import {
  bury,
  claimDueSchedules,
  enqueue,
  finish,
  finishForNext,
  handBack,
  LEASE_SECONDS,
  MOST_DEATHS,
  NOBODY,
  nextSuspect,
  promote,
  type QueuedJob,
  renew,
  retryLater,
  reviveGivenUp,
  setProgress,
  suspect,
  take,
  takeSuspect,
  waitOut,
} from './queue.ts'
import { trialOf } from './trial.ts'

const LOOK_EVERY_MS = 500
const CARE_EVERY_MS = 2000
const RENEW_EVERY_MS = (LEASE_SECONDS / 3) * 1000
/** Nobody waits for vectors, and a batch that was broken off costs little: a stop does not wait for it either. */
const NOT_AWAITED = new Set<QueueName>(['vectors'])

export interface Runner {
  start(): void
  /** Waits for what runs, at most `graceMs`, then hands it back. */
  stop(graceMs: number): Promise<void>
}

export interface RunnerPlan {
  handlers: Handler[]
  schedules: Schedule[]
  slots: Record<QueueName, number>
  observe?: (name: string, outcome: 'done' | 'retry' | 'dead', seconds: number) => void
}

/** A job that nobody handles would wait for ever: better not to start at all. */
export function assertAllHandled(jobs: Job<unknown>[], handlers: Handler[]): void {
  const handled = new Set(handlers.map(handler => handler.job.name))
  const orphans = jobs.filter(job => !handled.has(job.name)).map(job => job.name)
  if (orphans.length > 0) throw new Error(`No handler for the job ${orphans.join(', ')}.`)
  if (handled.size !== handlers.length) throw new Error('A job has two handlers.')
}

export function createRunner(context: Context, plan: RunnerPlan): Runner {
  const worker = randomUUID()
  const handlers = new Map(plan.handlers.map(handler => [handler.job.name, handler]))
  const rounds = new Set(plan.schedules.map(({ job }) => job.name))
  const running = new Map<string, { queue: QueueName; abort: AbortController; ended: Promise<void> }>()
  const timers: NodeJS.Timeout[] = []
  let stopping = false
  let looking: Promise<void> | undefined
  const lookAgain = new Set<QueueName>()
  let subscriptions: (() => void)[] = []
  const way = givingWay(context.signals)

  const complain = (what: string) => (error: unknown) =>
    context.log.warn({ err: error }, `jobs: ${what} failed, trying again`)

  const busy = (queue: QueueName) => [...running.values()].filter(entry => entry.queue === queue).length

  function work(task: QueuedJob, queue: QueueName): void {
    const abort = new AbortController()
    const began = performance.now()
    let next: QueuedJob[] = []
    let rest = 0
    /** The job holds its slot until the next one has it: nobody else fills it meanwhile. */
    const end = async (result: unknown) => {
      rest = way.rest(queue, performance.now() - began)
      const goesOn = rest === 0 && !stopping && !trial.isClosed() && busy(queue) <= way.slots(queue, plan.slots[queue])
      if (goesOn) next = await finishForNext(context.db, task, worker, { result, queue })
      else await finish(context.db, task, worker, result)
      if (next.length > 0) way.goesOn(queue)
    }
    // What comes round by itself does not wait for what is away: the next round does it.
    const patience = rounds.has(task.name) ? 'none' : handlers.get(task.name)?.job.patience
    const ended = perform(context, task, handlers.get(task.name), { worker, signal: abort.signal, end, patience })
      .then(outcome => plan.observe?.(task.name, outcome, (performance.now() - began) / 1000))
      .catch(complain(task.name))
      .finally(() => {
        running.delete(task.id)
        // A stopping worker hands back what it has taken and not begun.
        if (!stopping) for (const one of next) work(one, queue)
        if (rest > 0) setTimeout(() => look([queue]), rest).unref()
        else if (next.length === 0) look([queue])
      })
    running.set(task.id, { queue, abort, ended })
  }

  const trial = trialOf(() => running.size)

  async function trySuspect(): Promise<void> {
    if (!trial.claim()) return
    try {
      const waiting = await nextSuspect(context.db, queues)
      if (!waiting) return
      // Taken only when it can begin: nobody renews the lease of what does not run.
      await trial.ready(waiting.crashes > 1)
      const task = stopping ? undefined : await takeSuspect(context.db, queues, worker)
      if (!task) return
      work(task, task.queue)
      await running.get(task.id)?.ended
    } finally {
      trial.end()
    }
    look()
  }

  async function fill(queue: QueueName): Promise<void> {
    if (trial.isClosed()) return
    const free = way.slots(queue, plan.slots[queue]) - busy(queue)
    if (free <= 0) return
    for (const task of await take(context.db, queue, worker, free)) work(task, queue)
  }

  const queues = Object.keys(plan.slots) as QueueName[]

  /** A job that ended has made room in its own queue only; asking the others would be in vain. */
  function look(where: QueueName[] = queues): void {
    if (stopping) return
    if (looking) {
      for (const queue of where) lookAgain.add(queue)
      return
    }
    looking = Promise.all(where.map(fill))
      .then(() => void trySuspect().catch(complain('looking for suspects')))
      .then(() => {})
      .catch(complain('looking for work'))
      .finally(() => {
        looking = undefined
        const again = [...lookAgain]
        lookAgain.clear()
        if (again.length > 0) look(again)
      })
  }

  async function care(starting = false): Promise<void> {
    if (starting && (await reviveGivenUp(context.db)) > 0) look()
    if ((await promote(context.db)) > 0) look()
    await inTransaction(context, async tx => {
      const due = await claimDueSchedules(
        tx.db,
        plan.schedules.map(({ job, everySeconds }) => ({ name: job.name, everySeconds })),
      )
      for (const { job, atStart } of plan.schedules)
        if (due.includes(job.name) || (starting && atStart)) await enqueue(tx, job, NOBODY, {})
    })
  }

  async function renewLeases(): Promise<void> {
    if (running.size === 0) return
    // What is taken while we ask is not in the answer, and ours all the same.
    const asked = [...running]
    const ids = asked.map(([id]) => id)
    const held = await renew(context.db, worker, ids)
    for (const [id, { abort }] of asked) if (!held.has(id)) abort.abort()
  }

  return {
    start() {
      subscriptions = [
        context.signals.on('jobs', () => look()),
        ...queues.map(queue => context.signals.on(`jobs:${queue}`, () => look([queue]))),
      ]
      timers.push(setInterval(() => look(), LOOK_EVERY_MS))
      timers.push(setInterval(() => care().catch(complain('the round')), CARE_EVERY_MS))
      timers.push(setInterval(() => renewLeases().catch(complain('renewing')), RENEW_EVERY_MS))
      // Jobs that are given up from now on stay so until the next start.
      void care(true)
        .catch(complain('the round'))
        .then(() => look())
    },
    async stop(graceMs) {
      stopping = true
      for (const unsubscribe of subscriptions) unsubscribe()
      way.stop()
      for (const timer of timers) clearInterval(timer)
      // What is being taken right now is ours to hand back.
      await looking
      const awaited = [...running.values()].filter(entry => !NOT_AWAITED.has(entry.queue))
      const ended = Promise.all(awaited.map(entry => entry.ended))
      let timer: NodeJS.Timeout | undefined
      const grace = new Promise(resolve => {
        timer = setTimeout(resolve, graceMs)
      })
      await Promise.race([ended, grace])
      clearTimeout(timer)
      for (const { abort } of running.values()) abort.abort()
      await handBack(context.db, worker).catch(complain('handing back'))
    },
  }
}

const isWaitedOut = (patience: Patience, error: unknown) =>
  (patience === 'all' && isPassing(error)) || (patience === 'ours' && isOurs(error))

interface Performing {
  worker: string
  signal: AbortSignal
  end(result: unknown): Promise<void>
  patience?: Patience
}

async function perform(
  context: Context,
  task: QueuedJob,
  handler: Handler | undefined,
  { worker, signal, end, patience = 'none' }: Performing,
): Promise<'done' | 'retry' | 'dead'> {
  const giveUp = async (reason: string, why: GivenUp = 'fault') => {
    context.log.error({ job: task.name, job_id: task.id, reason }, 'a job was given up')
    await inTransaction(context, async tx => {
      if (await bury(tx.db, task, worker, { reason, passing: why !== 'fault' }))
        await handler?.gaveUp?.(tx, handler.job.payload.parse(task.payload), { ownerId: task.owner_id, reason, why })
    })
    return 'dead' as const
  }
  if (!handler) return giveUp('no handler: this version does not know the job')
  if (task.deaths >= MOST_DEATHS)
    return giveUp(`it ended the process that worked on it ${task.deaths} times while nothing else was running`, 'ended')
  try {
    const result = await handler.run(context, handler.job.payload.parse(task.payload), {
      ownerId: task.owner_id,
      jobId: task.id,
      attempt: task.attempt,
      signal,
      progress: done => setProgress(context.db, task, done),
    })
    await end(result)
    return 'done'
  } catch (error) {
    if (signal.aborted) return 'retry'
    const reason = error instanceof Error ? error.message : String(error)
    if (isChildEnded(error)) {
      context.log.warn({ job: task.name, job_id: task.id, err: error }, 'a job lost the process that worked on it')
      await suspect(context.db, task, worker, reason)
      return 'retry'
    }
    const passes = isWaitedOut(patience, error)
    if (passes && (await waitOut(context.db, task, worker, reason))) {
      context.log.warn({ job: task.name, job_id: task.id, err: error }, 'a job waits for what it needs')
      return 'retry'
    }
    if (passes) return giveUp(reason, 'passing')
    if (error instanceof Hopeless || task.attempt >= task.max_attempts) return giveUp(reason)
    context.log.warn(
      { job: task.name, job_id: task.id, attempt: task.attempt, err: error },
      'a job will be tried again',
    )
    await retryLater(context.db, task, worker, reason)
    return 'retry'
  }
}
