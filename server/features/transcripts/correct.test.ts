import { expect, test } from 'vitest'
import { assemble } from './assemble.ts'
import { rebuilt } from './correct.ts'

const said = assemble([
  { text: 'Good', start: 0, end: 0.5 },
  { text: ' mourning', start: 0.5, end: 1 },
  { text: ' Anna.', start: 1, end: 1.5 },
  { text: ' Вот', start: 4, end: 4.4 },
  { text: ' смета.', start: 4.4, end: 5 },
])

test('a corrected word keeps its second, and everything behind it its place', () => {
  const { text, segments } = rebuilt([...said.text], said.segments, new Map([[0, 'Good morning Anna.']]))
  expect(text).toBe('Good morning Anna.\nВот смета.')
  expect(segments[0]!.words).toEqual([
    [0, 4, 0, 0.5],
    [5, 12, 0.5, 1],
    [13, 18, 1, 1.5],
  ])
  const letters = [...text]
  expect(segments[1]!.words.map(([from, to]) => letters.slice(from, to).join(''))).toEqual(['Вот', 'смета.'])
})

test('more or fewer words share the time of those they stand for; none leave the segment out', () => {
  const more = rebuilt([...said.text], said.segments, new Map([[0, 'Good very early morning Anna.']]))
  expect(more.segments[0]!.words.map(([, , start, end]) => [start, end])).toEqual([
    [0, 0.5],
    [0.5, 0.67],
    [0.67, 0.83],
    [0.83, 1],
    [1, 1.5],
  ])
  const none = rebuilt([...said.text], said.segments, new Map([[0, ' ']]))
  expect(none.text).toBe('Вот смета.')
  expect(none.segments).toHaveLength(1)
  expect(rebuilt([...said.text], said.segments, new Map())).toEqual(said)
})
