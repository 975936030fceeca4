import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { connect, type DatabaseConnection } from '../../server/db/connect.ts'
import { migrate } from '../../server/db/migrate.ts'

/** An empty database of one's own, up to date, gone when it is closed. */
export async function aDatabase(): Promise<DatabaseConnection & { url: string }> {
  const server = process.env.TEST_DATABASE_URL!
  const name = `test_${randomBytes(6).toString('hex')}`
  await query(server, `create database ${name}`)
  const url = server.replace(/\/spare(?=\?|$)/, `/${name}`)
  const connection = connect(url, { max: 10, onError: () => {} })
  await migrate(connection.db)
  return {
    db: connection.db,
    url,
    async close() {
      await connection.close()
      await query(server, `drop database ${name} with (force)`)
    },
  }
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}
