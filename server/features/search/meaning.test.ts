import { expect, test } from 'vitest'
import type { LexicalHits, LexicalResult } from './lexical.ts'
import { demandOf, fuse, type Meaning } from './meaning.ts'
import { parseQuestion } from './parse.ts'
import { CHANCE } from './ranking.ts'
import { encodeVector } from './vectors/codes.ts'
import { OwnerVectors } from './vectors/nearest.ts'

const DIM = 32
const along = (axis: number) => Float32Array.from({ length: DIM }, (_, i) => (i === axis ? 1 : 0))

const found = (objectId: string, score: number): LexicalHits => ({
  objectId,
  score,
  ord: 0,
  kind: 'text',
  docType: null,
})

/** Words that found these, and vectors of some of them, each so near to the question. */
function asked(
  scores: Record<string, number>,
  similar: Record<string, number>,
  { together = {}, ahead }: { together?: Record<string, number>; ahead?: string } = {},
): string[] {
  const vectors = new OwnerVectors(DIM, new Float32Array(DIM))
  for (const [id, near] of Object.entries(similar)) {
    const vector = along(0).map((value, i) => near * value + (i === 1 ? Math.sqrt(1 - near ** 2) : 0))
    vectors.put(id, 0, 1, encodeVector(vector))
  }
  const meaning: Meaning = {
    vector: along(0),
    vectors,
    count: vectors.count,
    hidden: undefined,
    zScore: similarity => 5 * similarity,
    nearnessScore: ({ similarity }) => 8 * similarity,
  }
  const words: LexicalResult = {
    found: Object.entries(scores).map(([id, score]) => ({ ...found(id, score), together: together[id] })),
    terms: { groups: [] } as unknown as LexicalResult['terms'],
    ideal: 1,
    texts: new Map(),
  }
  return fuse(words, [], meaning, ahead ? { ids: new Set([ahead]), by: 1 } : undefined).map(({ objectId }) => objectId)
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

test('of two texts alike the one that says it in one place comes first', () => {
  const [scores, similar] = [
    { first: 0.6, second: 0.55 },
    { first: 0.5, second: 0.5 },
  ]
  expect(asked(scores, similar)).toEqual(['first', 'second'])
  expect(asked(scores, similar, { together: { first: 0.3, second: 0.55 } })).toEqual(['second', 'first'])
})

test('a text that is put ahead for its language passes one that is a little nearer, not one that has the words', () => {
  expect(asked({ own: 0.2, other: 0 }, { own: 0.5, other: 0.5 }, { ahead: 'other' })).toEqual(['other', 'own'])
  expect(asked({ own: 0.9, other: 0 }, { own: 0.5, other: 0.5 }, { ahead: 'other' })).toEqual(['own', 'other'])
})

test('behind a word or two people expect those words, of a question the nearest', () => {
  const demand = (text: string, telling: number, answered = 0) =>
    demandOf(parseQuestion(text), {
      found: answered > 0 ? [found('a', answered)] : [],
      terms: { list: [], groups: Array.from({ length: telling }, () => ({})) } as unknown as LexicalResult['terms'],
      ideal: 1,
      texts: new Map(),
    })
  expect(demand('What is sepsis?', 1)).toBe(CHANCE)
  expect(demand('where was the second king born', 3)).toBe(CHANCE)
  expect(demand('sepsis', 1)).toBeGreaterThan(demand('blood poisoning symptoms', 3))
  expect(demand('blood poisoning symptoms', 3)).toBeGreaterThan(CHANCE)
  expect(demand('What is sepsis?', 1, 0.9)).toBeGreaterThan(CHANCE)
})
