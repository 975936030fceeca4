import type { BlobStore } from './blobs.ts'

export interface BucketSettings {
  endpoint: string
  bucket: string
  region: string
  accessKey: string
  secretKey: string
  addressing: 'path' | 'virtual'
}

/** Buckets of users, at addresses of users: never in a private network, unless the configuration allows it. */
export interface Buckets {
  /** Throws PrivateAddress when the address leads into a private network, now or at any later connection. */
  open(settings: BucketSettings): Promise<BlobStore>
}
