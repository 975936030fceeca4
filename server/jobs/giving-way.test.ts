import { expect, test } from 'vitest'
import { createSignals } from '../context.ts'
import { givingWay } from './giving-way.ts'

test('while files pour in, one job at a time with rests between; soon after the last of them, all slots again', () => {
  let time = 0
  const signals = createSignals()
  const way = givingWay(signals, () => time)
  for (let n = 0; n < 9; n++) signals.raise('arrivals')
  expect(way.slots('main', 4)).toBe(4)
  expect(way.rest('main', 50)).toBe(0)
  signals.raise('arrivals')
  expect(way.slots('main', 4)).toBe(1)
  expect(way.rest('main', 50)).toBe(200)
  expect(way.slots('main', 4)).toBe(0)
  expect(way.slots('scans', 4)).toBe(1)
  expect(way.slots('outbound', 4)).toBe(4)
  time = 201
  expect(way.slots('main', 4)).toBe(1)
  expect(way.rest('main', 60_000)).toBe(1000)
  time = 500
  expect(way.rest('main', 200)).toBe(0)
  time = 1001
  expect(way.slots('main', 4)).toBe(4)
})

test('vectors rest while files wait to be read, and are made at full pace soon after the last of them', () => {
  let time = 0
  const way = givingWay(createSignals(), () => time)
  expect(way.rest('vectors', 50)).toBe(0)
  // Files that come now and then find nobody before them: nothing has to rest for those.
  expect(way.rest('main', 20)).toBe(0)
  expect(way.slots('vectors', 2)).toBe(2)
  way.goesOn('main')
  expect(way.rest('main', 20)).toBe(0)
  expect(way.slots('main', 4)).toBe(4)
  expect(way.slots('vectors', 2)).toBe(1)
  time = 50
  expect(way.rest('vectors', 50)).toBe(600)
  time = 649
  way.goesOn('main')
  expect(way.slots('vectors', 2)).toBe(0)
  time = 651
  expect(way.slots('vectors', 2)).toBe(1)
  expect(way.rest('vectors', 5000)).toBe(5000)
  // Nobody has read for a while: the rest is over too.
  time = 1150
  expect(way.slots('vectors', 2)).toBe(2)
  expect(way.rest('vectors', 50)).toBe(0)
})

test('vectors rest longest while files pour in', () => {
  let time = 0
  const signals = createSignals()
  const way = givingWay(signals, () => time)
  for (let n = 0; n < 10; n++) signals.raise('arrivals')
  time = 500
  expect(way.rest('main', 50)).toBe(0)
  expect(way.rest('vectors', 50)).toBe(600)
  time = 1101
  expect(way.rest('vectors', 50)).toBe(0)
})
