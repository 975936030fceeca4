import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BlobMissing, type BlobStore } from '../../ports/blobs.ts'

const MIB = 1024 * 1024

/** What every place for blobs must do. */
export function blobStoreContract(
  name: string,
  make: () => Promise<{ store: BlobStore; done(): Promise<void> }>,
): void {
  describe(`blobs: ${name}`, () => {
    let place: Awaited<ReturnType<typeof make>>
    let store: BlobStore
    const owner = randomUUID()
    beforeAll(async () => {
      place = await make()
      store = place.store
    })
    afterAll(() => place?.done())

    const read = async (key: string, range?: { start: number; end: number }) => buffer(await store.get(key, range))
    const keys = async () => {
      const found: string[] = []
      for await (const { key } of store.list()) found.push(key)
      return found
    }

    test.each([
      ['a small buffer', randomBytes(36_000), false],
      ['an empty buffer', Buffer.alloc(0), false],
      ['an empty stream', Buffer.alloc(0), true],
      ['a small stream', randomBytes(100_001), true],
      ['a stream of 20 MiB', randomBytes(20 * MIB), true],
      ['a buffer of 20 MiB', randomBytes(20 * MIB), false],
    ])('%s comes back byte for byte', async (_, bytes, streamed) => {
      const stored = await store.put(owner, streamed ? Readable.from(slices(bytes), { objectMode: false }) : bytes)
      expect(stored.size).toBe(bytes.length)
      expect(stored.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
      expect(stored.key.startsWith(`${owner}/`)).toBe(true)
      expect(await store.size(stored.key)).toBe(bytes.length)
      expect((await read(stored.key)).equals(bytes)).toBe(true)
    })

    test('a stream that was paused after a first look is read from its beginning', async () => {
      const bytes = randomBytes(700_000)
      const stream = Readable.from(slices(bytes), { objectMode: false })
      await new Promise<void>(resolve =>
        stream.once('data', first => {
          stream.pause()
          stream.unshift(first)
          resolve()
        }),
      )
      const { key } = await store.put(owner, stream)
      expect((await read(key)).equals(bytes)).toBe(true)
    })

    test('a range is inclusive at both ends and may reach past the end', async () => {
      const bytes = randomBytes(300_000)
      const { key } = await store.put(owner, bytes)
      for (const [start, end] of [
        [0, 0],
        [0, 99],
        [100_000, 299_999],
        [299_999, 299_999],
        [299_990, 400_000],
      ] as const) {
        expect((await read(key, { start, end })).equals(bytes.subarray(start, end + 1)), `${start}-${end}`).toBe(true)
      }
      expect((await read(key, { start: 300_000, end: 300_010 })).length).toBe(0)
    })

    test('a blob of another size than its reader knows is not handed out', async () => {
      const { key } = await store.put(owner, randomBytes(1000))
      for (const range of [undefined, { start: 10, end: 19 }, { start: 990, end: 1099 }, { start: 1000, end: 1099 }])
        await expect(store.get(key, range, 1100)).rejects.toThrow(BlobMissing)
      expect((await buffer(await store.get(key, undefined, 1000))).length).toBe(1000)
      expect((await buffer(await store.get(key, { start: 10, end: 19 }, 1000))).length).toBe(10)
      const { key: empty } = await store.put(owner, Buffer.alloc(0))
      expect((await buffer(await store.get(empty, undefined, 0))).length).toBe(0)
      await expect(store.get(empty, undefined, 1)).rejects.toThrow(BlobMissing)
    })

    test.each([
      ['one that never was', `${owner}/ab/${'ab'.repeat(32)}.0123`],
      ['one of the other kind', `${owner}/${randomUUID()}`],
      ['one that climbs out', `${owner}/../../../etc/passwd`],
      ['nothing', ''],
    ])('a missing blob is missing: %s', async (_, key) => {
      await expect(store.get(key)).rejects.toThrow(BlobMissing)
      await expect(store.withFile(key, async () => 'used')).rejects.toThrow(BlobMissing)
      expect(await store.size(key)).toBeUndefined()
      await store.remove(key)
    })

    test('an owner that is not an id is refused', async () => {
      await expect(store.put('../up', Buffer.from('x'))).rejects.toThrow(TypeError)
    })

    test('removing twice is fine, and the blob is gone', async () => {
      const { key } = await store.put(owner, Buffer.from('short life'))
      await store.remove(key)
      await store.remove(key)
      await expect(store.get(key)).rejects.toThrow(BlobMissing)
      expect(await keys()).not.toContain(key)
    })

    test('the same bytes twice are two blobs: removing one keeps the other', async () => {
      const bytes = Buffer.from('the same')
      const [one, other] = await Promise.all([store.put(owner, bytes), store.put(owner, bytes)])
      expect(one.key).not.toBe(other.key)
      expect(one.sha256).toBe(other.sha256)
      await store.remove(one.key)
      expect((await read(other.key)).equals(bytes)).toBe(true)
    })

    test.each([
      ['at once', 0],
      ['after 100 kB', 100_000],
      ['after 12 MiB', 12 * MIB],
    ])('a stream that fails %s leaves nothing', async (_, after) => {
      const before = await keys()
      await expect(store.put(owner, failing(after))).rejects.toThrow('the client went away')
      expect(await keys()).toEqual(before)
      await expect(store.put(owner, destroyed(after))).rejects.toThrow(/premature/i)
      expect(await keys()).toEqual(before)
      expect(await store.sweep(new Date(Date.now() + 60_000))).toBe(0)
    })

    test('a program gets a file to read', async () => {
      const { key } = await store.put(owner, Buffer.from('read me'))
      let seen = ''
      const answer = await store.withFile(key, async path => {
        seen = path
        return readFile(path, 'utf8')
      })
      expect(answer).toBe('read me')
      await expect(store.withFile(key, async () => Promise.reject(new Error('cannot read')))).rejects.toThrow('cannot')
      if (store.place !== 'disk') await expect(readFile(seen)).rejects.toThrow('ENOENT')
      expect((await read(key)).toString()).toBe('read me')
    })

    test('the list names every blob with its size and date', async () => {
      const other = randomUUID()
      const stored = await Promise.all([1, 2, 3].map(size => store.put(other, Buffer.alloc(size))))
      const found = []
      for await (const blob of store.list()) if (blob.key.startsWith(other)) found.push(blob)
      const byKey = (a: { key: string }, b: { key: string }) => a.key.localeCompare(b.key)
      expect(found.sort(byKey).map(({ key, size }) => ({ key, size }))).toEqual(
        stored.sort(byKey).map(({ key, size }) => ({ key, size })),
      )
      for (const { modified } of found) expect(Math.abs(Date.now() - modified.getTime())).toBeLessThan(60_000)
    })

    test('many puts at once do not mix', async () => {
      const stored = await Promise.all(
        Array.from({ length: 40 }, async (_, i) => {
          const bytes = Buffer.alloc(10_000 + i, i)
          return { bytes, ...(await store.put(owner, bytes)) }
        }),
      )
      for (const { key, bytes } of stored) expect((await read(key)).equals(bytes)).toBe(true)
    })

    test('a sound store passes its check', () => store.check())
  })
}

function* slices(bytes: Buffer, size = 65_536): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

function failing(after: number): Readable {
  return Readable.from(
    (function* () {
      yield* slices(Buffer.alloc(after, 7))
      throw new Error('the client went away')
    })(),
    { objectMode: false },
  )
}

function destroyed(after: number): Readable {
  let left = after
  return new Readable({
    read() {
      if (left <= 0) return void this.destroy()
      const size = Math.min(left, 65_536)
      left -= size
      this.push(Buffer.alloc(size, 7))
    },
  })
}
