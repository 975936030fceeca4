import { expect, test } from 'vitest'
import { BlobMissing } from '../ports/blobs.ts'
import { errorReply } from './errors.ts'

/** A failure of what the service stands on is told as one that a second try may cure, never as a fault of the program. */

const broken = (facts: object, message = 'it broke') => Object.assign(new Error(message), facts)
const told = (error: unknown) => {
  const { status, headers, body } = errorReply(error, 'en', 'one')
  return { status, retry: Number(headers['retry-after']), code: (body as { code: string }).code }
}

test.each(['40001', '40P01', '57014', '55P03', '25006', '53200', '57P01', '08006', '58030'])(
  'PostgreSQL says %s',
  code => expect(told(broken({ code }))).toEqual({ status: 503, retry: 2, code: 'unavailable' }),
)

test('PostgreSQL has no connection to give: it is asked a little later', () =>
  expect(told(broken({ code: '53300' }))).toEqual({ status: 503, retry: 5, code: 'unavailable' }))

test.each(['ECONNREFUSED', 'ECONNRESET', 'EMFILE', 'ENFILE', 'EAI_AGAIN', 'CHILD_ENDED'])(
  'nothing to work with: %s',
  code => expect(told(broken({ code }))).toEqual({ status: 503, retry: 2, code: 'unavailable' }),
)

test.each([
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'timeout exceeded when trying to connect',
])('the driver says: %s', message =>
  expect(told(new Error(message))).toEqual({ status: 503, retry: 2, code: 'unavailable' }),
)

test.each([
  ['ENOSPC', 'storage_full'],
  ['EDQUOT', 'storage_full'],
  ['53100', 'storage_full'],
  ['EROFS', 'storage_unusable'],
  ['EIO', 'storage_unusable'],
  ['EACCES', 'storage_unusable'],
  ['STORAGE_REFUSES', 'storage_refuses'],
  ['STORAGE_SILENT', 'storage_silent'],
])('the storage says %s', (code, said) =>
  expect(told(broken({ code }))).toEqual({ status: 503, retry: 60, code: said }),
)

test.each(['26000', '42P05'])('a pooler between us and PostgreSQL says %s', code =>
  expect(told(broken({ code }))).toEqual({ status: 503, retry: 60, code: 'unavailable' }),
)

test('bytes that are not where they were put', () =>
  expect(told(new BlobMissing('a/b'))).toEqual({ status: 503, retry: 60, code: 'bytes_missing' }))

test('a fault of the program stays one', () => {
  expect(told(broken({ code: '23505' }))).toMatchObject({ status: 500, code: 'internal_error' })
  expect(told(new TypeError('undefined is not a function'))).toMatchObject({ status: 500, code: 'internal_error' })
})
