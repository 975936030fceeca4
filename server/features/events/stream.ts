import { Readable } from 'node:stream'
import type { Actor, Needs } from '../../context.ts'
import { AppError } from '../../lib/errors.ts'
import { placeOf, tokenOf } from './places.ts'
import { eventsAfter, newestPlace, type StreamPosition } from './queries.ts'
import { MISSED } from './shapes.ts'

const LOOK_EVERY_MS = 700
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
    { retryAfter: 10 },
  )

/** A listener that is further behind is better off fetching the lists again. */
const MOST_BEHIND = 5000
/** What waits for a slow connection; the rest stays in the table until there is room. */
const MOST_WAITING = 256 * 1024

/** Server-sent events of one owner, from now on or from behind the last one that was seen. */
export async function eventStream(
  context: Needs<'db' | 'signals' | 'log' | 'secrets'>,
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
  const asked = request.lastEventId === undefined ? undefined : placeOf(context.secrets, request.lastEventId)
  const begun = await newestPlace(context.db, actor.ownerId, asked?.seq ?? 0)
  const isKnown = asked !== undefined && begun.moment?.getTime() === asked.at.getTime()
  let after = isKnown ? asked : begun.newest
  open.set(actor.ownerId, streams + 1)

  let held = false
  const stream = new Readable({
    highWaterMark: MOST_WAITING,
    read() {
      if (held) void look()
    },
  })
  const mark = () => `id: ${tokenOf(context.secrets, after)}\n`
  const send = (type: string, data: object) =>
    stream.push(`${mark()}event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
  // The id of the place where it begins lets a client that received nothing yet resume from here too.
  stream.push(`retry: 2000\n${mark()}: open\n\n`)
  if (request.lastEventId !== undefined && !isKnown) send(MISSED, {})
  const end = () => stream.destroyed || stream.push(null)
  let looking = false
  let again = false

  function startAnew(at: StreamPosition): void {
    after = at
    send(MISSED, {})
  }

  /** True while there is more behind the place that was reached. */
  async function page(now: Actor): Promise<boolean> {
    const { newest, moment } = await newestPlace(context.db, now.ownerId, after.seq)
    // The place itself may have been swept away meanwhile; that it was another's is told by the moment.
    const isOther = newest.seq < after.seq || (moment && moment.getTime() !== after.at.getTime())
    if (isOther || newest.seq - after.seq > MOST_BEHIND) startAnew(newest)
    if (newest.seq === after.seq) return false
    const events = await eventsAfter(context.db, now, after.seq, PAGE)
    if (events[0]?.seq !== after.seq + 1) startAnew(newest)
    else
      for (const { seq, at, type, data, is_visible } of events) {
        after = { seq, at }
        if (is_visible) send(type, data as object)
      }
    return events.length === PAGE
  }

  async function look(): Promise<void> {
    if (looking) {
      again = true
      return
    }
    looking = true
    try {
      do {
        again = false
        held = stream.readableLength >= MOST_WAITING
        if (held) return
        // The token may have been revoked, the zone locked, since the stream was opened.
        const now = await request.again()
        if (!now) return void end()
        if (await page(now)) again = true
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
    setInterval(() => stream.push(`${mark()}: still here\n\n`), HEARTBEAT_MS),
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
