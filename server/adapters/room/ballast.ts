import { execFile } from 'node:child_process'
import { readdirSync, rmSync, statfsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Room that is taken in advance, in pieces, and given back when the disk is full: others write to it, too, and PostgreSQL cannot even
 * remove a row without room for its log. The last piece is kept for a start.
 */

const PIECES = 4
/** PostgreSQL takes 16 MiB at once for its log. */
const PIECE_BYTES = 24 * 1024 * 1024
/** With less than this the disk counts as full. */
export const FULL_BYTES = 8 * 1024 * 1024

export const BALLAST_BYTES = PIECES * PIECE_BYTES

const folderOf = (dataDir: string) => join(dataDir, 'reserve')

function piecesIn(dataDir: string): string[] {
  try {
    return readdirSync(folderOf(dataDir))
      .sort()
      .map(name => join(folderOf(dataDir), name))
  } catch {
    return []
  }
}

export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** While running: one piece, and never the last. */
export function dropPiece(dataDir: string): boolean {
  const pieces = piecesIn(dataDir)
  if (pieces.length < 2) return false
  rmSync(pieces.at(-1)!, { force: true })
  return true
}

/** Before a start, which has to write a few files before anything can be removed. */
export function giveWay(dataDir: string): void {
  try {
    if (freeBytes(dataDir) >= FULL_BYTES) return
  } catch {
    // No such folder yet.
    return
  }
  for (const piece of piecesIn(dataDir)) rmSync(piece, { force: true })
}

/** All pieces that are missing. Where the file system cannot set room aside without writing it there are none. */
export async function takePieces(dataDir: string): Promise<void> {
  const folder = folderOf(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const there = new Set(piecesIn(dataDir))
  for (let n = 1; n <= PIECES; n++) {
    const piece = join(folder, `${n}`)
    if (there.has(piece)) continue
    const draft = join(folder, `${n}.draft`)
    try {
      await promisify(execFile)('fallocate', ['-l', String(PIECE_BYTES), draft])
      await rename(draft, piece)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }
}
