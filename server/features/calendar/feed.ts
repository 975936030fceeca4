import { Readable } from 'node:stream'
import type { Actor, Needs } from '../../context.ts'
import { notFound } from '../../lib/errors.ts'
import type { Language } from '../../lib/language.ts'
import { hashOf, issueToken, ownerOf } from '../../lib/tokens.ts'
import { END_TEXT } from './ics-write.ts'
import { findFeed, removeFeed, setFeed } from './queries.ts'
import { zonesOf } from './resources/queries.ts'
import { eventsOf, resourceBatches } from './resources/resources.ts'
import { headOf, partOf } from './writing.ts'

/** A new token ends the one before. */
export async function issueFeed(context: Needs<'db'>, actor: Actor): Promise<{ token: string; created_at: Date }> {
  const { token, hash } = issueToken(actor.ownerId)
  return { token, ...(await setFeed(context.db, actor, hash)) }
}

export async function revokeFeed(context: Needs<'db'>, actor: Actor): Promise<void> {
  if (!(await removeFeed(context.db, actor))) throw notFound('feed')
}

/** The whole calendar, for whoever has the token: written page by page, however many events there are. */
export async function readFeed(context: Needs<'db' | 'compute'>, token: string, language: Language): Promise<Readable> {
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
  // What can fail fails before the answer has begun.
  const zones = await zonesOf(context.db, reader)
  const head = await headOf(context, ownerId, { zones, name: owner.name || 'Dossier' })
  async function* text() {
    yield head
    for await (const batch of resourceBatches(context, reader)) {
      const events = await eventsOf(context, reader, batch)
      if (events.length > 0) yield await partOf(context, reader.ownerId, events)
    }
    yield END_TEXT
  }
  return Readable.from(text(), { objectMode: false })
}
