import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './server.ts'

/** The program's commands, as an operator calls them. */

export interface Spoken {
  code: number
  said: string
}

const MAIN = join(ROOT, 'dist/server/main.js')
const environment = (env: Record<string, string>) => ({ PATH: process.env.PATH, LOG_LEVEL: 'warn', ...env })

export async function command(name: string, env: Record<string, string>, ...args: string[]): Promise<Spoken> {
  const options = { cwd: ROOT, env: environment(env), maxBuffer: 64 * 1024 * 1024 }
  const done = await promisify(execFile)(process.execPath, [MAIN, `--command=${name}`, ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    error => error as { code: number; stdout: string; stderr: string },
  )
  return { code: done.code, said: done.stdout + done.stderr }
}

/** One that is going to be killed. */
export function begun(name: string, env: Record<string, string>, ...args: string[]): ChildProcess {
  // Without a name it is the service itself.
  return spawn(process.execPath, [MAIN, ...(name ? [`--command=${name}`] : []), ...args], {
    cwd: ROOT,
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Every file under a folder. */
export async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
}

/** One bit of one byte. */
export function damage(path: string, at: (size: number) => number = size => Math.floor(size / 2)): void {
  const bytes = readFileSync(path)
  const place = at(bytes.length)
  bytes[place] = bytes[place]! ^ 1
  writeFileSync(path, bytes)
}
