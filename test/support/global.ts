import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../server/db/embedded.ts'
import { ADMIN, call } from './client.ts'
import { placeForData, startServer } from './server.ts'

/** One server for the whole run, or the deployment that ACCEPTANCE_URLS names; and a database for tests of SQL. */
export default async function setup() {
  if (process.env.ACCEPTANCE_URLS) {
    await call('POST', '/v1/auth/register', { body: ADMIN })
    return
  }
  const folder = mkdtempSync(join(placeForData(), 'dossier-run-'))
  chmodSync(folder, 0o711)
  process.env.TEST_FOLDER = folder
  process.env.TEST_FRESH_DATA = join(folder, 'fresh')
  mkdirSync(process.env.TEST_FRESH_DATA, { mode: 0o700 })
  const server = await startServer({ env: { ALLOW_PRIVATE_ENDPOINTS: 'on' } })
  process.env.ACCEPTANCE_URLS = server.url
  const report = () =>
    console.error(`The server of all tests has ended by itself. Its last words:\n${server.output().slice(-4000)}`)
  server.process.once('exit', report)
  await call('POST', '/v1/auth/register', { body: ADMIN })
  process.env.TEST_DATABASE_URL = await spareDatabase(server.dataDir)
  return async () => {
    server.process.off('exit', report)
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function spareDatabase(dataDir: string): Promise<string> {
  const { url } = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('create database spare')
  await client.end()
  return url.replace(/\/dossier(?=\?|$)/, '/spare')
}
