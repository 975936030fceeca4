import type { z } from 'zod'
import type { Context } from '../context.ts'
import { OF_OTHERS, type QueueName } from '../lib/queues.ts'

/** A kind of later work: declared where it is asked for, handled where it is done. */
export interface Job<Payload> {
  name: string
  payload: z.ZodType<Payload>
  /** Jobs of one queue share its slots: neither heavy work nor waiting for others can hold up the rest. */
  queue: QueueName
  attempts: number
  patience: Patience
}

/**
 * What is waited out, for hours, and is no attempt: everything that may be away; of it only our own database, disk and memory,
 * where a connection that fails may be the fault of the other side; or nothing.
 */
export type Patience = 'all' | 'ours' | 'none'

export function job<Payload>(
  name: string,
  payload: z.ZodType<Payload>,
  options: Partial<Pick<Job<Payload>, 'queue' | 'attempts' | 'patience'>> = {},
): Job<Payload> {
  const patience = OF_OTHERS.has(options.queue ?? 'main') ? 'ours' : 'all'
  return { name, payload, queue: 'main', attempts: 5, patience, ...options }
}

export interface RunJob {
  ownerId: string
  jobId: string
  attempt: number
  /** Fires when the process stops or the lease is lost: the work should end soon, it will be done again. */
  signal: AbortSignal
  /** 0..1, shown to whoever polls the task. */
  progress(done: number): Promise<void>
}

/**
 * Why a job was given up: it ended the process that worked on it, what it needs was not to be had, an administrator ended it,
 * or the work itself failed.
 */
export type GivenUp = 'ended' | 'passing' | 'stopped' | 'fault'

interface JobEnding {
  ownerId: string
  reason: string
  why: GivenUp
}

/** Must be safe to run twice: a killed worker's job is given to another. What it returns becomes the task's result. */
export interface Handler {
  job: Job<unknown>
  run(context: Context, payload: unknown, run: RunJob): Promise<unknown>
  /** Told in the transaction that gives the job up for good. */
  gaveUp?(context: Context, payload: unknown, ending: JobEnding): Promise<void>
}

export function handle<Payload>(
  job: Job<Payload>,
  run: (context: Context, payload: Payload, run: RunJob) => Promise<unknown>,
  gaveUp?: (context: Context, payload: Payload, ending: JobEnding) => Promise<void>,
): Handler {
  return { job, run, gaveUp } as Handler
}

/** Work that comes round by itself; each round is one job, whatever the number of processes. */
export interface Schedule {
  job: Job<Record<string, never>>
  everySeconds: number
  /** Also when a process starts: what it is about may have been changed meanwhile. */
  atStart?: boolean
}

/** Trying again would give the same: the job goes to the dead letters at once. */
export class Hopeless extends Error {
  override name = 'Hopeless'
}
