import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Reader } from '../server/ports/reader.ts'
import { until } from './support/client.ts'
import { ROOT } from './support/server.ts'

const children = (): number[] => {
  try {
    return execFileSync('pgrep', ['-P', String(process.pid), '-f', 'reader/child'], { encoding: 'utf8' })
      .split('\n')
      .filter(Boolean)
      .map(Number)
  } catch {
    return []
  }
}

/** The built one: its child is a program of its own. */
const aReader = async (): Promise<Reader> =>
  (await import(join(ROOT, 'dist/server/adapters/reader/isolated.js'))).isolatedReader()

test('a reader that is ended from outside does not blame the file, and the next one reads it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-reader-'))
  const path = join(folder, 'large.txt')
  await writeFile(path, 'слово '.repeat(5_000_000))
  const reader = await aReader()
  const reading = reader.read(path, { kind: 'text', mime: 'text/plain' })
  const outcome = reading.catch((error: Error) => error)
  const [child] = await until(async () => (children().length > 0 ? children() : undefined), 'the child')
  process.kill(child!, 'SIGTERM')
  expect(await outcome).toMatchObject({ name: 'Error', message: expect.stringContaining('SIGTERM') })
  expect((await reader.read(path, { kind: 'text', mime: 'text/plain' }))!.text).toHaveLength(30_000_000)
  await reader.close()
  await until(async () => children().length === 0, 'the children to end')
  await rm(folder, { recursive: true })
})
