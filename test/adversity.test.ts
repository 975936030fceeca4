import { expect, test } from 'vitest'
import { bringFiles, notReady, outcomes } from './support/adversity.ts'
import { aPerson } from './support/client.ts'
import { startServer } from './support/server.ts'

/** What the machine lacks is no fault of the files; `npm run bench -- adversity` has a full disk, little memory and kills. */

test('without a temp folder files are read all the same', async () => {
  const server = await startServer({ env: { TMPDIR: '/nowhere/at/all' } })
  try {
    const anna = await aPerson(server.url)
    await bringFiles(anna, 5)
    expect(notReady(await outcomes(anna, 300))).toEqual([])
    expect((await anna.get('/health')).status).toBe(200)
  } finally {
    await server.stop()
  }
})
