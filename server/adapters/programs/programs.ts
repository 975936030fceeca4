import { spawn } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { isFromOutside } from './children.ts'

/** Programs of the machine, run on untrusted files: with limits, without our environment, and gone when we are. */

export interface RunOptions {
  /** The program's own folder: it is started there, and its temporary files stay there. */
  folder: string
  seconds: number
  memoryMb?: number
  /** The largest file that it may write. */
  fileMb?: number
  /** How much it may print before it is ended. */
  printedBytes?: number
  signal?: AbortSignal
}

export interface Ran {
  code: number
  stdout: Buffer
  stderr: string
}

export class ProgramEnded extends Error {
  override name = 'ProgramEnded'
  readonly code = 'CHILD_ENDED'
  constructor(
    readonly program: string,
    readonly why: 'time' | 'printed' | 'signal' | 'outside' | 'aborted',
  ) {
    super(`${program} was ended (${why})`)
  }
}

export interface Programs {
  find(name: string): Promise<string | undefined>
  run(name: string, args: string[], options: RunOptions): Promise<Ran>
  /** Hands on what it prints as it comes, however much it is. */
  stream(name: string, args: string[], take: (chunk: Buffer) => void, options: RunOptions): Promise<Ran>
  /** What stands before a command so that it is limited and dies with us. */
  limits(options: { memoryMb: number; fileMb: number; cpuSeconds?: number }): Promise<string[]>
}

const DEFAULTS = { memoryMb: 1024, fileMb: 4096, printedBytes: 16 * 1024 * 1024 }

export function programsIn(searchPath: string): Programs {
  const found = new Map<string, string>()

  async function find(name: string): Promise<string | undefined> {
    const known = found.get(name)
    if (known) return known
    for (const folder of searchPath.split(delimiter).filter(Boolean)) {
      const path = join(folder, name)
      if (!(await isExecutable(path))) continue
      found.set(name, path)
      return path
    }
    return undefined
  }

  async function limits({ memoryMb, fileMb, cpuSeconds }: { memoryMb: number; fileMb: number; cpuSeconds?: number }) {
    const before: string[] = []
    const [setpriv, prlimit] = [await find('setpriv'), await find('prlimit')]
    // A worker that is killed must not leave programs behind that go on for nobody.
    if (setpriv) before.push(setpriv, '--pdeathsig', 'KILL')
    if (prlimit) {
      before.push(prlimit, `--as=${memoryMb * 1024 * 1024}`, `--fsize=${fileMb * 1024 * 1024}`, '--core=0')
      if (cpuSeconds) before.push(`--cpu=${cpuSeconds}`)
    }
    return before
  }

  async function start(name: string, args: string[], given: RunOptions, take?: (chunk: Buffer) => void) {
    const options = { ...DEFAULTS, ...given, take }
    const path = await find(name)
    if (!path) throw new Error(`${name} is not installed`)
    const before = await limits({ ...options, cpuSeconds: Math.ceil(options.seconds * 2) })
    return runLimited(name, [...before, path, ...args], searchPath, options)
  }

  return {
    find,
    limits,
    run: (name, args, options) => start(name, args, options),
    stream: (name, args, take, options) => start(name, args, options, take),
  }
}

const isExecutable = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

function runLimited(
  name: string,
  [command, ...args]: string[],
  searchPath: string,
  options: RunOptions & typeof DEFAULTS & { take?: (chunk: Buffer) => void },
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    if (options.signal?.aborted) return reject(new ProgramEnded(name, 'aborted'))
    const child = spawn(command!, args, {
      cwd: options.folder,
      env: { PATH: searchPath, HOME: options.folder, TMPDIR: options.folder, LANG: 'C.UTF-8' },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that whatever it starts is ended with it.
      detached: true,
    })
    // Where it could not be started this is all that is heard of it, and unheard it would end the process.
    child.once('error', error => {
      finish()
      reject(error)
    })
    let why: ProgramEnded['why'] | undefined
    const end = (reason: ProgramEnded['why']) => {
      why ??= reason
      endGroup(child.pid)
    }
    const onAbort = () => end('aborted')
    const deadline = setTimeout(() => end('time'), options.seconds * 1000)
    const finish = () => {
      clearTimeout(deadline)
      options.signal?.removeEventListener('abort', onAbort)
    }
    if (child.pid === undefined) return
    options.signal?.addEventListener('abort', onAbort)
    const printed: Buffer[] = []
    const complaints: Buffer[] = []
    let size = 0
    const take = (into: Buffer[]) => (chunk: Buffer) => {
      size += chunk.length
      if (size > options.printedBytes) end('printed')
      else into.push(chunk)
    }
    child.stdout.on('data', options.take ?? take(printed))
    child.stderr.on('data', take(complaints))
    child.once('close', (code, signal) => {
      finish()
      if (why || signal) return reject(new ProgramEnded(name, why ?? (isFromOutside(signal) ? 'outside' : 'signal')))
      resolve({ code: code ?? -1, stdout: Buffer.concat(printed), stderr: Buffer.concat(complaints).toString('utf8') })
    })
  })
}

export function endGroup(pid: number | undefined): void {
  if (!pid) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {}
}
