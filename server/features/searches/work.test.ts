import { expect, test, vi } from 'vitest'
import type { Context } from '../../context.ts'
import type { RunJob } from '../../jobs/declare.ts'

vi.mock('./queries.ts', () => ({ watchedSearches: async () => [], noteMatch: async () => false }))
const { savedSearchHandlers } = await import('./work.ts')

test('the result of the job has the same name where no search watches', async () => {
  const run = { ownerId: 'owner', signal: new AbortController().signal } as RunJob
  expect(await savedSearchHandlers[0]!.run({} as Context, { objectId: 'file' }, run)).toEqual({ told: 0 })
})
