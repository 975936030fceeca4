import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Config } from '../config.ts'
import type { Log } from '../lib/log.ts'
import { startEmbeddedPostgres } from './embedded.ts'

export interface Database {
  url: string
  close(): Promise<void>
}

const WATCH_EVERY_MS = 3000

/** The configured PostgreSQL, or the private one under the data folder, which is kept alive while we are. */
export async function openDatabase(config: Config, log: Log): Promise<Database> {
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, close: async () => {} }
  const say = (message: string) => log.info({}, message)
  let postgres = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: say })
  const { url } = postgres
  let busy = false
  const watch = setInterval(async () => {
    if (busy || isAlive(postgres.pid)) return
    busy = true
    log.error({ pid: postgres.pid }, 'the database has died; starting it again')
    try {
      postgres = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: say })
      if (postgres.url !== url) throw new Error('it came back at another address; restart the service')
    } catch (error) {
      log.error({ err: error }, 'the database could not be started again')
    } finally {
      busy = false
    }
  }, WATCH_EVERY_MS)
  return {
    url,
    async close() {
      clearInterval(watch)
      if (!(await othersStay(url))) await postgres.stop()
    },
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Our own connections may take a moment to be gone after they were closed: asked too soon, they count as somebody else's. */
export async function othersStay(url: string): Promise<boolean> {
  for (let asked = 0; asked < 4; asked++) {
    if (!(await othersAreConnected(url))) return false
    await sleep(100)
  }
  return true
}

/** Several processes may share the private database: the last one out stops it. */
async function othersAreConnected(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'dossier closing',
    connectionTimeoutMillis: 3000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query("select 1 from pg_stat_activity where application_name = 'dossier' limit 1")
    return rows.length > 0
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
