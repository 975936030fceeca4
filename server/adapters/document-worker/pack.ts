import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'

/** Several files of a task into one archive. */
export async function packFiles(input: { files: { path: string; name: string }[]; to: string }): Promise<void> {
  const zip = new yazl.ZipFile()
  for (const { path, name } of input.files) zip.addFile(path, name)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(input.to))
}
