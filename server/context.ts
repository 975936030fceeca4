import type { Config } from './config.ts'
import type { Db } from './db/connect.ts'
import type { Bound, Guest } from './db/visibility.ts'
import type { Language } from './lib/language.ts'
import type { Log } from './lib/log.ts'
import type { QueueName } from './lib/queues.ts'
import type { ScopeName } from './lib/scopes.ts'
import type { AudioDecoder } from './ports/audio.ts'
import type { Backups } from './ports/backups.ts'
import type { BlobStore } from './ports/blobs.ts'
import type { Buckets } from './ports/buckets.ts'
import type { Compute } from './ports/compute.ts'
import type { Describer } from './ports/describer.ts'
import type { Diarizer } from './ports/diarizer.ts'
import type { Documents } from './ports/documents.ts'
import type { Embedder } from './ports/embedder.ts'
import type { Judge } from './ports/judge.ts'
import type { Mail } from './ports/mail.ts'
import type { Mailboxes } from './ports/mailboxes.ts'
import type { Messenger } from './ports/messenger.ts'
import type { Models } from './ports/models.ts'
import type { OneTimeCodes } from './ports/one-time-codes.ts'
import type { OpenId } from './ports/openid.ts'
import type { Outbound } from './ports/outbound.ts'
import type { Passkeys } from './ports/passkeys.ts'
import type { Passwords } from './ports/passwords.ts'
import type { Reader } from './ports/reader.ts'
import type { Room } from './ports/room.ts'
import type { Secrets } from './ports/secrets.ts'
import type { Transcriber } from './ports/transcriber.ts'
import type { WebSearch } from './ports/web-search.ts'
import type { Tables } from './tables.ts'

export type { Db } from './db/connect.ts'

/**
 * Signals to the loops of this process about what was just committed, so that they need not wait for their next poll: a
 * job of any queue or of one queue (polling each queue is a query of its own); `commits` says that a transaction has ended,
 * `titles` that a search waits for new names, `arrivals` that somebody is uploading, for work that can wait.
 */
export type Signal = 'jobs' | `jobs:${QueueName}` | 'events' | 'agent' | 'arrivals' | 'commits' | 'titles'

export interface Signals {
  raise(signal: Signal): void
  /** Answers how to stop listening. */
  on(signal: Signal, listener: () => void): () => void
}

/** Everything a use case may touch. `Needs<...>` names the part that it does touch. */
export interface Context {
  config: Config
  log: Log
  db: Db
  signals: Signals
  blobs: BlobStore
  room: Room
  backups: Backups
  buckets: Buckets
  passwords: Passwords
  oneTimeCodes: OneTimeCodes
  passkeys: Passkeys
  /** Where people also sign in. */
  openId: OpenId
  /** Threads beside the main one, for what grows with a user's bytes. */
  compute: Compute
  reader: Reader
  /** Pages, pictures and sounds: drawn, changed and converted. */
  documents: Documents
  describer: Describer
  embedder: Embedder
  /** Reads a claim and a passage together. */
  judge: Judge
  /** Decodes recordings and finds the speech in them. */
  audio: AudioDecoder
  /** Tells voices apart. */
  diarizer: Diarizer
  /** What writes speech down: the endpoint of the configuration, where there is one, and this machine. */
  transcribers: { endpoint: Transcriber | undefined; local: Transcriber }
  outbound: Outbound
  models: Models
  webSearch: WebSearch
  mail: Mail
  mailboxes: Mailboxes
  messenger: Messenger
  secrets: Secrets
  /** What things cost, and who may spend how much. */
  tables: Tables
}

export type Needs<Part extends keyof Context> = Pick<Context, Part>

export type Role = 'user' | 'pro' | 'admin'

/** On whose behalf a call is made, and what it may see. */
export interface Actor {
  ownerId: string
  tenantId: string
  role: Role
  tokenId: string
  /** The name of the tariff; empty is the default one. */
  tariff: string
  /** New bytes go into the owner's own bucket. */
  ownBucket: boolean
  language: Language
  /** True while the call carries a valid hidden token. */
  unlocked: boolean
  /** What the token may do; absent is everything. */
  scopes?: ScopeName[]
  /** A session that last proved long ago who holds it: it has to do so again before what is grave. */
  proofIsOld?: boolean
  /** A program of somebody else, which the owner has let in: it may call only what is meant for such. */
  app?: string
  /** All that exists for it. */
  bound?: Bound
  /** Somebody else than the owner, to whom the owner has opened what the actor is bound to. */
  guest?: Guest
  /** The account is being removed. */
  leaving?: boolean
}

/** Who does it: its author, and whoever pays for the question. */
export const personOf = (actor: Actor): string => actor.guest?.userId ?? actor.ownerId

/** Runs the work in one transaction, with a context whose every write belongs to it. Signals go out after the commit. */
export async function inTransaction<C extends Needs<'db' | 'signals'>, T>(
  context: C,
  work: (context: C) => Promise<T>,
): Promise<T> {
  if (context.db.isTransaction) return work(context)
  const raised = new Set<Signal>()
  const signals: Signals = { raise: signal => raised.add(signal), on: context.signals.on }
  const result = await context.db.transaction().execute(db => work({ ...context, db, signals }))
  for (const signal of raised.add('commits')) context.signals.raise(signal)
  return result
}

export function createSignals(): Signals {
  const listeners = new Map<Signal, Set<() => void>>()
  return {
    raise: signal => {
      for (const listener of listeners.get(signal) ?? []) listener()
    },
    on(signal, listener) {
      const set = listeners.get(signal) ?? new Set()
      listeners.set(signal, set.add(listener))
      return () => set.delete(listener)
    },
  }
}
