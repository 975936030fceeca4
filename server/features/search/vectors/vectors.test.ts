import { randomUUID } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { aDatabase } from '../../../../test/support/database.ts'
import { Admission } from './admission.ts'
import { nearnessScoreOf } from './background.ts'
import { grainFor, MOST_BYTES, vectorsOf } from './cache.ts'
import { bitsIn, dot, encodeVector, meanOf } from './codes.ts'
import { bytesOf, OwnerVectors } from './nearest.ts'
import { remembered } from './remembered.ts'

const nearest = (vectors: OwnerVectors, asked: Float32Array, most: number, among = {}) =>
  vectors.compared(asked, vectors.likeliest(asked, most, among))

test('bits are counted in numbers of 32, the sign among them', () => {
  for (const number of [0, 1, -1, 0x7fffffff, -0x80000000, 0x55555555, 1_234_567_890])
    expect(bitsIn(number)).toBe((number >>> 0).toString(2).replaceAll('0', '').length)
})

test('the nearest of many are those that comparing with each gives', () => {
  let seed = 1
  const random = () => {
    seed = (seed * 48271) % 2147483647
    return seed / 2147483647
  }
  // Their number of dimensions does not fill the last word of bits.
  const made = Array.from({ length: 500 }, () => Float32Array.from({ length: 40 }, () => 1 + random()))
  const vectors = new OwnerVectors(40, meanOf(made))
  made.forEach((vector, n) => {
    vectors.put(`o${n % 100}`, Math.floor(n / 100), n, encodeVector(vector))
  })
  const asked = Float32Array.from({ length: 40 }, random)
  const order = made.map((vector, n) => ({ n, near: dot(vector, asked) })).sort((a, b) => b.near - a.near)
  const found = nearest(vectors, asked, 500)
  expect(found.length).toBe(500)
  expect(found.slice(0, 20).map(({ seq }) => seq)).toEqual(order.slice(0, 20).map(({ n }) => n))
  expect(nearest(vectors, asked, 500, { allowed: new Set(['o3']) }).every(({ objectId }) => objectId === 'o3')).toBe(
    true,
  )
})

test('a text that is near to everything stands behind one that is as near to the question alone', () => {
  const unit = (...values: number[]) => {
    const length = Math.hypot(...values)
    return Float32Array.from(values, value => value / length)
  }
  const vectors = [unit(1, 0.2, 0), unit(1, -0.2, 0), unit(1, 0, 0.1)]
  const background = { mean: meanOf(vectors), vectors }
  const [question, common, own] = [unit(1, 0, 1), unit(1, 0, 0.6), unit(0.3, 0, 1)]
  const held = new OwnerVectors(3, background.mean)
  held.put('file', 0, 1, encodeVector(common))
  held.put('file', 1, 2, encodeVector(own))
  const [first, second] = nearest(held, question, 2)
  expect([first!.ord, second!.ord]).toEqual([0, 1])
  const nearnessScore = nearnessScoreOf(background, question)
  expect(nearnessScore(second!)).toBeGreaterThan(nearnessScore(first!))
  expect(held.best(question, 'file')!.ord).toBe(1)
})

test('what was encoded lately is not encoded again, and the oldest is forgotten', async () => {
  const made: string[] = []
  const make = async (texts: string[]) => {
    made.push(...texts)
    return texts.map(text => (text === 'foreign' ? null : new Float32Array(1_000_000).fill(text.length)))
  }
  const first = await remembered('m', ['a', 'bb', 'a', 'foreign'], make)
  expect(first.map(vector => vector?.[0] ?? null)).toEqual([1, 2, 1, null])
  expect(made).toEqual(['a', 'bb', 'foreign'])
  await remembered('m', ['foreign', 'a'], make)
  expect(made.length).toBe(3)
  await remembered('another', ['a'], make)
  expect(made.length).toBe(4)
  // Sixteen megabytes hold four of these.
  await remembered('m', ['ccc', 'dddd', 'eeeee'], make)
  await remembered('m', ['bb'], make)
  expect(made.slice(4)).toEqual(['ccc', 'dddd', 'eeeee', 'bb'])
})

test('twenty thousand chunks of one owner take at most 24 MB', () => {
  const dim = 384
  const mean = new Float32Array(dim)
  const code = encodeVector(Float32Array.from({ length: dim }, (_, i) => Math.sin(i)))
  const held = () => {
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  global.gc?.()
  const before = held()
  const vectors = new OwnerVectors(dim, mean, 20_000)
  for (let n = 0; n < 20_000; n++)
    vectors.put(`0190a7c4-5d3e-7000-8000-${String(n % 2000).padStart(12, '0')}`, Math.floor(n / 2000), n, code)
  global.gc?.()
  const grown = held() - before
  expect(vectors.count).toBe(20_000)
  expect(vectors.bytes).toBeLessThan(24e6)
  // Without a collector to call, what has been let go of may still be counted.
  if (global.gc) expect(grown).toBeLessThan(24e6)
  expect(vectors.at(Float32Array.from({ length: dim }, Math.sin), '0190a7c4-5d3e-7000-8000-000000000007', 3)?.seq).toBe(
    6007,
  )
})

test('what is held takes no more than is reckoned for it, however few chunks a file has', () => {
  const dim = 384
  const code = encodeVector(Float32Array.from({ length: dim }, (_, i) => Math.sin(i)))
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const held = () => {
    collect()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  for (const chunks of [1, 2, 3, 10]) {
    const before = held()
    const vectors = new OwnerVectors(dim, new Float32Array(dim), 20_000, 'bits')
    for (let n = 0; n < 20_000; n++)
      vectors.put(Buffer.from(idOf(Math.floor(n / chunks))).toString(), n % chunks, n, code)
    const grown = held() - before
    expect(vectors.count).toBe(20_000)
    expect(vectors.countOf(new Set([idOf(0), idOf(1), 'none']))).toBe(2 * chunks)
    expect({ chunks, isBounded: grown <= vectors.bytes, grown }).toMatchObject({ isBounded: true })
  }
})

const idOf = (n: number) => `0190a7c4-5d3e-7000-8000-${String(n).padStart(12, '0')}`

test('of chunks that are all alike no more are brought than are asked for', () => {
  const vectors = new OwnerVectors(40, new Float32Array(40), 5000, 'bits')
  const same = Float32Array.from({ length: 40 }, (_, i) => Math.sin(i))
  for (let n = 0; n < 5000; n++) vectors.put(`o${n}`, 0, n, encodeVector(same))
  expect(vectors.neededFor(vectors.likeliest(same, 400))).toHaveLength(400)
  expect(vectors.likeliest(same, 6000)).toHaveLength(5000)
  expect(vectors.likeliest(same, 400, { allowed: new Set(['o7']) })).toEqual([7])
})

test('room that was taken anew is as large as it is now, and is free for others when the work with it is done', async () => {
  const forgotten: string[] = []
  const admission = new Admission(1000, name => forgotten.push(name))
  const now = Date.now()
  admission.admit('a', 900, now)
  await admission.during('a', async () => {
    admission.admit('a', 200, now)
  })
  expect(admission.bytes).toBe(200)
  const later = Date.now() + 1000
  expect(admission.admit('b', 800, later)).toBe(true)
  // Nobody is at work with the first any more.
  expect(admission.admit('c', 200, later + 61_000)).toBe(true)
  expect(forgotten).toEqual(['a'])
})

test('two who search at once share what is loaded', async () => {
  const database = await aDatabase()
  const owner = randomUUID()
  const background = { mean: new Float32Array(8), vectors: [] }
  const asked = () => vectorsOf({ db: database.db }, owner, { id: 'm', dim: 8 }, background)
  const [first, second] = await Promise.all([asked(), asked()])
  expect(first).toBeDefined()
  expect(second).toBe(first)
  expect(await asked()).toBe(first)
  await database.close()
})

test('two hundred owners at once stay under one bound, and who was there lately is not driven out', async () => {
  const forgotten: string[] = []
  const admission = new Admission(1000, name => forgotten.push(name))
  const now = Date.now()
  const admitted = Array.from({ length: 200 }, (_, n) => admission.admit(`owner${n}`, 90, now))
  expect(admission.bytes).toBeLessThanOrEqual(1000)
  expect(admitted.filter(Boolean)).toHaveLength(11)
  expect(forgotten).toEqual([])
  // A minute later another's turn has come, but not at the cost of whoever is at work.
  let refused = false
  await admission.during('owner0', async () => {
    expect(admission.admit('owner50', 500, now + 61_000)).toBe(true)
    refused = !admission.admit('owner51', 500, now + 61_000)
  })
  expect(refused).toBe(true)
  expect(forgotten).not.toContain('owner0')
  expect(admission.bytes).toBeLessThanOrEqual(1000)
  expect(admission.admit('all of it', 1001, now + 600_000)).toBe(false)
})

test('two hundred owners with twenty thousand chunks each: bytes for few, bits for many, none for the rest, under the bound', () => {
  const admission = new Admission(MOST_BYTES, () => {})
  const now = Date.now()
  const grains = Array.from({ length: 200 }, (_, n) =>
    grainFor(admission, `owner${n}`, { dim: 384, count: 20_000 }, now),
  )
  const count = (grain: string | undefined) => grains.filter(each => each === grain).length
  expect(admission.bytes).toBeLessThanOrEqual(MOST_BYTES)
  expect(count('bytes')).toBeGreaterThanOrEqual(5)
  expect(count('bits')).toBeGreaterThan(4 * count('bytes'))
  expect(count(undefined)).toBeGreaterThan(0)
  // The first to come have the bytes, and nobody is driven out by whoever comes next.
  expect(grains.slice(0, count('bytes')).every(grain => grain === 'bytes')).toBe(true)
  // Loaded anew in the crowd, they make room for others.
  expect(grainFor(admission, 'owner0', { dim: 384, count: 20_000 }, now)).toBe('bits')
  // Owners with little have room long after large ones have none.
  expect(grainFor(admission, 'small', { dim: 384, count: 100 }, now)).toBe('bits')
  expect(bytesOf(384, 20_000, 'bytes')).toBeLessThan(24e6)
  expect(bytesOf(384, 20_000, 'bits')).toBeLessThan(5e6)
})

/** Vectors of themes: those of one theme lie near each other, as those of texts do. */
function themed(count: number, dim: number) {
  let seed = 7
  const random = () => {
    seed = (seed * 48271) % 2147483647
    return seed / 2147483647 - 0.5
  }
  const unit = (vector: Float32Array) => {
    const length = Math.hypot(...vector)
    return vector.map(value => value / length)
  }
  const themes = Array.from({ length: 40 }, () => Float32Array.from({ length: dim }, random))
  const near = (n: number) => unit(themes[n % themes.length]!.map(value => 0.4 + value + 1.2 * random()))
  return {
    vectors: Array.from({ length: count }, (_, n) => near(n)),
    asked: Array.from({ length: 20 }, (_, n) => near(n)),
  }
}

test('chosen by bits alone and compared by what is brought, the order is that of comparing with each', () => {
  const { vectors, asked } = themed(6000, 384)
  const mean = meanOf(vectors.slice(0, 300))
  const held = new OwnerVectors(384, mean, vectors.length, 'bits')
  const whole = new OwnerVectors(384, mean, vectors.length)
  const codes = vectors.map(encodeVector)
  codes.forEach((code, n) => {
    held.put(`o${n % 600}`, Math.floor(n / 600), n, code)
    whole.put(`o${n % 600}`, Math.floor(n / 600), n, code)
  })
  expect(held.bytes).toBeLessThan(whole.bytes / 4)
  let gain = 0
  let ideal = 0
  for (const vector of asked) {
    expect(nearest(held, vector, 400)).toEqual([])
    const chosen = held.likeliest(vector, 400)
    const brought = new Map(held.neededFor(chosen).map(seq => [seq, codes[seq]!]))
    expect(brought.size).toBe(400)
    const found = held.compared(vector, chosen, brought)
    // The very same as with all bytes in memory.
    expect(found).toEqual(nearest(whole, vector, 400))
    const order = vectors.map((other, n) => ({ n, near: dot(other, vector) })).sort((a, b) => b.near - a.near)
    const worth = new Map(order.slice(0, 10).map(({ n }, rank) => [n, 10 - rank]))
    found.slice(0, 10).forEach(({ seq }, rank) => {
      gain += (worth.get(seq) ?? 0) / Math.log2(rank + 2)
    })
    for (let rank = 0; rank < 10; rank++) ideal += (10 - rank) / Math.log2(rank + 2)
    const best = new Map(held.neededForBest(vector, ['o1', 'o2', 'none']).map(seq => [seq, codes[seq]!]))
    expect(best.size).toBe(8)
    expect(held.best(vector, 'o1', best)!.similarity).toBeGreaterThan(whole.best(vector, 'o1')!.similarity - 0.05)
    const [seq] = held.neededAt([{ objectId: 'o3', ord: 2 }])
    const place = new Map([[seq!, codes[seq!]!]])
    expect(held.at(vector, 'o3', 2, place)).toEqual(whole.at(vector, 'o3', 2))
  }
  expect(gain / ideal).toBeGreaterThan(0.99)
})
