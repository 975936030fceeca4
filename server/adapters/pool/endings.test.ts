import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { aSandbox } from '../../../test/support/sandbox.ts'
import { warmOffice } from '../office/warm.ts'
import { programsIn } from '../programs/programs.ts'
import { recentEnds } from './endings.ts'

const searchPath = process.env.PATH ?? ''

test('the end of a program is counted by its way, and what the caller breaks off is none', async () => {
  const sandbox = await aSandbox()
  const programs = programsIn(searchPath, sandbox)
  const folder = await sandbox.newFolder()
  const run = (command: string, more: object = {}) =>
    programs.run('bash', ['-c', command], { folder, seconds: 20, ...more })
  await expect(run('sleep 20', { seconds: 1 })).rejects.toMatchObject({ why: 'time' })
  await expect(run('yes', { printedBytes: 1000 })).rejects.toMatchObject({ why: 'printed' })
  await expect(run('kill -SEGV $$')).rejects.toMatchObject({ why: 'signal' })
  await expect(run('kill -KILL $$')).rejects.toMatchObject({ why: 'outside' })
  await expect(run('sleep 20', { signal: AbortSignal.timeout(200) })).rejects.toMatchObject({ why: 'aborted' })
  await run('exit 3')
  expect(Object.fromEntries([...recentEnds()].filter(([name]) => name.startsWith('bash ')))).toEqual({
    'bash exceeded': 2,
    'bash broke': 1,
    'bash killed': 1,
  })
})

const officeIn = (folder: string): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter(pid => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        return pid > 0 && line.includes(folder) && /^[^\0]*soffice\.bin/.test(line)
      } catch {
        return false
      }
    })

test('so is the end of the office, and the document is converted all the same', {
  timeout: 180_000,
  tags: ['long'],
}, async () => {
  const sandbox = await aSandbox()
  const office = warmOffice(programsIn(searchPath, sandbox), sandbox)
  const folder = await sandbox.newFolder()
  const source = join(folder, 'long.txt')
  await writeFile(source, 'Строка договора аренды.\n'.repeat(40_000))
  try {
    const short = join(folder, 'short.txt')
    await writeFile(short, 'Строка')
    await office.convert(short, { from: 'txt', format: 'pdf', to: join(folder, 'short.pdf') })
    const conversion = office.convert(source, { from: 'txt', format: 'pdf', to: join(folder, 'long.pdf') })
    // What it is asked to write into is made as it is asked.
    const isAsked = () =>
      readdirSync(sandbox.tasks, { recursive: true, encoding: 'utf8' }).some(name => /job-\w+\/out$/.test(name))
    await vi.waitUntil(isAsked, 10_000)
    const running = officeIn(sandbox.tasks)
    expect(running).not.toEqual([])
    for (const pid of running) process.kill(pid, 'SIGKILL')
    await conversion
    expect(recentEnds().get('office killed')).toBe(1)
  } finally {
    await office.close()
  }
})
