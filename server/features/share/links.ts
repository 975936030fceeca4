import { v7 as uuidv7 } from 'uuid'
import type { Actor, Needs } from '../../context.ts'
import { invalid, notFound } from '../../lib/errors.ts'
import { issueToken } from '../../lib/tokens.ts'
import { getCollection } from '../collections/index.ts'
import { getObject } from '../objects/index.ts'
import { type DiaryDay, diaryOf, resealToken, sealedTokens } from './diary/queries.ts'
import { findShare, insertShare, type ListedShare, removeShare, type Share } from './queries.ts'

export interface ShareRequest {
  password?: string | null
  can_upload?: boolean
  expires_at?: string | null
}

type Sharing = Needs<'db' | 'passwords' | 'secrets'>

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
    sealedToken: context.secrets.seal(token),
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

export interface ShownLink {
  share: ListedShare
  /** Null for links that were made before tokens were kept. */
  token: string | null
  diary: DiaryDay[]
}

/** A link once more, to be copied, and what was done by it. */
export async function showLink(context: Needs<'db' | 'secrets'>, actor: Actor, id: string): Promise<ShownLink> {
  const found = await findShare(context.db, actor, id)
  if (!found) throw notFound('share')
  const { sealed_token, ...share } = found
  const token = sealed_token === null ? null : context.secrets.open(sealed_token)
  return { share, token, diary: await diaryOf(context.db, actor, id) }
}

/** Everything sealed anew with the current key; in the caller's transaction. */
export async function resealLinks({ db, secrets }: Needs<'db' | 'secrets'>): Promise<number> {
  const all = await sealedTokens(db)
  for (const { owner_id, id, sealed_token } of all)
    await resealToken(db, owner_id, id, secrets.seal(secrets.open(sealed_token)))
  return all.length
}

export async function revokeLink(context: Needs<'db'>, actor: Actor, id: string): Promise<void> {
  if (!(await removeShare(context.db, actor, id))) throw notFound('share')
}
