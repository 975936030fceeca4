import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type Actor, inTransaction, type Needs } from '../../context.ts'
import { AppError, InvalidInput } from '../../lib/errors.ts'
import type { BlobStore } from '../../ports/blobs.ts'
import type { BucketSettings } from '../../ports/buckets.ts'
import { assertReachable, hint, keptOrNew } from './card.ts'
import { bucketHasBytes, type Connection, findConnection, lockConnection, removeConnection } from './queries.ts'

type Connecting = Needs<'db' | 'signals' | 'buckets' | 'secrets' | 'outbound'>

export interface BucketConfig {
  endpoint_url: string
  bucket: string
  region: string
  addressing: 'path' | 'virtual'
}

export interface BucketRequest extends BucketConfig {
  access_key?: string | null
  secret_key?: string | null
}

interface Keys {
  access_key: string
  secret_key: string
}

/** The owner's bucket, enabled or not: what lies in it must stay readable. */
export async function bucketOf(
  context: Needs<'db' | 'buckets' | 'secrets'>,
  ownerId: string,
): Promise<BlobStore | undefined> {
  return (await openBucket(context, ownerId))?.store
}

/** With the seal that every change of the connection replaces: whoever keeps the store asks by it whether it still holds. */
export async function openBucket(
  context: Needs<'db' | 'buckets' | 'secrets'>,
  ownerId: string,
): Promise<{ store: BlobStore; seal: string } | undefined> {
  const found = await findConnection(context.db, ownerId, 's3')
  if (!found) return undefined
  const settings = settingsOf(found.config as unknown as BucketConfig, openKeys(context, found))
  return { store: await context.buckets.open(settings), seal: found.secret }
}

const openKeys = (context: Needs<'secrets'>, connection: Connection): Keys =>
  JSON.parse(context.secrets.open(connection.secret)) as Keys

const settingsOf = (config: BucketConfig, keys: Keys): BucketSettings => ({
  endpoint: config.endpoint_url,
  bucket: config.bucket,
  region: config.region || 'us-east-1',
  addressing: config.addressing,
  accessKey: keys.access_key,
  secretKey: keys.secret_key,
})

const inUse = () =>
  new AppError('conflict', 'bucket_in_use', {
    en: 'Files still lie in this bucket. Move them back to the service first.',
    ru: 'В этом хранилище ещё лежат файлы. Сначала верните их в сервис.',
  })

/** The two keys come together or not at all; omitted ones are the stored ones. */
function keysOf(context: Needs<'secrets'>, request: BucketRequest, existing: Connection | undefined): Keys {
  const { access_key, secret_key } = request
  if (access_key && secret_key) return { access_key, secret_key }
  if (!access_key && !secret_key && existing) return openKeys(context, existing)
  const field = access_key ? 'secret_key' : 'access_key'
  throw new InvalidInput([
    {
      loc: ['body', field],
      type: 'missing',
      words: { en: 'Give both keys, or neither.', ru: 'Укажите оба ключа или ни одного.' },
    },
  ])
}

/** Checks the bucket, then stores it with the outcome; what does not work replaces nothing that does. */
export async function saveBucket(context: Connecting, actor: Actor, request: BucketRequest): Promise<Connection> {
  const existing = await findConnection(context.db, actor.ownerId, 's3')
  const keys = keysOf(context, request, existing)
  await assertReachable(context, 'endpoint_url', request.endpoint_url)
  const config: BucketConfig = {
    endpoint_url: request.endpoint_url,
    bucket: request.bucket,
    region: request.region,
    addressing: request.addressing,
  }
  await refuseMoving(context, actor, existing, config)
  const error = await probe(context, actor.ownerId, settingsOf(config, keys))
  return inTransaction(context, async tx => {
    await lockConnection(tx.db, actor.ownerId, 's3')
    await refuseMoving(tx, actor, existing, config)
    return keptOrNew(tx.db, actor.ownerId, existing, {
      kind: 's3',
      config: { ...config },
      secret: context.secrets.seal(JSON.stringify(keys)),
      secret_hint: hint(keys.secret_key),
      error,
    })
  })
}

async function refuseMoving(
  context: Needs<'db'>,
  actor: Actor,
  existing: Connection | undefined,
  config: BucketConfig,
): Promise<void> {
  if (!existing) return
  const before = existing.config as unknown as BucketConfig
  const same = before.endpoint_url === config.endpoint_url && before.bucket === config.bucket
  if (!same && (await bucketHasBytes(context.db, actor.ownerId))) throw inUse()
}

/** Not while any of the owner's bytes lie in it. */
export const removeBucket = (context: Needs<'db' | 'signals'>, actor: Actor): Promise<void> =>
  inTransaction(context, async tx => {
    await lockConnection(tx.db, actor.ownerId, 's3')
    if (await bucketHasBytes(tx.db, actor.ownerId)) throw inUse()
    await removeConnection(tx.db, actor.ownerId, 's3')
  })

export const probeStored = (context: Connecting, actor: Actor, connection: Connection): Promise<string> =>
  probe(context, actor.ownerId, settingsOf(connection.config as unknown as BucketConfig, openKeys(context, connection)))

/** Writes, reads back and removes a few bytes; answers what went wrong, or nothing. */
async function probe(context: Needs<'buckets'>, ownerId: string, settings: BucketSettings): Promise<string> {
  try {
    const store = await context.buckets.open(settings)
    const bytes = randomBytes(1024)
    const { key } = await store.put(ownerId, bytes)
    const back = await buffer(await store.get(key))
    await store.remove(key)
    return back.equals(bytes) ? '' : 'The bucket gave back other bytes than were written.'
  } catch (error) {
    return explain(error)
  }
}

const REASONS: [RegExp, string][] = [
  [/SignatureDoesNotMatch|InvalidAccessKeyId|InvalidSecurity|AuthorizationHeaderMalformed/, 'The keys are wrong.'],
  [/AccessDenied|Forbidden/, 'The keys may not write to this bucket.'],
  [/NoSuchBucket|NotFound/, 'There is no such bucket.'],
  [/ENOTFOUND|EAI_AGAIN/, 'The name of the endpoint cannot be resolved.'],
  [/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/, 'Nothing answers at the endpoint.'],
  [/Timeout|ETIMEDOUT|ECONNRESET/i, 'The endpoint did not answer in time.'],
  [/ENOSPC|QuotaExceeded/, 'The bucket is full.'],
  [/PrivateAddress/, 'The address leads into a private network.'],
  [/CERT|SSL|TLS/i, 'The certificate of the endpoint cannot be trusted.'],
]

/** In words of ours: what an S3 library says may hold more than should be shown. */
function explain(error: unknown): string {
  const {
    name = '',
    code = '',
    $metadata,
  } = error as { name?: string; code?: string; $metadata?: { httpStatusCode?: number } }
  const found = REASONS.find(([pattern]) => pattern.test(name) || pattern.test(String(code)))
  if (found) return found[1]
  return $metadata?.httpStatusCode ? `The endpoint answered ${$metadata.httpStatusCode}.` : 'The bucket cannot be used.'
}
