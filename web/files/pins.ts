import { useQuery } from '@tanstack/react-query'
import { Pin as PinIcon, PinOff } from 'lucide-react'
import { get, put } from '../api/call.ts'
import { client } from '../api/client.ts'
import type { Pin } from '../api/shapes.ts'
import type { MenuItem } from '../ui/menu-items.ts'
import { toast } from '../ui/toast.tsx'
import { tellError } from './change.ts'
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

/** The page changes at once; the service gets the change of what it has now, which another device may have changed meanwhile. */
async function arrange(change: Change, said?: string): Promise<void> {
  client.setQueryData<Pin[]>(KEY, now => change(now ?? []).map(asPin))
  try {
    const { items: before } = await get('/v1/pins')
    const { items } = await put('/v1/pins', { items: change(before).map(({ kind, id }) => ({ kind, id })) })
    client.setQueryData<Pin[]>(KEY, items)
    if (said) toast(said, { action: { text: t().undo, run: () => void arrange(() => before) } })
  } catch (error) {
    tellError(error)
    void client.invalidateQueries({ queryKey: KEY })
  }
}

const insert = (pins: Pinned[], pin: Pinned, at: number) => [...pins.slice(0, at), pin, ...pins.slice(at)]

/** Before the one that stands at this place; without a place it comes last. */
export function pin(thing: Pinned, before?: Pinned): Promise<void> {
  return arrange(
    now => {
      const others = now.filter(each => !same(each, thing))
      const at = before ? others.findIndex(each => same(each, before)) : -1
      return insert(others, thing, at < 0 ? others.length : at)
    },
    isPinned(thing) ? t().moved(thing.name) : t().pinned(thing.name),
  )
}

export const unpin = (thing: Pinned): Promise<void> =>
  arrange(now => now.filter(each => !same(each, thing)), t().unpinned(thing.name))

export const togglePin = (thing: Pinned): Promise<void> => (isPinned(thing) ? unpin(thing) : pin(thing))

export function movePin(thing: Pinned, by: -1 | 1): Promise<void> {
  return arrange(now => {
    const at = now.findIndex(each => same(each, thing))
    const others = now.filter(each => !same(each, thing))
    return at < 0 ? now : insert(others, now[at]!, Math.min(others.length, Math.max(0, at + by)))
  }, t().moved(thing.name))
}

/** A tag goes by its name: with another name it is another pin. */
export async function renamePinnedTag(from: string, to: string): Promise<void> {
  const tag = { kind: 'tag', id: from } as const
  if (from === to || !isPinned(tag)) return
  // The service sees nothing under the old name any more: the page still knows its place.
  const pins = client.getQueryData<Pin[]>(KEY) ?? []
  const { items } = await put('/v1/pins', {
    items: pins.map(each => ({ kind: each.kind, id: same(each, tag) ? to : each.id })),
  })
  client.setQueryData<Pin[]>(KEY, items)
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
