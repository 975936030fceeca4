import { spawn } from 'node:child_process'
import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { aPerson } from './support/client.ts'
import { compile } from './support/compiled.ts'
import { type PrivateServer, postgresPrograms, queryOnce, startPrivatePostgres } from './support/processes.ts'
import { ROOT, startServer } from './support/server.ts'
import { sampled } from './support/whole.ts'

// Four processes at once on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 180_000 })

const MIGRATIONS = join(ROOT, 'server/db/migrations')
const names = readdirSync(MIGRATIONS)
  .filter(name => name.endsWith('.sql'))
  .map(name => name.replace('.sql', ''))

let compiled: string
beforeAll(() => {
  compiled = compile('server/db/connect.ts', 'server/db/migrate.ts')
  cpSync(MIGRATIONS, join(compiled, 'server/db/migrations'), { recursive: true })
})
afterAll(() => rmSync(compiled, { recursive: true, force: true }))

/** A process that migrates at the given moment and tells what it applied. */
async function migrator(
  url: string,
  at: number,
): Promise<{ code: number; applied: string[] | undefined; said: string }> {
  const script = `
    import { connect } from ${JSON.stringify(join(compiled, 'server/db/connect.js'))}
    import { migrate } from ${JSON.stringify(join(compiled, 'server/db/migrate.js'))}
    const { db, close } = connect(process.env.URL, { max: 2, onError: () => {} })
    while (Date.now() < ${at}) {}
    console.log(JSON.stringify(await migrate(db)))
    await close()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { env: { URL: url } })
  let [out, said] = ['', '']
  child.stdout.on('data', text => {
    out += text
  })
  child.stderr.on('data', text => {
    said += text
  })
  const code = await new Promise<number>(done => child.once('close', done))
  return { code, applied: out ? JSON.parse(out) : undefined, said }
}

let made = 0

async function anEmptyDatabase(url: string): Promise<string> {
  const name = `empty_${process.pid}_${made++}`
  await queryOnce(url, `create database ${name}`)
  onTestFinished(async () => void (await queryOnce(url, `drop database ${name} with (force)`)))
  return url.replace(/(@[^/]*\/)\w+/, `$1${name}`)
}

/** Whole, several rounds, because a race that is lost one time in ten is lost. */
async function fourAtOnce(url: string): Promise<void> {
  for (let round = 0; round < sampled(1, 3); round++) {
    const empty = await anEmptyDatabase(url)
    const at = Date.now() + 1500
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => migrator(empty, at)))
    for (const { code, said } of outcomes) expect({ code, said }).toEqual({ code: 0, said: '' })
    // Each migration by exactly one of them.
    expect(outcomes.flatMap(({ applied }) => applied).sort()).toEqual(names)
    const recorded = await queryOnce(empty, 'select name from kysely_migration order by name')
    expect(recorded.map(row => row.name)).toEqual(names)
    expect(await migrator(empty, 0)).toMatchObject({ code: 0, applied: [] })
  }
}

test('four processes that migrate an empty database at once all succeed, and each step is done once', async () => {
  await fourAtOnce(process.env.TEST_DATABASE_URL!)
})

const programs = postgresPrograms()

describe.skipIf(!programs)(`Debian's PostgreSQL${programs ? '' : ' (skipped: it is not installed)'}`, () => {
  let postgres: PrivateServer
  beforeAll(async () => {
    postgres = await startPrivatePostgres()
  })
  afterAll(() => postgres?.stop())

  test('it is at least 15, and is migrated by four at once as well', { tags: ['long'] }, async () => {
    const [row] = await queryOnce(postgres.url, "select current_setting('server_version_num')::int / 10000 as major")
    expect(row!.major).toBeGreaterThanOrEqual(15)
    await fourAtOnce(postgres.url)
  })

  test('four servers start on it at once and serve the same files', { tags: ['long'] }, async () => {
    const env = { DATABASE_URL: await anEmptyDatabase(postgres.url), SECRET_KEY: 'ab'.repeat(32) }
    const servers = await Promise.all(Array.from({ length: 4 }, () => startServer({ env, args: ['--role=api'] })))
    onTestFinished(async () => void (await Promise.all(servers.map(server => server.stop()))))
    const anna = await aPerson(servers[0]!.url)
    const { id } = await anna.upload('shared.txt')
    for (const { url } of servers) {
      const found = await fetch(`${url}/v1/objects/${id}`, { headers: { authorization: `Bearer ${anna.token}` } })
      expect(await found.json()).toMatchObject({ id, filename: 'shared.txt' })
    }
  })
})
