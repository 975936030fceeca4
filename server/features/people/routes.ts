import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { out } from '../../lib/shapes.ts'
import { changeGrant, closeFolder, giveFolder, leaveFolder, listGrants, listSeers, sharedWithMe } from './grants.ts'
import { createGroup, deleteGroup, editGroup } from './groups.ts'
import { presentShared } from './present.ts'
import { groupsOf, openedBy, openInTenant } from './queries.ts'
import * as shape from './schema.ts'

const tag = 'sharing'
const ofFolder = { as: 'owner', folder: 'params.collection_id' } as const

const grants: Route[] = [
  route({
    method: 'GET',
    path: '/v1/collections/:collection_id/grants',
    name: 'listGrants',
    summary: 'To whom of the house a folder is open',
    tag,
    given: ofFolder,
    params: shape.collectionId,
    reply: z.object({ items: z.array(shape.grant) }),
    run: async (context, { actor, params }) => ({ items: await listGrants(context, actor, params.collection_id) }),
  }),
  route({
    method: 'POST',
    path: '/v1/collections/:collection_id/grants',
    name: 'grantFolder',
    refuses: ['own_account', 'too_many_grants'],
    summary:
      'Open a folder, with all below it, to somebody of the same tenant by e-mail, or to a group; again, to change the role',
    tag,
    given: ofFolder,
    params: shape.collectionId,
    body: shape.grantRequest,
    reply: shape.grant,
    status: 201,
    example: { email: 'boris@example.org', role: 'viewer' },
    run: (context, { actor, params, body }) => giveFolder(context, actor, params.collection_id, body),
  }),
  route({
    method: 'PATCH',
    path: '/v1/collections/:collection_id/grants/:grant_id',
    name: 'updateGrant',
    summary: 'Change what somebody may do in a folder',
    tag,
    given: ofFolder,
    params: shape.grantId,
    body: shape.grantEdit,
    reply: shape.grant,
    example: { role: 'editor' },
    run: (context, { actor, params, body }) =>
      changeGrant(context, actor, { collectionId: params.collection_id, grantId: params.grant_id }, body.role),
  }),
  route({
    method: 'DELETE',
    path: '/v1/collections/:collection_id/grants/:grant_id',
    name: 'revokeGrant',
    summary: 'Take a folder back; from the next call on nothing of it is seen',
    tag,
    given: ofFolder,
    params: shape.grantId,
    reply: out.ok,
    run: async (context, { actor, params }) => {
      await changeGrant(context, actor, { collectionId: params.collection_id, grantId: params.grant_id }, null)
      return { ok: true }
    },
  }),
]

const open: Route[] = [
  route({
    method: 'GET',
    path: '/v1/collections/:collection_id/people',
    name: 'listPeopleOfCollection',
    summary: 'Who can see a folder, by name',
    tag,
    scope: 'read',
    given: { as: 'viewer', folder: 'params.collection_id' },
    params: shape.collectionId,
    reply: z.object({ items: z.array(z.object({ id: out.uuid(), name: z.string() })) }),
    run: async (context, { actor, params }) => ({ items: await listSeers(context, actor, params.collection_id) }),
  }),
  route({
    method: 'GET',
    path: '/v1/grants',
    name: 'listOpenFolders',
    summary: 'All that I have opened to others of the house',
    tag,
    scope: 'read',
    reply: shape.openFolders,
    run: async (context, { actor }) => ({ items: await openedBy(context.db, actor) }),
  }),
  route({
    method: 'GET',
    path: '/v1/admin/grants',
    name: 'listAllOpenFolders',
    summary: 'What is open to whom in the tenant',
    tag: 'admin',
    access: 'admin',
    reply: shape.openFolders,
    run: async (context, { actor }) => ({ items: await openInTenant(context.db, actor) }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/admin/grants/:grant_id',
    name: 'closeOpenFolder',
    summary: 'Close what somebody has opened; both sides are told',
    tag: 'admin',
    access: 'admin',
    params: shape.openGrantId,
    reply: out.ok,
    run: async (context, { actor, params }) => {
      await closeFolder(context, actor, params.grant_id)
      return { ok: true }
    },
  }),
]

const shared: Route[] = [
  route({
    method: 'GET',
    path: '/v1/shared',
    name: 'listSharedWithMe',
    summary: 'The folders that others have opened to me',
    tag,
    scope: 'read',
    reply: z.object({ items: z.array(shape.sharedFolder) }),
    run: async (context, { actor }) => ({ items: (await sharedWithMe(context, actor)).map(presentShared) }),
  }),
  route({
    method: 'POST',
    path: '/v1/shared/:collection_id/leave',
    name: 'leaveSharedFolder',
    summary: 'Leave a folder that somebody has opened to me',
    tag,
    params: shape.collectionId,
    reply: out.ok,
    run: async (context, { actor, params }) => {
      await leaveFolder(context, actor, params.collection_id)
      return { ok: true }
    },
  }),
  route({
    method: 'GET',
    path: '/v1/groups',
    name: 'listGroupNames',
    summary: 'The groups of the tenant, to open folders to',
    tag,
    reply: z.object({ items: z.array(z.object({ id: out.uuid(), name: z.string() })) }),
    run: async (context, { actor }) => ({
      items: (await groupsOf(context.db, actor)).map(({ id, name }) => ({ id, name })),
    }),
  }),
]

const groups: Route[] = [
  route({
    method: 'GET',
    path: '/v1/admin/groups',
    name: 'listGroups',
    summary: 'Groups of the tenant with their people',
    tag: 'admin',
    access: 'admin',
    reply: z.object({ items: z.array(shape.group) }),
    run: async (context, { actor }) => ({ items: await groupsOf(context.db, actor) }),
  }),
  route({
    method: 'POST',
    path: '/v1/admin/groups',
    name: 'createGroup',
    refuses: ['not_found', 'too_many_groups'],
    summary: 'Make a group',
    tag: 'admin',
    access: 'admin',
    body: shape.groupRequest,
    reply: shape.group,
    status: 201,
    example: { name: 'Accounting', user_ids: [] },
    run: (context, { actor, body }) => createGroup(context, actor, body),
  }),
  route({
    method: 'PATCH',
    path: '/v1/admin/groups/:group_id',
    name: 'updateGroup',
    summary: 'Rename a group, or say anew who is in it',
    tag: 'admin',
    access: 'admin',
    params: shape.groupId,
    body: shape.groupEdit,
    reply: shape.group,
    example: { name: 'Accounting' },
    run: (context, { actor, params, body }) => editGroup(context, actor, params.group_id, body),
  }),
  route({
    method: 'DELETE',
    path: '/v1/admin/groups/:group_id',
    name: 'deleteGroup',
    summary: 'Remove a group; what it was given is taken back',
    tag: 'admin',
    access: 'admin',
    params: shape.groupId,
    reply: out.ok,
    run: async (context, { actor, params }) => {
      await deleteGroup(context, actor, params.group_id)
      return { ok: true }
    },
  }),
]

export const peopleRoutes: Route[] = [...grants, ...open, ...shared, ...groups]
