import { expect, test } from 'vitest'
import { aPerson, baseUrl } from '../support/client.ts'
import { awkwardFiles } from '../support/pdf-corpus.ts'
import { judge, makesSense, OPERATIONS, type Operation } from '../support/pdf-judge.ts'

/** A sample of what `bench/corpus` does whole: every awkward file, and every operation on some of them. */

const EACH = 2

test('awkward files come out of every operation as they should', async () => {
  const anna = await aPerson()
  const complaints: string[] = []
  const done = new Map<Operation, number>(OPERATIONS.map(op => [op, 0]))
  for (const file of await awkwardFiles(300)) {
    const { id } = await anna.upload(`${file.name}.pdf`, file.bytes)
    const possible = OPERATIONS.filter(op => makesSense(op, file))
    const chosen = possible.toSorted((a, b) => done.get(a)! - done.get(b)!).slice(0, EACH)
    for (const op of chosen) done.set(op, done.get(op)! + 1)
    const judged = chosen.map(op =>
      judge(anna, baseUrl(), id, file, op).catch(error => complaints.push(`${op} of ${file.name}: ${error.message}`)),
    )
    await Promise.all(judged)
  }
  expect(complaints).toEqual([])
  expect(Math.min(...done.values())).toBeGreaterThan(0)
})
