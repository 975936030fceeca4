import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson, type Person, until } from './support/client.ts'
import { helpersOf, isRunning, signal } from './support/processes.ts'
import { ROOT, type RunningServer, startServer } from './support/server.ts'

/** What people notice of child processes that are killed, or of which no more can be started: a second try, and nothing else. */

const linux = existsSync('/proc/self/fd')
const has = (program: string) => existsSync(join('/usr/bin', program))

let server: RunningServer
let anna: Person
let temporary: string

beforeAll(async () => {
  // Short, since the office listens on a socket in it; and as root it runs as another user, who must pass through.
  temporary = await mkdtemp(join(tmpdir(), 'd-'))
  await chmod(temporary, 0o711)
  // As root: the limits of another user's process cannot be changed from here.
  server = await startServer({ env: { TMPDIR: temporary, SERVICE_USER: 'root' } })
  anna = await aPerson(server.url)
})
afterAll(async () => {
  if (server.process.exitCode === null) await server.stop()
  await rm(temporary, { recursive: true, force: true })
})

const sample = async (name: string) => new Uint8Array(await readFile(join(ROOT, 'test/corpus', name)))
const descriptors = () => readdirSync(`/proc/${server.process.pid}/fd`).length
const limit = (files: number) =>
  execFileSync('/usr/bin/prlimit', ['--pid', String(server.process.pid), `--nofile=${files}:`])

test.runIf(linux)('each kind that is killed costs no more than a second try', { tags: ['long'] }, async () => {
  const killed = new Set<string>()
  let on = true
  const killing = (async () => {
    while (on) {
      for (const { pid, line } of helpersOf(server)) {
        const kind = /adapters\/([\w-]+)\/child/.exec(line)?.[1]
        // Each kind once: what is killed for ever is given up at last.
        if (!kind || killed.has(kind)) continue
        signal(pid, killed.size % 2 ? 'SIGKILL' : 'SIGTERM')
        killed.add(kind)
      }
      await sleep(20)
    }
  })()
  const statuses = new Set<number>()
  const brought = ['contract.pdf', 'prices.xlsx', 'contract.html'].map(async name => {
    const { id } = await anna.upload(name, await sample(name))
    for (const what of ['thumbnail', 'cells']) statuses.add((await anna.get(`/v1/objects/${id}/${what}`)).status)
    expect(await anna.read(id)).toMatchObject({ status: 'ready', error: null })
  })
  await Promise.all(brought)
  on = false
  await killing
  expect([...statuses].filter(status => ![200, 404, 503].includes(status))).toEqual([])
  expect([...killed]).toEqual(expect.arrayContaining(['reader', 'describer', 'document-worker']))
})

test.runIf(linux && has('prlimit') && has('pdftoppm'))(
  'without descriptors for another process it goes on',
  async () => {
    const { id } = await anna.upload('b.pdf', await sample('contract.pdf'))
    await anna.read(id)
    const before = descriptors()
    limit(before + 2)
    const statuses = new Set<number | string>()
    for (let turn = 0; turn < 5; turn++) {
      const asked = [256, 1024].map(size => anna.get(`/v1/objects/${id}/preview?size=${size}`))
      asked.push(anna.send('c.txt', `no descriptors, ${turn}`))
      for (const outcome of await Promise.allSettled(asked))
        statuses.add(outcome.status === 'fulfilled' ? outcome.value.status : 'no connection')
    }
    limit(4096)
    expect([...statuses].filter(status => ![200, 201, 503, 'no connection'].includes(status))).toEqual([])
    expect(server.process.exitCode).toBeNull()
    await until(async () => (await anna.get(`/v1/objects/${id}/preview?size=256`)).status === 200, 'a picture')
    await until(async () => (await anna.get('/v1/processing')).body.pending === 0, 'nothing to be pending')
  },
)

test.runIf(linux && has('soffice'))(
  'an office that is killed is no fault of the document',
  { tags: ['long'] },
  async () => {
    const pages = async (name: string) =>
      anna.get(`/v1/objects/${(await anna.upload(name, await sample(name))).id}/preview.pdf`)
    expect((await pages('contract.docx')).status).toBe(200)
    const { pid } = helpersOf(server).find(({ line }) => line.includes('soffice.bin'))!
    signal(pid, 'SIGSTOP')
    const asked = pages('contract.rtf')
    const tasks = join(server.dataDir, 'work/tasks')
    await until(async () => readdirSync(tasks).some(work => hasJob(join(tasks, work))), 'the office to be asked')
    signal(pid, 'SIGKILL')
    expect((await asked).status).toBe(200)
  },
)

const hasJob = (folder: string) => {
  try {
    return readdirSync(folder).some(name => name.startsWith('job-'))
  } catch {
    return false
  }
}

test.runIf(linux)('who stops leaves no process and no folder behind, also of those that hang', async () => {
  await anna.read((await anna.upload('e.txt', 'A text that is read and described.')).id)
  await anna.get('/v1/search?q=text')
  const helpers = helpersOf(server)
  expect(helpers.length).toBeGreaterThan(0)
  for (const { pid } of helpers) signal(pid, 'SIGSTOP')
  await server.stop()
  expect(server.process.exitCode).toBe(0)
  await until(async () => !helpers.some(({ pid }) => isRunning(pid)), 'every child to be gone', 10)
  expect(readdirSync(temporary).filter(name => name.startsWith('dossier-'))).toEqual([])
})
