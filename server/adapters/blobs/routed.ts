import { BlobMissing, type BlobStore, OWN } from '../../ports/blobs.ts'

/**
 * The service's store and the users' own buckets as one: a key tells where it leads. `bucketOf` finds an owner's bucket,
 * or undefined when there is none any more.
 */
export function routedBlobStore(
  service: BlobStore,
  bucketOf: (ownerId: string) => Promise<BlobStore | undefined>,
): BlobStore {
  async function route<T>(key: string, use: (store: BlobStore, inner: string) => Promise<T>): Promise<T> {
    if (!key.startsWith(OWN)) return use(service, key)
    const inner = key.slice(OWN.length)
    const bucket = await bucketOf(inner.split('/')[0]!)
    if (!bucket) throw new BlobMissing(key)
    return use(bucket, inner)
  }
  return {
    place: service.place,
    async put(owner, bytes, options) {
      const bucket = options?.own ? await bucketOf(owner) : undefined
      if (!bucket) return service.put(owner, bytes, options)
      const stored = await bucket.put(owner, bytes, options)
      return { ...stored, key: OWN + stored.key }
    },
    get: (key, range, size) => route(key, (store, inner) => store.get(inner, range, size)),
    size: key => route(key, (store, inner) => store.size(inner)).catch(missing(undefined)),
    remove: key => route(key, (store, inner) => store.remove(inner)).catch(missing(undefined)),
    withFile: (key, use) => route(key, (store, inner) => store.withFile(inner, use)),
    // A user's bucket may hold what is not ours: it is never listed or swept.
    list: () => service.list(),
    sweep: olderThan => service.sweep(olderThan),
    check: () => service.check(),
  }
}

const missing =
  <T>(answer: T) =>
  (error: unknown): T => {
    if (error instanceof BlobMissing) return answer
    throw error
  }
