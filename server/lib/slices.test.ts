import { expect, test } from 'vitest'
import { inSlices, jsonInSlices } from './slices.ts'

const many = Array.from({ length: 30_000 }, (_, n) => ({
  id: n,
  name: `Папка "${n}"`,
  at: new Date(n),
  none: undefined,
}))

test('JSON of long lists is what it would be in one go', async () => {
  const odd = { items: many, rest: [1, undefined, null], nothing: undefined, next: null, 'a "key"': true, more: many }
  for (const value of [odd, { items: [] }, many.slice(0, 3), null, 'text', 5, { items: many.map(() => undefined) }])
    expect(await jsonInSlices(value)).toBe(JSON.stringify(value))
})

test('others are served between two slices', async () => {
  let turns = 0
  let done = false
  const count = () => {
    turns++
    if (!done) setImmediate(count)
  }
  setImmediate(count)
  expect(await inSlices(many, slice => slice.map(({ id }) => id))).toEqual(many.map(({ id }) => id))
  const after = turns
  await jsonInSlices({ items: many })
  done = true
  expect(after).toBeGreaterThan(20)
  expect(turns - after).toBeGreaterThan(20)
})
