import { expect, test } from 'vitest'
import type { Person } from './client.ts'

/** What the compiler must refuse: each of these lines has its error, or the comment above it is one. */
const refused = (person: Person, id: string) => [
  // @ts-expect-error no such field
  () => person.get(`/v1/objects/${id}`).then(({ body }) => body.file_name),
  // @ts-expect-error a field of another operation
  () => person.post('/v1/collections', {}).then(({ body }) => body.filename),
  // @ts-expect-error no such field in a list
  () => person.get('/v1/objects?limit=1').then(({ body }) => body.items.map(item => item.named)),
  // @ts-expect-error a field that none of its kinds has
  () => person.get(`/v1/tasks-status/${id}`).then(({ body }) => body.report.sizes),
  // @ts-expect-error what is uploaded has an id
  () => person.upload('a.txt').then(({ object_id }) => object_id),
]

/** And what it must take. */
const taken = (person: Person, id: string, path: string) => [
  () => person.get(`/v1/objects/${id}`).then(({ body }) => body.enrichment.title.length),
  () => person.get(`/v1/tasks-status/${id}`).then(({ body }) => body.report.size.toFixed()),
  () => person.patch(`/v1/objects/${id}`, { colour: 'red' }).then(({ body }) => body.detail[0].loc),
  () => person.get('/v1/objects').then(({ body }) => body.code === 'rate_limited'),
  () => person.call('POST', '/v1/nothing').then(({ body }) => body.whatever),
  () => person.get(path).then(({ body }) => body.whatever),
]

test('fields that the description does not have do not compile', () => {
  const person = {} as Person
  expect(refused(person, 'x')).toHaveLength(5)
  expect(taken(person, 'x', '/v1/objects')).toHaveLength(6)
})
