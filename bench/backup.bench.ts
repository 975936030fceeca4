import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { aPerson, call, type Person } from '../test/support/client.ts'
import { begun, command, damage, filesUnder } from '../test/support/commands.ts'
import { startPrivatePostgres } from '../test/support/processes.ts'
import { aDataDir, startServer } from '../test/support/server.ts'

/**
 * npm run bench -- backup [files]: a backup beside a writer, restored and compared; time and bytes against pg_dump and rsync beside
 * the same writer; a second run; damage; kills. The database is Debian's PostgreSQL, since its pg_dump reads no newer one.
 */

const FILES = Number(process.argv[2] ?? 20_000)
const KILLS = Number(process.argv[3] ?? 20)
const FILE_BYTES = 16_000
const MOST = 1.5
const run = promisify(execFile)

const folder = mkdtempSync(join(tmpdir(), 'dossier-bench-'))
const postgres = await startPrivatePostgres()
const server = await startServer({ env: { DATABASE_URL: postgres.url, CHECK_REPLIES: 'off' } })
const env = { DATABASE_URL: postgres.url, DATA_DIR: server.dataDir }
const sql = new pg.Client({ connectionString: postgres.url })
await sql.connect()
const known = new Map<string, string>()

try {
  const anna = await aPerson(server.url)
  await seed(anna)
  console.log(`${FILES} files of ${FILE_BYTES} bytes`)

  const peer = join(folder, 'peer')
  mkdirSync(peer)
  const theirs = await besideWriter(anna, async () => {
    await run('pg_dump', ['-Fc', '-f', join(peer, 'rows'), postgres.url])
    await run('rsync', ['-a', join(server.dataDir, 'blobs'), peer])
    await run('sync', ['-f', peer])
  })
  const own = join(folder, 'own')
  const acknowledged = new Map(known)
  const ours = await besideWriter(anna, async () => must(await command('backup', env, own, '--copy')))
  console.log(`pg_dump and rsync beside a writer: ${theirs.toFixed(1)} s, ${await bytesIn(peer)} bytes`)
  console.log(`backup beside a writer: ${ours.toFixed(1)} s, ${await bytesIn(own)} bytes`)
  claim('time of pg_dump and rsync', ours / theirs, MOST)
  claim('bytes of pg_dump and rsync', (await bytesIn(own)) / (await bytesIn(peer)), MOST)

  const restored = await restoreAndCompare(own, acknowledged)
  console.log(
    `restored and compared: ${acknowledged.size} files, ${restored.differences} differences, ${restored.seconds.toFixed(1)} s`,
  )
  claim('differences', restored.differences, 0)

  await keep(anna, 'one more.bin')
  let words = ''
  const again = await timed(async () => {
    const second = await command('backup', env, own, '--copy')
    must(second)
    words = second.said
  })
  const added = Number(/(\d+) of them new/.exec(words)?.[1])
  const since = known.size - acknowledged.size
  console.log(`second run: ${again.toFixed(1)} s, ${added} new; ${since} files have come since the first began`)
  claim('files that are copied again', Math.max(0, added - since), 0)

  const blobs = (await filesUnder(join(own, 'blobs'))).slice(0, 200)
  for (const path of blobs) damage(path, size => Math.floor(Math.random() * size))
  const { said } = await command('backup', env, own, '--verify-only')
  const named = blobs.filter(path => said.includes(`damaged: ${path}`)).length
  console.log(`${blobs.length} damaged bytes, ${named} named`)
  claim('damage that is not named', blobs.length - named, 0)

  const fresh = join(folder, 'fresh')
  for (let n = 0; n < KILLS / 2; n++) await killed('backup', env, fresh, '--copy')
  must(await command('backup', env, fresh, '--copy', '--verify'))
  const target = await aDataDir()
  for (let n = 0; n < KILLS / 2; n++) await killed('restore', { DATA_DIR: target }, fresh)
  const after = await restoreAndCompare(fresh, acknowledged, target)
  console.log(`after ${KILLS} kills: ${after.differences} differences`)
  claim('differences after kills', after.differences, 0)
} finally {
  await sql.end()
  await server.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Its seconds, while one file after the other is uploaded. */
async function besideWriter(anna: Person, work: () => Promise<void>): Promise<number> {
  let writing = true
  const writer = (async () => {
    for (let n = 0; writing; n++) await keep(anna, `during ${n}.bin`)
  })()
  const seconds = await timed(work)
  writing = false
  await writer
  return seconds
}

/** Written as the service writes them: twenty thousand uploads would be a bench of uploads. */
async function seed(anna: Person): Promise<void> {
  const { uid, gid } = statSync(join(server.dataDir, 'blobs'))
  const { rows } = await sql.query('select tenant_id from users where id = $1', [anna.id])
  const made: { hash: string; key: string; id: string }[] = []
  const mine = (path: string) => chownSync(path, uid, gid)
  for (let n = 0; n < FILES; n++) {
    const bytes = randomBytes(FILE_BYTES)
    const hash = createHash('sha256').update(bytes).digest('hex')
    const key = `${anna.id}/${hash.slice(0, 2)}/${hash}.${randomBytes(6).toString('hex')}`
    const path = join(server.dataDir, 'blobs', key)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, bytes)
    for (const one of [path, dirname(path), dirname(dirname(path))]) mine(one)
    made.push({ hash, key, id: crypto.randomUUID() })
  }
  const column = (name: 'hash' | 'key' | 'id') => made.map(one => one[name])
  await sql.query(
    `insert into blobs (owner_id, hash, size, key) select $1::uuid, h, $2::int, k from unnest($3::text[], $4::text[]) as t(h, k)`,
    [anna.id, FILE_BYTES, column('hash'), column('key')],
  )
  await sql.query(
    `insert into objects (owner_id, id, tenant_id, filename, original_name, kind, mime, size, content_hash, status)
      select $1::uuid, i, $2::uuid, h || '.bin', 'x', 'other', 'application/octet-stream', $3::int, h, 'ready'
      from unnest($4::uuid[], $5::text[]) as t(i, h)`,
    [anna.id, rows[0].tenant_id, FILE_BYTES, column('id'), column('hash')],
  )
  for (const { id, hash } of made) known.set(id, hash)
}

async function keep(anna: Person, name: string): Promise<void> {
  const bytes = randomBytes(2000)
  const { id } = await anna.upload(name, new Uint8Array(bytes))
  known.set(id, createHash('sha256').update(bytes).digest('hex'))
}

/** What was acknowledged, asked of the service that stands on the restored data. */
async function restoreAndCompare(from: string, wanted: Map<string, string>, given?: string) {
  const dataDir = given ?? (await aDataDir())
  const seconds = await timed(async () => {
    const done = await command('restore', { DATA_DIR: dataDir }, from)
    if (done.code !== 0 && !/already/.test(done.said)) must(done)
  })
  const copy = await startServer({ dataDir, env: { CHECK_REPLIES: 'off' } })
  try {
    const [user] = (await sql.query('select email from users limit 1')).rows
    const body = { email: user.email, password: 'correct horse battery' }
    const signed = await call('POST', '/v1/auth/login', { body }, copy.url)
    const headers = { authorization: `Bearer ${signed.body.token}` }
    let differences = 0
    for (const [id, hash] of wanted) {
      const reply = await fetch(`${copy.url}/v1/objects/${id}/content`, { headers })
      const bytes = Buffer.from(await reply.arrayBuffer())
      if (createHash('sha256').update(bytes).digest('hex') !== hash) differences++
    }
    return { differences, seconds }
  } finally {
    await copy.stop()
  }
}

async function killed(name: string, environment: Record<string, string>, ...args: string[]): Promise<void> {
  const child = begun(name, environment, ...args)
  const ended = new Promise(done => child.once('close', done))
  await sleep(200 + Math.random() * 3000)
  child.kill('SIGKILL')
  await ended
}

async function bytesIn(path: string): Promise<number> {
  return (await filesUnder(path)).reduce((sum, file) => sum + statSync(file).size, 0)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

function must({ code, said }: { code: number; said: string }): void {
  if (code !== 0) throw new Error(said)
}

function claim(name: string, ratio: number, atMost: number) {
  console.log(`ratio ${name} = ${ratio.toFixed(2)} (at most ${atMost.toFixed(2)}): ${ratio > atMost ? 'MISSED' : 'ok'}`)
  if (ratio > atMost) process.exitCode = 1
}
