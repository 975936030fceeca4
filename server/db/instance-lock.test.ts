import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
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

interface Contender {
  child: ChildProcess
  /** Tries to take the lock, to keep it; tells what it got. */
  tries(): Promise<string>
}

async function contender(): Promise<Contender> {
  const script = `
    import { lockDataDir } from ${JSON.stringify(join(compiled, 'server/db/instance-lock.js'))}
    process.stdin.on('data', async () => {
      try { await lockDataDir(${JSON.stringify(dataDir)}); console.log('won') } catch (error) { console.log(error.name) }
    })
    console.log('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  const line = async () => String((await once(child.stdout!, 'data'))[0]).trim()
  expect(await line()).toBe('ready')
  const tries = () => {
    child.stdin!.write('now')
    return line()
  }
  return { child, tries }
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
  expect(await (await contender()).tries()).toBe('DataDirInUse')
  await lock.release()
  await (await lockDataDir(dataDir)).release()
})

test('a holder that was killed holds nothing', async () => {
  const { child, tries } = await contender()
  expect(await tries()).toBe('won')
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
  const many = await Promise.all(Array.from({ length: 8 }, contender))
  // The winner of a round is the dead holder of the next one.
  while (many.length > 4) {
    const said = await Promise.all(many.map(({ tries }) => tries()))
    expect(said.toSorted()).toEqual([...Array(many.length - 1).fill('DataDirInUse'), 'won'])
    const [winner] = many.splice(said.indexOf('won'), 1)
    await kill(winner!.child)
  }
})
