import { Readable } from 'node:stream'
import type { Actor, Context } from '../../../context.ts'
import { notFound } from '../../../lib/errors.ts'
import { UI_STREAM_END, uiEvent } from '../../../lib/ui-stream.ts'
import type { RunStatus } from '../../conversations/index.ts'
import { revealed } from '../../tools/index.ts'
import { eventsAfter, findRun, statesOf } from './queries.ts'

/** A run as it is streamed: from the table, so that any process can send it, and as often as somebody asks. */

const PAGE = 200
const LOOK_MS = 400
const HEARTBEAT_MS = 15_000

interface State {
  status: RunStatus
  last_seq: number
}

/** One look for all open streams of a process, however many they are. */
class Watch {
  readonly #waiting = new Map<string, Set<(state: State) => void>>()
  readonly #context: Context
  #timer: NodeJS.Timeout | undefined
  #looking = false
  #again = false

  constructor(context: Context) {
    this.#context = context
    context.signals.on('agent', () => void this.#look())
  }

  on(runId: string, listener: (state: State) => void): () => void {
    const set = this.#waiting.get(runId) ?? new Set()
    this.#waiting.set(runId, set.add(listener))
    this.#timer ??= setInterval(() => void this.#look(), LOOK_MS)
    void this.#look()
    return () => {
      set.delete(listener)
      if (set.size === 0) this.#waiting.delete(runId)
      if (this.#waiting.size > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
    }
  }

  async #look(): Promise<void> {
    if (this.#waiting.size === 0) return
    if (this.#looking) {
      this.#again = true
      return
    }
    this.#looking = true
    try {
      do {
        this.#again = false
        for (const { id, ...state } of await statesOf(this.#context.db, [...this.#waiting.keys()]))
          for (const listener of this.#waiting.get(id) ?? []) listener(state)
      } while (this.#again)
    } catch (error) {
      this.#context.log.warn({ err: error }, 'the streams of the agent could not look for news')
    } finally {
      this.#looking = false
    }
  }
}

const watches = new WeakMap<object, Watch>()

function watchOf(context: Context): Watch {
  const known = watches.get(context.signals)
  if (known) return known
  const made = new Watch(context)
  watches.set(context.signals, made)
  return made
}

export interface StreamRequest {
  after: number
  signal: AbortSignal
  closing: AbortSignal
  again(): Promise<Actor | undefined>
}

export async function attach(context: Context, actor: Actor, runId: string, request: StreamRequest): Promise<Readable> {
  if (!(await findRun(context.db, actor, runId))) throw notFound('run')
  return runStream(context, actor, runId, request)
}

/**
 * Server-sent events after event number `after`, until the run ends or waits. The next page is read only when the
 * reader has taken the last, so a slow reader costs one page of memory.
 */
export function runStream(context: Context, actor: Actor, runId: string, request: StreamRequest): Readable {
  let after = request.after
  let known: State | undefined
  let wanted = false
  let reading = false
  const stream = new Readable({
    highWaterMark: 64 * 1024,
    read() {
      wanted = true
      void feed()
    },
  })

  async function feed(): Promise<void> {
    if (reading || !wanted || !known || stream.destroyed) return
    if (after >= known.last_seq) {
      if (known.status !== 'running') end(UI_STREAM_END)
      return
    }
    reading = true
    try {
      const events = await eventsAfter(context.db, actor.ownerId, runId, { seq: after, limit: PAGE })
      if (stream.destroyed) return
      after = events.at(-1)?.seq ?? known.last_seq
      wanted = stream.push(events.map(({ seq, data }) => uiEvent(seq, revealed(context, data))).join(''))
    } catch (error) {
      context.log.warn({ err: error }, 'a stream of the agent broke')
      stream.destroy()
    } finally {
      reading = false
    }
    void feed()
  }

  const end = (last?: string) => {
    stop()
    if (stream.destroyed || stream.readableEnded) return
    if (last) stream.push(last)
    stream.push(null)
  }
  const unwatch = watchOf(context).on(runId, state => {
    known = state
    void feed()
  })
  const heartbeat = setInterval(async () => {
    // The token may have been revoked meanwhile; a reader that takes nothing gets no more to take.
    if (!(await request.again().catch(() => actor))) return end()
    if (wanted && !reading && !stream.destroyed) stream.push(': still here\n\n')
  }, HEARTBEAT_MS)
  const stop = () => {
    unwatch()
    clearInterval(heartbeat)
    request.closing.removeEventListener('abort', onClosing)
  }
  const onClosing = () => end()
  request.closing.addEventListener('abort', onClosing)
  request.signal.addEventListener('abort', () => stream.destroy())
  stream.once('close', stop)
  return stream
}
