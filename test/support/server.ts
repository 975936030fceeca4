import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, statfsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fillFresh } from './fresh-data.ts'

/** The real program, as a process of its own. */

export const ROOT = projectRoot()

/** From here upwards: the benches run from a folder that is built elsewhere. */
function projectRoot(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package-lock.json'))) folder = dirname(folder)
  return folder
}

export interface RunningServer {
  url: string
  dataDir: string
  process: ChildProcess
  /** Everything it has printed. */
  output(): string
  /** Asks it to stop and waits until it has; removes the data unless told to keep it. */
  stop(options?: { keep?: boolean }): Promise<void>
  /** kill -9 of the server alone; its database lives on, as after a crash. */
  kill(): Promise<void>
}

export interface ServerOptions {
  env?: Record<string, string>
  args?: string[]
  dataDir?: string
  /** Where what a first start does is looked at: an empty folder stays empty until then. */
  fromNothing?: boolean
  /** For a worker, which prints no address. */
  readyLine?: RegExp
}

const MEMORY_DISK = '/dev/shm'
const MEMORY_TO_SPARE = 8 * 1024 ** 3

/** On a disk of memory where there is plenty of it: every commit of a test would wait for the disk otherwise. */
export function placeForData(): string {
  // Benches measure the disk that people have.
  if (!process.env.VITEST) return tmpdir()
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DISK)
    return Math.min(bavail * bsize, freemem()) > MEMORY_TO_SPARE ? MEMORY_DISK : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Inside the folder of the whole run, which goes with all that is left in it. */
export async function aDataDir(): Promise<string> {
  const folder = await mkdtemp(join(process.env.TEST_FOLDER ?? placeForData(), 'dossier-test-'))
  // As root the database runs as another user, who must be able to pass through.
  await chmod(folder, 0o711)
  return folder
}

/** On a fresh folder where none is given. An empty one is filled as the first start leaves it. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const dataDir = options.dataDir ?? (await aDataDir())
  if (!options.fromNothing && existsSync(dataDir) && !existsSync(join(dataDir, 'postgres')))
    await fillFresh(dataDir, options.env ?? {}, async folder => (await startOn(folder, {})).stop({ keep: true }))
  return startOn(dataDir, options)
}

async function startOn(dataDir: string, options: ServerOptions): Promise<RunningServer> {
  const child = spawn(process.execPath, [join(ROOT, 'dist/server/main.js'), ...(options.args ?? [])], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      UV_THREADPOOL_SIZE: '16',
      DATA_DIR: dataDir,
      PORT: '0',
      REGISTRATION: 'open',
      RATE_LIMITS: 'off',
      CHECK_REPLIES: 'on',
      // Each connection plans every statement for itself, which is most of what the database does in short tests.
      DATABASE_POOL: '5',
      LOG_LEVEL: 'warn',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout!.on('data', chunk => {
    output += chunk
  })
  child.stderr!.on('data', chunk => {
    output += chunk
  })
  const ready = options.readyLine ?? /ready at (http:\S+)/
  const url = await new Promise<string>((yes, no) => {
    const look = () => {
      const found = ready.exec(output)
      if (found) yes(found[1] ?? '')
    }
    child.stdout!.on('data', look)
    child.once('exit', code => no(new Error(`the server ended with ${code}:\n${output}`)))
  })
  const gone = new Promise<void>(done => child.once('exit', () => done()))
  return {
    url,
    dataDir,
    process: child,
    output: () => output,
    async stop({ keep = false } = {}) {
      child.kill('SIGTERM')
      await gone
      if (!keep) await rm(dataDir, { recursive: true, force: true })
    },
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}
