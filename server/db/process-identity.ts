import { readFileSync } from 'node:fs'

/** A process id alone is not enough: after a crash the same number may belong to somebody else. */
export interface ProcessIdentity {
  pid: number
  /** Clock ticks since boot at which the process began; absent where there is no /proc. */
  startedAt?: string
  bootId?: string
}

export function identifyProcess(pid: number): ProcessIdentity {
  const startedAt = readProcStat(pid)?.startedAt
  const bootId = readOrUndefined('/proc/sys/kernel/random/boot_id')?.trim()
  return { pid, ...(startedAt && { startedAt }), ...(bootId && { bootId }) }
}

export function isSameProcessAlive(identity: ProcessIdentity): boolean {
  if (!isPidAlive(identity.pid)) return false
  const now = identifyProcess(identity.pid)
  return now.startedAt === identity.startedAt && now.bootId === identity.bootId
}

/** A zombie has ended: it only waits for its parent to notice. */
export function isPidAlive(pid: number): boolean {
  if (!pidExists(pid)) return false
  const state = readProcStat(pid)?.state
  return state !== 'Z' && state !== 'X'
}

export function pidExists(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function readProcStat(pid: number): { state: string; startedAt: string } | undefined {
  // The second field is the program's name in brackets and may itself hold brackets and spaces.
  const text = readOrUndefined(`/proc/${pid}/stat`)
  if (!text) return undefined
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { state: fields[0] ?? '', startedAt: fields[19] ?? '' }
}

function readOrUndefined(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
