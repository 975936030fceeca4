import { mkdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Reading, ReadingFailed, TakesLong } from '../../ports/reader.ts'
import { extract, type ToExtract } from './extract.ts'
import { WHY } from './failures.ts'
import { LIMITS } from './limits.ts'
import type { Tools } from './tools.ts'

/** Lives in a process of its own, with little memory and no secrets: what goes wrong here goes wrong alone. */

export interface Question extends ToExtract {
  id: number
  tools: Tools
  quick: boolean
  /** A folder for this child alone. */
  folder: string
}

export type Answer = { id: number } & (
  | { reading: Reading; grown: boolean }
  | { failed: { en: string; ru: string } }
  | { broken: string }
  | { slow: true }
  | { progress: [number, number] }
)

let home = ''

async function answer(question: Question): Promise<Reading> {
  const { id, tools, folder } = question
  home = folder
  const own = join(folder, String(id))
  let made = false
  const desk = {
    tools,
    // Most files are read without a place to put things down.
    get folder() {
      if (!made) mkdirSync(own, { recursive: true })
      made = true
      return own
    },
    deadline: Date.now() + LIMITS.ocrMs,
    beginSlow() {
      if (question.quick) throw new TakesLong()
    },
    progress: (done: number, total: number) => void process.send?.({ id, progress: [done, total] }),
  }
  try {
    return await extract(question, desk)
  } finally {
    if (made) await rm(own, { recursive: true, force: true })
  }
}

/** Parsers stumble over what they were not made for in many ways; only the system's own complaints are not the file's fault. */
function complaint(error: unknown): { failed: { en: string; ru: string } } | { broken: string } | { slow: true } {
  if (error instanceof TakesLong) return { slow: true }
  if (error instanceof ReadingFailed) return { failed: error.words }
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ERR_MEMORY_ALLOCATION_FAILED' || /invalid (string|array) length|allocation failed/i.test(message))
    return { failed: WHY.memory }
  return code && /^(ENO|EM|EA|EIO|EBADF|EPERM)/.test(code) ? { broken: message } : { failed: WHY.damaged }
}

process.on('message', (question: Question) => {
  const { id } = question
  answer(question).then(
    reading => process.send?.({ id, reading, grown: process.memoryUsage.rss() > LIMITS.grownMb * 1024 * 1024 }),
    error => process.send?.({ id, ...complaint(error) }),
  )
})
// The parent is gone: so is the reason to be here, and for every program that was started from here.
process.on('disconnect', () => {
  if (home) rmSync(home, { recursive: true, force: true })
  process.kill(-process.pid, 'SIGKILL')
})
