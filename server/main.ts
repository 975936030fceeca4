import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bucketOf, createApi, createMetrics, makeFirstAdministrator, setupNotice } from './app.ts'
import { createTitleKeeper, createWorkers } from './background.ts'
import { BackupProblem } from './backup/folder.ts'
import { RestoreUnfinished } from './backup/restore.ts'
import { type CommandOptions, perform } from './commands.ts'
import { type Config, ConfigError, isBucket, readConfig, withSecretFiles } from './config.ts'
import { EmbeddedUnavailable } from './db/embedded.ts'
import { DataDirInUse, lockDataDir } from './db/instance-lock.ts'
import { UnknownData } from './db/migrate.ts'
import { SecretKeyLost } from './db/secret-key.ts'
import type { Log } from './lib/log.ts'
import { becomeServiceUser, existing, type ServiceUser } from './service-user.ts'
import { refuseUnknown, usage } from './usage.ts'
import { createLog, giveWay, openWorld, startWatchman } from './world.ts'

/** Reads environment and arguments, starts, stops. */

type Role = 'all' | 'api' | 'worker'

const GRACE_MS = 10_000
/** A database or a store that does not answer must not keep a stopping process: whoever waits for it would kill it anyway. */
const STOP_MS = 20_000

function argument(name: string): string | undefined {
  const prefix = `--${name}=`
  return process.argv.find(given => given.startsWith(prefix))?.slice(prefix.length)
}

function roleOf(): Role {
  const role = argument('role') ?? 'all'
  if (role === 'all' || role === 'api' || role === 'worker') return role
  throw new ConfigError(`--role=${role} is not known. Use --role=api, --role=worker, or nothing for both.`)
}

/** From here upwards, since the sources lie one folder higher than what is built from them. */
function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}

function versionIn(root: string): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version
}

/** What was given to a command: its folder, from where npm was called, and what stands behind two dashes. */
function given(): CommandOptions {
  const words = process.argv.slice(2).filter(word => !word.startsWith('--'))
  const [folder] = words
  return {
    words,
    folder: folder && (isBucket(folder) ? folder : resolve(process.env.INIT_CWD ?? '.', folder)),
    has: name => process.argv.includes(`--${name}`),
    value: argument,
    root: projectRoot(),
    version: versionIn(projectRoot()),
  }
}

async function serve(config: Config, log: Log, role: Role, user: ServiceUser): Promise<() => Promise<void>> {
  const root = projectRoot()
  const version = versionIn(root)
  const webFolder = join(root, 'dist-web')
  const watchman = startWatchman(log)
  const metrics = createMetrics(watchman.longest)
  const alone = role === 'all' && !config.DATABASE_URL
  const world = await openWorld(config, log, {
    root,
    version,
    searchPath: process.env.PATH ?? '',
    alone,
    onRateFailure: () => metrics.failOpen.inc(),
    bucketOf,
  })
  try {
    if (await makeFirstAdministrator(world.context)) console.log(`The administrator ${config.ADMIN_EMAIL} was made`)
    const workers = role === 'api' ? undefined : createWorkers(world.context, config, metrics)
    const api =
      role === 'worker'
        ? undefined
        : await createApi({
            ...world,
            checks: [...world.checks, watchman.check, { name: 'user', run: async () => user.remark }],
            metrics,
            alone,
            version,
            webFolder,
          })
    const titles = createTitleKeeper(world.context)
    const address = await api?.listen({ port: config.PORT, host: config.HOST })
    workers?.start()
    titles.start()
    watchman.begin()
    const notice = api && (await setupNotice(world.context))
    if (notice) console.log(notice)
    console.log(
      address
        ? `Dossier is ready at ${config.PUBLIC_URL || address} (the API to try: /docs)`
        : 'Dossier works in the background',
    )
    return async () => {
      // No new work, then the requests and jobs under way, then the ground they stand on.
      const hangUp = setTimeout(() => api?.server.closeAllConnections(), GRACE_MS)
      await Promise.all([api?.close(), workers?.stop(GRACE_MS)])
      clearTimeout(hangUp)
      await titles.stop()
      await world.close()
      await watchman.stop()
    }
  } catch (error) {
    // A taken port, say: the private database must not be left behind.
    await world.close()
    throw error
  }
}

const onDisk = (place: string): string => (isBucket(place) ? '' : place)

/** Some of a backup that must be read: where the service user may not, it is restored as root and handed over at the next start. */
function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(name => /(manifest\.json|secret\.key)$/.test(name))
      .map(name => join(folder, name))
  } catch {
    return []
  }
}

/** Node says of a folder that cannot be made on a read-only disk that there is none. */
function refuseReadOnly(folder: string): void {
  try {
    accessSync(folder, constants.W_OK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EROFS') throw error
  }
}

/** A plain start owns the data folder; processes with a role share it. */
async function run(): Promise<void> {
  const config = readConfig(withSecretFiles(process.env))
  const role = roleOf()
  const command = argument('command')
  if (!command) refuseUnknown(process.argv.slice(2))
  const { folder } = given()
  giveWay(config.DATA_DIR)
  const user = becomeServiceUser({
    name: config.SERVICE_USER,
    dataDir: config.DATA_DIR,
    port: role === 'worker' ? 0 : config.PORT,
    readable: existing([
      ...['package.json', 'dist/server/main.js', 'node_modules/fastify/package.json'].map(name =>
        join(projectRoot(), name),
      ),
      ...[config.MODELS_DIR, config.PRICES_FILE, config.TARIFFS_FILE],
      ...(command === 'restore' && folder && !isBucket(folder) ? filesOf(folder) : []),
    ]),
    makes: onDisk(command === 'backup' ? (folder ?? config.BACKUP_DIR) : config.BACKUP_DIR),
    writes: onDisk(command === 'backup' ? (folder ?? config.BACKUP_DIR) : ''),
  })
  refuseReadOnly(config.DATA_DIR)
  const log = createLog(config)
  if (command) process.exit(await perform(command, config, given()))
  const lock = role === 'all' ? await lockDataDir(config.DATA_DIR) : undefined
  const serving = serve(config, log, role, user)
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      console.log('Dossier is stopping: requests under way end first')
      setTimeout(() => {
        log.error({}, `stopping took longer than ${STOP_MS / 1000} s; what was under way is taken up by the next start`)
        process.exit(1)
      }, STOP_MS)
      // Also in the middle of starting: what has been started must be stopped.
      serving
        .then(stop => stop())
        .then(() => lock?.release())
        .then(
          () => process.exit(0),
          error => {
            log.error({ err: error }, 'stopping failed')
            process.exit(1)
          },
        )
    })
  await serving
}

/** Their message is all that a person needs. */
const SPEAKING = [
  ...[ConfigError, DataDirInUse, EmbeddedUnavailable, SecretKeyLost],
  ...[UnknownData, BackupProblem, RestoreUnfinished],
]

function explain(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code
  if (SPEAKING.some(kind => error instanceof kind)) return (error as Error).message
  if (code === 'EADDRINUSE') return 'The port is taken by another program. Set PORT to a free one.'
  if (code === '26000' || code === '42P05')
    return 'The database stands behind a pooler that carries no prepared statements. Set DATABASE_PREPARE=off.'
  if (code === 'ENOSPC' || code === '53100' || /No space left on device/.test(String(error)))
    return 'The disk of DATA_DIR is full, or has no room for another file. Make room, then start again; nothing is lost.'
  if (code === 'EROFS') return `DATA_DIR cannot be written to, its disk is read-only: ${(error as Error).message}`
  if (code === 'EACCES') return `Permission denied: ${(error as Error).message}`
  return (error as Error).stack ?? String(error)
}

// The S3 library would print a warning of its own about the age of Node.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true'

if (process.argv.includes('--version')) console.log(versionIn(projectRoot()))
else if (process.argv.includes('--help')) console.log(usage(versionIn(projectRoot())))
else
  run().catch(error => {
    console.error(argument('command') ? explain(error) : `Dossier cannot start. ${explain(error)}`)
    process.exit(1)
  })
