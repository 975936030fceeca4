import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomFillSync, randomUUID } from 'node:crypto'
import { close, fdatasync, fsync, open, readFileSync, rename, write } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { Agent, type ClientRequest, request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '../server/db/embedded.ts'
import { aPerson, type Person, until } from '../test/support/client.ts'
import { aDataDir, type RunningServer, startServer } from '../test/support/server.ts'

/**
 * What an upload costs: against a loop that does only what durability needs, and against nginx's WebDAV, which syncs
 * nothing. The client and the loop are processes of their own (this file with a role), so that nobody shares a loop.
 */

const MB = 1024 ** 2
const SMALL_BYTES = 36_000
const BIG_BYTES = 1024 * MB
const ROUNDS = 5
const BIG_ROUNDS = 3
const ROUND_MS = 3000
const WARM_UP_MS = 15_000
const GROWTH_LIMIT = 60 * MB
const FORM_HEAD = Buffer.from(
  '--dossier-bench\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\nContent-Type: application/octet-stream\r\n\r\n',
)
const FORM_TAIL = Buffer.from('\r\n--dossier-bench--\r\n')

/** Where files go: our API with a token, or a WebDAV folder. */
interface Target {
  url: string
  token?: string
}

type Question =
  | { what: 'many'; target: Target; clients: number; ms: number }
  | { what: 'bare'; folder: string; database: string; clients: number; ms: number }
  | { what: 'one'; target: Target; bytes: number }

const claims: { line: string; missed: boolean }[] = []

function claim(name: string, value: number, word: 'at least' | 'at most' | 'no limit, goal', limit: number) {
  const missed = word === 'at least' ? value < limit : word === 'at most' && value > limit
  const verdict = word.startsWith('at') ? `: ${missed ? 'MISSED' : 'ok'}` : ''
  claims.push({ line: `ratio ${name} = ${value.toFixed(2)} (${word} ${limit.toFixed(2)})${verdict}`, missed })
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** The median of the rounds' own ratios: neighbours in time suffer the same noise. */
const ratioOf = (ours: number[], theirs: number[]) => median(ours.map((value, at) => value / theirs[at]!))

// ---- the client

let agent = new Agent()

function begin({ url, token }: Target, size: number): { sent: ClientRequest; answered: Promise<void> } {
  const form = {
    authorization: `Bearer ${token}`,
    'content-type': 'multipart/form-data; boundary=dossier-bench',
    'content-length': FORM_HEAD.length + size + FORM_TAIL.length,
  }
  const sent = token
    ? request(`${url}/v1/objects`, { method: 'POST', agent, headers: form })
    : request(`${url}/${randomUUID()}`, { method: 'PUT', agent, headers: { 'content-length': size } })
  const answered = new Promise<void>((yes, no) => {
    sent.once('error', no)
    sent.once('response', reply => {
      reply
        .resume()
        .once('end', () => (reply.statusCode === 201 ? yes() : no(new Error(`${url}: ${reply.statusCode}`))))
    })
  })
  return { sent, answered }
}

function smallSender(target: Target): () => Promise<void> {
  const bytes = randomBytes(SMALL_BYTES)
  const body = target.token ? Buffer.concat([FORM_HEAD, bytes, FORM_TAIL]) : bytes
  // Sixteen fresh bytes in the middle make it another file, at no cost to speak of.
  const stamp = body.subarray(20_000, 20_016)
  return () => {
    randomFillSync(stamp)
    const { sent, answered } = begin(target, SMALL_BYTES)
    sent.end(body)
    return answered
  }
}

/** Bytes per second of one file that is made while it is sent. */
async function sendBig(target: Target, bytes: number): Promise<number> {
  const chunk = randomBytes(MB)
  const began = performance.now()
  const { sent, answered } = begin(target, bytes)
  const put = async (piece: Buffer) => sent.write(piece) || new Promise(go => sent.once('drain', go))
  const feed = async () => {
    if (target.token) await put(FORM_HEAD)
    for (let at = 0; at < bytes; at += chunk.length) {
      chunk.writeDoubleLE(at + Math.random())
      await put(chunk)
    }
    sent.end(target.token ? FORM_TAIL : undefined)
  }
  await Promise.all([feed(), answered])
  return bytes / ((performance.now() - began) / 1000)
}

// ---- the bare loop

const [openFile, writeFd, syncData] = [promisify(open), promisify(write), promisify(fdatasync)]
const [closeFd, renameFile, syncAll] = [promisify(close), promisify(rename), promisify(fsync)]

async function bareSender(folder: string, pool: pg.Pool): Promise<() => Promise<void>> {
  const bytes = randomBytes(SMALL_BYTES)
  const folderFd = await openFile(folder, 'r')
  return async () => {
    const id = randomUUID()
    const fd = await openFile(join(folder, `${id}.part`), 'wx')
    await writeFd(fd, bytes)
    await syncData(fd)
    await closeFd(fd)
    await renameFile(join(folder, `${id}.part`), join(folder, id))
    await syncAll(folderFd)
    await pool.query('insert into bare_files (id, size) values ($1, $2)', [id, bytes.length])
  }
}

// ---- what both have: a rate, and questions from the process that measures

/** Files per second of so many senders, each with one file under way. */
async function rateOf(ms: number, senders: (() => Promise<void>)[]): Promise<number> {
  const began = performance.now()
  let done = 0
  const lane = async (send: () => Promise<void>) => {
    for (; performance.now() < began + ms; done++) await send()
  }
  await Promise.all(senders.map(lane))
  return done / ((performance.now() - began) / 1000)
}

async function perform(question: Question): Promise<number> {
  agent.destroy()
  agent = new Agent({ keepAlive: true, maxSockets: 'clients' in question ? question.clients : 1 })
  if (question.what === 'one') return sendBig(question.target, question.bytes)
  const lanes = Array.from({ length: question.clients })
  const many = (senders: (() => Promise<void>)[]) => rateOf(question.ms, senders)
  if (question.what === 'many') return many(lanes.map(() => smallSender(question.target)))
  const pool = new pg.Pool({ connectionString: question.database, max: question.clients })
  await Promise.all(lanes.map(() => pool.query('select pg_sleep(0.05)')))
  const rate = await many(await Promise.all(lanes.map(() => bareSender(question.folder, pool))))
  await pool.end()
  return rate
}

function serveQuestions() {
  process.on('message', async (question: Question) => {
    const reply = await perform(question).catch(error => String(error.stack))
    process.send!(reply)
  })
  process.on('disconnect', () => process.exit())
}

function ask(child: ChildProcess, question: Question): Promise<number> {
  child.send(question)
  return new Promise((yes, no) => {
    child.once('message', reply => (typeof reply === 'number' ? yes(reply) : no(new Error(String(reply)))))
  })
}

// ---- the programs

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(go => server.once('listening', go))
  const { port } = server.address() as { port: number }
  await new Promise(go => server.close(go))
  return port
}

async function startNginx(folder: string) {
  const url = `http://127.0.0.1:${await freePort()}`
  const files = join(folder, 'files')
  await mkdir(files, { recursive: true })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${folder}/${name};`,
  )
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const config = `${user} daemon off; worker_processes auto; pid ${folder}/pid; events {}
    http { access_log off; keepalive_requests 10000000; ${temporary.join(' ')}
      server { listen ${new URL(url).host}; root ${files}; client_max_body_size 0; dav_methods PUT; } }`
  await writeFile(join(folder, 'nginx.conf'), config)
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/local/sbin:/usr/sbin` }
  const args = ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]
  const child = spawn('nginx', args, { env, stdio: 'inherit' })
  child.once('error', error => {
    console.log(`nginx, the peer, does not run (${error.message}); on Debian: apt-get install nginx-light`)
    process.exit(1)
  })
  process.once('exit', () => child.kill())
  await until(() => fetch(url).then(Boolean, () => false), 'nginx')
  return { url, files }
}

// ---- the measurements

type Stage = Record<'client' | 'bare', ChildProcess> & { nginx: { url: string; files: string } }

/** What one side left to do must not slow the next: our background jobs, and the pages that nginx did not sync. */
async function settle(anna: Person) {
  await until(async () => (await anna.get('/v1/processing')).body.pending === 0, 'the files to be read', 300)
  spawnSync('sync')
}

async function makeBareTarget(dataDir: string) {
  const { url: database } = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const folder = join(dataDir, 'bare')
  await mkdir(folder)
  const sql = new pg.Client({ connectionString: database })
  await sql.connect()
  await sql.query('create table bare_files (id uuid primary key, size bigint not null)')
  await sql.end()
  return { database, folder }
}

async function smallFiles({ client, bare, nginx }: Stage, { url, dataDir }: RunningServer) {
  const anna = await aPerson(url)
  const target = { url, token: anna.token }
  const loop = await makeBareTarget(dataDir)
  // V8 needs some thousand uploads until it has compiled all that they run through.
  await ask(client, { what: 'many', target, clients: 16, ms: WARM_UP_MS })
  for (const clients of [1, 4, 16]) {
    const round = { clients, ms: ROUND_MS }
    const rates: [number[], number[], number[]] = [[], [], []]
    for (let n = 0; n < ROUNDS; n++) {
      await settle(anna)
      rates[0].push(await ask(client, { what: 'many', target, ...round }))
      await settle(anna)
      rates[1].push(await ask(bare, { what: 'bare', ...loop, ...round }))
      await settle(anna)
      rates[2].push(await ask(client, { what: 'many', target: { url: nginx.url }, ...round }))
    }
    const [ours, theirs, dav] = rates.map(each => median(each).toFixed(0))
    console.log(`36 kB, ${clients} at once: product ${ours}/s, bare loop ${theirs}/s, nginx WebDAV ${dav}/s`)
    claim(`small-${clients}-to-bare-loop`, ratioOf(rates[0], rates[1]), 'no limit, goal', 0.5)
    claim(`small-${clients}-to-nginx`, ratioOf(rates[0], rates[2]), 'no limit, goal', 0.3)
  }
}

const residentBytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024

/** On a server that has just started: one that has grown already would hide what the big file adds. */
async function bigFile({ client, nginx }: Stage, { url, process: { pid } }: RunningServer) {
  const anna = await aPerson(url)
  await anna.upload('small.bin', 'a first small one')
  await sleep(2000)
  const before = residentBytes(pid!)
  let peak = before
  const sampler = setInterval(() => (peak = Math.max(peak, residentBytes(pid!))), 50)
  const rates: [number[], number[]] = [[], []]
  for (let n = 0; n < BIG_ROUNDS; n++) {
    await settle(anna)
    rates[0].push(await ask(client, { what: 'one', target: { url, token: anna.token }, bytes: BIG_BYTES }))
    await settle(anna)
    rates[1].push(await ask(client, { what: 'one', target: { url: nginx.url }, bytes: BIG_BYTES }))
    await rm(nginx.files, { recursive: true })
    await mkdir(nginx.files)
  }
  clearInterval(sampler)
  const [ours, dav, from, to] = [median(rates[0]), median(rates[1]), before, peak].map(each => (each / MB).toFixed(0))
  console.log(
    `1 GiB: product ${ours} MiB/s, nginx WebDAV ${dav} MiB/s; memory of the server ${from} MiB before, ${to} at most`,
  )
  claim('big-to-nginx', ratioOf(rates[0], rates[1]), 'at least', 0.6)
  claim('big-memory-growth-to-60-MB', (peak - before) / GROWTH_LIMIT, 'at most', 1)
}

async function main() {
  const dataDir = await aDataDir()
  // Both end when this process does.
  const helper = () => fork(import.meta.filename, ['role'], { env: { ...process.env, UV_THREADPOOL_SIZE: '16' } })
  const stage = { client: helper(), bare: helper(), nginx: await startNginx(join(dataDir, 'nginx')) }
  for (const measure of [smallFiles, bigFile]) {
    // As it is by default, but for the per-minute quotas, which are there to stop exactly this.
    const product = await startServer({ dataDir, env: { CHECK_REPLIES: 'off', LOG_LEVEL: 'info' } })
    await measure(stage, product).finally(() => product.stop({ keep: true }))
  }
  await rm(dataDir, { recursive: true, force: true })
  for (const { line } of claims) console.log(line)
  process.exit(claims.some(({ missed }) => missed) ? 1 : 0)
}

if (process.argv[2] === 'role') serveQuestions()
else await main()
