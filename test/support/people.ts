import fc from 'fast-check'
import type { Json, Person } from './client.ts'

/** Random histories of giving, moving, hiding and removing, against a small model of who sees what. */

const FOLDERS = 5
const FILES = 5

interface Folder {
  id: string
  parent: number | null
  hidden: boolean
}

interface File {
  id: string
  folder: number | null
  hidden: boolean
  trashed: boolean
}

export interface World {
  owner: Person
  /** The owner with the zone open, who also changes what is hidden. */
  open: Person
  guest: Person
  folders: Folder[]
  files: File[]
  /** Grants by the number of their folder. */
  grants: Map<number, { id: string; role: 'viewer' | 'editor' }>
}

export type Step =
  | { kind: 'give'; folder: number; role: 'viewer' | 'editor' }
  | { kind: 'take'; folder: number }
  | { kind: 'leave'; folder: number }
  | { kind: 'hide folder'; folder: number; hidden: boolean }
  | { kind: 'hide file'; file: number; hidden: boolean }
  | { kind: 'trash'; file: number; trashed: boolean }
  | { kind: 'move folder'; folder: number; to: number | null }
  | { kind: 'move file'; file: number; to: number | null }

const folder = fc.nat(FOLDERS - 1)
const file = fc.nat(FILES - 1)
const to = fc.option(folder, { freq: 4 })

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('give' as const),
    folder,
    role: fc.constantFrom('viewer' as const, 'editor' as const),
  }),
  fc.record({ kind: fc.constant('take' as const), folder }),
  fc.record({ kind: fc.constant('leave' as const), folder }),
  fc.record({ kind: fc.constant('hide folder' as const), folder, hidden: fc.boolean() }),
  fc.record({ kind: fc.constant('hide file' as const), file, hidden: fc.boolean() }),
  fc.record({ kind: fc.constant('trash' as const), file, trashed: fc.boolean() }),
  fc.record({ kind: fc.constant('move folder' as const), folder, to }),
  fc.record({ kind: fc.constant('move file' as const), file, to }),
)

export const histories = (count: number, seed: number): Step[][] =>
  fc.sample(fc.array(step, { minLength: 3, maxLength: 7 }), { numRuns: count, seed })

export async function aWorld(owner: Person, guest: Person): Promise<World> {
  const folders: Folder[] = []
  for (let n = 0; n < FOLDERS; n++) {
    const parent = n === 0 ? null : Math.floor((n - 1) / 2)
    const made = await owner.folder(`folder ${n}`, parent === null ? {} : { parent_id: folders[parent]!.id })
    folders.push({ id: made.id, parent, hidden: false })
  }
  const files: File[] = []
  for (let n = 0; n < FILES; n++) {
    const { id } = await owner.upload(`pebble ${n}.txt`, `pebble ${n}`, `?collection_id=${folders[n]!.id}`)
    await owner.read(id)
    files.push({ id, folder: n, hidden: false, trashed: false })
  }
  const { hidden_token } = (await owner.post('/v1/hidden-pin/unlock')).body
  return { owner, open: owner.with({ 'x-hidden-token': hidden_token }), guest, folders, files, grants: new Map() }
}

/** The folder and those above it, from below. */
function chain(world: World, from: number | null): number[] {
  const found: number[] = []
  for (let at = from; at !== null; at = world.folders[at]!.parent) found.push(at)
  return found
}

const isConcealed = (world: World, from: number | null) => chain(world, from).some(n => world.folders[n]!.hidden)

/** What the guest is to a folder, by the rule: nothing, or the most that a grant on it or above it allows. */
function roleIn(world: World, from: number | null): 'viewer' | 'editor' | undefined {
  if (from === null || isConcealed(world, from)) return undefined
  const roles = chain(world, from).flatMap(n => world.grants.get(n)?.role ?? [])
  return roles.includes('editor') ? 'editor' : roles[0]
}

const roleOf = (world: World, { folder: at, hidden, trashed }: File) =>
  hidden || trashed ? undefined : roleIn(world, at)

const expected = (status: number, answer: { status: number; body: Json }): Json => {
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

type Taking = { [Kind in Step['kind']]: (world: World, step: Extract<Step, { kind: Kind }>) => Promise<void> }

/** Each does it, and writes down what follows from it; what makes no sense now is left out. */
const TAKE: Taking = {
  async give({ open, guest, folders, grants }, { folder: n, role }) {
    const path = `/v1/collections/${folders[n]!.id}/grants`
    const { id } = expected(201, await open.post(path, { email: guest.email, role }))
    grants.set(n, { id, role })
  },
  async take({ open, folders, grants }, { folder: n }) {
    const grant = grants.get(n)
    if (!grant) return
    expected(200, await open.delete(`/v1/collections/${folders[n]!.id}/grants/${grant.id}`))
    grants.delete(n)
  },
  async leave(world, { folder: n }) {
    const isThere = world.grants.has(n) && !isConcealed(world, n)
    expected(isThere ? 200 : 404, await world.guest.post(`/v1/shared/${world.folders[n]!.id}/leave`))
    if (isThere) world.grants.delete(n)
  },
  async 'hide folder'(world, { folder: n, hidden }) {
    const at = world.folders[n]!
    // Unhiding below what is hidden is refused.
    if (!hidden && isConcealed(world, at.parent)) return
    expected(200, await world.open.patch(`/v1/collections/${at.id}`, { is_hidden: hidden }))
    at.hidden = hidden
  },
  async 'hide file'(world, { file: n, hidden }) {
    const one = world.files[n]!
    if (one.trashed || (!hidden && isConcealed(world, one.folder))) return
    expected(200, await world.open.patch(`/v1/objects/${one.id}`, { is_hidden: hidden }))
    one.hidden = hidden
  },
  async trash({ open, files }, { file: n, trashed }) {
    const one = files[n]!
    if (one.trashed === trashed) return
    const path = `/v1/objects/${one.id}`
    expected(200, trashed ? await open.delete(path) : await open.post(`${path}/restore`))
    one.trashed = trashed
  },
  async 'move folder'(world, { folder: n, to: target }) {
    if (target !== null && chain(world, target).includes(n)) return
    const parent_id = target === null ? null : world.folders[target]!.id
    expected(200, await world.open.patch(`/v1/collections/${world.folders[n]!.id}`, { parent_id }))
    world.folders[n]!.parent = target
  },
  async 'move file'({ open, folders, files }, { file: n, to: target }) {
    const one = files[n]!
    if (one.trashed) return
    const collection_id = target === null ? null : folders[target]!.id
    expected(200, await open.patch(`/v1/objects/${one.id}`, { collection_id }))
    one.folder = target
  },
}

export const take = (world: World, step: Step): Promise<void> =>
  (TAKE[step.kind] as (world: World, step: Step) => Promise<void>)(world, step)

/** What the guest is told of everything, and what the rule says. */
export async function differencesOf(world: World) {
  const { guest, folders, files, grants } = world
  const shared = (await guest.get('/v1/shared')).body.items
  const found = (await guest.get('/v1/search?mode=text&q=pebble&limit=100')).body.items
  const told = {
    folders: await Promise.all(
      folders.map(async ({ id }) => (await guest.get(`/v1/collections/${id}`)).body.access ?? null),
    ),
    files: await Promise.all(files.map(async ({ id }) => (await guest.get(`/v1/objects/${id}`)).body.access ?? null)),
    listed: await Promise.all(
      folders.map(async ({ id }) => {
        const { status, body } = await guest.get(`/v1/objects?collection_id=${id}&limit=100`)
        return status === 200 ? body.items.map(item => item.id).toSorted() : null
      }),
    ),
    shared: shared.map(each => [each.collection_id, each.role]).toSorted(),
    found: found.map(item => [item.object.id, item.object.access]).toSorted(),
  }
  const rule = {
    folders: folders.map((_, n) => roleIn(world, n) ?? null),
    files: files.map(one => roleOf(world, one) ?? null),
    listed: folders.map((_, n) =>
      roleIn(world, n)
        ? files.flatMap(one => (one.folder === n && roleOf(world, one) ? [one.id] : [])).toSorted()
        : null,
    ),
    shared: [...grants]
      .filter(([n]) => !isConcealed(world, n))
      .map(([n, { role }]) => [folders[n]!.id, role])
      .toSorted(),
    found: files.flatMap(one => (roleOf(world, one) ? [[one.id, roleOf(world, one)]] : [])).toSorted(),
  }
  return (Object.keys(rule) as (keyof typeof rule)[]).flatMap(name =>
    JSON.stringify(told[name]) === JSON.stringify(rule[name]) ? [] : [{ name, told: told[name], rule: rule[name] }],
  )
}
