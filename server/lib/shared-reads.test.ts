import { expect, test } from 'vitest'
import { sharedReads } from './shared-reads.ts'

/** A value that grows, read slowly: what a reading began with is what it tells. */
function counter() {
  let value = 0
  const ends: (() => void)[] = []
  const state = { readings: 0, atOnce: 0, most: 0 }
  const read = async () => {
    const seen = value
    state.readings += 1
    state.atOnce += 1
    state.most = Math.max(state.most, state.atOnce)
    await new Promise<void>(end => ends.push(end))
    state.atOnce -= 1
    return seen
  }
  const endOne = async () => {
    ends.shift()?.()
    await new Promise(done => setImmediate(done))
  }
  return { state, read, endOne, write: () => ++value, value: () => value }
}

test('nobody gets what was read before they asked, and few readings serve many', async () => {
  const { state, read, endOne, write, value } = counter()
  const shared = sharedReads<number>()
  const asked: Promise<{ asked: number; got: number }>[] = []
  let left = 0
  for (let step = 0; step < 400; step++) {
    write()
    const now = value()
    left += 1
    asked.push(
      shared('one', read).then(got => {
        left -= 1
        return { asked: now, got }
      }),
    )
    if (step % 7 === 0) await endOne()
  }
  while (left > 0) await endOne()
  for (const { asked: at, got } of await Promise.all(asked)) expect(got).toBeGreaterThanOrEqual(at)
  expect(state.most).toBe(1)
  expect(state.readings).toBeLessThan(100)
})

test('a reading that fails is the failure of those who share it alone, and other keys wait for nobody', async () => {
  const shared = sharedReads<number>()
  let end = () => {}
  const first = shared('a', () => new Promise<number>((_, no) => (end = () => no(new Error('the first')))))
  const second = shared('a', async () => 2)
  expect(await shared('b', async () => 3)).toBe(3)
  end()
  await expect(first).rejects.toThrow('the first')
  expect(await second).toBe(2)
  expect(await shared('a', async () => 4)).toBe(4)
})
