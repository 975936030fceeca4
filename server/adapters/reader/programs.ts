import { spawn } from 'node:child_process'
import { basename } from 'node:path'
import { ChildEnded } from '../pool/endings.ts'
import { failed, WHY } from './failures.ts'
import { LIMITS } from './limits.ts'

export interface ProgramLimits {
  memoryMb: number
  cpuSeconds: number
  wallMs: number
  fileMb: number
  outputBytes: number
}

export interface Ended {
  code: number | null
  stdout: Buffer
  stderr: string
  /** It printed more than it may and was stopped; what it printed until then is here. */
  overflowed: boolean
}

/**
 * A program of the system on untrusted bytes: bounded in memory, processor, clock and output, with nothing in its
 * environment. It stays in the group of this process, which is ended as a whole.
 */
export function runProgram(
  program: string,
  args: string[],
  options: { limits?: Partial<ProgramLimits>; env?: Record<string, string>; cwd?: string } = {},
): Promise<Ended> {
  const limits = { ...LIMITS.program, ...options.limits }
  // Not every system can limit every thing; the clock and the output are ours in any case. -f counts 512 bytes.
  const bounds = [
    `ulimit -v ${limits.memoryMb * 1024}`,
    `ulimit -S -t ${limits.cpuSeconds}`,
    `ulimit -H -t ${limits.cpuSeconds + 5}`,
    `ulimit -f ${limits.fileMb * 2048}`,
    'ulimit -c 0',
  ]
  const script = `${bounds.map(bound => `${bound} 2>/dev/null`).join('; ')}; exec "$0" "$@"`
  const child = spawn('/bin/sh', ['-c', script, program, ...args], {
    env: { LC_ALL: 'C.UTF-8', OMP_THREAD_LIMIT: '1', PATH: '/usr/bin:/bin', ...options.env },
    cwd: options.cwd ?? '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Listened for before anything else is touched: where it could not be started there is nothing else.
  const broken = new Promise<never>((_resolve, reject) => child.once('error', reject))
  if (child.pid === undefined) return broken
  const chunks: Buffer[] = []
  let [size, stderr, overflowed, late] = [0, '', false, false]
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= limits.outputBytes) chunks.push(chunk)
    else if (!overflowed) {
      overflowed = true
      child.kill('SIGKILL')
    }
  })
  child.stderr.on('data', (chunk: Buffer) => {
    if (stderr.length < 20_000) stderr += chunk.toString()
  })
  const timer = setTimeout(() => {
    late = true
    child.kill('SIGKILL')
  }, limits.wallMs)
  return new Promise((resolve, reject) => {
    child.once('error', error => {
      clearTimeout(timer)
      reject(error)
    })
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      if (late || signal === 'SIGXCPU') return reject(failed(WHY.slow))
      // Neither by us nor by its limits: a machine without memory, or somebody else.
      if (signal === 'SIGKILL' && !overflowed) return reject(new ChildEnded(`${basename(program)} was ended`))
      resolve({ code, stdout: Buffer.concat(chunks), stderr, overflowed })
    })
  })
}
