import { open } from 'node:fs/promises'
import { type Archive, openZip } from './archive.ts'
import { openTar } from './tar.ts'

const HEAD_BYTES = 512

/** By its first bytes, whatever its name. */
export async function openArchive(path: string): Promise<Archive> {
  const file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  const { size } = await file.stat()
  await file.close()
  const packed = buffer[0] === 0x1f && buffer[1] === 0x8b
  return packed || buffer.toString('latin1', 257, 262) === 'ustar' ? openTar(path, { packed, size }) : openZip(path)
}
