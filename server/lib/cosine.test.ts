import { expect, test } from 'vitest'
import { cosine } from './cosine.ts'

const vector = (...values: number[]) => Float32Array.from(values)

test('the cosine tells directions, whatever the lengths, and is zero for an empty vector', () => {
  expect(cosine(vector(1, 2), vector(2, 4))).toBeCloseTo(1)
  expect(cosine(vector(1, 0), vector(0, 3))).toBe(0)
  expect(cosine(vector(1, 0), vector(-2, 0))).toBeCloseTo(-1)
  expect(cosine(vector(0, 0), vector(1, 1))).toBe(0)
})
