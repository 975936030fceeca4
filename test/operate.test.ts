import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { configShape } from '../server/config.ts'
import { aFolder } from './support/backups.ts'
import { aPerson } from './support/client.ts'
import { aDataDir, ROOT, startServer } from './support/server.ts'

vi.setConfig({ testTimeout: 240_000 })

const page = readFileSync(join(ROOT, 'docs/operate.md'), 'utf8')
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

test('what docs/operate.md names is there', () => {
  for (const [, name] of page.matchAll(/npm run ([a-z-]+)/g)) expect(Object.keys(scripts)).toContain(name)
  for (const [, name] of page.matchAll(/^ {4}([A-Z_]+)=/gm)) expect(Object.keys(configShape.shape)).toContain(name)
  for (const [, file] of page.matchAll(/\]\(\.\.\/([^)]+)\)/g))
    expect(readFileSync(join(ROOT, file!), 'utf8')).not.toBe('')
})

test('its commands do what it says, one after the other', { tags: ['long'] }, async () => {
  const commands = [...page.matchAll(/```sh\n([^`]+)```/g)].flatMap(([, text]) => text!.trim().split('\n'))
  expect(commands.length).toBe(5)
  const server = await startServer()
  onTestFinished(() => server.stop())
  await (await aPerson(server.url)).upload('kept.txt', 'kept')
  const restored = await aDataDir()
  onTestFinished(() => rm(restored, { recursive: true, force: true }))
  const folder = await aFolder()
  for (const command of commands) {
    const here = command
      .replace('/var/lib/dossier-restored', restored)
      .replace('/var/lib/dossier', server.dataDir)
      .replace('/srv/backups', folder)
    const { stdout } = await promisify(execFile)('sh', ['-c', here], { cwd: ROOT })
    expect(stdout).toMatch(/is whole|is restored|checked/)
  }
})
