import { z } from 'zod'
import { list, out, text, uuid } from '../../lib/shapes.ts'

export const grantRole = z.enum(['viewer', 'editor'])

const email = text({ min: 3, max: 255 }).transform(value => value.trim().toLowerCase())

/** One of both. */
export const grantRequest = z
  .object({ email: email.optional(), group_id: uuid().optional(), role: grantRole })
  .refine(({ email: address, group_id }) => (address === undefined) !== (group_id === undefined), {
    path: ['email'],
    params: { type: 'missing' },
  })

export const grantEdit = z.object({ role: grantRole })

const person = z.object({ id: out.uuid(), email: z.string(), name: z.string() })

export const grant = z
  .object({
    id: out.uuid(),
    collection_id: out.uuid(),
    role: grantRole,
    user: person.nullable(),
    group: z.object({ id: out.uuid(), name: z.string() }).nullable(),
    created_at: out.moment(),
  })
  .meta({ id: 'GrantOut' })

export const openFolder = grant
  .extend({ name: z.string(), icon: z.string(), owner: person })
  .meta({ id: 'OpenFolderOut' })

export const openFolders = z.object({ items: z.array(openFolder) })
export const openGrantId = z.object({ grant_id: uuid() })

export const grantId = z.object({ collection_id: uuid(), grant_id: uuid() })
export const collectionId = z.object({ collection_id: uuid() })

export const sharedFolder = z
  .object({
    collection_id: out.uuid(),
    name: z.string(),
    icon: z.string(),
    role: grantRole,
    owner: person,
    object_count: z.int(),
    has_folders: z.boolean(),
    given_at: out.moment(),
  })
  .meta({ id: 'SharedFolderOut' })

const groupName = text({ min: 1, max: 100 })
  .transform(value => value.trim())
  .refine(value => value !== '', { params: { type: 'value_error' } })

const userIds = list(uuid(), { max: 1000 })

export const groupRequest = z.object({ name: groupName, user_ids: userIds.default([]) })
export const groupEdit = z.object({ name: groupName, user_ids: userIds }).partial()

export const group = z
  .object({ id: out.uuid(), name: z.string(), user_ids: z.array(out.uuid()), created_at: out.moment() })
  .meta({ id: 'GroupOut' })

export const groupId = z.object({ group_id: uuid() })
