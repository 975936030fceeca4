import { chmod, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { isolatedAudioDecoder } from './adapters/audio/isolated.ts'
import { childBackups } from './adapters/backups/child.ts'
import { diskBlobStore } from './adapters/blobs/disk.ts'
import { pinnedBlobStore, removePinned } from './adapters/blobs/pinned.ts'
import { roomyBlobStore } from './adapters/blobs/roomy.ts'
import { routedBlobStore } from './adapters/blobs/routed.ts'
import { s3BlobStore } from './adapters/blobs/s3.ts'
import { s3Files } from './adapters/blobs/s3-files.ts'
import { guardedBuckets } from './adapters/buckets/guarded-s3.ts'
import { capabilityChecks } from './adapters/capabilities/system-packages.ts'
import { computeThreads } from './adapters/compute/threads.ts'
import { isolatedDescriber } from './adapters/describer/isolated.ts'
import { isolatedDiarizer } from './adapters/diarizer/isolated.ts'
import { documentTools } from './adapters/documents/tools.ts'
import { chooseEmbedder } from './adapters/embedder/choose.ts'
import { isolatedJudge } from './adapters/judge/isolated.ts'
import { machineChecks } from './adapters/machine/checks.ts'
import { smtpMail } from './adapters/mail/smtp.ts'
import { imapMailboxes } from './adapters/mailboxes/imap.ts'
import { noMessenger } from './adapters/messenger/off.ts'
import { telegramMessenger } from './adapters/messenger/telegram.ts'
import { openAiCompatibleModels } from './adapters/models/openai-compatible.ts'
import { totpCodes } from './adapters/one-time-codes/totp.ts'
import { openIdProvider } from './adapters/openid/provider.ts'
import { guardedOutbound } from './adapters/outbound/guarded.ts'
import { webauthnPasskeys } from './adapters/passkeys/webauthn.ts'
import { argon2Passwords } from './adapters/passwords/argon2.ts'
import { findIsolation } from './adapters/pool/isolation.ts'
import { lentFolder, openSandbox } from './adapters/pool/sandbox.ts'
import { programsIn } from './adapters/programs/programs.ts'
import { failOpen } from './adapters/rate-counter/fail-open.ts'
import { memoryRateCounter } from './adapters/rate-counter/memory.ts'
import { postgresRateCounter } from './adapters/rate-counter/postgres.ts'
import { redisRateCounter } from './adapters/rate-counter/redis.ts'
import { isolatedReader } from './adapters/reader/isolated.ts'
import { findTools, ocrCheck } from './adapters/reader/tools.ts'
import { boundlessRoom, diskRoom } from './adapters/room/disk.ts'
import { aesSecrets, newKey, secretKeys, writeKeys } from './adapters/secrets/aes-gcm.ts'
import { transcribersOf } from './adapters/transcriber/choose.ts'
import { searxng } from './adapters/web-search/searxng.ts'
import { makeDatabaseSnapshot, momentName } from './backup/make.ts'
import { moveToOwnPostgres } from './backup/move-postgres.ts'
import { refuseUnfinished } from './backup/restore.ts'
import { type Config, ConfigError } from './config.ts'
import { type Context, createSignals, type Db, type Needs } from './context.ts'
import { connect } from './db/connect.ts'
import { openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { assertSecretKey } from './db/secret-key.ts'
import type { Log } from './lib/log.ts'
import type { BlobStore } from './ports/blobs.ts'
import type { BucketFiles } from './ports/bucket-files.ts'
import type { Check } from './ports/checks.ts'
import type { RateCounter } from './ports/rate-counter.ts'
import { readTables } from './tables.ts'

export { giveWay } from './adapters/room/ballast.ts'
export { startWatchman } from './adapters/watchman/watchman.ts'

/** Everything outside the product that one process uses, chosen by the configuration. */
export interface World {
  context: Context
  rateCounter: RateCounter
  checks: Check[]
  close(): Promise<void>
}

export interface WorldOptions {
  /** Where the project's own files lie. */
  root: string
  version: string
  /** The PATH in which programs are looked for. */
  searchPath: string
  /** This process is the only one: what it counts, it may count in memory. */
  alone: boolean
  onRateFailure: () => void
  /** In place of the configured keys, while they are being changed. */
  keys?: Buffer[]
  /** Finds the bucket that a user has brought along. */
  bucketOf(context: Needs<'db' | 'buckets' | 'secrets'>, ownerId: string): Promise<BlobStore | undefined>
}

export const createLog = (config: Config): Log =>
  pino({ level: config.LOG_LEVEL, base: undefined, timestamp: pino.stdTimeFunctions.isoTime })

export async function openWorld(config: Config, log: Log, options: WorldOptions): Promise<World> {
  await makeDataDir(config.DATA_DIR)
  refuseUnfinished(config.DATA_DIR)
  const database = await openOwnDatabase(config, log, options.version)
  const connection = connect(database.url, {
    max: config.DATABASE_POOL,
    prepare: config.DATABASE_PREPARE,
    onError: error => log.warn({ err: error }, 'a database connection broke; it will be replaced'),
  })
  try {
    const applied = await migrate(connection.db, pending =>
      saveBefore(pending, { config, url: database.url, log, version: options.version }),
    )
    if (applied.length > 0) log.info({ applied }, 'the database was brought up to date')
    const isolation = await findIsolation(options.searchPath)
    if (isolation.missing.length > 0) log.warn({ missing: isolation.missing }, 'not everything could be set apart')
    const sandbox = await openSandbox(config.DATA_DIR, isolation, config.ISOLATION === 'required')
    const tools = await findTools(options.searchPath, config.MODELS_DIR)
    const reader = isolatedReader(sandbox, tools, { quickAtOnce: config.WORKERS, modelsDir: config.MODELS_DIR })
    const documents = documentTools(sandbox, options.searchPath, reader)
    const describer = isolatedDescriber(sandbox)
    const embedder = await chooseEmbedder(sandbox, config.MODELS_DIR, join(options.root, 'models'))
    const judge = isolatedJudge(sandbox, join(options.root, 'models'))
    const outbound = guardedOutbound({ allowPrivate: config.ALLOW_PRIVATE_ENDPOINTS })
    const models = openAiCompatibleModels(outbound)
    const audio = isolatedAudioDecoder(sandbox, programsIn(options.searchPath, sandbox))
    const transcribers = transcribersOf(sandbox, config, models)
    const diarizer = isolatedDiarizer(sandbox, config.MODELS_DIR)
    const service = await openBlobs(config)
    const everywhere = routedBlobStore(service, ownerId => options.bucketOf(context, ownerId))
    const usesDisk = !(config.DATABASE_URL && config.S3_ENDPOINT)
    const room = usesDisk ? diskRoom(config.DATA_DIR, config.DISK_RESERVE, log) : boundlessRoom
    const compute = computeThreads()
    const mail = await smtpMail(config.SMTP_URL)
    const context: Context = {
      config,
      log,
      db: connection.db,
      signals: createSignals(),
      blobs: roomyBlobStore(pinnedBlobStore(everywhere, connection.db), room),
      room,
      backups: childBackups(join(options.root, 'dist/server/main.js'), config, log, () =>
        removePinned(everywhere, connection.db),
      ),
      buckets: guardedBuckets(outbound, lentFolder(config.DATA_DIR)),
      passwords: await argon2Passwords(),
      oneTimeCodes: totpCodes,
      passkeys: webauthnPasskeys,
      openId: await openIdProvider(config, outbound),
      compute,
      reader,
      documents,
      describer,
      embedder,
      judge,
      outbound,
      webSearch: searxng(config.SEARXNG_URL),
      audio,
      diarizer,
      transcribers,
      models,
      mail,
      mailboxes: imapMailboxes(outbound),
      messenger: config.TELEGRAM_BOT_TOKEN
        ? telegramMessenger({ token: config.TELEGRAM_BOT_TOKEN, apiUrl: config.TELEGRAM_API_URL, db: connection.db })
        : noMessenger,
      tables: await readTables(config),
      secrets: aesSecrets(options.keys ?? (await secretKeys(config.SECRET_KEY, config.DATA_DIR))),
    }
    await assertSecretKey(connection.db, context.secrets)
    const counter = await openCounter(config, connection.db, options.alone)
    const close = async () => {
      room.close()
      await reader.close()
      await documents.close()
      await describer.close()
      await embedder.close()
      await judge.close()
      await audio.close()
      await diarizer.close()
      await transcribers.close()
      await compute.close()
      mail.close()
      await counter.close()
      await connection.close()
      await database.close()
    }
    return {
      context,
      rateCounter: failOpen(counter, { timeoutMs: 100, onFailure: options.onRateFailure }),
      checks: [
        ...counterChecks(config, counter),
        ...mail.checks,
        ...(await capabilityChecks(options.root, options.searchPath)),
        ocrCheck(tools),
        ...transcribers.checks,
        { name: 'speakers', run: () => diarizer.check() },
        ...machineChecks(config.DATA_DIR, sandbox),
      ],
      close,
    }
  } catch (error) {
    await connection.close()
    await database.close()
    throw error
  }
}

/** Only the database and the blobs, for commands that run beside a service: nothing is migrated and nothing created. */
export interface Stores {
  url: string
  db: Db
  blobs: BlobStore
  /** What was to be removed while the bytes were pinned. */
  removePinned(): Promise<number>
  close(): Promise<void>
}

export async function openStores(config: Config, log: Log, version: string): Promise<Stores> {
  await makeDataDir(config.DATA_DIR)
  const database = await openOwnDatabase(config, log, version)
  const connection = connect(database.url, { max: 2, prepare: config.DATABASE_PREPARE, onError: () => {} })
  const blobs = await openBlobs(config)
  return {
    url: database.url,
    db: connection.db,
    blobs,
    removePinned: () => removePinned(blobs, connection.db),
    async close() {
      await connection.close()
      await database.close()
    },
  }
}

/** First its files have to be those of the PostgreSQL that this release brings. */
async function openOwnDatabase(config: Config, log: Log, version: string) {
  const moving = { dataDir: config.DATA_DIR, version, say: (line: string) => log.warn({}, line) }
  if (!config.DATABASE_URL) await moveToOwnPostgres(moving)
  return openDatabase(config, log)
}

const KEPT_SNAPSHOTS = 3

/** The rows as they are before an upgrade changes them. */
async function saveBefore(
  pending: string[],
  { config, url, log, version }: { config: Config; url: string; log: Log; version: string },
): Promise<void> {
  const folder = join(config.DATA_DIR, 'snapshots')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `${momentName(new Date())}-before-${pending[0]!.slice(0, 4)}`
  log.info({ name, pending }, 'the database is saved before it is brought up to date')
  await makeDatabaseSnapshot(url, join(folder, name), version)
  const old = (await readdir(folder))
    .filter(name => !name.startsWith('.'))
    .sort()
    .slice(0, -KEPT_SNAPSHOTS)
  for (const name of old) await rm(join(folder, name), { recursive: true, force: true })
}

/**
 * Changes the key that seals stored secrets. Killed at any line it can be run again: the new key stands in the file before
 * anything is sealed with it, and the old one leaves the file only when nothing needs it any more.
 */
export async function rotateKeys(
  config: Config,
  log: Log,
  options: WorldOptions,
  reseal: (context: Context) => Promise<number>,
): Promise<number> {
  const before = await secretKeys(config.SECRET_KEY, config.DATA_DIR)
  // With SECRET_KEY the new key is the first one given; a file gets one of our making.
  const keys = config.SECRET_KEY ? before : [newKey(), ...before]
  if (!config.SECRET_KEY) await writeKeys(config.DATA_DIR, keys)
  const world = await openWorld(config, log, { ...options, keys })
  try {
    const sealed = await reseal(world.context)
    if (!config.SECRET_KEY) await writeKeys(config.DATA_DIR, keys.slice(0, 1))
    return sealed
  } finally {
    await world.close()
  }
}

/** As root the database runs under another user, who must be able to pass through this folder but not to list it. */
async function makeDataDir(folder: string): Promise<void> {
  if (await mkdir(folder, { recursive: true, mode: 0o711 })) await chmod(folder, 0o711)
}

async function openBlobs(config: Config): Promise<BlobStore> {
  if (!config.S3_ENDPOINT) {
    const folder = join(config.DATA_DIR, 'blobs')
    return mkdir(folder, { recursive: true, mode: 0o700 }).then(() => diskBlobStore(folder))
  }
  return s3BlobStore({
    lentIn: lentFolder(config.DATA_DIR),
    endpoint: config.S3_ENDPOINT,
    bucket: config.S3_BUCKET,
    region: config.S3_REGION,
    accessKey: config.S3_ACCESS_KEY,
    secretKey: config.S3_SECRET_KEY,
  })
}

/** A bucket for backups; with its own keys, or with those of the service's files. */
export function openBackupBucket(config: Config, bucket: string, prefix: string): Promise<BucketFiles> {
  const own = config.BACKUP_S3_ENDPOINT !== ''
  if (!own && !config.S3_ENDPOINT)
    throw new ConfigError(
      'A bucket for backups needs BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY, or S3_ENDPOINT with its keys.',
    )
  return s3Files({
    endpoint: own ? config.BACKUP_S3_ENDPOINT : config.S3_ENDPOINT,
    bucket,
    prefix,
    region: own ? config.BACKUP_S3_REGION : config.S3_REGION,
    accessKey: own ? config.BACKUP_S3_ACCESS_KEY : config.S3_ACCESS_KEY,
    secretKey: own ? config.BACKUP_S3_SECRET_KEY : config.S3_SECRET_KEY,
  })
}

async function openCounter(config: Config, db: Db, alone: boolean): Promise<RateCounter> {
  if (config.REDIS_URL) return redisRateCounter(config.REDIS_URL)
  return alone ? memoryRateCounter() : postgresRateCounter(db)
}

const counterChecks = (config: Config, counter: RateCounter): Check[] =>
  config.REDIS_URL
    ? [{ name: 'redis', run: () => counter.hit('health', 60).then(() => 'requests are counted in Redis') }]
    : []
