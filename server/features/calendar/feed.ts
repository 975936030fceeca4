import type { Actor, Needs } from '../../context.ts'
import { notFound } from '../../lib/errors.ts'
import type { Language } from '../../lib/language.ts'
import { hashOf, issueToken, ownerOf } from '../../lib/tokens.ts'
import { calendarText } from './ics-write.ts'
import { findFeed, listEvents, removeFeed, setFeed } from './queries.ts'

/** A new token ends the one before. */
export async function issueFeed(context: Needs<'db'>, actor: Actor): Promise<{ token: string; created_at: Date }> {
  const { token, hash } = issueToken(actor.ownerId)
  return { token, ...(await setFeed(context.db, actor, hash)) }
}

export async function revokeFeed(context: Needs<'db'>, actor: Actor): Promise<void> {
  if (!(await removeFeed(context.db, actor))) throw notFound('feed')
}

const MAX_FEED = 50_000

/** The whole calendar, for whoever has the token. */
export async function readFeed(context: Needs<'db'>, token: string, language: Language): Promise<string> {
  const ownerId = ownerOf(token)
  const owner = ownerId && (await findFeed(context.db, ownerId, hashOf(token)))
  if (!ownerId || !owner) throw notFound('feed')
  const reader: Actor = {
    ownerId,
    tenantId: owner.tenant_id,
    role: 'user',
    tokenId: '',
    tariff: '',
    ownBucket: false,
    language,
    unlocked: false,
  }
  const events = await listEvents(context.db, reader, { since: null, until: null, limit: MAX_FEED })
  return calendarText(events, owner.name || 'Dossier')
}
