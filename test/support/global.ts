import { mkdtempSync, rmSync } from 'node:fs'
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
  const fresh = mkdtempSync(join(placeForData(), 'dossier-fresh-'))
  process.env.TEST_FRESH_DATA = fresh
  const server = await startServer({ env: { ALLOW_PRIVATE_ENDPOINTS: 'on' } })
  process.env.ACCEPTANCE_URLS = server.url
  const tell = () =>
    console.error(`The server of all tests has ended by itself. Its last words:\n${server.output().slice(-4000)}`)
  server.process.once('exit', tell)
  await call('POST', '/v1/auth/register', { body: ADMIN })
  process.env.TEST_DATABASE_URL = await spareDatabase(server.dataDir)
  return async () => {
    server.process.off('exit', tell)
    await server.stop()
    rmSync(fresh, { recursive: true, force: true })
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
