import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { Lane } from './lanes.ts'

/** A kind of later work: declared where it is asked for, handled where it is done. */
export interface Job<Payload> {
  name: string
  payload: z.ZodType<Payload>
  /** Jobs of one lane share its slots: neither heavy work nor waiting for others can hold up the rest. */
  lane: Lane
  attempts: number
  /** What it needs may be away for hours: that is waited out and is no attempt. */
  patient: boolean
}

export function job<Payload>(
  name: string,
  payload: z.ZodType<Payload>,
  options: Partial<Pick<Job<Payload>, 'lane' | 'attempts' | 'patient'>> = {},
): Job<Payload> {
  return { name, payload, lane: 'main', attempts: 5, patient: false, ...options }
}

export interface Run {
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

/** Must be safe to run twice: a killed worker's job is given to another. What it returns becomes the task's result. */
export interface Handler {
  job: Job<unknown>
  run(context: Context, payload: unknown, run: Run): Promise<unknown>
  /** Told in the transaction that gives the job up for good. */
  gaveUp?(context: Context, payload: unknown, reason: string, ownerId: string, why: GivenUp): Promise<void>
}

export function handle<Payload>(
  job: Job<Payload>,
  run: (context: Context, payload: Payload, run: Run) => Promise<unknown>,
  gaveUp?: (context: Context, payload: Payload, reason: string, ownerId: string, why: GivenUp) => Promise<void>,
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
