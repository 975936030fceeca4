import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aPerson, type Person, until } from './support/client.ts'
import { databaseOf, helpersOf } from './support/processes.ts'
import { ROOT, type RunningServer, startServer } from './support/server.ts'

vi.setConfig({ testTimeout: 120_000 })

const linux = existsSync('/proc/self/ns/user')
const NAMESPACES = ['user', 'net', 'mnt', 'pid', 'ipc']

let server: RunningServer
let anna: Person
beforeAll(async () => {
  server = await startServer({ env: { SECRET_KEY: Buffer.alloc(32, 7).toString('base64') } })
  anna = await aPerson(server.url)
})
afterAll(() => server.stop())

const statusOf = (pid: number): Record<string, string> =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/status`, 'utf8')
      .split('\n')
      .map(line => line.split(/:\s+/) as [string, string]),
  )
const namespaces = (pid: number) => NAMESPACES.map(kind => readlinkSync(`/proc/${pid}/ns/${kind}`))
const limitOf = (pid: number, name: string) =>
  new RegExp(`^${name}\\s+(\\S+)`, 'm').exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))?.[1]

const PROGRAMS = /^(soffice\.bin|ffmpeg|ffprobe|pdf\w+|qpdf|tesseract)$/

interface Seen {
  uid: string
  capabilities: string
  privileges: string
  shared: string[]
  data: string | undefined
  /** Address space, which programs are limited in. */
  space: string | undefined
  core: string | undefined
  environment: string
  files: string[]
  /** The folders of tasks that it sees. */
  tasks: string[]
}

/** Programs are there for a moment only: whatever was met is kept by what it is called. */
async function meet(work: Promise<unknown>): Promise<Map<string, Seen>> {
  const met = new Map<string, Seen>()
  const own = namespaces(server.process.pid!)
  let done = false
  const watch = (async () => {
    while (!done) {
      for (const { pid, line } of helpersOf(server)) {
        const name = nameOf(line)
        if (!name) continue
        try {
          const known = met.get(name)
          if (known) known.tasks.push(...tasksSeenBy(pid))
          else met.set(name, see(pid, own))
        } catch {
          // Gone meanwhile.
        }
      }
      await sleep(5)
    }
  })()
  await work.finally(() => {
    done = true
  })
  await watch
  return met
}

/** What runs inside a room. The room itself is nobody else's, `fallocate` reserves space, and a new process is the service still. */
function nameOf(line: string): string | undefined {
  if (/^\S*(bwrap|unshare|sh|nice|prlimit|setpriv|fallocate) |server\/main\.js/.test(line)) return undefined
  const child = /adapters\/([\w-]+)\/child\.js/.exec(line)?.[1]
  const program = /^(\S+)/.exec(line)?.[1]?.split('/').at(-1)
  return child ?? program
}

function tasksSeenBy(pid: number): string[] {
  const folder = join(`/proc/${pid}/root`, server.dataDir, 'work/tasks')
  return existsSync(folder) ? readdirSync(folder) : []
}

const see = (pid: number, own: string[]): Seen => {
  const status = statusOf(pid)
  return {
    uid: status.Uid!.split('\t')[0]!,
    capabilities: status.CapEff!,
    privileges: status.NoNewPrivs!,
    shared: namespaces(pid).filter((name, at) => name === own[at]),
    data: limitOf(pid, 'Max data size'),
    space: limitOf(pid, 'Max address space'),
    core: limitOf(pid, 'Max core file size'),
    environment: readFileSync(`/proc/${pid}/environ`, 'utf8'),
    files: readdirSync(`/proc/${pid}/root`),
    tasks: tasksSeenBy(pid),
  }
}

const corpus = (name: string) => readFile(join(ROOT, 'test/corpus', name)) as Promise<Buffer<ArrayBuffer>>

test.runIf(linux)('neither the service nor its database runs as root', () => {
  expect(Number(statusOf(server.process.pid!).Uid!.split('\t')[0])).not.toBe(0)
  for (const pid of databaseOf(server.dataDir)) expect(Number(statusOf(pid).Uid!.split('\t')[0])).not.toBe(0)
})

test.runIf(linux)('every program that touches a file is in a room of its own, without any power', async () => {
  // As if somebody else's task were under way.
  const foreign = join(server.dataDir, 'work/tasks/w-foreign')
  mkdirSync(foreign)
  writeFileSync(join(foreign, 'letter.txt'), 'of somebody else')
  const met = await meet(everything())
  expect([...met.keys()]).toEqual(
    expect.arrayContaining(['reader', 'describer', 'document-worker', 'embedder', 'soffice.bin']),
  )
  for (const [name, seen] of met) {
    expect.soft(seen.uid, name).not.toBe('0')
    expect.soft(seen.capabilities, name).toBe('0000000000000000')
    expect.soft(seen.privileges, name).toBe('1')
    expect.soft(seen.shared, name).toEqual([])
    expect.soft(seen.core, name).toBe('0')
    expect.soft(seen.environment, name).not.toMatch(/SECRET_KEY|DATA_DIR|DATABASE_URL/)
    expect.soft(seen.files, name).not.toContain('root')
    expect.soft(seen.files, name).not.toContain('home')
    expect.soft(seen.tasks, name).not.toContain('w-foreign')
  }
  // It was met in the folder of its own task, so the absence of the other says something.
  expect(met.get('document-worker')!.tasks).not.toEqual([])
  for (const child of ['reader', 'describer', 'document-worker', 'embedder'])
    expect.soft(Number(met.get(child)!.data), child).toBeGreaterThan(0)
  // Those are short-lived: whichever was met.
  for (const [name, { data, space }] of met)
    if (PROGRAMS.test(name)) expect.soft(Number(data) > 0 || Number(space) > 0, `${name}: ${data}, ${space}`).toBe(true)
})

/** Read, described, given vectors, drawn, converted. */
async function everything(): Promise<void> {
  const files = await Promise.all(
    ['contract.doc', 'contract.pdf', 'contract.docx'].map(async name => anna.upload(name, await corpus(name))),
  )
  for (const { id } of files) expect((await anna.read(id)).status).toBe('ready')
  for (const { id } of files) await anna.get(`/v1/objects/${id}/preview?size=256`)
  const picture = await anna.upload('a.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  await anna.get(`/v1/objects/${picture.id}/preview?size=256`)
  const { body } = await anna.post(`/v1/objects/${files[1]!.id}/pdf/properties`, { title: 'Contract' })
  const task = `/v1/objects/${files[1]!.id}/pdf-status/${body.task_id}`
  await until(async () => (await anna.get(task)).body.done, 'the new file')
  await until(async () => (await anna.get('/v1/search?q=договор&mode=semantic')).body.mode === 'semantic', 'vectors')
}

test('health names how programs are set apart and as whom the service runs', async () => {
  const { body } = await anna.get('/health/deep')
  const details = Object.fromEntries(body.checks.map(check => [check.name, check.detail]))
  expect(details).toMatchObject({
    isolation: expect.stringMatching(/bubblewrap|namespaces|cannot be used/),
    user: expect.stringMatching(/^runs as/),
    disk: expect.stringContaining('free'),
    work_folder: expect.any(String),
    descriptors: expect.any(String),
    event_loop: expect.any(String),
    reading: expect.any(String),
    judge: expect.stringContaining('with the judge'),
  })
})

test('where nothing can be set apart and that is a condition, files are kept unread and say so', async () => {
  const strict = await startServer({ env: { ISOLATION: 'required', PATH: '/nowhere' } })
  try {
    const person = await aPerson(strict.url)
    const object = await person.read((await person.upload('a.txt', 'Текст')).id)
    expect(object).toMatchObject({ status: 'ready', needs_manual: true, error: expect.stringContaining('not read') })
    const health = await person.get('/health/deep')
    expect(health.status).toBe(503)
    expect(health.body.checks.find(check => check.name === 'isolation')!.ok).toBe(false)
  } finally {
    await strict.stop()
  }
})
