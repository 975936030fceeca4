import { useQuery } from '@tanstack/react-query'
import { get } from '../api/call.ts'
import { client } from '../api/client.ts'
import type { Folder } from '../api/shapes.ts'
import { messageOf } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { agreeing } from './dialog-state.ts'
import { knownFolder, readAbove } from './tree.ts'

/** To whom one's own folders are open, and what a move means for them. */

const allOpen = {
  queryKey: ['grants', 'all'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await get('/v1/grants', signal)).items,
}

export const useOpen = () => useQuery(allOpen)

export type OpenFolder = NonNullable<ReturnType<typeof useOpen>['data']>[number]

type Grantee = Pick<OpenFolder, 'user' | 'group' | 'collection_id'>

export const granteeName = ({ user, group }: Pick<Grantee, 'user' | 'group'>): string =>
  user ? user.name || user.email : (group?.name ?? '')

/** Who sees what lies in a folder: those to whom it or one above it is open, by their ids. */
export function seenBy(
  folderId: string | null,
  folders: Pick<Folder, 'id' | 'parent_id'>[],
  grants: Grantee[],
): Map<string, string> {
  const parents = new Map(folders.map(folder => [folder.id, folder.parent_id]))
  const seen = new Map<string, string>()
  for (let at: string | null | undefined = folderId; at; at = parents.get(at))
    for (const grant of grants)
      if (grant.collection_id === at) seen.set(grant.user?.id ?? grant.group?.id ?? '', granteeName(grant))
  return seen
}

/** Who begins and who ceases to see something that goes from some folders to another. */
export function changeOfSight(
  from: (string | null)[],
  to: string | null,
  folders: Pick<Folder, 'id' | 'parent_id'>[],
  grants: Grantee[],
): { gain: string[]; lose: string[] } {
  const after = seenBy(to, folders, grants)
  const gain = new Map<string, string>()
  const lose = new Map<string, string>()
  for (const each of new Set(from)) {
    const before = seenBy(each, folders, grants)
    for (const [id, name] of after) if (!before.has(id)) gain.set(id, name)
    for (const [id, name] of before) if (!after.has(id)) lose.set(id, name)
  }
  return { gain: [...gain.values()], lose: [...lose.values()] }
}

type People = Map<string, string>

const peopleOf = async (folderId: string): Promise<People> => {
  const { items } = await get<'GET /v1/collections/{collection_id}/people'>(`/v1/collections/${folderId}/people`)
  return new Map(items.map(({ id, name }) => [id, name]))
}

/** Among folders of somebody else, to whom they are open is asked of the service. */
async function changeAmongGiven(from: string[], to: string) {
  const after = await peopleOf(to)
  const gain = new Map<string, string>()
  const lose = new Map<string, string>()
  for (const before of await Promise.all([...new Set(from)].map(peopleOf))) {
    for (const [id, name] of after) if (!before.has(id)) gain.set(id, name)
    for (const [id, name] of before) if (!after.has(id)) lose.set(id, name)
  }
  return { gain: [...gain.values()], lose: [...lose.values()] }
}

async function changeOf(from: (string | null)[], to: string | null) {
  const isOwn = !to || knownFolder(to)?.access === 'owner' || (await readAbove([to])).length > 0
  const known = from.filter(id => id !== null)
  if (to && !isOwn) return changeAmongGiven(known, to)
  const grants = await client.fetchQuery(allOpen)
  if (grants.length === 0) return { gain: [], lose: [] }
  const folders = await readAbove([...new Set(to ? [to, ...known] : known)])
  return changeOfSight(from, to, folders, grants)
}

/** Asks before a move that changes who sees the things; what nobody else sees, before or after, just goes. */
export async function mayMove(from: (string | null)[], to: string | null): Promise<boolean> {
  const change = await changeOf(from, to).catch((error: unknown) => void toast(messageOf(error), { wrong: true }))
  if (!change) return false
  if (change.gain.length + change.lose.length === 0) return true
  return new Promise(settle => agreeing.set({ ...change, settle }))
}
