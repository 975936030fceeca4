import { expect, test } from 'vitest'
import { changeOfSight } from '../../../web/files/open-to.ts'

const folders = [
  { id: 'house', parent_id: null },
  { id: 'bills', parent_id: 'house' },
  { id: 'own', parent_id: null },
]
const person = (id: string) => ({ id, name: '', email: `${id}@example.org` })
const grants = [
  { collection_id: 'house', user: person('boris'), group: null },
  { collection_id: 'bills', user: null, group: { id: 'office', name: 'Office' } },
]

test.each([
  [['own'], 'own', [], []],
  [[null], 'house', ['boris@example.org'], []],
  [[null], 'bills', ['Office', 'boris@example.org'], []],
  [['house'], 'bills', ['Office'], []],
  [['bills'], 'house', [], ['Office']],
  [['bills'], null, [], ['Office', 'boris@example.org']],
  [['house', 'own'], 'house', ['boris@example.org'], []],
])('from %j to %j: %j see it, %j no longer do', (from, to, gain, lose) => {
  expect(changeOfSight(from, to, folders, grants)).toEqual({ gain, lose })
})
