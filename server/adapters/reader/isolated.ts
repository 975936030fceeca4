import { fileURLToPath } from 'node:url'
import { semaphore } from '../../lib/semaphore.ts'
import {
  PasswordRefused,
  type Reader,
  type Reading,
  ReadingFailed,
  type ReadOptions,
  TakesLong,
} from '../../ports/reader.ts'
import { ChildBroke, ChildExceeded, IsolationMissing } from '../pool/endings.ts'
import { childPool } from '../pool/pool.ts'
import type { Sandbox } from '../pool/sandbox.ts'
import type { ReaderReply, ReaderRequest } from './child.ts'
import { WHY } from './failures.ts'
import { LIMITS } from './limits.ts'
import { Manuscript } from './manuscript.ts'
import type { Tools } from './tools.ts'

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url))

const PDF = { kind: 'pdf', mime: 'application/pdf', filename: '' }

/** Reads files in child processes that are kept warm while there is work and let go when there is none. */
export function isolatedReader(
  sandbox: Sandbox,
  tools: Tools,
  { quickMs = LIMITS.quickMs, quickAtOnce = Infinity, modelsDir = '' } = {},
): Reader {
  const inTurn = semaphore(quickAtOnce, Infinity, () => new Error('nobody is turned away'))
  const pool = childPool<ReaderRequest, ReaderReply>(sandbox, {
    name: 'reader',
    script: CHILD,
    heapMb: LIMITS.heapMb,
    dataMb: LIMITS.dataMb,
    idleMs: LIMITS.idleMs,
    readable: modelsDir ? [modelsDir] : [],
  })

  type Asked = Pick<ReaderRequest, 'kind' | 'mime' | 'filename' | 'instead' | 'password'>

  async function ask(path: string, file: Asked, options: ReadOptions): Promise<ReaderReply> {
    const quick = options.quick ?? false
    return pool
      .ask(async child => ({ ...file, path: await child.lend(path), tools, folder: child.folder, quick }), {
        ms: LIMITS.totalMs,
        cpuMs: quick ? quickMs : undefined,
        silenceMs: LIMITS.silenceMs,
        signal: options.signal,
        progress: ([done, total]: [number, number]) => options.progress?.(done, total),
      })
      .catch(error => {
        if (error instanceof ChildBroke) throw new ReadingFailed(WHY.memory)
        if (error instanceof ChildExceeded) throw quick ? new TakesLong() : new ReadingFailed(WHY.slow)
        throw error
      })
  }

  const look = async (path: string, file: Asked, signal?: AbortSignal) => kept(await ask(path, file, { signal }))

  return {
    read: async (path, { kind, mime, filename }, options = {}) => {
      // Of a kind that nobody reads there is nothing to ask.
      if (kind === 'other') return new Manuscript().finish()
      const { password } = options
      const read = () => ask(path, { kind, mime, filename, password }, options).then(settled).catch(unread)
      return options.quick ? inTurn(read) : read()
    },
    async scanned(path, signal) {
      const found = await look(path, { ...PDF, instead: 'scanned' }, signal)
      return 'scanned' in found ? found.scanned : []
    },
    async words(path, { kind, mime }, page, signal) {
      const found = await look(path, { kind, mime, filename: '', instead: { page } }, signal)
      return 'places' in found ? found.places : []
    },
    close: () => pool.close(),
  }
}

/** Nothing may be read here: the file is kept, and says so. */
function unread(error: unknown): Reading {
  if (!(error instanceof IsolationMissing)) throw error
  const empty = new Manuscript()
  empty.needsManual = WHY.noIsolation
  return empty.finish()
}

function settled(answer: ReaderReply): Reading {
  const found = kept(answer)
  return 'reading' in found ? found.reading : new Manuscript().finish()
}

function kept(answer: ReaderReply) {
  if ('reading' in answer || 'scanned' in answer || 'places' in answer) return answer
  if ('slow' in answer) throw new TakesLong(answer.slow === 'office')
  if ('password' in answer) throw new PasswordRefused(answer.password)
  if ('failed' in answer) throw new ReadingFailed(answer.failed)
  throw Object.assign(new Error(`the reader broke: ${answer.broken}`), { code: answer.code })
}
