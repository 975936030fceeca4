import { setTimeout as sleep } from 'node:timers/promises'
import type { Needs } from '../../context.ts'
import * as queries from './store/queries.ts'
import { refreshTitleChunks } from './write.ts'

/**
 * Keeps the title chunks up to date. A trigger marks the files whose name or description has changed; the keeper of this process
 * takes the marks soon after each commit, and at once for a search that waits. A search itself writes nothing.
 */

/** So many of the newest marks a search waits for. */
const MOST_AWAITED = 300
/** Where nobody waits, in shorter transactions: what is being read meanwhile is saved when they end. */
const MOST_SWEPT = 100
/** Then a search answers with what is there. */
const LONGEST_WAIT_MS = 5000
/** Changes that come together are one pass. */
const SOON_MS = 200
/** Where nobody waits, one part of the time is for the work. */
const REST_PARTS = 4
const OWNERS = 20

type Outcome = 'kept' | 'failed' | 'late'
type Told = (outcome: Outcome) => void

/** The searches of this process that wait, by the owner whose titles they need. */
const waiting = new Map<string, Set<Told>>()

/** True when something had changed; it is in the index now, unless that took too long. */
export async function titlesKept(context: Needs<'db' | 'signals'>, ownerId: string): Promise<boolean> {
  const marks = await queries.newestMarks(context.db, ownerId, MOST_AWAITED)
  if (marks.length === 0) return false
  const ids = marks.map(({ object_id }) => object_id)
  const end = performance.now() + LONGEST_WAIT_MS
  const left = () => end - performance.now()
  for (let pause = 5; left() > 0; pause = Math.min(2 * pause, 100)) {
    if ((await keptBy(context, ownerId, left())) !== 'kept') break
    if (!(await queries.anyMarked(context.db, ownerId, ids))) break
    // Another process has them in hand, or the file is being written just now.
    await sleep(pause)
  }
  return true
}

/** Tells the keeper that somebody waits; answers when it has been through the owner's marks. */
function keptBy({ signals }: Needs<'signals'>, ownerId: string, longestMs: number): Promise<Outcome> {
  return new Promise(resolve => {
    const told: Told = outcome => {
      clearTimeout(timer)
      waiting.get(ownerId)?.delete(told)
      resolve(outcome)
    }
    const timer = setTimeout(() => told('late'), longestMs)
    waiting.set(ownerId, (waiting.get(ownerId) ?? new Set()).add(told))
    signals.raise('titles')
  })
}

export interface TitleKeeper {
  start(): void
  stop(): Promise<void>
}

/** Every process that serves or works has one. */
export function createTitleKeeper(context: Needs<'db' | 'log' | 'signals'>): TitleKeeper {
  const answering = new Map<string, Promise<void>>()
  let subscriptions: (() => void)[] = []
  let soon: NodeJS.Timeout | undefined
  let sweeping: Promise<void> | undefined
  let restUntil = 0
  let stopping = false

  const complain = (error: unknown): undefined => {
    context.log.warn({ err: error }, 'search: new names were not indexed, the next change or search tries again')
  }

  /** How many files were brought up to date; undefined when that failed. */
  const keep = (ownerId: string, most: number): Promise<number | undefined> =>
    refreshTitleChunks(context, ownerId, most).catch(complain)

  /** Those who come in the middle of a pass are told by the next. */
  async function answer(ownerId: string): Promise<void> {
    for (let those = waiting.get(ownerId); those?.size; those = waiting.get(ownerId)) {
      waiting.delete(ownerId)
      const kept = await keep(ownerId, MOST_AWAITED)
      for (const told of those) told(kept === undefined ? 'failed' : 'kept')
    }
    waiting.delete(ownerId)
    answering.delete(ownerId)
  }

  function answerAll(): void {
    for (const ownerId of waiting.keys()) if (!answering.has(ownerId)) answering.set(ownerId, answer(ownerId))
  }

  async function sweep(): Promise<void> {
    const began = performance.now()
    let kept = 0
    for (const { owner_id } of await queries.markedOwners(context.db, OWNERS))
      if (!stopping) kept += (await keep(owner_id, MOST_SWEPT)) ?? 0
    restUntil = performance.now() + REST_PARTS * (performance.now() - began)
    // More may be left, and was marked meanwhile.
    if (kept > 0) sweepSoon()
  }

  function sweepSoon(): void {
    if (stopping || soon) return
    const run = () => {
      soon = undefined
      const before = sweeping ?? Promise.resolve()
      sweeping = before.then(sweep).catch(complain)
    }
    soon = setTimeout(run, Math.max(SOON_MS, restUntil - performance.now())).unref()
  }

  return {
    start() {
      subscriptions = [context.signals.on('titles', answerAll), context.signals.on('commits', sweepSoon)]
      answerAll()
      sweepSoon()
    },
    async stop() {
      stopping = true
      for (const unsubscribe of subscriptions) unsubscribe()
      clearTimeout(soon)
      await Promise.all([sweeping, ...answering.values()])
    },
  }
}
