import { Readable } from 'node:stream'
import type { BlobStore } from '../../ports/blobs.ts'
import type { Room } from '../../ports/room.ts'

/** A large file is asked again so often: others may have taken the room since it began. */
const ASK_EVERY = 16 * 1024 * 1024

/** A store that takes nothing when the room is short. */
export const roomyBlobStore = (store: BlobStore, room: Room): BlobStore => ({
  ...store,
  async put(owner, bytes, options) {
    await room.assert()
    return store.put(owner, Buffer.isBuffer(bytes) ? bytes : watched(bytes, room), options)
  },
})

function watched(bytes: Readable, room: Room): Readable {
  return Readable.from(
    (async function* () {
      let since = 0
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        since += chunk.length
        if (since >= ASK_EVERY) {
          since = 0
          await room.assert()
        }
        yield chunk
      }
    })(),
    { objectMode: false },
  )
}
