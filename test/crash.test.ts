import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { type TestContext, test, vi } from 'vitest'
import { startEmbeddedPostgres } from '../server/db/embedded.ts'
import { aPerson, Person, until } from './support/client.ts'
import { begin, gather, verify } from './support/mischief.ts'
import { fsck, killTree, queryOnce, readersOf, signal } from './support/processes.ts'
import { aDataDir, type RunningServer, type ServerOptions, startServer } from './support/server.ts'
import { slowUpload } from './support/slow-upload.ts'
import { sampled } from './support/whole.ts'

// Most of the time here is waiting for a lease to run out, which several can do at once; a busy machine takes longer.
vi.setConfig({ testTimeout: 480_000 })

async function aFolder(context: TestContext): Promise<string> {
  const folder = await aDataDir()
  context.onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Whatever a test leaves running is gone after it. */
async function start(context: TestContext, options: ServerOptions & { dataDir: string }): Promise<RunningServer> {
  const server = await startServer(options)
  context.onTestFinished(async () => {
    if (server.process.exitCode === null && server.process.signalCode === null) await server.stop({ keep: true })
  })
  return server
}

async function databaseOf(dataDir: string): Promise<string> {
  return (await startEmbeddedPostgres({ dataDir, log: () => {} })).url
}

const killAlone = (node: RunningServer) => node.kill()

test.concurrent('after a kill -9 in the middle of everything, what was confirmed is there and nothing else', async context => {
  const { expect } = context
  const dataDir = await aFolder(context)
  let server = await start(context, { dataDir })
  const mischief = await gather([server.url], 3)
  for (const kill of sampled([killTree], [killTree, killTree, killTree, killTree, killAlone])) {
    const stop = begin(mischief)
    // By what was done, not by the clock: a busy machine does less in the same time.
    const enough = mischief.confirmed + 20 + Math.random() * 60
    await until(async () => mischief.confirmed > enough, 'some mischief')
    await kill(server)
    await stop()
    server = await start(context, { dataDir })
    mischief.urls = [server.url]
    expect(await verify(mischief, false)).toEqual([])
  }
  expect(await verify(mischief)).toEqual([])
  expect(await fsck({ DATA_DIR: dataDir })).toMatchObject({ sound: true })
})

/** The readers of a server, those of later included, hold whatever they are given from now on. */
function freezeReaders(context: TestContext, server: RunningServer): void {
  const frozen = new Set<number>()
  const freeze = () => {
    for (const pid of readersOf(server).filter(pid => !frozen.has(pid))) {
      frozen.add(pid)
      signal(pid, 'SIGSTOP')
    }
  }
  freeze()
  // One that was idle for long may have been let go: the fresh one is frozen before it can have read anything.
  const watch = setInterval(freeze, 50)
  server.process.once('exit', () => clearInterval(watch))
  context.onTestFinished(() => {
    clearInterval(watch)
    for (const pid of frozen) signal(pid, 'SIGKILL')
  })
}

const jobsIn = (url: string, states: string) =>
  queryOnce(
    url,
    `select payload->>'objectId' as id, state, attempt from jobs
      where name = 'object.stored' and state in (${states}) order by id`,
  )

/** While the readers are frozen. */
async function stickAJob(anna: Person, url: string): Promise<string> {
  const { id } = await anna.upload('stuck.txt')
  await until(async () => (await jobsIn(url, "'STARTED'")).some(job => job.id === id), 'the job to be taken')
  return id
}

test.concurrent('the job of a killed worker is done by another as soon as its lease is over, which takes less than 30 s', {
  tags: ['long'],
}, async context => {
  const { expect } = context
  const dataDir = await aFolder(context)
  const api = await start(context, { dataDir, args: ['--role=api'] })
  const worker = { dataDir, args: ['--role=worker'], readyLine: /works in the background/ }
  const doomed = await start(context, worker)
  const anna = await aPerson(api.url)
  const { id: first } = await anna.upload('first.txt')
  await anna.read(first)
  const url = await databaseOf(dataDir)
  // Asleep until then: on a busy machine it takes longer to start than a file may take to be read.
  const other = (await start(context, worker)).process.pid!
  signal(other, 'SIGSTOP')
  freezeReaders(context, doomed)
  const stuck = await stickAJob(anna, url)
  const [lease] = await queryOnce(
    url,
    "select max(lease_until) < now() + '30 s' as is_short from jobs where state = 'STARTED'",
  )
  expect(lease).toEqual({ is_short: true })
  await doomed.kill()
  signal(other, 'SIGCONT')
  expect(await anna.read(stuck)).toMatchObject({ status: 'ready' })
  const ended = async () => (await jobsIn(url, "'SUCCESS'")).find(job => job.id === stuck)
  expect(await until(ended, 'the job to be ended')).toMatchObject({ attempt: 1 })
})

test.concurrent('a graceful stop answers what is under way and hands its jobs back untried', async context => {
  const { expect } = context
  const dataDir = await aFolder(context)
  const server = await start(context, { dataDir, env: { WORKERS: '1' } })
  const anna = await aPerson(server.url)
  const first = await anna.upload('first.txt')
  await anna.read(first.id)
  const url = await databaseOf(dataDir)
  let [stuck, waiting] = ['', '']
  // A machine that stands still for long loses the lease of the job that hangs, and it is read after all: then once more.
  const hangs = async () => (await jobsIn(url, "'STARTED'")).some(job => job.id === stuck)
  freezeReaders(context, server)
  for (let round = 1; round <= 5 && !(await hangs()); round++) {
    stuck = await stickAJob(anna, url)
    waiting = (await anna.upload('waiting.txt')).id
  }
  const goOn = await slowUpload(server.url, anna.token)
  server.process.kill('SIGTERM')
  const ended = once(server.process, 'exit')
  await until(async () => server.output().includes('is stopping'), 'the stop to begin')
  expect(await goOn()).toBe(201)
  expect(await ended).toEqual([0, null])

  expect(await jobsIn(await databaseOf(dataDir), "'PENDING', 'STARTED', 'RETRY', 'FAILURE'")).toMatchObject([
    { id: stuck, state: 'PENDING', attempt: 0 },
    { id: waiting, state: 'PENDING', attempt: 0 },
    { state: 'PENDING', attempt: 0 },
  ])
  const next = await start(context, { dataDir })
  const later = new Person(anna.email, anna.password, anna.token, anna.id, next.url)
  const ready = async (id: string) => (await later.get(`/v1/objects/${id}`)).body.status === 'ready'
  await until(async () => (await ready(stuck)) && (await ready(waiting)), 'the rest to be read')
  const all = (await later.get('/v1/objects')).body.total
  await until(async () => (await later.get('/v1/objects?status=ready')).body.total === all, 'all to be read')
})

test.concurrent('a second start on the same data is refused with the reason', { tags: ['long'] }, async context => {
  const { expect } = context
  const dataDir = await aFolder(context)
  const server = await start(context, { dataDir })
  const second = startServer({ dataDir })
  await expect(second).rejects.toThrow(/ended with 1:/)
  await expect(second).rejects.toThrow(`in use by process ${server.process.pid}`)
  expect((await fetch(`${server.url}/health`)).status).toBe(200)
})
