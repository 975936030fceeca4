import { open } from 'node:fs/promises'
import { LIMITS } from '../limits.ts'

/** The beginning of the file, as much of it as is read of a text. */
export const readStart = (path: string, limit: number = LIMITS.textBytes): Promise<Buffer> => readPiece(path, 0, limit)

export async function readPiece(path: string, from: number, limit: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(size - from, limit)))
    let have = 0
    while (have < bytes.length) {
      const { bytesRead } = await file.read(bytes, have, bytes.length - have, from + have)
      if (bytesRead === 0) break
      have += bytesRead
    }
    return bytes.subarray(0, have)
  } finally {
    await file.close()
  }
}
