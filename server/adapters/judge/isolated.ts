import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Judge, JudgeLate, JudgeOff } from '../../ports/judge.ts'
import { ChildEnded, forkChild } from '../programs/children.ts'
import type { Answer, Question } from './child.ts'
import { filesIn } from './model.ts'

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url))
/** Answers come in bursts, and loading takes half a second: it stays a while. */
const IDLE_MS = 120_000
const STUCK_MS = 60_000

interface Waiting {
  child: ChildProcess
  since: number
  resolve(answer: Answer): void
  reject(error: Error): void
}

/** Runs the judge of a folder of models in a child: started when it is needed, ended when it has been idle, replaced when it has died. */
export function isolatedJudge(models: string, { stuckMs } = { stuckMs: STUCK_MS }): Judge {
  const files = filesIn(models)
  const missing = Object.values(files).find(path => !existsSync(path))
  const waiting = new Map<number, Waiting>()
  let child: ChildProcess | undefined
  let nap: NodeJS.Timeout | undefined
  let nextId = 1

  function start(): ChildProcess {
    const started = forkChild(CHILD)
    started.on('message', (answer: Answer) => {
      waiting.get(answer.id)?.resolve(answer)
      waiting.delete(answer.id)
    })
    started.once('exit', (code, signal) => {
      if (child === started) child = undefined
      for (const [id, asked] of waiting) {
        if (asked.child !== started) continue
        waiting.delete(id)
        asked.reject(new ChildEnded(`the judge was ended (${signal ?? code})`))
      }
    })
    return started
  }

  /** For good, also when it is stuck: whoever asks next gets another. */
  function end(): void {
    clearTimeout(nap)
    child?.kill('SIGKILL')
    child = undefined
  }

  const isStuck = () => {
    const [oldest] = waiting.values()
    return oldest !== undefined && performance.now() - oldest.since > stuckMs
  }

  function ask(question: Omit<Question, 'id'>): Promise<Answer> {
    clearTimeout(nap)
    if (isStuck()) end()
    child ??= start()
    const id = nextId++
    const asked = child
    return new Promise<Answer>((resolve, reject) => {
      waiting.set(id, { child: asked, since: performance.now(), resolve, reject })
      asked.send({ ...question, id }, error => {
        if (error) reject(new ChildEnded('the judge could not be asked'))
      })
    }).finally(() => {
      if (waiting.size > 0) return
      clearTimeout(nap)
      nap = setTimeout(end, IDLE_MS)
      nap.unref()
    })
  }

  return {
    async judge(pairs, { deadlineMs }) {
      if (missing) throw new JudgeOff(`there is no ${missing}`)
      if (pairs.length === 0) return []
      const answer = await within(deadlineMs, ask({ files, pairs }))
      if ('off' in answer) throw new JudgeOff(answer.off)
      if ('failed' in answer) throw new Error(answer.failed)
      return answer.judgements
    },
    async close() {
      end()
    },
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
