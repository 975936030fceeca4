import { describe, expect, test } from 'vitest'
import { get, isOwnFile, patch, post, put, query } from './call.ts'

/** What the compiler must refuse: each of these lines has its error, or the comment above it is one. */
const refused = [
  // @ts-expect-error no such path
  () => get('/v1/nothing'),
  // @ts-expect-error the path of another operation
  () => get<'GET /v1/objects'>('/v1/tags'),
  // @ts-expect-error no such method there
  () => put('/v1/objects/1', {}),
  // @ts-expect-error no such parameter
  () => get(`/v1/objects${query({ colour: 'red' })}`),
  // @ts-expect-error a field of another operation
  () => patch('/v1/objects/1', { tariff: 'free' }),
  // @ts-expect-error a body is needed
  () => post('/v1/tokens'),
  // @ts-expect-error no body is taken
  () => post('/v1/hidden-pin/lock', {}),
]

/** And what it must take. */
const taken = [
  () => get(`/v1/objects${query({ limit: 1, tag: 'x' })}`).then(({ items }) => items[0]?.filename),
  () => get<'GET /v1/objects'>('/v1/objects?limit=1').then(({ total }) => total.toFixed()),
  () => patch(`/v1/objects/${'1'}`, { filename: 'x' }).then(({ version }) => version.toFixed()),
]

test('what belongs to another operation does not compile', () => {
  expect(refused).toHaveLength(7)
  expect(taken).toHaveLength(3)
})

describe('query', () => {
  test('leaves out what is not there', () => {
    expect(query({ limit: 1, cursor: '', tag: undefined, above: false })).toBe('?limit=1&above=false')
    expect(query({ cursor: '' })).toBe('')
  })

  test('a file of a link is nobody’s own', () => {
    expect(isOwnFile('/v1/objects/1')).toBe(true)
    expect(isOwnFile('/v1/share/x/objects/1')).toBe(false)
  })
})
