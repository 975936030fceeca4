import { expect, test } from 'vitest'
import { aPerson, baseUrl } from '../support/client.ts'
import { type Awkward, awkwardFiles } from '../support/pdf-corpus.ts'
import { judge, makesSense, OPERATIONS, type Operation } from '../support/pdf-judge.ts'
import { sampled } from '../support/whole.ts'

/** A sample of what `bench/corpus` does whole: every awkward file; every operation in the long run, a few in `npm test`. */

test('awkward files come out of every operation as they should', async () => {
  const anna = await aPerson()
  const complaints: string[] = []
  const files = await awkwardFiles(300)
  const chosen = new Map(files.map(file => [file, new Set<Operation>()]))
  const leastTried = (a: Awkward, b: Awkward) => chosen.get(a)!.size - chosen.get(b)!.size
  for (const op of sampled(
    OPERATIONS.filter((_, n) => n % 4 === 0),
    OPERATIONS,
  )) {
    const [file] = files.filter(one => makesSense(op, one)).sort(leastTried)
    chosen.get(file!)!.add(op)
  }
  for (const file of files) {
    const operations = chosen.get(file)!
    if (operations.size === 0) operations.add(OPERATIONS.find(op => makesSense(op, file))!)
    const { id } = await anna.upload(`${file.name}.pdf`, file.bytes)
    const judged = [...operations].map(op =>
      judge(anna, baseUrl(), id, file, op).catch(error => complaints.push(`${op} of ${file.name}: ${error.message}`)),
    )
    await Promise.all(judged)
  }
  expect(complaints).toEqual([])
})
