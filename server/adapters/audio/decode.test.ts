import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decode, probe } from './decode.ts'

/** A program that somebody kills in the middle has not decoded the whole recording. */

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dossier-decode-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function programsThat(does: string) {
  const path = join(folder, 'program')
  await writeFile(path, `#!/bin/sh\n${does}\n`)
  await chmod(path, 0o755)
  return { ffmpeg: path, ffprobe: path, before: [] }
}

const decodedBytes = async (does: string) => {
  let bytes = 0
  for await (const chunk of decode(await programsThat(does), 'a.wav', 1)) bytes += chunk.length
  return bytes
}

test('what was told before the end is not taken for the whole', async () => {
  await expect(decodedBytes('head -c 100000 /dev/zero; kill -KILL $$')).rejects.toThrow('was ended (SIGKILL)')
  await expect(probe(await programsThat('kill -KILL $$'), 'a.wav')).rejects.toThrow('was ended (SIGKILL)')
})

test('a recording that breaks off is decoded as far as it goes', async () => {
  expect(await decodedBytes('head -c 100000 /dev/zero; exit 1')).toBe(100_000)
  expect((await probe(await programsThat('exit 1'), 'a.wav')).readable).toBe(false)
})

test('a program that cannot be started says so', async () => {
  await expect(probe({ ffmpeg: '', ffprobe: join(folder, 'none'), before: [] }, 'a.wav')).rejects.toThrow('started')
})
