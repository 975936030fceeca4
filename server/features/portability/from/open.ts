import { open } from 'node:fs/promises'
import { type Archive, openZip } from './archive.ts'
import { type MayGoOn, openTar } from './tar.ts'

const HEAD_BYTES = 512

/** By its first bytes, whatever its name; undefined for what is neither zip nor tar. */
export async function findArchive(path: string, mayGoOn: MayGoOn): Promise<Archive | undefined> {
  const file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  const { size } = await file.stat()
  await file.close()
  const packed = buffer[0] === 0x1f && buffer[1] === 0x8b
  if (packed || buffer.toString('latin1', 257, 262) === 'ustar') return openTar(path, { packed, size, mayGoOn })
  return buffer.toString('latin1', 0, 2) === 'PK' ? openZip(path) : undefined
}

export const openArchive = async (path: string, mayGoOn: MayGoOn): Promise<Archive> =>
  (await findArchive(path, mayGoOn)) ?? openZip(path)
