import { createHash, randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startEmbeddedPostgres } from '../server/db/embedded.ts'
import { aFolder } from './support/backups.ts'
import { aPerson, call, Person, until } from './support/client.ts'
import { begun, command, damage, filesUnder } from './support/commands.ts'
import { postgresPrograms, queryOnce, startPrivatePostgres } from './support/processes.ts'
import { aDataDir, type RunningServer, startServer } from './support/server.ts'
import { sampled, whole } from './support/whole.ts'

/** Backup and restore, as an operator does them, beside a service that works. */

// Several starts of the service and of private databases.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let server: RunningServer
let anna: Person
let url: string
const contents = new Map<string, Buffer>()

async function keep(name: string, bytes: Buffer): Promise<string> {
  const { id } = await anna.upload(name, new Uint8Array(bytes))
  contents.set(id, bytes)
  return id
}

beforeAll(async () => {
  server = await startServer()
  anna = await aPerson(server.url)
  for (let n = 0; n < 30; n++) await keep(`file ${n}.bin`, randomBytes(1000 + 500 * n))
  await anna.folder('Papers')

  url = (await startEmbeddedPostgres({ dataDir: server.dataDir, log: () => {} })).url
})
afterAll(() => server?.stop())

const here = () => ({ DATA_DIR: server.dataDir })

/** A place of its own to restore into. */
async function elsewhere(): Promise<string> {
  const dataDir = await aDataDir()
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  return dataDir
}

async function started(dataDir: string, env: Record<string, string> = {}): Promise<RunningServer> {
  const found = await startServer({ dataDir, env, fromNothing: true })
  onTestFinished(() => found.stop())
  return found
}

async function signIn(base: string): Promise<Person> {
  const { body } = await call('POST', '/v1/auth/login', { body: { email: anna.email, password: anna.password } }, base)
  return new Person(anna.email, anna.password, body.token, body.user.id, base)
}

const bytesOf = async (person: Person, base: string, id: string): Promise<Buffer> => {
  const reply = await fetch(`${base}/v1/objects/${id}/content`, {
    headers: { authorization: `Bearer ${person.token}` },
  })
  expect(reply.status).toBe(200)
  return Buffer.from(await reply.arrayBuffer())
}

/** Everything that was acknowledged is there again, byte by byte. */
async function expectAll(base: string, wanted: Map<string, Buffer>): Promise<void> {
  const person = await signIn(base)
  for (const [id, bytes] of wanted) expect((await bytesOf(person, base, id)).equals(bytes), id).toBe(true)
  expect((await person.get('/v1/collections')).text).toContain('Papers')
}

test('a backup beside a writer restores everything that was acknowledged before it, and a second one copies only what is new', async () => {
  const folder = await aFolder()
  let writing = true
  const before = new Map(contents)
  const writer = (async () => {
    for (let n = 0; writing; n++) await keep(`during ${n}.bin`, randomBytes(2000))
  })()
  const first = await command('backup', here(), folder, '--verify')
  writing = false
  await writer
  expect(first).toMatchObject({ code: 0 })
  expect(first.said).toContain('Every byte is as it was written.')

  const during = contents.size
  const id = await keep('afterwards.bin', randomBytes(777))
  const second = await command('backup', here(), folder, '--copy')
  const added = Number(/(\d+) of them new/.exec(second.said)?.[1])
  expect(added).toBeGreaterThanOrEqual(1)
  expect(added).toBeLessThanOrEqual(1 + during - before.size)
  expect(statSync(join(folder, 'snapshots')).isDirectory()).toBe(true)
  const key = (await filesUnder(folder)).find(path => path.endsWith('secret.key'))!
  expect(statSync(key).mode & 0o777).toBe(0o600)
  expect(await command('backup', here(), folder)).toMatchObject({ said: expect.stringContaining(' 0 of them new') })

  const dataDir = await elsewhere()
  const restored = await command('restore', { DATA_DIR: dataDir }, folder)
  expect(restored).toMatchObject({ code: 0 })
  const copy = await started(dataDir)
  await expectAll(copy.url, new Map([...before, [id, contents.get(id)!]]))
  expect(await command('fsck', { DATA_DIR: dataDir })).toMatchObject({ code: 0 })
  // It replaces nothing.
  const again = await command('restore', { DATA_DIR: dataDir }, folder)
  expect(again).toMatchObject({ code: 1, said: expect.stringMatching(/in use|already/) })
})

test('bytes that a running backup may need go right after it, and at once when none runs', {
  tags: ['long'],
}, async () => {
  const isStored = async (bytes: Buffer) => {
    const hash = createHash('sha256').update(bytes).digest('hex')
    return (await filesUnder(join(server.dataDir, 'blobs'))).some(path => path.includes(hash))
  }
  const removeForGood = async (name: string) => {
    const bytes = randomBytes(3000)
    const { id } = await anna.upload(name, new Uint8Array(bytes))
    await anna.delete(`/v1/objects/${id}`)
    expect((await anna.delete(`/v1/objects/${id}/permanent`)).status).toBeLessThan(300)
    return bytes
  }
  const gone = await removeForGood('goes at once.bin')
  await until(async () => !(await isStored(gone)), 'the bytes to go')

  const pin = `insert into backups (id, kind, folder, pinned_until) values (gen_random_uuid(), 'command', '/', now() + interval '1 hour')`
  await queryOnce(url, pin)
  const pinned = await removeForGood('is waited for.bin')
  await until(async () => (await queryOnce(url, 'select 1 from blob_removals')).length > 0, 'the removal to be put off')
  expect(await isStored(pinned)).toBe(true)
  await queryOnce(url, "update backups set state = 'failed', pinned_until = now() where state = 'running'")
  expect(await command('backup', here(), await aFolder())).toMatchObject({ code: 0 })
  expect(await isStored(pinned)).toBe(false)
  expect(await queryOnce(url, 'select 1 from blob_removals')).toEqual([])
})

test('every damaged file of a backup is named; rows are not restored from damage, and of files all but the damaged ones', {
  tags: ['long'],
}, async () => {
  const folder = await aFolder()
  await command('backup', here(), folder, '--copy')
  const all = await filesUnder(folder)
  const blobs = all.filter(path => path.includes('/blobs/')).slice(0, 20)
  for (const path of blobs) damage(path)
  const seen = await command('backup', here(), folder, '--verify-only')
  expect(seen.code).toBe(1)
  for (const path of blobs) expect(seen.said).toContain(`damaged: ${path}`)
  expect(seen.said).toContain('20 parts are damaged')

  const dataDir = await elsewhere()
  const restored = await command('restore', { DATA_DIR: dataDir }, folder)
  expect(restored.code).toBe(1)
  expect(restored.said.match(/damaged in the backup: /g)).toHaveLength(20)
  // The damage is taken back from a backup that is whole.
  const whole = await aFolder()
  await command('backup', here(), whole, '--copy')
  const repaired = await command('fsck', { DATA_DIR: dataDir }, '--repair', whole)
  expect(repaired).toMatchObject({ code: 0, said: expect.stringContaining('20 repaired') })
  await expectAll((await started(dataDir)).url, contents)

  const rows = all.filter(name => name.includes('/snapshots/'))
  for (const path of rows.slice(0, sampled(1, rows.length))) {
    damage(path)
    const told = await command('backup', here(), folder, '--verify-only')
    expect(told.said).toContain(`damaged: ${path}`)
    damage(path)
  }
  damage(all.find(path => path.includes('objects.copy'))!)
  const empty = await elsewhere()
  const refused = await command('restore', { DATA_DIR: empty }, folder)
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('nothing was touched') })
  expect(existsSync(join(empty, 'postgres/cluster'))).toBe(false)
})

test('a backup or a restore that is killed loses nothing, says so, and goes on', { tags: ['long'] }, async () => {
  const folder = await aFolder()
  const dataDir = await elsewhere()
  for (const wait of sampled([400], [150, 400, 700])) {
    const child = begun('backup', here(), folder, '--copy')
    await sleep(wait)
    child.kill('SIGKILL')
    await new Promise(done => child.once('close', done))
  }
  expect(await command('backup', here(), folder, '--copy', '--verify')).toMatchObject({ code: 0 })

  // Killed while the files come in: there is a journal then, and no row yet.
  const child = begun('restore', { DATA_DIR: dataDir }, folder)
  await until(async () => existsSync(join(dataDir, 'restore.journal')), 'the restore to begin')
  child.kill('SIGKILL')
  await new Promise(done => child.once('close', done))
  if (existsSync(join(dataDir, 'restore.journal'))) {
    await expect(startServer({ dataDir })).rejects.toThrow(/restore into .* was interrupted/)
    expect(await command('restore', { DATA_DIR: dataDir }, folder)).toMatchObject({ code: 0 })
  }
  await expectAll((await started(dataDir)).url, contents)
})

test('with BACKUP_DIR backups come by themselves, are proved, kept in number, and told of', {
  tags: ['long'],
}, async () => {
  const folder = await aFolder()
  const dataDir = await elsewhere()
  const service = await started(dataDir, { BACKUP_DIR: folder, BACKUP_KEEP: '2', BACKUP_PROVE: 'weekly' })
  const admin = await aPerson(service.url)
  await admin.upload('kept.txt', 'kept')
  const list = async () => (await admin.get('/v1/admin/backups')).body
  const first = await until(
    async () => (await list()).items.find((item: { proved_at: unknown }) => item.proved_at),
    'it',
  )
  expect(first).toMatchObject({ kind: 'scheduled', state: 'done', damaged: 0, error: null })
  for (let n = 2; n <= 3; n++) {
    const { status, body } = await until(async () => {
      const reply = await admin.post('/v1/admin/backups', {})
      return reply.status === 409 ? undefined : reply
    }, 'the last one to end')
    expect({ status, body }).toMatchObject({ status: 202, body: { status: 'accepted' } })
    // One that a busy machine has interrupted is made again, and both are told of.
    await until(
      async () => (await list()).items.filter((item: { state: string }) => item.state === 'done').length === n,
      `backup ${n}`,
    )
  }
  // Not what is in them: the first one is being removed meanwhile.
  const snapshots = async () => (await readdir(join(folder, 'snapshots'))).filter(name => !name.startsWith('.')).length
  await until(async () => (await snapshots()) === 2, 'the first one to go')
  const health = await admin.get('/health/deep')
  expect(health.body.checks.find((check: { name: string }) => check.name === 'backup')).toMatchObject({ ok: true })
  const metrics = await fetch(`${service.url}/metrics`).then(reply => reply.text())
  expect(metrics).toMatch(/dossier_backup_age_seconds \d/)
  expect(metrics).toContain('dossier_backup_failed 0')
  // Only administrators, and where nothing is set up the answer says what to do.
  const stranger = await aPerson(service.url)
  expect((await stranger.get('/v1/admin/backups')).status).toBe(403)
  expect((await anna.post('/v1/admin/backups', {})).body).toMatchObject({ code: 'no_backup_dir' })
})

test('a folder that cannot be written to, or holds nothing, is told in a sentence', { tags: ['long'] }, async () => {
  const folder = await aFolder()
  expect(await command('restore', { DATA_DIR: await elsewhere() }, folder)).toMatchObject({
    code: 1,
    said: `There is no backup in ${folder}.\n`,
  })
  const empty = await elsewhere()
  expect((await command('backup', { DATA_DIR: empty }, folder)).said).toBe(`There is nothing to back up in ${empty}.\n`)
  expect((await command('backup', here())).said).toContain('Name the folder')
})

describe.runIf(whole && postgresPrograms())('a PostgreSQL of its own', () => {
  test('takes what the private one had, and gives it back', async () => {
    const folder = await aFolder()
    await command('backup', here(), folder)
    const postgres = await startPrivatePostgres()
    onTestFinished(() => postgres.stop())
    const env = {
      DATABASE_URL: postgres.url,
      SECRET_KEY: (await readFile(join(server.dataDir, 'secret.key'), 'utf8')).trim(),
    }
    const dataDir = await elsewhere()
    expect(await command('restore', { ...env, DATA_DIR: dataDir }, folder)).toMatchObject({ code: 0 })
    const back = await aFolder()
    expect(await command('backup', { ...env, DATA_DIR: dataDir }, back)).toMatchObject({ code: 0 })
    expect((await filesUnder(back)).some(path => path.endsWith('secret.key'))).toBe(false)
    const home = await elsewhere()
    expect(await command('restore', { DATA_DIR: home, SECRET_KEY: env.SECRET_KEY }, back)).toMatchObject({ code: 0 })
    await expectAll((await started(home, { SECRET_KEY: env.SECRET_KEY })).url, contents)
  })
})
