import { expect, test } from 'vitest'
import { papersOf } from '../bench/descriptions/paper.ts'
import { ENGLISH } from '../bench/descriptions/papers-en.ts'
import { FOREIGN } from '../bench/descriptions/papers-foreign.ts'
import { RUSSIAN } from '../bench/descriptions/papers-ru.ts'
import { judge, share } from '../bench/descriptions/score.ts'
import { describe } from '../server/adapters/describer/describe.ts'

test('one paper of each layout: its fields are right, and empty rather than wrong', async () => {
  const papers = papersOf([...RUSSIAN, ...ENGLISH, ...FOREIGN], 1)
  expect(papers.length).toBeGreaterThanOrEqual(45)
  const judged = []
  for (const paper of papers) {
    const { text } = paper
    const source = { text, filename: 'scan.pdf', kind: 'pdf', mime: 'application/pdf', title: '', headings: [] }
    judged.push(...judge(paper, (await describe(source)).fields))
  }
  expect(share(judged, 'right')).toBeGreaterThanOrEqual(0.9)
  expect(share(judged, 'wrong')).toBeLessThan(0.03)
})
