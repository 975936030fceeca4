import { addressOf } from '../lib/base.ts'
import { get } from './call.ts'
import type { Schemas } from './openapi.ts'

/** What the service tells as it happens. A page that nobody looks at does not hold a connection. */

type EventType = Schemas['ServerEvent']['type']

/** `returned` is the page's own: somebody looks at it again. */
type ServerEvent = Schemas['ServerEvent'] | { type: 'returned' }

type Listener = (events: ServerEvent[]) => void
const listeners = new Set<Listener>()
/** Those of a device are for programs alone. */
const TYPES = Object.keys({
  'object.ready': 1,
  'object.failed': 1,
  'task.progress': 1,
  'task.done': 1,
  'reminder.due': 1,
  'usage.changed': 1,
  'search.matched': 1,
  'grant.changed': 1,
  'comment.created': 1,
  'agent.waiting': 1,
  'notice.created': 1,
} satisfies Record<Exclude<EventType, 'device.stopped' | 'events.missed'>, 1>)

/** Hears of events in small batches: a hundred files read at once are one change of the page. */
export function onEvents(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let source: EventSource | undefined
let batch: ServerEvent[] = []

const SOON_MS = 150
const REFUSED_MS = 5000
/** While much happens the page follows more slowly: each batch costs requests, and those are counted. */
const BUSY_MS = 2000
let flushed = 0

function receive(event: MessageEvent<string>): void {
  batch.push(JSON.parse(event.data) as ServerEvent)
  if (batch.length > 1) return
  setTimeout(
    () => {
      const events = batch
      batch = []
      flushed = Date.now()
      for (const listener of listeners) listener(events)
    },
    Date.now() - flushed < BUSY_MS ? BUSY_MS : SOON_MS,
  )
}

/** What happened meanwhile was not received. */
function missed(): void {
  for (const listener of listeners) listener([{ type: 'returned' }])
}

function open(): void {
  source ??= new EventSource(addressOf('/v1/events'))
  for (const type of TYPES) source.addEventListener(type, receive)
  source.addEventListener('events.missed', missed)
  source.addEventListener('error', lookWhy)
}

/** The browser asks again by itself unless it was refused: then the session may have ended, of which the answer tells. */
function lookWhy(): void {
  if (source?.readyState !== EventSource.CLOSED) return
  close()
  get('/v1/auth/me').then(
    () => setTimeout(reopenEvents, REFUSED_MS),
    () => {},
  )
}

function close(): void {
  source?.close()
  source = undefined
}

/** The stream tells of hidden things only when it was opened after the zone was. */
export function reopenEvents(): void {
  close()
  if (!document.hidden) open()
}

let hiddenSince = 0

function followVisibility(): void {
  if (document.hidden) {
    hiddenSince = Date.now()
    close()
    return
  }
  open()
  if (hiddenSince) missed()
}

export function followEvents(): () => void {
  followVisibility()
  document.addEventListener('visibilitychange', followVisibility)
  return () => {
    document.removeEventListener('visibilitychange', followVisibility)
    close()
  }
}
