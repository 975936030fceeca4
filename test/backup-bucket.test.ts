/** @module-tag long */

import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { s3Files } from '../server/adapters/blobs/s3-files.ts'
import { call, Person, until } from './support/client.ts'
import { command, filesUnder, type Spoken } from './support/commands.ts'
import { type S3Server, startS3Server } from './support/s3-server.ts'
import { aDataDir, type RunningServer, startServer } from './support/server.ts'

/** Backups in a bucket, against a real S3 server. */

vi.setConfig({ testTimeout: 240_000 })

async function aBucket(): Promise<{ s3: S3Server; env: Record<string, string>; place: string }> {
  const s3 = await startS3Server()
  onTestFinished(() => s3.close())
  return {
    s3,
    place: `s3://${s3.bucket}/house/backups`,
    env: {
      BACKUP_S3_ENDPOINT: s3.endpoint,
      BACKUP_S3_ACCESS_KEY: s3.accessKey,
      BACKUP_S3_SECRET_KEY: s3.secretKey,
    },
  }
}

const filesOf = (s3: S3Server) =>
  s3Files({
    endpoint: s3.endpoint,
    bucket: s3.bucket,
    region: 'us-east-1',
    accessKey: s3.accessKey,
    secretKey: s3.secretKey,
    prefix: 'house/backups/',
  })

const bytes = (text: string) => Readable.from([Buffer.from(text)])
const blobOf = (hash: string) => `blobs/${hash.slice(0, 2)}/${hash}`

async function namesIn(s3: S3Server): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of (await filesOf(s3)).list('')) names.push(name)
  return names
}

const inBucket = (s3: S3Server, method: string, part: string) =>
  s3.requests.filter(line => line.startsWith(`${method} `) && line.includes(`/house/backups/${part}`)).length

async function files(server: RunningServer): Promise<Record<string, string>> {
  const { body } = await (await signedIn(server)).get('/v1/objects?sort=name')
  return Object.fromEntries(
    body.items.map((item: { filename: string; content_hash: string }) => [item.filename, item.content_hash]),
  )
}

const WHO = { email: 'anna@example.org', password: 'correct horse battery' }

async function signedIn({ url }: RunningServer) {
  const { body } = await call('POST', '/v1/auth/login', { body: WHO }, url)
  return new Person(WHO.email, WHO.password, body.token, body.user.id, url)
}

test('a backup goes to a bucket, the next brings only what is new, and a restore takes all of it back', async () => {
  const { s3, env, place } = await aBucket()
  const server = await startServer()
  onTestFinished(() => server.stop())
  await call('POST', '/v1/auth/register', { body: { ...WHO, name: 'Anna' } }, server.url)
  const anna = await signedIn(server)
  const large = randomBytes(12 * 1024 * 1024)
  await anna.upload('large.bin', new Uint8Array(large))
  for (const name of ['one', 'two', 'three']) await anna.upload(`${name}.txt`, name)
  const here = { ...env, DATA_DIR: server.dataDir }

  const first = await command('backup', here, place, '--verify')
  expect(first).toMatchObject({ code: 0 })
  expect(first.said).toContain(`${place}/snapshots/`)
  expect(first.said).toContain('4 files with')
  expect(first.said).toContain('Every byte is as it was written.')
  expect(readdirSync(server.dataDir)).not.toContain('backup-draft')

  await anna.upload('four.txt', 'four')
  const before = inBucket(s3, 'PUT', 'blobs/')
  const second = await command('backup', here, place, '--keep=1', '--prove')
  expect(second).toMatchObject({ code: 0 })
  expect(second.said).toContain('5 files with')
  expect(second.said).toContain('1 of them new')
  expect(second.said).toContain('equal in every table and the size of every file')
  expect(inBucket(s3, 'PUT', 'blobs/') - before).toBe(1)

  // Of the files one is gone from the disk: it comes back from the bucket.
  const [owner] = readdirSync(join(server.dataDir, 'blobs')).filter(name => name.length === 36)
  const [lost] = (await filesUnder(join(server.dataDir, 'blobs', owner!))).sort()
  await rm(lost!)
  expect(await command('fsck', here)).toMatchObject({ code: 1 })
  expect((await command('fsck', here, '--repair', place)).said).toContain('1 repaired')

  await pruneInterrupted(s3, anna, (...args) => command('backup', here, place, ...args))

  const dataDir = await aDataDir()
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const restored = await command('restore', { ...env, DATA_DIR: dataDir }, place)
  expect(restored).toMatchObject({ code: 0 })
  expect(restored.said).toContain('tables and 4 files')
  const copy = await startServer({ dataDir, fromNothing: true })
  onTestFinished(() => copy.stop())
  expect(await files(copy)).toEqual(await files(server))
  const found = (await (await signedIn(copy)).get('/v1/objects?sort=name')).body.items
  const { id } = found.find(({ filename }: { filename: string }) => filename === 'large.bin')!
  const reply = await fetch(`${copy.url}/v1/objects/${id}/content`, {
    headers: { authorization: `Bearer ${(await signedIn(copy)).token}` },
  })
  expect(Buffer.from(await reply.arrayBuffer()).equals(large)).toBe(true)
})

/** Exactly the bytes that no snapshot needs go, when they are old enough; what is young or not ours stays. */
async function pruneInterrupted(s3: S3Server, anna: Person, backUp: (...args: string[]) => Promise<Spoken>) {
  await s3.age(3)
  const files = await filesOf(s3)
  const foreign = [
    'blobs/notes.txt',
    'snapshots/holidays/SHA256SUMS',
    blobOf('ab'.repeat(32)),
    'snapshots/2026-01-01T00-00-00Z/manifest.json',
  ]
  for (const name of foreign) await files.put(name, bytes('not of this machine'))
  const { items } = (await anna.get('/v1/objects?sort=name')).body
  const two = items.find(({ filename }: { filename: string }) => filename === 'two.txt')!
  const before = (await namesIn(s3)).filter(name => name.startsWith('blobs/'))
  expect(before).toContain(blobOf(two.content_hash))
  for (const path of [two.id, `${two.id}/permanent`])
    expect((await anna.delete(`/v1/objects/${path}`)).status).toBeLessThan(300)

  s3.fail(400, /DELETE .*blobs/)
  const refused = await backUp('--keep=1')
  expect(refused).toMatchObject({ code: 0 })
  expect(refused.said).toContain('earlier ones could not be removed')
  s3.heal()
  expect(await backUp('--keep=1')).toMatchObject({ code: 0 })
  const after = await namesIn(s3)
  expect(before.filter(name => !after.includes(name))).toEqual([blobOf(two.content_hash)])
  expect(after.filter(name => foreign.includes(name)).sort()).toEqual(foreign.toSorted())
  expect(after.filter(name => /^snapshots\/2.*SHA256SUMS$/.test(name))).toHaveLength(1)
  for (const name of foreign) await files.remove(name)
  expect(await backUp('--verify-only')).toMatchObject({ code: 0 })

  const lease = (until: number) =>
    files.put('backup-lock.json', bytes(JSON.stringify({ holder: 'another', until: new Date(until).toISOString() })))
  await lease(Date.now() + 60_000)
  expect((await backUp()).said).toContain('Another machine is writing a backup')
  await lease(Date.now() - 1)
}

test('an interrupted one is no backup, damage is named, and a bucket that refuses is told in a sentence', async () => {
  const { s3, env, place } = await aBucket()
  const server = await startServer({ env: { ...env, BACKUP_DIR: place, BACKUP_PROVE: 'never' } })
  onTestFinished(() => server.stop())
  await call('POST', '/v1/auth/register', { body: { ...WHO, name: 'Anna' } }, server.url)
  const anna = await signedIn(server)
  const here = { ...env, DATA_DIR: server.dataDir }
  // By itself, as the configuration says.
  const done = async () =>
    (await anna.get('/v1/admin/backups')).body.items.filter(({ state }: { state: string }) => state === 'done')
  await until(async () => (await done()).length > 0, 'the first one')
  expect((await anna.get('/v1/admin/backups')).body.folder).toBe(place)
  await anna.upload('later.txt', 'later')

  s3.fail(507, /PUT .*SHA256SUMS/)
  const refused = await command('backup', here, place)
  expect(refused.code).toBe(1)
  s3.heal()
  const again = await command('backup', here, place)
  expect(again).toMatchObject({ code: 0 })
  expect(again.said).toContain(' 0 of them new')
  expect(await command('backup', here, place, '--verify-only')).toMatchObject({ code: 0 })

  const hash: string = (await anna.get('/v1/objects')).body.items[0]!.content_hash
  await (await filesOf(s3)).put(blobOf(hash), bytes('lateR'))
  const damaged = await command('backup', here, place, '--verify-only')
  expect(damaged.code).toBe(1)
  expect(damaged.said).toContain(`damaged: ${place}/${blobOf(hash)}`)
  // The bucket says that it has taken the bytes, and has not.
  s3.fail('lose', /PUT .*blobs/)
  const lost = await command('backup', here, place)
  expect([lost.code, lost.said]).toEqual([1, expect.stringContaining('did not arrive')])
  s3.heal()
  const healed = await command('backup', here, place, '--verify')
  expect(healed).toMatchObject({ code: 0 })
  expect(healed.said).toContain(' 1 of them new')
  expect(readdirSync(server.dataDir)).not.toContain('backup-draft')
  const without = await command('backup', { DATA_DIR: server.dataDir }, place)
  expect(without).toMatchObject({ code: 1 })
  expect(without.said).toContain('BACKUP_S3_ENDPOINT')
})
