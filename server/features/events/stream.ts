import { Readable } from 'node:stream'
import type { Actor, Needs } from '../../context.ts'
import { AppError } from '../../lib/errors.ts'
import { eventsAfter, newestEventId, type StoredEvent } from './queries.ts'

const LOOK_EVERY_MS = 1000
const HEARTBEAT_MS = 15_000
const PAGE = 200
const STREAMS_PER_OWNER = 20

const open = new Map<string, number>()

const tooManyStreams = () =>
  new AppError(
    'too_many',
    'too_many_streams',
    {
      en: `More than ${STREAMS_PER_OWNER} open event streams. Close some and try again.`,
      ru: `Открыто больше ${STREAMS_PER_OWNER} потоков событий. Закройте лишние и повторите.`,
    },
    10,
  )

const EVENT_ID = /^\d{1,19}-\d{1,18}$/

/** An id that was never given out would wait for ever for what comes behind it. */
const isPast = (id: string | undefined, newest: string): boolean =>
  id !== undefined && EVENT_ID.test(id) && BigInt(id.split('-')[0]!) <= BigInt(newest.split('-')[0]!)

const format = (event: StoredEvent) =>
  `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify({ type: event.type, ...(event.data as object) })}\n\n`

/** Server-sent events of one owner, from now on or from behind the last one that was seen. */
export async function eventStream(
  context: Needs<'db' | 'signals' | 'log'>,
  actor: Actor,
  request: {
    lastEventId?: string
    signal: AbortSignal
    closing: AbortSignal
    again(): Promise<Actor | undefined>
  },
): Promise<Readable> {
  const streams = open.get(actor.ownerId) ?? 0
  if (streams >= STREAMS_PER_OWNER) throw tooManyStreams()
  const newest = await newestEventId(context.db)
  let after = isPast(request.lastEventId, newest) ? request.lastEventId! : newest
  open.set(actor.ownerId, streams + 1)

  const stream = new Readable({ read() {} })
  // The id of the place where it begins lets a client that heard nothing yet resume from here too.
  stream.push(`retry: 2000\nid: ${after}\n: open\n\n`)
  const end = () => stream.destroyed || stream.push(null)
  let looking = false
  let again = false

  async function look(): Promise<void> {
    if (looking) {
      again = true
      return
    }
    looking = true
    try {
      do {
        again = false
        // The token may have been revoked, the zone locked, since the stream was opened.
        const now = await request.again()
        if (!now) return void end()
        const events = await eventsAfter(context.db, now, after, PAGE)
        for (const event of events) stream.push(format(event))
        after = events.at(-1)?.id ?? after
        again ||= events.length === PAGE
      } while (again && !stream.destroyed)
    } catch (error) {
      context.log.warn({ err: error }, 'an event stream could not look for news')
    } finally {
      looking = false
    }
  }

  const stopListening = context.signals.on('events', () => void look())
  const timers = [
    setInterval(() => void look(), LOOK_EVERY_MS),
    setInterval(() => stream.push(': still here\n\n'), HEARTBEAT_MS),
  ]
  request.closing.addEventListener('abort', end)
  request.signal.addEventListener('abort', () => stream.destroy())
  stream.once('close', () => {
    for (const timer of timers) clearInterval(timer)
    stopListening()
    request.closing.removeEventListener('abort', end)
    const left = (open.get(actor.ownerId) ?? 1) - 1
    if (left > 0) open.set(actor.ownerId, left)
    else open.delete(actor.ownerId)
  })
  void look()
  return stream
}
