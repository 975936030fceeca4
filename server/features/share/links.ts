import { v7 as uuidv7 } from 'uuid'
import type { Actor, Needs } from '../../context.ts'
import { invalid, notFound } from '../../lib/errors.ts'
import { issueToken } from '../../lib/tokens.ts'
import { getCollection } from '../collections/index.ts'
import { getObject } from '../objects/index.ts'
import { insertShare, removeShare, type Share } from './queries.ts'

export interface ShareRequest {
  password?: string | null
  can_upload?: boolean
  expires_at?: string | null
}

type Sharing = Needs<'db' | 'passwords'>

const past = (input: string) =>
  invalid(
    ['body', 'expires_at'],
    'value_error',
    {
      en: 'The link would be expired already. Give a time to come.',
      ru: 'Ссылка уже истекла бы. Укажите будущее время.',
    },
    input,
  )

async function makeLink(
  context: Sharing,
  actor: Actor,
  target: { collectionId: string | null; objectId: string | null },
  request: ShareRequest,
): Promise<Share & { token: string }> {
  if (request.expires_at && new Date(request.expires_at).getTime() <= Date.now()) throw past(request.expires_at)
  const { token, hash } = issueToken(actor.ownerId)
  const share = await insertShare(context.db, actor, {
    id: uuidv7(),
    tokenHash: hash,
    ...target,
    passwordHash: request.password ? await context.passwords.hash(request.password) : null,
    // Nothing can be put into a file.
    canUpload: target.collectionId !== null && (request.can_upload ?? false),
    expiresAt: request.expires_at ?? null,
  })
  return { ...share, token }
}

export async function shareCollection(context: Sharing, actor: Actor, id: string, request: ShareRequest) {
  await getCollection(context, actor, id)
  return makeLink(context, actor, { collectionId: id, objectId: null }, request)
}

export async function shareObject(context: Sharing, actor: Actor, id: string, request: ShareRequest) {
  await getObject(context, actor, id)
  return makeLink(context, actor, { collectionId: null, objectId: id }, request)
}

export async function revokeLink(context: Needs<'db'>, actor: Actor, id: string): Promise<void> {
  if (!(await removeShare(context.db, actor, id))) throw notFound('share')
}
