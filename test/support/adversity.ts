import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Json, Person, until } from './client.ts'
import { helpersOf } from './processes.ts'
import { aDataDir, ROOT, type RunningServer } from './server.ts'

/** A machine that runs short of something, and has it again later. */

const NAMES = ['contract.pdf', 'contract.docx', 'prices.xls', 'prices.xlsx', 'contract.doc']

/** Sound files of several kinds. */
export async function bringFiles(person: Person, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const name = NAMES[n % (NAMES.length + 1)]
    if (name) await person.upload(`${n} ${name}`, readFileSync(join(ROOT, 'test/corpus', name)) as Buffer<ArrayBuffer>)
    else await person.upload(`${n}.txt`, `Письмо номер ${n}.`)
  }
}

export const samePerson = (server: RunningServer, { email, password, token, id }: Person) =>
  new Person(email, password, token, id, server.url)

export interface Outcome {
  filename: string
  status: string
  error: string | null
}

/** Waits until nothing is left to be read, and tells what became of each file. */
export async function outcomes(person: Person, seconds: number): Promise<Outcome[]> {
  const pending = async () => (await person.get('/v1/processing')).body?.pending
  await until(async () => (await pending()) === 0, 'all to be read', seconds)
  const { items } = (await person.get('/v1/objects?limit=200')).body as { items: Json[] }
  return items.map(({ filename, status, error }) => ({ filename, status, error }))
}

export const notReady = (all: Outcome[]): Outcome[] => all.filter(({ status }) => status !== 'ready')

export const canMount = process.getuid?.() === 0 && mounted(join('/tmp', `dossier-mount-${process.pid}`), 1)

function mounted(folder: string, megabytes: number): boolean {
  mkdirSync(folder, { recursive: true })
  const done = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'tmpfs', folder]).status === 0
  if (done) execFileSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
  return done
}

/** A disk of its own for the data, perhaps with room for so many files and folders alone. */
export async function aSmallDisk(megabytes: number, inodes?: number) {
  const folder = await aDataDir()
  const options = `size=${megabytes}m,mode=711${inodes ? `,nr_inodes=${inodes}` : ''}`
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder])
  const filler = join(folder, 'filler')
  const crowd = join(folder, 'crowd')
  return {
    folder,
    /** Leaves so many megabytes. */
    async fill(left = 0): Promise<void> {
      const kept = join(folder, 'kept')
      writeFileSync(kept, Buffer.alloc(left * 1024 * 1024))
      // Smaller and smaller pieces, until not a page is left.
      for (let size = 4 * 1024 * 1024; size >= 4096; size /= 2)
        while (
          await appendFile(filler, Buffer.alloc(size)).then(
            () => true,
            () => false,
          )
        ) {}
      rmSync(kept)
    },
    /** Empty files, until there can be no more. */
    crowd(): void {
      mkdirSync(crowd, { recursive: true })
      for (let n = readdirSync(crowd).length; ; n++)
        try {
          writeFileSync(join(crowd, String(n)), '')
        } catch {
          return
        }
    },
    close: () => execFileSync('mount', ['-o', 'remount,ro', folder]),
    open: () => execFileSync('mount', ['-o', 'remount,rw', folder]),
    free: () => {
      rmSync(filler, { force: true })
      rmSync(crowd, { force: true, recursive: true })
    },
    remove: () => spawnSync('umount', ['-l', folder]),
  }
}

const MEMORY = '/sys/fs/cgroup/memory'

export const hasMemoryGroups = existsSync(join(MEMORY, 'memory.limit_in_bytes'))

/** A group of processes that has so much memory and no more. */
export function aMemoryGroup(megabytes: number) {
  const folder = join(MEMORY, `dossier-${process.pid}`)
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  const limit = (bytes: number) => writeFileSync(join(folder, 'memory.limit_in_bytes'), String(bytes))
  limit(megabytes * 1024 * 1024)
  return {
    take(server: RunningServer): void {
      for (const pid of [server.process.pid!, ...helpersOf(server).map(helper => helper.pid)])
        writeFileSync(join(folder, 'cgroup.procs'), String(pid))
    },
    kills: () => Number(/oom_kill (\d+)/.exec(readFileSync(join(folder, 'memory.oom_control'), 'utf8'))?.[1] ?? 0),
    lift: () => limit(-1),
    remove: () => rmdirSync(folder),
  }
}
