import { expect, test } from 'vitest'
import { knownPaths, pathWithout, shadowed } from './other-methods.ts'

const KNOWN = knownPaths([
  { path: '/v1/files', method: 'GET' },
  { path: '/v1/files', method: 'POST' },
  { path: '/v1/files/:id', method: 'GET' },
  { path: '/v1/files/:file_id', method: 'DELETE' },
  { path: '/v1/files/zip', method: 'POST' },
  { path: '/v1/files/:id/text', method: 'GET' },
  { path: '/dav/*', method: 'PUT' },
])

test.each([
  ['PUT', '/v1/files', ['GET', 'POST']],
  ['PUT', '/v1/files?a=/v1/x', ['GET', 'POST']],
  ['PUT', '/v1/%66iles', ['GET', 'POST']],
  ['POST', '/v1/files/17', ['GET', 'DELETE']],
  ['PUT', '/v1/files/zip', ['POST']],
  ['POST', '/v1/files/17/text', ['GET']],
  ['POST', '/dav/a/b', ['PUT']],
  ['GET', '/v1/files', undefined],
  ['PROPFIND', '/v1/files', undefined],
  ['PUT', '/v1/file', undefined],
  ['PUT', '/v1/files/17/other', undefined],
  ['PUT', `/v1/files/${'7'.repeat(1001)}`, undefined],
  ['PUT', '/v1/%E0%A4%A', undefined],
])('%s %s', (method, url, methods) => {
  expect(pathWithout(KNOWN, method, url)?.methods).toEqual(methods)
})

test('a fixed path does not fall through to the wider one', () => {
  expect(shadowed(KNOWN)).toEqual([
    { path: '/v1/files/zip', method: 'GET', instead: ['POST'] },
    { path: '/v1/files/zip', method: 'DELETE', instead: ['POST'] },
  ])
})
