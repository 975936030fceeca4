import { useQuery } from '@tanstack/react-query'
import { Pin as PinIcon, PinOff } from 'lucide-react'
import { get, put } from '../api/call.ts'
import { client } from '../api/client.ts'
import type { Pin } from '../api/shapes.ts'
import type { MenuItem } from '../ui/menu-items.ts'
import { toast } from '../ui/toast.tsx'
import { showError } from './change.ts'
import { pinWords } from './pin-words.ts'

/** What a person has put into the rail. It is kept with the account, so that it is the same on every device. */

const KEY = ['pins']
const t = () => pinWords.now()

export type Pinned = Pick<Pin, 'kind' | 'id' | 'name'>

const same = (one: Pick<Pin, 'kind' | 'id'>, other: Pick<Pin, 'kind' | 'id'>) =>
  one.kind === other.kind && one.id.toLowerCase() === other.id.toLowerCase()

export const usePins = () =>
  useQuery({ queryKey: KEY, queryFn: async ({ signal }) => (await get('/v1/pins', signal)).items })

export const isPinned = (thing: Pick<Pin, 'kind' | 'id'>): boolean =>
  client.getQueryData<Pin[]>(KEY)?.some(pin => same(pin, thing)) ?? false

type Change = (now: Pinned[]) => Pinned[]

const asPin = (pin: Pinned): Pin => ({ icon: '', color: null, file_kind: null, ...pin })

/** One change after the other: each begins with what the one before has left. */
let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * The page changes at once; the service gets the change of what it has now, which another device may have changed meanwhile. Answers
 * what the service had before, or nothing where it has refused.
 */
async function arrange(change: Change): Promise<Pinned[] | undefined> {
  waiting++
  // An answer that is under way knows nothing of the change.
  await client.cancelQueries({ queryKey: KEY })
  client.setQueryData<Pin[]>(KEY, now => change(now ?? []).map(asPin))
  const sent = last.then(() => send(change))
  last = sent
  return sent
}

async function send(change: Change): Promise<Pinned[] | undefined> {
  try {
    const { items: before } = await get('/v1/pins')
    const { items } = await put('/v1/pins', { items: change(before).map(({ kind, id }) => ({ kind, id })) })
    if (waiting > 1) return before
    await client.cancelQueries({ queryKey: KEY })
    // Further changes, which are shown already, answer for themselves.
    if (waiting === 1) client.setQueryData<Pin[]>(KEY, items)
    return before
  } catch (error) {
    showError(error)
    if (waiting === 1) void client.invalidateQueries({ queryKey: KEY })
    return undefined
  } finally {
    waiting--
  }
}

/** Undone, the thing alone is what and where it was; all others stay as they are by then. */
async function arrangeOne(thing: Pinned, change: Change, said: string): Promise<void> {
  const before = await arrange(change)
  if (before) toast(said, { action: { text: t().undo, run: () => void arrange(backTo(thing, before, change)) } })
}

function backTo(thing: Pinned, before: Pinned[], change: Change): Change {
  const isThing = (each: Pinned) => same(each, thing)
  const at = before.findIndex(isThing)
  const wasMoved = at >= 0 && change(before).some(isThing)
  return now => {
    const others = now.filter(each => !isThing(each))
    if (at < 0) return others
    // Unpinned since it was moved.
    if (wasMoved && others.length === now.length) return now
    const next = before.slice(at + 1).find(each => others.some(other => same(other, each)))
    return insert(others, before[at]!, next ? others.findIndex(other => same(other, next)) : others.length)
  }
}

const insert = (pins: Pinned[], pin: Pinned, at: number) => [...pins.slice(0, at), pin, ...pins.slice(at)]

/** Pins a thing before another one, or at the end. */
export function pin(thing: Pinned, before?: Pinned): Promise<void> {
  return arrangeOne(
    thing,
    now => {
      const others = now.filter(each => !same(each, thing))
      const at = before ? others.findIndex(each => same(each, before)) : -1
      return insert(others, thing, at < 0 ? others.length : at)
    },
    isPinned(thing) ? t().moved(thing.name) : t().pinned(thing.name),
  )
}

export const unpin = (thing: Pinned): Promise<void> =>
  arrangeOne(thing, now => now.filter(each => !same(each, thing)), t().unpinned(thing.name))

export const togglePin = (thing: Pinned): Promise<void> => (isPinned(thing) ? unpin(thing) : pin(thing))

export function movePin(thing: Pinned, by: -1 | 1): Promise<void> {
  const change: Change = now => {
    const at = now.findIndex(each => same(each, thing))
    const others = now.filter(each => !same(each, thing))
    return at < 0 ? now : insert(others, now[at]!, Math.min(others.length, Math.max(0, at + by)))
  }
  return arrangeOne(thing, change, t().moved(thing.name))
}

/** What a pin names may have another name now, or none. */
export function refreshPins(...kinds: Pin['kind'][]): void {
  if (client.getQueryData<Pin[]>(KEY)?.some(({ kind }) => kinds.includes(kind)))
    void client.invalidateQueries({ queryKey: KEY })
}

export const pinItem = (thing: Pinned, keys?: string): MenuItem =>
  isPinned(thing)
    ? { text: t().unpin, icon: PinOff, keys, run: () => void unpin(thing) }
    : { text: t().pin, icon: PinIcon, keys, run: () => void pin(thing) }
