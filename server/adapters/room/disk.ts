import { statfs } from 'node:fs/promises'
import type { Log } from '../../lib/log.ts'
import { ReserveReached, type Room } from '../../ports/room.ts'
import { BALLAST_BYTES, dropPiece, FULL_BYTES, freeBytes, takePieces } from './ballast.ts'

const MOST_RESERVE = 2 * 1024 ** 3
const LOOK_EVERY_MS = 500

export interface DiskRoom extends Room {
  close(): void
}

/** Watches the disk of the data folder, and keeps the reserve of the configuration on it. */
export function diskRoom(dataDir: string, percent: number, log: Log): DiskRoom {
  const reserveOf = (total: number) => Math.min((total * percent) / 100, MOST_RESERVE)
  const left = async () => {
    const { bavail, blocks, bsize } = await statfs(dataDir)
    return { free: bavail * bsize, reserve: reserveOf(blocks * bsize) }
  }
  let busy = false
  let isUsable = true
  async function restore(): Promise<void> {
    const { free, reserve } = await left()
    if (!isUsable || free < 2 * reserve + BALLAST_BYTES) return
    await takePieces(dataDir).catch(error => {
      isUsable = error.code === 'ENOSPC'
      log.info({ err: error.message }, 'no room could be set aside for a full disk')
    })
  }
  async function look(): Promise<void> {
    if (freeBytes(dataDir) >= FULL_BYTES) return restore()
    if (dropPiece(dataDir))
      log.error({}, 'the disk of DATA_DIR is full: a part of the reserve was given up, make room soon')
  }
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    look()
      .catch(() => {})
      .finally(() => {
        busy = false
      })
  }, LOOK_EVERY_MS)
  timer.unref()
  return {
    async assert() {
      const { free, reserve } = await left()
      if (free < reserve) throw new ReserveReached('the disk of DATA_DIR has reached its reserve (DISK_RESERVE)')
    },
    close: () => clearInterval(timer),
  }
}

/** Nothing of the service lies on this machine's disk. */
export const boundlessRoom: DiskRoom = { assert: async () => {}, close() {} }
