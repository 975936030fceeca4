import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { firstOf, timeLimit } from './time-limit.ts'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** As a request does: it listens, and keeps nothing else. */
const ended = (signal: AbortSignal) =>
  new Promise<string>(resolve =>
    signal.addEventListener('abort', ({ target }) => resolve((target as AbortSignal).reason.name)),
  )

describe('a limit of time', () => {
  test('ends although the garbage collector runs', async () => {
    const collecting = setInterval(collect, 5)
    const caller = new AbortController()
    expect(await ended(timeLimit(100, undefined, caller.signal))).toBe('TimeoutError')
    expect(await ended(firstOf(timeLimit(100), caller.signal))).toBe('TimeoutError')
    clearInterval(collecting)
  })

  test('ends with whoever gives up before', async () => {
    const caller = new AbortController()
    const limits = [timeLimit(60_000, caller.signal), firstOf(caller.signal, undefined)]
    const both = Promise.all(limits.map(ended))
    caller.abort()
    expect(await both).toEqual(['AbortError', 'AbortError'])
    expect(timeLimit(60_000, caller.signal).aborted).toBe(true)
  })
})
