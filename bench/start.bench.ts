import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../test/support/client.ts'
import { aDataDir } from '../test/support/server.ts'

/** How long until it answers, and what it costs to do nothing. `--fresh` adds the first start of a new clone. */

const WARM_STARTS = 5
const WARM_LIMIT_S = 3
const FRESH_LIMIT_S = 90
const IDLE_AFTER_S = 20
const IDLE_LIMIT_MB = 250

const claims: { line: string; missed: boolean }[] = []

/** A share of the limit: at most the whole of it. */
function claim(name: string, value: number, limit: number) {
  const share = value / limit
  const missed = share > 1
  claims.push({ line: `ratio ${name} = ${share.toFixed(2)} (at most 1.00): ${missed ? 'MISSED' : 'ok'}`, missed })
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(go => server.once('listening', go))
  const { port } = server.address() as { port: number }
  await new Promise(go => server.close(go))
  return port
}

interface Started {
  child: ChildProcess
  seconds: number
}

/** Seconds from the command to the first answer of /health. */
async function start(command: string[], dataDir: string, cwd = process.cwd(), patience = 60): Promise<Started> {
  const port = await freePort()
  const env = { ...process.env, DATA_DIR: dataDir, PORT: `${port}`, DOSSIER_SYSTEM_PACKAGES: 'off' }
  const began = performance.now()
  const child = spawn(command[0]!, command.slice(1), { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const isUp = async () => {
    if (child.exitCode !== null) throw new Error(`${command.join(' ')} ended with ${child.exitCode}`)
    return fetch(`http://127.0.0.1:${port}/health`).then(
      reply => reply.ok,
      () => false,
    )
  }
  await until(isUp, `${command.join(' ')} to answer`, patience)
  return { child, seconds: (performance.now() - began) / 1000 }
}

async function stop(child: ChildProcess) {
  const gone = new Promise(go => child.once('exit', go))
  const tree = await treeOf(child.pid!)
  // npm hands the signal on only when a terminal sent it to the whole group: the server itself is told.
  for (const { pid, name } of tree) if (name.includes('node') || pid === child.pid) kill(pid)
  await gone
  await until(async () => !tree.some(({ pid }) => isAlive(pid)), 'the whole tree to end')
}

function kill(pid: number) {
  try {
    process.kill(pid, 'SIGTERM')
  } catch {
    // It has ended by itself.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

interface Process {
  pid: number
  parent: number
  name: string
}

async function processOf(pid: string): Promise<Process | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  const parts = stat && /^\d+ \((.*)\) \S (\d+)/s.exec(stat)
  return parts ? { pid: Number(pid), parent: Number(parts[2]), name: parts[1]! } : undefined
}

async function treeOf(root: number): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const all = (await Promise.all(pids.map(processOf))).filter(found => found !== undefined)
  const tree = all.filter(({ pid }) => pid === root)
  for (const member of tree) tree.push(...all.filter(({ parent }) => parent === member.pid))
  return tree
}

/** Proportional size: what processes share counts once between them, as it does in the machine. */
async function proportionalMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024
}

async function warmStarts(dataDir: string) {
  const command = [process.execPath, 'scripts/start.cjs']
  const first = await start(command, dataDir)
  await stop(first.child)
  const times: number[] = []
  for (let round = 0; round < WARM_STARTS; round++) {
    const { child, seconds } = await start(command, dataDir)
    times.push(seconds)
    await stop(child)
  }
  console.log(`first start on an empty data folder: ${first.seconds.toFixed(2)} s`)
  console.log(`warm starts: ${times.map(seconds => seconds.toFixed(2)).join(', ')} s`)
  claim(`warm-start-to-${WARM_LIMIT_S}-s`, median(times), WARM_LIMIT_S)
}

async function idleMemory(dataDir: string) {
  const { child } = await start(['npm', 'start'], dataDir)
  await sleep(IDLE_AFTER_S * 1000)
  const sizes = new Map<string, number>()
  for (const { pid, name } of await treeOf(child.pid!)) {
    const mb = await proportionalMb(pid)
    sizes.set(name, (sizes.get(name) ?? 0) + mb)
  }
  await stop(child)
  const total = [...sizes.values()].reduce((sum, mb) => sum + mb, 0)
  const parts = [...sizes].map(([name, mb]) => `${name} ${mb.toFixed(0)}`)
  console.log(`idle after ${IDLE_AFTER_S} s: ${total.toFixed(0)} MB in all (${parts.join(', ')})`)
  claim(`idle-memory-to-${IDLE_LIMIT_MB}-MB`, total, IDLE_LIMIT_MB)
}

async function freshStart(dataDir: string) {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-clone-'))
  try {
    const cloned = spawnSync('git', ['clone', '--quiet', process.cwd(), folder], { stdio: 'inherit' })
    if (cloned.status !== 0) throw new Error('git clone failed')
    const { child, seconds } = await start(['npm', 'start'], dataDir, folder, 4 * FRESH_LIMIT_S)
    console.log(`npm start on a fresh clone: ${seconds.toFixed(1)} s to /health, system packages aside`)
    await stop(child)
    claim(`fresh-start-to-${FRESH_LIMIT_S}-s`, seconds, FRESH_LIMIT_S)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const folders = [await aDataDir(), await aDataDir()] as const
try {
  await warmStarts(folders[0])
  await idleMemory(folders[0])
  if (process.argv.includes('--fresh')) await freshStart(folders[1])
} finally {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
}
for (const { line } of claims) console.log(line)
process.exitCode = claims.some(({ missed }) => missed) ? 1 : 0
