import { spawn } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { countEnd, type Ending, isFromOutside } from '../pool/endings.ts'
import { dropLinks } from '../pool/made-files.ts'
import type { Sandbox } from '../pool/sandbox.ts'

/** Programs of the machine, run on untrusted files: apart from everything else, with limits, and gone when we are. */

export interface RunOptions {
  /** The program's own folder: it is started there, and its temporary files stay there. */
  folder: string
  /** Files elsewhere that it may read, beside those that are arguments. */
  reads?: string[]
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
  withFolder: Sandbox['withFolder']
  find(name: string): Promise<string | undefined>
  run(name: string, args: string[], options: RunOptions): Promise<Ran>
  /** Hands on what it prints as it comes, however much it is. */
  stream(name: string, args: string[], take: (chunk: Buffer) => void, options: RunOptions): Promise<Ran>
  /** What stands before a command so that it is limited and dies with us. */
  limits(options: { memoryMb: number; fileMb: number; cpuSeconds?: number }): Promise<string[]>
}

const DEFAULTS = { memoryMb: 1024, fileMb: 4096, printedBytes: 16 * 1024 * 1024 }

export function programsIn(searchPath: string, sandbox: Sandbox): Programs {
  const found = new Map<string, string>()

  async function find(name: string): Promise<string | undefined> {
    if (sandbox.required && sandbox.isolation.way === 'none') return undefined
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
    // A killed worker must not leave programs running.
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
    const readable = [...(options.reads ?? []), ...args.map(pathIn)].filter(
      file => file.startsWith('/') && !file.startsWith(`${options.folder}/`),
    )
    const apart = sandbox.isolation.wrap({ writable: [options.folder], readable })
    try {
      return await runLimited(name, [...before, ...apart, path, ...args], searchPath, options)
    } finally {
      await dropLinks(options.folder)
    }
  }

  return {
    withFolder: sandbox.withFolder,
    find,
    limits,
    run: (name, args, options) => start(name, args, options),
    stream: (name, args, take, options) => start(name, args, options, take),
  }
}

/** Of an argument that names a file: by itself, or behind a scheme. */
const pathIn = (argument: string) => argument.replace(/^file:(?=\/)/, '')

const isExecutable = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

/** What the caller has broken off is no death. */
const COUNTED: Partial<Record<ProgramEnded['why'], Ending>> = {
  time: 'exceeded',
  printed: 'exceeded',
  signal: 'broke',
  outside: 'killed',
}

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
    // Where it could not be started this event is the only sign of it, and without a listener it would end the process.
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
      const by = signal ?? signalIn(code)
      if (why || by) {
        const ended = why ?? (isFromOutside(by) ? 'outside' : 'signal')
        const counted = COUNTED[ended]
        if (counted) countEnd(name, counted)
        return reject(new ProgramEnded(name, ended))
      }
      resolve({ code: code ?? -1, stdout: Buffer.concat(printed), stderr: Buffer.concat(complaints).toString('utf8') })
    })
  })
}

/** Of a program that was ended inside of its room, as the room tells it. */
export const signalIn = (code: number | null) => (code !== null && code > 128 ? (SIGNALS[code - 128] ?? null) : null)
const SIGNALS: Record<number, string> = {
  6: 'SIGABRT',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  15: 'SIGTERM',
  24: 'SIGXCPU',
  25: 'SIGXFSZ',
}

export function endGroup(pid: number | undefined): void {
  if (!pid) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {}
}
