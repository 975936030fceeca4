import { open } from 'node:fs/promises'
import { type OpenedArchive, openZip } from './archive.ts'
import { openTar, type Unpacking } from './tar.ts'

const HEAD_BYTES = 512

/** By its first bytes, whatever its name; undefined for what is neither zip nor tar. */
export async function findArchive(path: string, unpacking: Unpacking): Promise<OpenedArchive | undefined> {
  const file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  const { size } = await file.stat()
  await file.close()
  const packed = buffer[0] === 0x1f && buffer[1] === 0x8b
  if (packed || buffer.toString('latin1', 257, 262) === 'ustar') return openTar(path, { ...unpacking, packed, size })
  return buffer.toString('latin1', 0, 2) === 'PK' ? openZip(path) : undefined
}

export const openArchive = async (path: string, unpacking: Unpacking): Promise<OpenedArchive> =>
  (await findArchive(path, unpacking)) ?? openZip(path)
