/** @module-tag long */

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../server/db/connect.ts'
import { aPerson, call, until } from './support/client.ts'
import { hasPooler, startPooler } from './support/pooler.ts'
import { type PrivateServer, postgresPrograms, startPrivatePostgres } from './support/processes.ts'
import { startServer } from './support/server.ts'

const missing = [...(postgresPrograms() ? [] : ['PostgreSQL']), ...(hasPooler ? [] : ['PgBouncer'])]
const reason = missing.length > 0 ? ` (skipped: without ${missing.join(' and ')})` : ''

describe.skipIf(missing.length > 0)(`behind PgBouncer in transaction mode${reason}`, () => {
  let postgres: PrivateServer
  let pooler: PrivateServer
  beforeAll(async () => {
    postgres = await startPrivatePostgres()
    pooler = await startPooler(postgres, 3)
  })
  afterAll(async () => {
    await pooler.stop()
    await postgres.stop()
  })

  test('four processes bring an empty database up to date at once, people work at once, files are read, events arrive', async () => {
    const env = { DATABASE_URL: pooler.url, DATABASE_PREPARE: 'off', SECRET_KEY: 'ab'.repeat(32) }
    const worker = { env, args: ['--role=worker'], readyLine: /works in the background/ }
    const servers = await Promise.all([
      startServer({ env, args: ['--role=api'] }),
      startServer({ env, args: ['--role=api'] }),
      startServer(worker),
      startServer(worker),
    ])
    const [first, second] = servers
    try {
      const people = await Promise.all(Array.from({ length: 6 }, () => aPerson(first.url)))
      await Promise.all(
        people.map(async (person, n) => {
          const stream = await fetch(`${second.url}/v1/events`, {
            headers: { authorization: `Bearer ${person.token}` },
          })
          const folder = await person.folder(`folder ${n}`)
          const files = await Promise.all(
            ['one', 'two', 'three'].map(word =>
              person.upload(`${word}.txt`, `${word} ${n}`, `?collection_id=${folder.id}`),
            ),
          )
          const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
          let received = ''
          await until(async () => {
            received += (await reader.read()).value ?? ''
            return files.every(({ id }) => received.includes(id))
          }, 'the events')
          await reader.cancel()
          await until(
            async () => (await person.get('/v1/search?q=two')).body.items?.length === 1,
            'the file to be found',
          )
          expect((await person.get('/v1/objects')).body.items).toHaveLength(3)
          expect((await person.delete(`/v1/collections/${folder.id}`)).status).toBe(200)
        }),
      )
      for (const server of servers) expect(server.output()).not.toMatch(/prepared statement/)
      expect((await people[0]!.get('/health/deep')).body.checks).toContainEqual(
        expect.objectContaining({ name: 'database', ok: true }),
      )
    } finally {
      await Promise.all(servers.map(server => server.stop()))
    }
  })

  test('with prepared statements the refusal says what to set', async () => {
    const env = { DATABASE_URL: pooler.url, SECRET_KEY: 'ab'.repeat(32) }
    const outcome = await startServer({ env }).then(
      server =>
        until(async () => {
          const tries = Array.from({ length: 40 }, (_, n) => ({ email: `${n}@example.org`, password: 'nothing' }))
          const replies = await Promise.all(tries.map(body => call('POST', '/v1/auth/login', { body }, server.url)))
          const refused = replies.find(({ status }) => status === 503)
          return refused && `${refused.text} ${replies.filter(({ status }) => status === 500).length} faults`
        }, 'a refusal').finally(() => server.stop()),
      (error: Error) => error.message,
    )
    expect(outcome).toContain('DATABASE_PREPARE=off')
    expect(outcome).not.toMatch(/^ {4}at |[1-9]\d* faults/m)
  })
})

test('a statement has the same name on every connection, and no other statement has it', async () => {
  const { db, close } = connect(process.env.TEST_DATABASE_URL!, { max: 1, onError: () => {} })
  try {
    await sql`select ${1}::int as one`.execute(db)
    await sql`select ${1}::int as other`.execute(db)
    const { rows } = await sql<{
      name: string
      statement: string
    }>`select name, statement from pg_prepared_statements`.execute(db)
    const other = connect(process.env.TEST_DATABASE_URL!, { max: 1, onError: () => {} })
    await sql`select ${1}::int as other`.execute(other.db)
    const there = await sql<{
      name: string
      statement: string
    }>`select name, statement from pg_prepared_statements`.execute(other.db)
    await other.close()
    expect(new Set(rows.map(({ name }) => name)).size).toBe(2)
    expect(rows).toContainEqual(there.rows[0])
  } finally {
    await close()
  }
})

test('without prepared statements none is made', async () => {
  const { db, close } = connect(process.env.TEST_DATABASE_URL!, { max: 1, prepare: false, onError: () => {} })
  try {
    await sql`select ${1}::int as one`.execute(db)
    expect((await sql`select name from pg_prepared_statements`.execute(db)).rows).toEqual([])
  } finally {
    await close()
  }
})
