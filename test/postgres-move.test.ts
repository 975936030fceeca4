/** @module-tag long */

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readManifest, snapshotOf } from '../server/backup/folder.ts'
import { makeDatabaseSnapshot } from '../server/backup/make.ts'
import { fillAndCompare } from '../server/backup/prove.ts'
import { findBinaries, findPostmaster, findPrevious, startEmbeddedPostgres } from '../server/db/embedded.ts'
import { lockDataDir } from '../server/db/instance-lock.ts'
import { aPerson, call, Person, until } from './support/client.ts'
import { begun, command } from './support/commands.ts'
import { aDataDir, startServer } from './support/server.ts'
import { sampled } from './support/whole.ts'

/** Data of PostgreSQL 17 under a release that brings 18, with 17 along as an npm alias. */

vi.setConfig({ testTimeout: 240_000 })

const log = () => {}
const previous = findPrevious('17')

interface Earlier {
  dataDir: string
  anna: Person
  file: string
}

/** What a release with PostgreSQL 17 would have left. */
async function earlierData(): Promise<Earlier> {
  const dataDir = await aDataDir()
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const server = await startServer({ dataDir })
  const anna = await aPerson(server.url)
  const { id: file } = await anna.upload('kept.txt', 'kept over the years')
  for (let n = 0; n < 20; n++) await anna.upload(`file ${n}.txt`, `number ${n}`)
  await anna.folder('Papers')
  await anna.read(file)
  const now = await startEmbeddedPostgres({ dataDir, log })
  await makeDatabaseSnapshot(now.url, snapshotOf(dataDir, 'made').folder, 'test', true)
  await server.stop({ keep: true })
  await rm(join(dataDir, 'postgres'), { recursive: true })
  const old = await startEmbeddedPostgres({ dataDir, log, binaries: previous })
  expect(await fillAndCompare(snapshotOf(dataDir, 'made'), old.url, console.log)).toBe(0)
  await old.stop()
  handOver(dataDir)
  expect(majorIn(dataDir)).toBe('17')
  return { dataDir, anna, file }
}

/** Run by root, this test is somebody else than the service. */
function handOver(dataDir: string): void {
  const { uid, gid } = statSync(dataDir)
  spawnSync('chown', ['-R', `${uid}:${gid}`, dataDir])
}

const majorIn = (dataDir: string, cluster = 'cluster') =>
  readFileSync(join(dataDir, 'postgres', cluster, 'PG_VERSION'), 'utf8').trim()

async function expectThere({ dataDir, anna, file }: Earlier): Promise<void> {
  const server = await startServer({ dataDir, fromNothing: true })
  onTestFinished(() => server.stop())
  const { email, password } = anna
  const { body } = await call('POST', '/v1/auth/login', { body: { email, password } }, server.url)
  const again = new Person(email, password, body.token, body.user.id, server.url)
  expect((await again.get('/v1/objects?limit=100')).body.items).toHaveLength(21)
  expect((await again.get('/v1/collections')).text).toContain('Papers')
  expect((await again.get(`/v1/objects/${file}/content`)).text).toBe('kept over the years')
  expect((await again.get('/v1/search?q=years')).text).toContain(file)
  await again.upload('new.txt', 'and it goes on')
}

/** What they write between the reading and the renaming would be lost. */
async function expectRefusedBesideOthers(dataDir: string): Promise<void> {
  const lock = await lockDataDir(dataDir)
  handOver(dataDir)
  const beside = await command('fsck', { DATA_DIR: dataDir })
  expect([beside.code, beside.said]).toEqual([1, expect.stringContaining('start the service once first')])
  await lock.release()
  const old = await startEmbeddedPostgres({ dataDir, log, binaries: previous })
  const client = new pg.Client({ connectionString: old.url, application_name: 'dossier' })
  await client.connect()
  handOver(dataDir)
  const connected = await command('backup', { DATA_DIR: dataDir }, join(dataDir, 'backups'))
  expect([connected.code, connected.said]).toEqual([1, expect.stringContaining('stop all of them')])
  expect((await client.query('select 1 as n')).rows).toEqual([{ n: 1 }])
  await client.end()
  handOver(dataDir)
  expect(majorIn(dataDir)).toBe('17')
}

/** Or has ended before. */
async function killedWhen(dataDir: string, moment: () => boolean | Promise<boolean>): Promise<void> {
  const move = begun('fsck', { DATA_DIR: dataDir })
  let ended = false
  const gone = new Promise<void>(done =>
    move.once('exit', () => {
      ended = true
      done()
    }),
  )
  await until(async () => ended || (await moment()), 'the moment')
  move.kill('SIGKILL')
  await gone
}

describe.skipIf(!previous)('from PostgreSQL 17', () => {
  test('the first start moves the data, keeps the old files and a snapshot, and the next has nothing to do', async () => {
    const earlier = await earlierData()
    const { dataDir } = earlier
    const password = readFileSync(join(dataDir, 'postgres', 'password'), 'utf8')
    await expectRefusedBesideOthers(dataDir)
    const moved = await command('fsck', { DATA_DIR: dataDir })
    expect(moved.said).toContain('0 missing, 0 corrupt')
    expect(moved.said).toContain('moved from PostgreSQL 17 to 18')
    expect([majorIn(dataDir), majorIn(dataDir, 'cluster-17')]).toEqual([findBinaries().major, '17'])
    expect(readFileSync(join(dataDir, 'postgres', 'password'), 'utf8')).toBe(password)
    const snapshots = await readdir(join(dataDir, 'snapshots'))
    const before = snapshots.find(name => name.endsWith('-before-postgres-18'))!
    const [made, kept] = await Promise.all(
      ['made', before].map(async name => (await readManifest(snapshotOf(dataDir, name))).tables),
    )
    expect(kept!.map(({ name, rows, sha256 }) => [name, rows, sha256])).toEqual(
      made!.map(({ name, rows, sha256 }) => [name, rows, sha256]),
    )
    expect((await command('fsck', { DATA_DIR: dataDir })).said).not.toContain('moved')
    // Killed between the two renames: the old files have their new name already, the new ones not yet.
    const home = join(dataDir, 'postgres')
    await rename(join(home, 'cluster'), join(home, 'cluster-next'))
    await writeFile(join(home, 'moved'), '17')
    await expectThere(earlier)
    expect(majorIn(dataDir)).toBe(findBinaries().major)
  })

  test('killed anywhere, it goes on or begins again, and nothing is lost', async () => {
    const earlier = await earlierData()
    const { dataDir } = earlier
    const next = join(dataDir, 'postgres', 'cluster-next')
    // While it fills, the new server outlives it; then what is left is of another version yet.
    await killedWhen(dataDir, () => existsSync(join(next, 'postmaster.pid')))
    await killedWhen(dataDir, () => findPostmaster(join(dataDir, 'postgres', 'cluster')) !== undefined)
    await killedWhen(dataDir, () => existsSync(join(next, 'postmaster.pid')))
    await writeFile(join(next, 'PG_VERSION'), '16\n')
    for (const wait of sampled([2500], [300, 600, 1200, 2400, 3600, 4800, 6000, 8000]))
      await killedWhen(dataDir, () => sleep(wait).then(() => true))
    expect((await command('fsck', { DATA_DIR: dataDir })).said).toContain('0 missing, 0 corrupt')
    expect([majorIn(dataDir), majorIn(dataDir, 'cluster-17')]).toEqual([findBinaries().major, '17'])
    for (const name of ['moved', 'cluster-next']) expect(existsSync(join(dataDir, 'postgres', name))).toBe(false)
    await expectThere(earlier)
  })
})
