import { expect, test } from 'vitest'
import type { Found, LexicalResult } from './lexical.ts'
import { CHANCE, demandOf, fuse, type Meaning } from './meaning.ts'
import { parseQuestion } from './parse.ts'
import { encodeVector } from './vectors/codes.ts'
import { OwnerVectors } from './vectors/nearest.ts'

const DIM = 32
const along = (axis: number) => Float32Array.from({ length: DIM }, (_, i) => (i === axis ? 1 : 0))

const found = (objectId: string, score: number): Found => ({
  objectId,
  score,
  ord: 0,
  kind: 'text',
  docType: null,
})

/** Words that found these, and vectors of some of them, each so near to the question. */
function asked(scores: Record<string, number>, similar: Record<string, number>): string[] {
  const vectors = new OwnerVectors(DIM, new Float32Array(DIM))
  for (const [id, near] of Object.entries(similar)) {
    const vector = along(0).map((value, i) => near * value + (i === 1 ? Math.sqrt(1 - near ** 2) : 0))
    vectors.put(id, 0, 1, encodeVector(vector))
  }
  const meaning: Meaning = {
    vector: along(0),
    vectors,
    surprise: similarity => 5 * similarity,
    standing: ({ similarity }) => 8 * similarity,
  }
  const words: LexicalResult = {
    found: Object.entries(scores).map(([id, score]) => found(id, score)),
    terms: { groups: [] } as unknown as LexicalResult['terms'],
    ideal: 1,
    texts: new Map(),
  }
  return fuse(words, [], meaning).map(({ objectId }) => objectId)
}

test('a file whose vector is not made yet keeps the place that its words gave it', () => {
  expect(asked({ first: 0.9, second: 0.6 }, { second: 0.5 })).toEqual(['first', 'second'])
  expect(asked({ first: 0.9, second: 0.6, third: 0.3 }, { second: 0.2, third: 0.3 })).toEqual([
    'first',
    'second',
    'third',
  ])
})

test('what means the question still passes a file without a vector where the words say little', () => {
  expect(asked({ first: 0.3, second: 0.25, third: 0.2 }, { second: 0.9, third: 0.1 })[0]).toBe('second')
})

test('with all vectors made, meaning moves what it knows to be far', () => {
  expect(asked({ first: 0.6, second: 0.5 }, { first: 0.05, second: 0.8 })).toEqual(['second', 'first'])
})

test('behind a word or two people expect those words, of a question the nearest', () => {
  const demand = (text: string, telling: number, answered = 0) =>
    demandOf(parseQuestion(text), {
      found: answered > 0 ? [found('a', answered)] : [],
      terms: { list: [], groups: Array.from({ length: telling }) } as unknown as LexicalResult['terms'],
      ideal: 1,
      texts: new Map(),
    })
  expect(demand('What is sepsis?', 1)).toBe(CHANCE)
  expect(demand('where was the second king born', 3)).toBe(CHANCE)
  expect(demand('sepsis', 1)).toBeGreaterThan(demand('blood poisoning symptoms', 3))
  expect(demand('blood poisoning symptoms', 3)).toBeGreaterThan(CHANCE)
  expect(demand('What is sepsis?', 1, 0.9)).toBeGreaterThan(CHANCE)
})
