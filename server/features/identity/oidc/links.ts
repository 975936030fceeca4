import type { Actor, Needs } from '../../../context.ts'
import { notFound } from '../../../lib/errors.ts'
import { hasPasskey } from '../factors/queries.ts'
import { askedOf, link, linkOf, unlink } from './queries.ts'
import { linkTaken, onlyWayIn } from './refusals.ts'

/** The account at the provider that opens this one. */

export async function linkState(context: Needs<'db' | 'openId'>, actor: Actor) {
  const row = await linkOf(context.db, actor)
  return {
    name: context.openId.isOn ? context.openId.providerName : null,
    linked: row?.oidc_subject ? { email: row.oidc_email ?? '', linked_at: row.oidc_linked_at! } : null,
    has_password: row?.has_password ?? false,
  }
}

export async function unlinkOwn(context: Needs<'db' | 'config'>, actor: Actor): Promise<void> {
  const row = await linkOf(context.db, actor)
  const byPassword = row?.has_password && context.config.PASSWORD_LOGIN === 'on'
  if (!byPassword && !(await hasPasskey(context.db, actor.ownerId))) throw onlyWayIn()
  await unlink(context.db, actor)
}

/** Where nobody signs in by password, the owner's yes is the administrator's. */
export async function allowLink(context: Needs<'db'>, actor: Actor, userId: string): Promise<void> {
  const asked = await askedOf(context.db, actor, userId)
  if (!asked) throw notFound('user')
  if (!(await link(context.db, userId, asked))) throw linkTaken()
}
