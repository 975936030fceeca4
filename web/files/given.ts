import { useQuery } from '@tanstack/react-query'
import { get, post, query } from '../api/call.ts'
import { client } from '../api/client.ts'
import type { Folder } from '../api/shapes.ts'
import { showError } from './change.ts'
import { type ListedPages, type ListPlace, refreshListings } from './files.ts'
import { type TreeLevel, useLevel, usePath } from './tree.ts'

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

/** Where one stands among the folders: the way to it, and what lies in it. */
export interface FoldersAt {
  /** From the top, as far as it is seen; the last is where one stands. */
  path: Folder[]
  inside: Folder[]
  /** There are more than were asked for. */
  more?: () => void
  /** The folder itself where it is somebody else's. */
  here: Folder | undefined
  editable: boolean
  /** False until it is known which folders are there: they stand above the files and would push them down. */
  isKnown: boolean
}

function levelAt(place: ListPlace): TreeLevel | undefined {
  if (place.kind === 'folder') return { parent_id: place.id }
  return place.kind === 'theme' ? { theme_id: place.id } : undefined
}

export function useFoldersAt(place: ListPlace): FoldersAt {
  const id = place.kind === 'folder' ? place.id : undefined
  const own = usePath(id)
  const given = useGivenPath(own.data?.length === 0 ? id : undefined)
  const level = useLevel(levelAt(place))
  const path = (own.data?.length ? own.data : given.data) ?? NONE
  const last = path.at(-1)
  const here = last && !isOwn(last) ? last : undefined
  return {
    path,
    inside: level.folders,
    more: level.hasNextPage ? () => void level.fetchNextPage() : undefined,
    here,
    editable: !here || isEditable(here),
    isKnown: !level.isWaiting && (!id || (!own.isPending && (own.data?.length !== 0 || !given.isPending))),
  }
}

/** The shared folder that is open, with its parent folders as far as they are shared. */
const useGivenPath = (id: string | undefined) =>
  useQuery({
    queryKey: ['given', id],
    queryFn: ({ signal }) => readGivenPath(id!, signal),
    enabled: id !== undefined,
  })

async function readGivenPath(id: string, signal: AbortSignal): Promise<Folder[]> {
  const above: Folder[] = []
  for (let at: string | null = id; at; at = above[0]!.parent_id)
    above.unshift(await get<'GET /v1/collections/{collection_id}'>(`/v1/collections/${at}`, signal))
  return above
}

/** So many folders of somebody else are offered. */
const MOST_OFFERED = 500

async function readTree(id: string, signal: AbortSignal): Promise<Folder[]> {
  const [top] = await readGivenPath(id, signal)
  const all = [top!]
  for (let next = 0; next < all.length && all.length < MOST_OFFERED; next++) {
    const asked = query({ parent_id: all[next]!.id, limit: 500 })
    const page: { items: Folder[] } = await get<'GET /v1/collections'>(`/v1/collections${asked}`, signal)
    all.push(...page.items)
  }
  return all.filter(isEditable)
}

/** Where files of somebody else may go: within what was given for editing. Undefined for one's own, which may go anywhere. */
export function useGivenTargets(from: Pick<ListedPages, 'access' | 'collection_id'> | undefined): Folder[] | undefined {
  const given = from && !isOwn(from) ? from.collection_id : null
  const { data } = useQuery({
    queryKey: ['given', given, 'tree'],
    queryFn: ({ signal }) => readTree(given!, signal),
    enabled: given !== null,
  })
  return given === null ? undefined : (data ?? NONE)
}

/** A folder was shared or unshared: what is shown is fetched again. */
export function refreshShared(): void {
  for (const key of ['shared', 'given', 'grants', 'folders']) void client.invalidateQueries({ queryKey: [key] })
  refreshListings(({ place }) => place.kind === 'folder')
}

export async function leaveShared(id: string): Promise<void> {
  try {
    await post(`/v1/shared/${id}/leave`)
  } catch (error) {
    showError(error)
  }
  refreshShared()
}
