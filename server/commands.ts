import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { bucketOf, fsck, linkByOperator, resealSecrets, resetByOperator, resetFactorsByOperator } from './app.ts'
import { bucketVault } from './backup/bucket.ts'
import { BackupProblem, KEY_FILE, type Snapshot, snapshotOf } from './backup/folder.ts'
import { makeBackup } from './backup/make.ts'
import { prove } from './backup/prove.ts'
import { type BackupKind, beginRecord } from './backup/record.ts'
import { examine, restore } from './backup/restore.ts'
import { folderVault, type Vault } from './backup/vault.ts'
import { type Config, ConfigError, isBucket } from './config.ts'
import type { Context } from './context.ts'
import { lockDataDir } from './db/instance-lock.ts'
import { migrate } from './db/migrate.ts'
import type { Log } from './lib/log.ts'
import { createLog, openBackupBucket, openStores, openWorld, rotateKeys, type Stores } from './world.ts'

/** What is done once and ends. */

export interface CommandOptions {
  /** As they were given. */
  words: string[]
  /** The first of them as a path. */
  folder: string | undefined
  has(name: string): boolean
  value(name: string): string | undefined
  root: string
  version: string
}

type Command = (config: Config, log: Log, given: CommandOptions) => Promise<number>

const say = (line: string) => console.log(line)

const toolOptions = ({ root, version }: CommandOptions) => ({
  root,
  version,
  searchPath: '',
  alone: true,
  onRateFailure: () => {},
  bucketOf,
})

/** A folder, or `s3://bucket/path` with the keys that the configuration has for it. */
async function vaultOf(config: Config, place: string): Promise<Vault> {
  if (!isBucket(place)) return folderVault(place)
  const { pathname, host } = new URL(place)
  const [name, prefix] = [host, pathname.replace(/^\/|\/$/g, '')]
  const files = await openBackupBucket(config, name, prefix && `${prefix}/`)
  return bucketVault(place.replace(/\/$/, ''), files, config.DATA_DIR)
}

const fsckCommand: Command = async (config, log, given) => {
  if (given.has('repair') && !given.folder) throw new ConfigError('Name the backup: npm run fsck -- --repair FOLDER')
  const world = await openWorld(config, log, toolOptions(given))
  try {
    const vault = given.has('repair') ? await vaultOf(config, given.folder!) : undefined
    const report = await fsck(world.context, say, vault?.read)
    return report.missing + report.corrupt > 0 ? 1 : 0
  } finally {
    await world.close()
  }
}

const rotateKey: Command = async (config, log, given) => {
  // A running service would go on with the old key.
  const lock = await lockDataDir(config.DATA_DIR)
  const sealed = await rotateKeys(config, log, toolOptions(given), resealSecrets)
  await lock.release()
  say(`${sealed} secrets are sealed with the new key.`)
  return 0
}

/** Answers what to tell the operator, or undefined where there is no such account. */
const USER_ACTIONS: Record<string, (context: Context, email: string, base: string) => Promise<string | undefined>> = {
  async reset(context, email, base) {
    const link = await resetByOperator(context, email, base)
    return link && `Good for one hour and one use:\n${link}`
  },
  async 'sign-in'(context, email, base) {
    const link = await linkByOperator(context, email, base)
    return link && `Signs in once, within 15 minutes:\n${link}`
  },
  async 'reset-second-factor'(context, email) {
    const done = await resetFactorsByOperator(context, email)
    return done ? 'Two-step sign-in and passkeys are removed. The password is as it was.' : undefined
  },
}

const userCommand: Command = async (config, log, given) => {
  const [action = '', email] = given.words
  const act = USER_ACTIONS[action]
  const ways = Object.keys(USER_ACTIONS)
    .map(name => `npm run user -- ${name} EMAIL`)
    .join(', or ')
  if (!act || !email) throw new ConfigError(`Use: ${ways}`)
  const world = await openWorld(config, log, toolOptions(given))
  try {
    const result = await act(world.context, email, config.PUBLIC_URL || `http://localhost:${config.PORT}`)
    say(result ?? `There is no account ${email}.`)
    return result ? 0 : 1
  } finally {
    await world.close()
  }
}

const backupCommand: Command = async (config, log, given) => {
  const folder = given.folder ?? config.BACKUP_DIR
  if (!folder) throw new ConfigError('Name the folder: npm run backup -- FOLDER, or set BACKUP_DIR.')
  const vault = await vaultOf(config, folder)
  const verifyOnly = given.has('verify-only')
  if (!verifyOnly && !config.DATABASE_URL && !existsSync(join(config.DATA_DIR, 'postgres/cluster/PG_VERSION')))
    throw new BackupProblem(`There is nothing to back up in ${config.DATA_DIR}.`)
  const lock = await vault.begin(verifyOnly ? 'read' : 'write')
  try {
    if (verifyOnly) return await verified(vault)
    const stores = await openStores(config, log, given.version)
    const damaged = await backUp(stores, config, given, vault).finally(() => stores.close())
    return given.has('verify') ? Math.max(damaged, await verified(vault)) : damaged
  } finally {
    await lock.release()
  }
}

/** 0, or none: nothing is removed. */
function keptOf(given: CommandOptions): number {
  const keep = Number(given.value('keep') ?? 0)
  if (!Number.isSafeInteger(keep) || keep < 0) throw new ConfigError('--keep takes a number, like --keep=7.')
  return keep
}

/** A backup that was made stays valid even if earlier ones cannot be removed. */
async function pruned(vault: Vault, keep: number, damaged: number): Promise<void> {
  if (keep === 0) return
  if (damaged > 0) return console.error('warning: earlier backups were all kept, since files are damaged in the store.')
  await vault.prune(keep).catch((error: Error) => {
    console.error(`warning: the backup is made; earlier ones could not be removed: ${error.message}`)
  })
}

async function backUp(stores: Stores, config: Config, given: CommandOptions, vault: Vault): Promise<number> {
  const kind = (given.value('kind') ?? 'command') as BackupKind
  const keep = keptOf(given)
  const record = await beginRecord(stores.db, uuidv7(), kind, vault.place)
  try {
    const keyFile = config.SECRET_KEY ? undefined : join(config.DATA_DIR, KEY_FILE)
    const how = { keyFile, version: given.version, copy: given.has('copy'), say }
    const made = await makeBackup({ ...stores, ...how, folder: vault.workFolder, keep: vault.keep })
    await vault.store(snapshotOf(vault.workFolder, made.snapshot))
    await record.done({ ...made, damaged: made.damaged.length })
    await stores.removePinned()
    say(
      `${vault.place}/snapshots/${made.snapshot} is whole: ${made.files} files with ${made.bytes} bytes, ${made.added} of them new; ${made.copiedBytes} bytes were written.`,
    )
    const elsewhere = made.manifest.elsewhere
    if (elsewhere > 0) say(`${elsewhere} files lie in buckets of their owners and are no part of it.`)
    await pruned(vault, keep, made.damaged.length)
    if (given.has('prove')) {
      await prove(vault, made.snapshot, config.DATA_DIR, say)
      await record.proved()
      say(`It was restored into a database of its own, and is equal in every table and ${vault.proves}.`)
    }
    return made.damaged.length > 0 ? 1 : 0
  } catch (error) {
    await record.failed((error as Error).message).catch(() => {})
    throw error
  }
}

async function verified(vault: Vault): Promise<number> {
  await vault.open()
  const damage = await vault.verify(say)
  say(damage === 0 ? 'Every byte is as it was written.' : `${damage} parts are damaged or missing.`)
  return damage === 0 ? 0 : 1
}

/** Of a bucket one snapshot is named by its path in it; a folder finds out by itself. */
function wantedIn(given: string): { place: string; name?: string } {
  const [, place, name] = (isBucket(given) && /^(.*)\/snapshots\/([^/]+)\/?$/.exec(given)) || []
  return place ? { place, name } : { place: given }
}

const restoreCommand: Command = async (config, log, given) => {
  if (!given.folder) throw new ConfigError('Name the backup: npm run restore -- FOLDER')
  const { place, name } = wantedIn(given.folder)
  const vault = await vaultOf(config, place)
  const reading = await vault.begin('read')
  try {
    return await restoreFrom(config, log, { vault, version: given.version, snapshot: await vault.open(name) })
  } finally {
    await reading.release()
  }
}

async function restoreFrom(
  config: Config,
  log: Log,
  { vault, version, snapshot }: { vault: Vault; version: string; snapshot: Snapshot },
): Promise<number> {
  const manifest = await examine({ snapshot })
  const lock = await lockDataDir(config.DATA_DIR)
  try {
    const stores = await openStores(config, log, version)
    const how = { snapshot, read: vault.read, dataDir: config.DATA_DIR, ownKey: config.SECRET_KEY !== '', say }
    const { files, damaged, applied } = await restore(stores.url, stores.blobs, manifest, how)
      .then(async restored => ({ ...restored, applied: await migrate(stores.db) }))
      .finally(() => stores.close())
    say(`${snapshot.name} is restored: ${manifest.tables.length} tables and ${files} files.`)
    if (applied.length > 0) say(`It was brought up to this version by ${applied.length} migrations.`)
    if (damaged.length > 0)
      say(`${damaged.length} files are damaged in the backup and were left out; npm run fsck names them.`)
    return damaged.length > 0 ? 1 : 0
  } finally {
    await lock.release()
  }
}

const COMMANDS: Record<string, Command> = {
  fsck: fsckCommand,
  'rotate-key': rotateKey,
  backup: backupCommand,
  restore: restoreCommand,
  user: userCommand,
}

/** The answer is the exit code. */
export async function perform(name: string, config: Config, given: CommandOptions): Promise<number> {
  const command = COMMANDS[name]
  if (!command) throw new ConfigError(`--command=${name} is not known. There are: ${Object.keys(COMMANDS).join(', ')}.`)
  const quiet: Config = { ...config, LOG_LEVEL: 'warn' }
  return command(quiet, createLog(quiet), given)
}
