import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { compile } from '../../test/support/compiled.ts'
import { DataDirInUse, lockDataDir } from './instance-lock.ts'

let compiled: string
let dataDir: string
const children: ChildProcess[] = []

beforeAll(() => {
  compiled = compile('server/db/instance-lock.ts')
})
afterAll(() => rmSync(compiled, { recursive: true, force: true }))
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'dossier-lock-'))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

/** A process that tries to take the lock at the given time and keeps it; tells what it got. */
async function contender(at = 0): Promise<{ child: ChildProcess; said: string }> {
  const script = `
    import { lockDataDir } from ${JSON.stringify(join(compiled, 'server/db/instance-lock.js'))}
    while (Date.now() < ${at}) {}
    try { await lockDataDir(${JSON.stringify(dataDir)}); console.log('won') } catch (error) { console.log(error.name) }
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const said = await new Promise<string>(resolve => child.stdout!.once('data', text => resolve(String(text).trim())))
  return { child, said }
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

test('a data folder has one holder, named to whoever comes second, and is free after release', async () => {
  const lock = await lockDataDir(dataDir)
  const second = lockDataDir(dataDir)
  await expect(second).rejects.toBeInstanceOf(DataDirInUse)
  await expect(second).rejects.toThrow(`in use by process ${process.pid}`)
  expect((await contender()).said).toBe('DataDirInUse')
  await lock.release()
  await (await lockDataDir(dataDir)).release()
})

test('a holder that was killed holds nothing', async () => {
  const { child, said } = await contender()
  expect(said).toBe('won')
  await expect(lockDataDir(dataDir)).rejects.toThrow(`in use by process ${child.pid}`)
  await kill(child)
  await (await lockDataDir(dataDir)).release()
})

test('a process id that now belongs to another process holds nothing', async () => {
  await (await lockDataDir(dataDir)).release()
  const folder = join(dataDir, 'lock')
  const next = String(Math.max(...readdirSync(folder).map(Number)) + 1)
  writeFileSync(join(folder, next), JSON.stringify({ pid: process.ppid, startedAt: '1', bootId: 'earlier' }))
  await (await lockDataDir(dataDir)).release()
})

test('a lock file torn by a power cut holds nothing', async () => {
  await (await lockDataDir(dataDir)).release()
  writeFileSync(join(dataDir, 'lock', '2'), '')
  await (await lockDataDir(dataDir)).release()
})

test('of many that find a dead holder in the same moment exactly one wins', async () => {
  for (let round = 0; round < 3; round++) {
    const at = Date.now() + 700
    const results = await Promise.all(Array.from({ length: 6 }, () => contender(at)))
    expect(results.filter(({ said }) => said === 'won')).toHaveLength(1)
    expect(results.filter(({ said }) => said === 'DataDirInUse')).toHaveLength(5)
    await Promise.all(results.map(({ child }) => kill(child)))
  }
})
