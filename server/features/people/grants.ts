import { v7 as uuidv7 } from 'uuid'
import { type Actor, inTransaction, type Needs } from '../../context.ts'
import { AppError, notFound } from '../../lib/errors.ts'
import { type Collection, foldersById, getCollection } from '../collections/index.ts'
import { noteGrant } from '../diary/index.ts'
import { emitAll, type Happening } from '../events/index.ts'
import { notify } from '../notices/index.ts'
import { actorsOf } from './given.ts'
import {
  type FolderGrant,
  findColleague,
  findGrant,
  findGroup,
  findOpen,
  forgetLeft,
  type GivenFolder,
  type GrantRole,
  givenFolder,
  givenTo,
  grantsOf,
  insertGrant,
  MOST_GRANTS,
  noteLeft,
  reachedBy,
  removeGrant,
  seersOfFolder,
  setRole,
} from './queries.ts'

type Changing = Needs<'db' | 'signals'>

const ownFolder = () =>
  new AppError('conflict', 'own_account', {
    en: 'This is your own address, and the folder is yours already. Name somebody else.',
    ru: 'Это ваш адрес, и папка и так ваша. Укажите другого человека.',
  })

const tooMany = () =>
  new AppError('conflict', 'too_many_grants', {
    en: `The folder is open to ${MOST_GRANTS} people and groups already. Make a group, or take some of them off.`,
    ru: `Папка открыта уже для ${MOST_GRANTS} людей и групп. Создайте группу или уберите лишних.`,
  })

/** Those whom it concerns are notified that something has changed; what it is they read where it may be read. */
export const changedFor = (ids: string[]): Happening[] =>
  ids.map(ownerId => ({ ownerId, type: 'grant.changed', data: {} }))

const changed = (ownerId: string, folderId: string, reached: string[]): Happening[] => [
  ...changedFor(reached.filter(id => id !== ownerId)),
  {
    ownerId,
    type: 'grant.changed',
    madeOf: { objectIds: [folderId], hidden: false, from: 'owner' },
    data: { collection_id: folderId },
  },
]

/** Once for each grant, however often its role is changed. */
export const noticesOfGrant = (
  context: Changing,
  { id, ownerId, collectionId }: { id: string; ownerId: string; collectionId: string },
  people: string[],
): Promise<Happening[]> => notify(context, { kind: 'grant', id, personId: ownerId, ownerId, collectionId }, people)

const reachedIds = async (context: Needs<'db'>, ownerId: string, grantId: string) =>
  (await reachedBy(context.db, ownerId, grantId)).map(({ id }) => id)

export async function listGrants(context: Needs<'db'>, actor: Actor, collectionId: string): Promise<FolderGrant[]> {
  await getCollection(context, actor, collectionId)
  return grantsOf(context.db, actor, collectionId)
}

/** Whoever sees a folder may know who else does: what goes into it, all of them see. */
export async function listSeers(context: Needs<'db'>, actor: Actor, collectionId: string) {
  await getCollection(context, actor, collectionId)
  return seersOfFolder(context.db, actor.ownerId, collectionId)
}

export async function giveFolder(
  context: Changing,
  actor: Actor,
  collectionId: string,
  to: { email?: string; group_id?: string; role: GrantRole },
): Promise<FolderGrant> {
  return inTransaction(context, async tx => {
    const folder = await getCollection(tx, actor, collectionId)
    const userId = to.email === undefined ? null : await colleagueId(tx, actor, to.email)
    if (to.group_id && !(await findGroup(tx.db, actor, to.group_id))) throw notFound('group')
    const made = await insertGrant(tx.db, actor, {
      id: uuidv7(),
      collectionId,
      userId,
      groupId: to.group_id ?? null,
      role: to.role,
    })
    if (!made) throw tooMany()
    await forgetLeft(tx.db, actor.ownerId, made.id)
    await noteGrant(tx.db, actor.ownerId, { id: made.id, what: 'opened', personId: actor.ownerId })
    const reached = await reachedIds(tx, actor.ownerId, made.id)
    const notices = await noticesOfGrant(tx, { id: made.id, ownerId: actor.ownerId, collectionId }, reached)
    await emitAll(tx, [...changed(actor.ownerId, folder.id, reached), ...notices])
    return (await findGrant(tx.db, actor, collectionId, made.id))!
  })
}

async function colleagueId(context: Needs<'db'>, actor: Actor, email: string): Promise<string> {
  const found = await findColleague(context.db, actor, email)
  if (!found) throw notFound('user')
  if (found.id === actor.ownerId) throw ownFolder()
  return found.id
}

/** With a null role it is taken back. */
export async function changeGrant(
  context: Changing,
  actor: Actor,
  { collectionId, grantId }: { collectionId: string; grantId: string },
  role: GrantRole | null,
): Promise<FolderGrant> {
  return inTransaction(context, async tx => {
    const folder = await getCollection(tx, actor, collectionId)
    const grant = await findGrant(tx.db, actor, collectionId, grantId)
    if (!grant) throw notFound('grant')
    const reached = await reachedIds(tx, actor.ownerId, grantId)
    if (role) await setRole(tx.db, actor, grantId, role)
    await noteGrant(tx.db, actor.ownerId, {
      id: grantId,
      what: role ? 'opened' : 'closed',
      personId: actor.ownerId,
    })
    if (!role) await removeGrant(tx.db, actor.ownerId, grantId)
    await emitAll(tx, changed(actor.ownerId, folder.id, reached))
    return { ...grant, role: role ?? grant.role }
  })
}

/** By an administrator, whoever's the folder is; both sides are notified. */
export async function closeFolder(context: Changing, admin: Actor, grantId: string): Promise<void> {
  await inTransaction(context, async tx => {
    const found = await findOpen(tx.db, admin, grantId)
    if (!found) throw notFound('grant')
    const reached = await reachedIds(tx, found.owner_id, grantId)
    await noteGrant(tx.db, found.owner_id, { id: grantId, what: 'closed', personId: admin.ownerId })
    await removeGrant(tx.db, found.owner_id, grantId)
    await emitAll(tx, changed(found.owner_id, found.collection_id, reached))
  })
}

export interface SharedFolder {
  given: GivenFolder
  role: GrantRole
  folder: Collection
}

/** The folders that others have opened to the caller; one that came by several ways stands once, with the most that any allows. */
export async function sharedWithMe(context: Needs<'db'>, actor: Actor): Promise<SharedFolder[]> {
  if (actor.bound) return []
  const all = await givenTo(context.db, actor)
  const shared: SharedFolder[] = []
  for (const viewer of actorsOf(actor, all)) {
    const byOwner = all.filter(given => given.owner_id === viewer.ownerId)
    const folders = await foldersById(context, viewer, viewer.bound?.collectionIds ?? [])
    for (const folder of folders) {
      const ways = byOwner.filter(given => given.collection_id === folder.id)
      const role = ways.some(given => given.role === 'editor') ? 'editor' : 'viewer'
      if (ways[0]) shared.push({ given: ways[0], role, folder })
    }
  }
  return shared.toSorted((a, b) => a.given.created_at.getTime() - b.given.created_at.getTime())
}

/** By name the grant goes; what a group was given the others keep. */
export async function leaveFolder(context: Changing, actor: Actor, collectionId: string): Promise<void> {
  await inTransaction(context, async tx => {
    const ways = await givenFolder(tx.db, actor, collectionId)
    if (ways.length === 0) throw notFound('collection')
    for (const { owner_id, id, user_id } of ways) {
      await noteGrant(tx.db, owner_id, { id, what: 'closed', personId: actor.ownerId, toId: actor.ownerId })
      if (user_id) await removeGrant(tx.db, owner_id, id)
      else await noteLeft(tx.db, owner_id, id, actor.ownerId)
    }
    await emitAll(tx, [
      ...ways.flatMap(({ owner_id }) => changed(owner_id, collectionId, [])),
      ...changedFor([actor.ownerId]),
    ])
  })
}
