import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { aPerson, until } from '../test/support/client.ts'
import { begin, gather, verify } from '../test/support/mischief.ts'
import { startPooler } from '../test/support/pooler.ts'
import { fsck, queryOnce, startPrivatePostgres, startPrivateRedis } from '../test/support/processes.ts'
import { startS3Server } from '../test/support/s3-server.ts'
import { ROOT, type RunningServer, startServer } from '../test/support/server.ts'

/**
 * Two API processes and two workers that share nothing but PostgreSQL behind PgBouncer in transaction mode, Redis and S3. A write stays
 * open in another database of that PostgreSQL all the while, and events arrive within a second. The acceptance suite runs against
 * them in turn while a worker is killed; then people make trouble while an API process and a worker are killed. The limit
 * is that nothing fails and nothing is lost.
 */

type Env = Record<string, string>

/** `npm run bench -- spread events` leaves the acceptance suite out; other words choose files of it by parts of their names. */
const chosen = process.argv.slice(2)
const onlyEvents = chosen[0] === 'events'
// Stores of its own end with it, and jobs on files in them wait for a day: nothing would ever be done.
const LEFT_OUT = 'test/acceptance/bucket.test.ts'
const SUITE = chosen.length > 0 ? chosen : ['test/acceptance', 'test/routes.test.ts']

const startApi = (env: Env) => startServer({ env, args: ['--role=api'] })
const startWorker = (env: Env) => startServer({ env, args: ['--role=worker'], readyLine: /works in the background/ })

async function startGround() {
  const [postgres, redis, s3] = await Promise.all([startPrivatePostgres(), startPrivateRedis(), startS3Server()])
  const pooler = await startPooler(postgres, 20)
  const env: Env = {
    DATABASE_URL: pooler.url,
    DATABASE_PREPARE: 'off',
    REDIS_URL: redis.url,
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY: s3.accessKey,
    S3_SECRET_KEY: s3.secretKey,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    ALLOW_PRIVATE_ENDPOINTS: 'on',
    // Counted in Redis, and never reached.
    RATE_LIMITS: 'on',
    QUOTAS: 'user=1000000,pro=1000000,admin=1000000,ip=1000000',
  }
  return { postgres, pooler, redis, s3, env }
}

/** The suite as it is run anywhere else, told only the addresses. */
async function acceptance(urls: string[]): Promise<{ code: number; passed: number; failed: number }> {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--exclude', LEFT_OUT, ...SUITE], {
    cwd: ROOT,
    env: { ...process.env, ACCEPTANCE_URLS: urls.join(','), NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', chunk => {
    output += chunk
    process.stdout.write(chunk)
  })
  const [code] = await once(child, 'close')
  const line = /^\s*Tests .*$/m.exec(output)?.[0] ?? ''
  const numberOf = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0)
  return { code, passed: numberOf('passed'), failed: numberOf('failed') }
}

/** People who go on at the other address when theirs stops answering. */
async function troubled(urls: string[], doomed: RunningServer[], env: Env) {
  const mischief = await gather(urls, 4)
  const stop = begin(mischief)
  await sleep(4000)
  await Promise.all(doomed.map(server => server.kill()))
  const killed = Date.now()
  console.log('killed -9: an API process and a worker')
  await sleep(6000)
  await stop()
  mischief.urls = urls.filter(url => !doomed.some(server => server.url === url))
  const problems = await verify(mischief)
  console.log(`every job was done ${((Date.now() - killed) / 1000).toFixed(1)} s after the kill`)
  console.log(`${mischief.confirmed} calls answered, ${mischief.unknown} asked again elsewhere`)
  const { sound, said } = await fsck(env)
  console.log(`fsck: ${said}`)
  for (const problem of problems) console.log(`  ${problem}`)
  return { lost: problems.length, sound, broken: mischief.broken }
}

/** A write that nobody ends, in a database that is none of ours. */
async function leaveOpen(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url.replace('@/dossier', '@/postgres') })
  await client.connect()
  await client.query('begin')
  await client.query('select pg_current_xact_id()')
  return client
}

/** How long after an upload was read the other process tells of it, in milliseconds; the longest of some. */
async function slowestEvent(urls: string[]): Promise<number> {
  const person = await aPerson(urls[0])
  const abort = new AbortController()
  const headers = { authorization: `Bearer ${person.token}` }
  const stream = await fetch(`${urls[1]}/v1/events`, { headers, signal: abort.signal })
  const received = new Map<string, number>()
  const listening = (async () => {
    for await (const text of stream.body!.pipeThrough(new TextDecoderStream()))
      for (const [, id] of text.matchAll(/"object_id":"([^"]+)"/g)) received.set(id!, performance.now())
  })().catch(() => {})
  let slowest = 0
  for (let n = 0; n < 30; n++) {
    const { id } = await person.upload(`${n}.txt`, `letter ${n}`)
    let ready = 0
    await until(async () => {
      if (!ready && (await person.get(`/v1/objects/${id}`)).body.status === 'ready') ready = performance.now()
      return ready > 0 && received.has(id)
    }, 'the event')
    slowest = Math.max(slowest, received.get(id)! - ready)
  }
  abort.abort()
  await listening
  return Math.round(slowest)
}

function claim(name: string, value: number, most: number): boolean {
  console.log(`ratio ${name} = ${value} (at most ${most}): ${value <= most ? 'ok' : 'FAILED'}`)
  return value <= most
}

/** How many commands of the counter Redis has run. */
function countedBy(redisUrl: string): number {
  const stats = execFileSync('redis-cli', ['-u', redisUrl, 'info', 'commandstats'], { encoding: 'utf8' })
  return Number(/cmdstat_incr\w*:calls=(\d+)/.exec(stats)?.[1] ?? 0)
}

async function run(): Promise<boolean> {
  const { postgres, pooler, redis, s3, env } = await startGround()
  const open = await leaveOpen(postgres.url)
  const stopGround = async () => {
    await open.end()
    await pooler.stop()
    await Promise.all([postgres.stop(), redis.stop(), s3.close()])
  }
  const apis = await Promise.all([startApi(env), startApi(env)])
  const workers: RunningServer[] = await Promise.all([startWorker(env), startWorker(env)])
  const urls = apis.map(api => api.url)
  const [version] = await queryOnce(postgres.url, 'show server_version')
  console.log(
    `PostgreSQL ${version?.server_version} behind PgBouncer, Redis, S3; API at ${urls.join(' and ')}; two workers`,
  )

  if (onlyEvents) {
    const told = await slowestEvent(urls)
    for (const server of [...apis, ...workers]) await server.stop()
    await stopGround()
    return claim('milliseconds until an event is told', told, 1000)
  }
  const suite = acceptance(urls)
  await sleep(8000)
  await workers[0]!.kill()
  console.log('killed -9: a worker, in the middle of the suite')
  workers.push(await startWorker(env))
  const { code, passed, failed } = await suite
  const slowest = await slowestEvent(urls)

  const { lost, sound, broken } = await troubled(urls, [apis[0]!, workers[1]!], { ...env, DATA_DIR: apis[1]!.dataDir })
  const counted = countedBy(redis.url)
  console.log(
    `${passed} acceptance tests passed; ${counted} requests were counted in Redis; ${s3.requests.length} to S3`,
  )
  for (const server of [apis[1]!, workers[2]!]) await server.stop()
  await stopGround()
  return [
    claim('milliseconds until an event is told', slowest, 1000),
    claim('acceptance tests failed', code === 0 && passed > 0 ? failed : Math.max(failed, 1), 0),
    claim('lost', lost, 0),
    claim('calls answered with a 5xx', broken, 0),
    claim('damage found by fsck', sound ? 0 : 1, 0),
    claim('requests not counted in Redis', counted > 0 ? 0 : 1, 0),
  ].every(Boolean)
}

process.exit((await run()) ? 0 : 1)
