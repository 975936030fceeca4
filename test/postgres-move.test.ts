import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readManifest, snapshotOf } from '../server/backup/folder.ts'
import { makeDatabaseSnapshot } from '../server/backup/make.ts'
import { fillAndCompare } from '../server/backup/prove.ts'
import { findBinaries, findPrevious, startEmbeddedPostgres } from '../server/db/embedded.ts'
import { aPerson, call, Person } from './support/client.ts'
import { begun, command } from './support/commands.ts'
import { aDataDir, startServer } from './support/server.ts'
import { whole } from './support/whole.ts'

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
  // Run by root, this test is somebody else than the service.
  const { uid, gid } = statSync(dataDir)
  spawnSync('chown', ['-R', `${uid}:${gid}`, dataDir])
  expect(majorIn(dataDir)).toBe('17')
  return { dataDir, anna, file }
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

describe.skipIf(!previous)('from PostgreSQL 17', () => {
  test('the first start moves the data, keeps the old files and a snapshot, and the next has nothing to do', async () => {
    const earlier = await earlierData()
    const { dataDir } = earlier
    const moved = await command('fsck', { DATA_DIR: dataDir })
    expect(moved.said).toContain('0 missing, 0 corrupt')
    expect(moved.said).toContain('moved from PostgreSQL 17 to 18')
    expect([majorIn(dataDir), majorIn(dataDir, 'cluster-17')]).toEqual([findBinaries().major, '17'])
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
    let finished = false
    for (let wait = 300; !finished && wait < 120_000; wait = Math.round(wait * (whole ? 1.3 : 3))) {
      const move = begun('fsck', { DATA_DIR: dataDir })
      const ended = new Promise<boolean>(done => move.once('exit', code => done(code === 0)))
      finished = await Promise.race([ended, sleep(wait).then(() => false)])
      move.kill('SIGKILL')
      await ended
    }
    expect([majorIn(dataDir), majorIn(dataDir, 'cluster-17')]).toEqual([findBinaries().major, '17'])
    for (const name of ['moved', 'cluster-next']) expect(existsSync(join(dataDir, 'postgres', name))).toBe(false)
    await expectThere(earlier)
  })
})
