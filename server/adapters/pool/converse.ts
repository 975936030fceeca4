import type { ChildProcess } from 'node:child_process'
import type { ChildMessage } from './child.ts'
import { ChildBroke, ChildEnded, ChildExceeded, countEnd } from './endings.ts'
import { endGroup, isAlive } from './launch.ts'
import { usageOf } from './usage.ts'

/** One question to a child and its answer, within bounds. */

export interface ConverseOptions {
  /** All of the question, and between two words about it. */
  ms: number
  silenceMs?: number
  /** Of processor time, of the child and all that it started. */
  cpuMs?: number
  /** Of the child and all that it started. */
  memoryMb?: number
  signal?: AbortSignal
  progress?: (progress: never) => void
}

const WATCH_MS = 200

export function converse<Answer>(
  name: string,
  child: ChildProcess,
  { id, question }: { id: number; question: unknown },
  { ms, silenceMs, cpuMs, memoryMb, signal, progress }: ConverseOptions,
): Promise<{ value: Answer; grown: boolean }> {
  return new Promise((resolve, reject) => {
    let silence: NodeJS.Timeout | undefined
    const finish = (act: () => void) => {
      clearTimeout(silence)
      clearTimeout(deadline)
      clearInterval(watch)
      signal?.removeEventListener('abort', onAbort)
      child.off('message', onMessage)
      child.off('exit', onExit)
      act()
    }
    const stop = (error: unknown) =>
      finish(() => {
        endGroup(child)
        reject(error)
      })
    const exceed = (what: 'time' | 'memory') => {
      countEnd(name, 'exceeded')
      stop(new ChildExceeded(name, what))
    }
    const listen = () => {
      clearTimeout(silence)
      if (silenceMs) silence = setTimeout(() => exceed('time'), silenceMs)
    }
    const onMessage = (reply: ChildMessage<Answer>) => {
      if (reply.id !== id) return
      if ('progress' in reply) {
        listen()
        return (progress as ((progress: unknown) => void) | undefined)?.(reply.progress)
      }
      finish(() =>
        'failed' in reply ? reject(Object.assign(new Error(reply.failed), { code: reply.code })) : resolve(reply),
      )
    }
    const onExit = (code: number | null, by: string | null) => finish(() => reject(endOf(name, code, by)))
    const onAbort = () => stop(signal!.reason)
    const deadline = setTimeout(() => exceed('time'), ms)
    let spentBefore: number | undefined
    const look = async () => {
      const { cpu, resident } = await usageOf(child.pid)
      spentBefore ??= cpu
      if (memoryMb && resident > memoryMb) exceed('memory')
      else if (cpuMs && cpu - spentBefore > cpuMs) exceed('time')
    }
    const watch = memoryMb || cpuMs ? setInterval(() => void look(), WATCH_MS) : undefined
    if (cpuMs) void look()
    if (!isAlive(child)) return finish(() => reject(new ChildEnded(`${name} has ended`)))
    if (signal?.aborted) return onAbort()
    signal?.addEventListener('abort', onAbort)
    listen()
    child.on('message', onMessage)
    child.on('exit', onExit)
    child.send({ id, question }, error => {
      if (error) finish(() => reject(new ChildEnded(`${name} could not be asked`)))
    })
  })
}

/** V8 and native code abort when their memory is spent or the file breaks them; any other end came from outside. */
function endOf(name: string, code: number | null, by: string | null): Error {
  const signal = by ?? (code !== null && code > 128 ? code - 128 : null)
  const byWork =
    typeof signal === 'number'
      ? ![2, 9, 15].includes(signal)
      : /^SIG(ABRT|TRAP|ILL|SEGV|BUS|FPE)$/.test(signal ?? '') || (signal === null && code !== 0)
  countEnd(name, byWork ? 'broke' : 'killed')
  return byWork ? new ChildBroke(name, `${signal ?? code}`) : new ChildEnded(`${name} was ended (${signal ?? code})`)
}
