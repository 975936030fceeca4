import { expect, test } from 'vitest'
import { aSmallDisk, bringFiles, canMount, notReady, outcomes, samePerson } from './support/adversity.ts'
import { aPerson } from './support/client.ts'
import { startServer } from './support/server.ts'

/** What the machine lacks for a while is no fault of the files; the bench has more of it. */

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

test.skipIf(!canMount)('files that waited while the disk was full are read when there is room again', async () => {
  const disk = await aSmallDisk(400)
  let server = await startServer({ dataDir: disk.folder })
  try {
    const anna = await aPerson(server.url)
    await bringFiles(anna, 6)
    await disk.fill()
    // Whatever it meets there: a call says so, or the service stops.
    await anna.upload('one more.txt', 'x'.repeat(100_000)).catch(() => {})
    disk.free()
    if (server.process.exitCode !== null) server = await startServer({ dataDir: disk.folder })
    const all = await outcomes(samePerson(server, anna), 300)
    expect(notReady(all)).toEqual([])
    expect(all.length).toBeGreaterThanOrEqual(6)
  } finally {
    await server.stop({ keep: true })
    disk.remove()
  }
})
