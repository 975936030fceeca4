import { createHash } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connect } from '../server/db/connect.ts'
import { startEmbeddedPostgres } from '../server/db/embedded.ts'
import { migrate } from '../server/db/migrate.ts'
import { aFolder } from './support/backups.ts'
import { aPerson, call, Person, until } from './support/client.ts'
import { begun, command } from './support/commands.ts'
import { queryOnce } from './support/processes.ts'
import { aDataDir, ROOT, startServer } from './support/server.ts'
import { fillWithEverything, OWNER, whatIsSeen } from './support/upgrade.ts'

/** What was stored once is brought up by every later release. */

vi.setConfig({ testTimeout: 400_000 })

const MIGRATIONS = join(ROOT, 'server/db/migrations')
const SCHEMAS = join(ROOT, 'test/upgrade/schemas')
const names = readdirSync(MIGRATIONS).filter(name => name.endsWith('.sql'))

test('migrations that have landed are never changed, and new ones stand behind them', () => {
  const landed: Record<string, string> = JSON.parse(readFileSync(join(MIGRATIONS, 'landed.json'), 'utf8'))
  const now = Object.fromEntries(
    names.map(name => [
      name,
      createHash('sha256')
        .update(readFileSync(join(MIGRATIONS, name)))
        .digest('hex'),
    ]),
  )
  expect(Object.fromEntries(Object.keys(landed).map(name => [name, now[name]]))).toEqual(landed)
  const last = Object.keys(landed).toSorted().at(-1)!
  expect(names.filter(name => !(name in landed) && name < last)).toEqual([])
})

let made = 0

async function anEmptyDatabase(): Promise<string> {
  const url = process.env.TEST_DATABASE_URL!
  const name = `upgrade_${process.pid}_${made++}`
  await queryOnce(url, `create database ${name}`)
  onTestFinished(async () => void (await queryOnce(url, `drop database ${name} with (force)`)))
  return url.replace(/(@[^/]*\/)\w+/, `$1${name}`)
}

async function bringUp(url: string): Promise<void> {
  const { db, close } = connect(url, { max: 2, onError: () => {} })
  await migrate(db).finally(close)
}

/** Everything that a migration makes, in words that do not depend on the order of columns. */
async function schemaOf(url: string): Promise<string[]> {
  const rows = await queryOnce(
    url,
    `select format('%s.%s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
        pg_get_expr(d.adbin, d.adrelid)) as line
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    union all select pg_get_indexdef(indexrelid) from pg_index where indrelid::regclass::text !~ '^pg_'
      and (select relnamespace from pg_class where oid = indrelid) = 'public'::regnamespace
    union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    union all select relname || coalesce(reloptions::text, '') from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  return rows.map(row => String(row.line)).toSorted()
}

interface State {
  made: string
  /** Of each migration the file with its text at that time, where it was another one. */
  migrations: Record<string, string | null>
}

const states: State[] = JSON.parse(readFileSync(join(SCHEMAS, 'states.json'), 'utf8'))

const textOf = (name: string, then: string | null) =>
  readFileSync(then ? join(SCHEMAS, then) : join(MIGRATIONS, `${name}.sql`), 'utf8')

test('every earlier state of the schema is brought up to the same one', async () => {
  const fresh = await anEmptyDatabase()
  await bringUp(fresh)
  const wanted = await schemaOf(fresh)
  expect(wanted.length).toBeGreaterThan(300)
  for (const { made, migrations } of states) {
    const url = await anEmptyDatabase()
    const texts = Object.entries(migrations).map(([name, then]) => textOf(name, then))
    const list = Object.keys(migrations).map(name => `('${name}', '2026-11-15T00:00:00Z')`)
    await queryOnce(
      url,
      `${texts.join(';\n')};
      create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
      create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);
      insert into kysely_migration values ${list.join(', ')};
      insert into kysely_migration_lock values ('migration_lock', 0)`,
    )
    await bringUp(url)
    expect(await schemaOf(url), made).toEqual(wanted)
  }
})

async function aDataFolder(): Promise<string> {
  const dataDir = await aDataDir()
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  return dataDir
}

/** Something in the database of a service that does not run. */
async function change(dataDir: string, sql: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  await queryOnce(postgres.url, sql).finally(() => postgres.stop())
}

const BEFORE_0165 = `drop table backups, blob_removals; delete from kysely_migration where name = '0165_backups'`
const snapshotsOf = (dataDir: string) =>
  existsSync(join(dataDir, 'snapshots')) ? readdirSync(join(dataDir, 'snapshots')).filter(name => name[0] !== '.') : []

test('an upgrade saves the rows first, three times at most, and goes on when it was killed; what is newer is left alone', {
  tags: ['long'],
}, async () => {
  const dataDir = await aDataFolder()
  const first = await startServer({ dataDir })
  const anna = await aPerson(first.url)
  const { id } = await anna.upload('kept.txt', 'kept')
  await first.stop({ keep: true })
  expect(snapshotsOf(dataDir)).toEqual([])

  // Three of earlier upgrades: the oldest one goes.
  for (const day of [1, 2, 3])
    mkdirSync(join(dataDir, `snapshots/2020-01-0${day}T00-00-00Z-before-0100`), { recursive: true })
  const { uid, gid } = statSync(join(dataDir, 'secret.key'))
  chownSync(join(dataDir, 'snapshots'), uid, gid)
  await change(dataDir, BEFORE_0165)
  // Killed on the way: what had been done is taken back by the database, and done again.
  const saving = () => readdirSync(join(dataDir, 'snapshots')).length > 3
  const saved = () => snapshotsOf(dataDir).some(name => name.endsWith('-before-0165'))
  for (const moment of [saving, saved]) await killedStart(dataDir, moment)
  const server = await startServer({ dataDir })
  const headers = { authorization: `Bearer ${anna.token}` }
  expect((await call('GET', `/v1/objects/${id}`, { headers }, server.url)).status).toBe(200)
  await server.stop({ keep: true })
  expect(snapshotsOf(dataDir)).toHaveLength(3)
  expect(snapshotsOf(dataDir).at(-1)).toMatch(/-before-0165$/)

  // A snapshot is taken back when the database has been moved away; the files are where they were.
  rmSync(join(dataDir, 'postgres'), { recursive: true })
  const snapshot = join(dataDir, 'snapshots', snapshotsOf(dataDir).at(-1)!)
  expect(await command('restore', { DATA_DIR: dataDir }, snapshot)).toMatchObject({ code: 0 })
  expect(await command('fsck', { DATA_DIR: dataDir })).toMatchObject({ code: 0 })

  await change(dataDir, "insert into kysely_migration values ('9999_later', '')")
  await expect(startServer({ dataDir })).rejects.toThrow(
    /ended with 1:\nDossier cannot start\. The data was written by a newer Dossier \(9999_later\)[^\n]+\n$/,
  )
})

/** Begins to start, and is killed once it has come so far. */
async function killedStart(dataDir: string, reached: () => boolean): Promise<void> {
  const child = begun('', { DATA_DIR: dataDir, PORT: '0' })
  const ended = new Promise(done => child.once('close', done))
  await until(async () => reached(), 'the start to come so far')
  child.kill('SIGKILL')
  await ended
}

const UPGRADE = join(ROOT, 'test/upgrade')
const releases = () => readdirSync(UPGRADE).filter(name => existsSync(join(UPGRADE, name, 'snapshots')))
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

async function signIn(base: string): Promise<Person> {
  const { body } = await call('POST', '/v1/auth/login', { body: OWNER }, base)
  return new Person(OWNER.email, OWNER.password, body.token, body.user.id, base)
}

/** UPDATE_UPGRADE=1 makes the archive of this release; those of earlier ones never change. */
test.runIf(process.env.UPDATE_UPGRADE)('makes the archive of this release', async () => {
  const server = await startServer({ dataDir: await aDataFolder() })
  const { body } = await call('POST', '/v1/auth/register', { body: { ...OWNER, name: 'Anna' } }, server.url)
  const anna = new Person(OWNER.email, OWNER.password, body.token, body.user.id, server.url)
  await fillWithEverything(anna)
  const folder = await aFolder()
  expect(await command('backup', { DATA_DIR: server.dataDir }, folder, '--copy')).toMatchObject({ code: 0 })
  const seen = await whatIsSeen(anna, server.url)
  await server.stop()
  const target = join(UPGRADE, version)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target)
  for (const name of ['blobs', 'snapshots']) cpSync(join(folder, name), join(target, name), { recursive: true })
  writeFileSync(join(target, 'seen.json'), `${JSON.stringify(seen, null, 2)}\n`)
})

test('the archive of every release is brought up, and everything in it is there', { tags: ['long'] }, async () => {
  expect(releases()).toContain('0.1.0')
  for (const release of releases()) {
    const dataDir = await aDataFolder()
    const restored = await command('restore', { DATA_DIR: dataDir }, join(UPGRADE, release))
    expect(restored).toMatchObject({ code: 0 })
    const server = await startServer({ dataDir })
    onTestFinished(() => server.stop())
    const wanted = JSON.parse(readFileSync(join(UPGRADE, release, 'seen.json'), 'utf8'))
    expect(wanted.files.length).toBeGreaterThan(1)
    expect(await whatIsSeen(await signIn(server.url), server.url)).toEqual(wanted)
    expect(await command('fsck', { DATA_DIR: dataDir })).toMatchObject({ code: 0 })
  }
})
