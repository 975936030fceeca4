import { expect, test } from 'vitest'
import { rankSentences, summaryOf } from './summary.ts'
import { sentencesOf, wordsOf } from './tokens.ts'

test('a summary is prose: the marks of Markdown are left out', () => {
  const text = [
    '# Meeting on the kitchen renovation',
    '- **Anna** will order the tiles from the [catalogue](https://shop.example/tiles) next week.',
    '- [ ] Boris asks the electrician about the sockets near the stove.',
    '> The budget for the whole kitchen stays what it was in spring.',
  ].join('\n\n')
  expect(summaryOf(rankSentences(sentencesOf(text), wordsOf(text)))).toBe(
    'Anna will order the tiles from the catalogue next week. Boris asks the electrician about the sockets near the stove. The budget for the whole kitchen stays what it was in spring.',
  )
})
