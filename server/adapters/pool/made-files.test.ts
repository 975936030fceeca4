import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { programsIn } from '../programs/programs.ts'
import { dropLinks, openMade } from './made-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-made-'))
  mkdirSync(join(folder, 'below'))
  writeFileSync(join(folder, 'below/plain'), 'made')
  symlinkSync('/etc/passwd', join(folder, 'below/link'))
  execFileSync('mkfifo', [join(folder, 'pipe')])
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a result is read as a plain file or not at all', async () => {
  const file = await openMade(join(folder, 'below/plain'))
  expect(await file.readFile('utf8')).toBe('made')
  await file.close()
  await expect(openMade(join(folder, 'below/link'))).rejects.toThrow()
  await expect(openMade(join(folder, 'pipe'))).rejects.toThrow(/no plain file/)
})

test('links and pipes are removed, files stay', async () => {
  await dropLinks(folder)
  expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual(['below', 'below/plain'])
})

test('whatever a program leaves as a link is gone when it has ended', async () => {
  const isolation = { way: 'none', wrap: () => [] }
  const sandbox = { isolation, required: false } as unknown as Parameters<typeof programsIn>[1]
  const programs = programsIn('/usr/bin:/bin', sandbox)
  await programs.run('ln', ['-s', '/etc/passwd', 'result'], { folder, seconds: 20 })
  await programs.run('ln', ['-s', '/etc/passwd', 'below/plain'], { folder, seconds: 20 })
  expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual(['below', 'below/plain'])
})
