import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compile } from '../../../test/support/compiled.ts'
import { aSandbox, withoutBubblewrap, withoutOwnProc } from '../../../test/support/sandbox.ts'
import type { childPool, Pool } from './pool.ts'
import type { Sandbox } from './sandbox.ts'

/** The contract of every child, tried on one that does as it is told. */

type Order =
  | { say: string }
  | { spin: number }
  | { hang: true }
  | { allocate: number }
  | { exit: number }
  | { raise: string }
  | { read: string }
  | { write: string }
  | { environment: true }
  | { address: string }

const CHILD = `
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { serve } from './server/adapters/pool/child.js'
serve(async (order, tell) => {
  if ('say' in order) { tell('soon'); return order.say }
  if ('spin' in order) { const end = Date.now() + order.spin; while (Date.now() < end); return 'spun' }
  if ('hang' in order) return new Promise(() => setInterval(() => {}, 1000))
  if ('allocate' in order) { const kept = []; for (let n = 0; n < order.allocate; n++) kept.push(Buffer.alloc(1 << 20, 1)); return kept.length }
  if ('exit' in order) process.exit(order.exit)
  if ('raise' in order) throw Object.assign(new Error(order.raise), { code: 'ODD' })
  if ('read' in order) return readFileSync(order.read, 'utf8')
  if ('write' in order) { writeFileSync(order.write, 'changed'); return 'written' }
  if ('environment' in order) return process.env
  if ('address' in order) return new Promise(done => connect(Number(order.address.split(':')[1]), order.address.split(':')[0]).on('connect', () => done('connected')).on('error', error => done(error.code)))
})
`

const MACHINES = {
  bubblewrap: async () => process.env.PATH,
  namespaces: withoutBubblewrap,
  'bubblewrap in a container': withoutOwnProc,
}

describe.each(Object.entries(MACHINES))('a child of the pool, set apart by %s,', (name, searchPath) => {
  const way = name.split(' ')[0]!
  let sandbox: Sandbox
  let makePool: typeof childPool
  let script: string
  const pools: Pool<Order, unknown>[] = []
  const aPool = (more: object = {}): Pool<Order, unknown> => {
    const pool = makePool<Order, unknown>(sandbox, {
      ...{ name: 'tried', script, heapMb: 128, dataMb: 1024, idleMs: 60_000 },
      ...more,
    })
    pools.push(pool)
    return pool
  }
  const ms = 20_000

  beforeAll(async () => {
    sandbox = await aSandbox(await searchPath())
    expect(sandbox.isolation.way).toBe(way)
    const built = compile('server/adapters/pool/pool.ts', 'server/adapters/pool/child.ts')
    ;({ childPool: makePool } = await import(join(built, 'server/adapters/pool/pool.js')))
    script = join(built, 'server/tried.js')
    writeFileSync(script, CHILD.replace('./server/adapters', './adapters'))
  })
  afterAll(async () => {
    for (const pool of pools) await pool.close()
  })

  test('answers each question once, with words in between, and is warm for the next', async () => {
    const pool = aPool({ most: 1 })
    const told: string[] = []
    const answers = await Promise.all(
      ['a', 'b', 'c'].map(say => pool.ask({ say }, { ms, progress: (word: string) => told.push(word) })),
    )
    expect(answers).toEqual(['a', 'b', 'c'])
    expect(told).toEqual(['soon', 'soon', 'soon'])
  })

  test('is over its time, its silence, its processor time or its memory: ended, and the next is fresh', async () => {
    const pool = aPool()
    const exceeded = (what: string) => ({ name: 'ChildExceeded', what })
    await expect(pool.ask({ hang: true }, { ms: 300 })).rejects.toMatchObject(exceeded('time'))
    await expect(pool.ask({ hang: true }, { ms, silenceMs: 300 })).rejects.toMatchObject(exceeded('time'))
    await expect(pool.ask({ spin: 15_000 }, { ms, cpuMs: 300 })).rejects.toMatchObject(exceeded('time'))
    await expect(pool.ask({ allocate: 600 }, { ms, memoryMb: 200 })).rejects.toBeInstanceOf(Error)
    expect(await pool.ask({ say: 'well' }, { ms })).toBe('well')
  })

  test('tells whose fault its end is', async () => {
    const pool = aPool()
    await expect(pool.ask({ exit: 137 }, { ms })).rejects.toMatchObject({ name: 'ChildEnded', code: 'CHILD_ENDED' })
    await expect(pool.ask({ exit: 134 }, { ms })).rejects.toMatchObject({ name: 'ChildBroke' })
    await expect(pool.ask({ raise: 'odd' }, { ms })).rejects.toMatchObject({ message: 'odd', code: 'ODD' })
    const stopped = AbortSignal.timeout(200)
    await expect(pool.ask({ hang: true }, { ms, signal: stopped })).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  test('leaves nothing in the temp folder', async () => {
    const before = readdirSync('/tmp').filter(name => name.startsWith('tmp.'))
    await aPool().ask({ say: 'here' }, { ms })
    expect(readdirSync('/tmp').filter(name => name.startsWith('tmp.') && !before.includes(name))).toEqual([])
  })

  test('has shared memory of its own: that of others, as of PostgreSQL, is not there', async () => {
    const shared = `/dev/shm/dossier-${process.pid}-${Date.now()}`
    await writeFile(shared, 'pages of a database')
    try {
      const pool = aPool({ most: 1 })
      await expect(pool.ask({ read: shared }, { ms })).rejects.toMatchObject({ code: 'ENOENT' })
      const own = `${shared}-own`
      expect(await pool.ask({ write: own }, { ms })).toBe('written')
      expect(await pool.ask({ read: own }, { ms })).toBe('changed')
      await expect(readFile(own)).rejects.toMatchObject({ code: 'ENOENT' })
      await expect(aPool().ask({ read: own }, { ms })).rejects.toMatchObject({ code: 'ENOENT' })
    } finally {
      await rm(shared)
    }
  })

  test('sees nothing of the machine but what it is lent, and cannot change that', async () => {
    const secret = join(mkdtempSync(join(tmpdir(), 'dossier-secret-')), 'secret')
    await writeFile(secret, 'a secret')
    const pool = aPool()
    for (const path of [secret, '/etc/passwd', '/etc/shadow', '/root/.bashrc', '/proc/1/root/etc/passwd'])
      await expect.soft(pool.ask({ read: path }, { ms }), path).rejects.toThrow()
    const lent = await pool.ask(async child => ({ read: await child.lend(secret) }), { ms })
    expect(lent).toBe('a secret')
    await expect(pool.ask(async child => ({ write: await child.lend(secret) }), { ms })).rejects.toThrow(/EROFS|EACCES/)
    expect(await readFile(secret, 'utf8')).toBe('a secret')
    const environment = (await pool.ask({ environment: true }, { ms })) as Record<string, string>
    expect(
      Object.keys(environment).filter(
        name => !/^(HOME|TMPDIR|LANG|PATH|PWD|NODE_CHANNEL.*|OLDPWD|SHLVL|_)$/.test(name),
      ),
    ).toEqual([])
    expect(await pool.ask({ address: '127.0.0.1:22' }, { ms })).not.toBe('connected')
    expect(await pool.ask({ address: '10.0.0.1:80' }, { ms })).toBe('ENETUNREACH')
  })
})
