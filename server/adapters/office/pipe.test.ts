import { closeSync, fstatSync, openSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { askOffice } from './pipe.ts'

test('an office in a folder with a long path is told, and nobody else’s file is closed with its line', async () => {
  const home = await mkdtemp(join(tmpdir(), 'dossier-pipe-'))
  const folder = join(home, 'a'.repeat(90))
  await mkdir(folder)
  const office = createServer(line => {
    line.on('error', () => {})
    line.write('InternalIPC::SendArguments\0')
    line.on('data', () => line.end('InternalIPC::ProcessingDone\0'))
  })
  const held = openSync(folder, 'r')
  await new Promise<void>(done => office.listen(`/proc/self/fd/${held}/OSL_PIPE_0`, done))
  const others: number[] = []
  try {
    await askOffice(join(folder, 'OSL_PIPE_0'), folder, ['--headless'], AbortSignal.timeout(10_000))
    // The next file that is opened gets the number that has become free.
    others.push(openSync(folder, 'r'))
    await new Promise(done => office.close(done))
    for (const other of others) expect(fstatSync(other).isDirectory()).toBe(true)
  } finally {
    for (const file of [held, ...others]) closeSync(file)
    await rm(home, { recursive: true })
  }
})
