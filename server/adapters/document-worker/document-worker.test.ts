import { expect, test } from 'vitest'
import { lendFiles } from './document-worker.ts'

test('only files are lent: what people write stays as it is, even where it is the name of a file', async () => {
  const lend = async (path: string) => `lent ${path}`
  const words = { annotations: [{ text: '/etc/passwd' }], mark: { text: '/etc/hosts' }, secrets: ['/etc/passwd'] }
  const given = {
    ...words,
    path: '/data/blob',
    guest: '/data/other',
    source: { path: '/data/blob' },
    json: '/tasks/a',
    to: '/tasks/b',
  }
  expect(await lendFiles(given, '/tasks', lend)).toEqual({
    ...given,
    path: 'lent /data/blob',
    guest: 'lent /data/other',
    source: { path: 'lent /data/blob' },
  })
  const own = { path: '/tasks/w/source.pdf' }
  expect(await lendFiles(own, '/tasks/w', lend)).toEqual(own)
  expect(await lendFiles(own, '/tasks/v', lend)).toEqual({ path: 'lent /tasks/w/source.pdf' })
})
