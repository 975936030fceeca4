import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { blobStoreContract } from './blobs.contract.ts'
import { diskBlobStore } from './disk.ts'

const run = promisify(execFile)

blobStoreContract('disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-blobs-'))
  return { store: await diskBlobStore(folder), done: () => rm(folder, { recursive: true }) }
})

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-blobs-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('the key tells the content address', async () => {
  const store = await diskBlobStore(join(await aFolder(), 'made', 'by', 'the', 'store'))
  const owner = randomUUID()
  const { key, sha256 } = await store.put(owner, Buffer.from('hello'))
  expect(key).toMatch(new RegExp(`^${owner}/${sha256.slice(0, 2)}/${sha256}\\.[0-9a-z]+$`))
})

test('only old unfinished writes are swept', async () => {
  const folder = await aFolder()
  const store = await diskBlobStore(folder)
  const { key } = await store.put(randomUUID(), Buffer.from('kept'))
  await writeFile(join(folder, 'tmp', 'old'), 'half')
  await writeFile(join(folder, 'tmp', 'new'), 'half')
  const yesterday = new Date(Date.now() - 86_400_000)
  await utimes(join(folder, 'tmp', 'old'), yesterday, yesterday)
  expect(await store.sweep(new Date(Date.now() - 3_600_000))).toBe(1)
  expect(await readdir(join(folder, 'tmp'))).toEqual(['new'])
  expect(await store.size(key)).toBe(4)
})

test('folders that vanish are made again', async () => {
  const folder = await aFolder()
  const store = await diskBlobStore(folder)
  const owner = randomUUID()
  for (let round = 0; round < 3; round++) {
    const { key } = await store.put(owner, Buffer.from('same bytes, same folder'))
    expect((await buffer(await store.get(key))).toString()).toBe('same bytes, same folder')
    await rm(join(folder, owner), { recursive: true })
  }
})

test('more folders than are kept open', async () => {
  const store = await diskBlobStore(await aFolder())
  const stored = await Promise.all(Array.from({ length: 300 }, () => store.put(randomUUID(), randomBytes(10))))
  for (const { key } of stored) expect(await store.size(key)).toBe(10)
})

test('a full disk is an error with its code and leaves nothing', async context => {
  const folder = await aFolder()
  const disk = join(folder, 'disk')
  await mkdir(disk)
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk]).catch(() => undefined)
  if (!mounted) return context.skip('needs the right to mount a small disk')
  onTestFinished(async () => void (await run('umount', ['-l', disk])))
  const store = await diskBlobStore(disk)
  const owner = randomUUID()
  await expect(store.put(owner, Buffer.alloc(5_000_000))).rejects.toMatchObject({ code: 'ENOSPC' })
  const source = Readable.from(Array.from({ length: 1000 }, () => Buffer.alloc(65_536)))
  await expect(store.put(owner, source)).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(source.destroyed).toBe(false)
  expect(await readdir(join(disk, 'tmp'))).toEqual([])
  const { size } = await store.put(owner, Buffer.alloc(1_000_000))
  expect(size).toBe(1_000_000)
})
