import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { get, post, query } from '../api/call.ts'
import { client } from '../api/client.ts'
import type { Folder } from '../api/shapes.ts'
import { tellError } from './change.ts'
import { type Listed, type Place, refreshListings, useFolders } from './files.ts'

/** Folders that others have opened to me, and what may be done in them. */

interface Accessible {
  access: 'owner' | 'editor' | 'viewer'
}

export const isOwn = ({ access }: Accessible): boolean => access === 'owner'
export const isEditable = ({ access }: Accessible): boolean => access !== 'viewer'

export const useShared = () =>
  useQuery({
    queryKey: ['shared'],
    queryFn: async ({ signal }) => (await get('/v1/shared', signal)).items,
  })

export type SharedFolder = NonNullable<ReturnType<typeof useShared>['data']>[number]

const NONE: Folder[] = []

/** One's own folders, and those around where one stands; `here` is the place itself where it is somebody else's. */
export function useFoldersAt(place: Place): FoldersAt {
  const { data: own, isPending } = useFolders()
  const { given, isWaiting } = useGivenFolders(place, own)
  const isKnown = place.kind === 'all' || (!isPending && !isWaiting)
  return useMemo(() => {
    const here = place.kind === 'folder' ? given.find(folder => folder.id === place.id) : undefined
    return { folders: [...(own ?? NONE), ...given], here, editable: !here || isEditable(here), isKnown }
  }, [place, own, given, isKnown])
}

interface FoldersAt {
  folders: Folder[]
  here: Folder | undefined
  editable: boolean
  /** False until it is known which folders are there: they stand above the files and would push them down. */
  isKnown: boolean
}

/** The folder one stands in, those above it as far as they were given, and those in it; none where it is one's own. */
function useGivenFolders(place: Place, own: Folder[] | undefined): { given: Folder[]; isWaiting: boolean } {
  const id = place.kind === 'folder' && own && !own.some(folder => folder.id === place.id) ? place.id : undefined
  const { data, isPending } = useQuery({
    queryKey: ['given', id],
    queryFn: ({ signal }) => readGiven(id!, signal),
    enabled: id !== undefined,
  })
  return { given: (id && data) || NONE, isWaiting: id !== undefined && isPending }
}

async function readGiven(id: string, signal: AbortSignal): Promise<Folder[]> {
  const above: Folder[] = []
  for (let at: string | null = id; at; at = above[0]!.parent_id)
    above.unshift(await get<'GET /v1/collections/{collection_id}'>(`/v1/collections/${at}`, signal))
  const inside: Folder[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const asked = query({ parent_id: id, limit: 500, cursor: cursor || undefined })
    const page: { items: Folder[]; next_cursor: string | null } = await get<'GET /v1/collections'>(
      `/v1/collections${asked}`,
      signal,
    )
    inside.push(...page.items)
    cursor = page.next_cursor
  }
  return [...above, ...inside]
}

/** So many folders of somebody else are offered. */
const MOST_OFFERED = 500

async function readTree(id: string, signal: AbortSignal): Promise<Folder[]> {
  const around = await readGiven(id, signal)
  const top = around[0]!
  const all = [top]
  for (let next = 0; next < all.length && all.length < MOST_OFFERED; next++) {
    const asked = query({ parent_id: all[next]!.id, limit: 500 })
    const page: { items: Folder[] } = await get<'GET /v1/collections'>(`/v1/collections${asked}`, signal)
    all.push(...page.items)
  }
  return all.filter(isEditable)
}

/** Where files of one owner may go: one's own anywhere, those of others within what was given for editing. */
export function useTargets(from: Pick<Listed, 'access' | 'collection_id'> | undefined): Folder[] {
  const given = from && !isOwn(from) ? from.collection_id : null
  const own = useFolders().data
  const { data } = useQuery({
    queryKey: ['given', given, 'tree'],
    queryFn: ({ signal }) => readTree(given!, signal),
    enabled: given !== null,
  })
  return (given === null ? own : data) ?? NONE
}

/** Somebody has given or taken back: what is shown is asked for anew. */
export function refreshShared(): void {
  for (const key of ['shared', 'given', 'grants']) void client.invalidateQueries({ queryKey: [key] })
  refreshListings(({ place }) => place.kind === 'folder')
}

export async function leaveShared(id: string): Promise<void> {
  try {
    await post(`/v1/shared/${id}/leave`)
  } catch (error) {
    tellError(error)
  }
  refreshShared()
}
