import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Judge, JudgeLate, JudgeOff } from '../../ports/judge.ts'
import { childPool } from '../pool/pool.ts'
import type { Sandbox } from '../pool/sandbox.ts'
import type { JudgeReply, JudgeRequest } from './child.ts'
import { filesIn } from './model.ts'

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url))
/** Answers come in bursts, and loading takes half a second: it stays a while. */
const IDLE_MS = 120_000
const STUCK_MS = 60_000

/** Runs the judge of a folder of models in a child. */
export function isolatedJudge(sandbox: Sandbox, models: string): Judge {
  const files = filesIn(models)
  const paths = [...new Set([...Object.values(files.weights), files.vocabulary])]
  const missing = paths.find(path => !existsSync(path))
  const limits = { heapMb: 256, dataMb: 1536, most: 1, idleMs: IDLE_MS, readable: paths }
  const pool = childPool<JudgeRequest, JudgeReply>(sandbox, { name: 'judge', script: CHILD, ...limits })
  return {
    async judge(pairs, { deadlineMs }) {
      if (missing) throw new JudgeOff(`there is no ${missing}`)
      if (pairs.length === 0) return []
      const answer = await within(deadlineMs, pool.ask({ files, pairs }, { ms: STUCK_MS }))
      if ('off' in answer) throw new JudgeOff(answer.off)
      return answer.judgements
    },
    close: () => pool.close(),
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new JudgeLate(`no judgement within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    work.catch(() => {})
  }
}
