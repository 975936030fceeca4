import { expect, test } from 'vitest'
import { aPerson } from './support/client.ts'
import { startServer } from './support/server.ts'
import { canSync, keepInStep } from './support/sync.ts'

const skipped = canSync ? '' : ' (skipped: nextcloudcmd is not installed)'

// The bench has 200 rounds; here a sample.
test.runIf(canSync)(
  `Nextcloud's client keeps two folders equal, through a kill too, and loses nothing${skipped}`,
  { timeout: 400_000 },
  async () => {
    const server = await startServer()
    const person = await aPerson(server.url)
    const outcome = await keepInStep({ server, person }, { rounds: 4, kills: 1, seed: 7 })
    expect(outcome).toMatchObject({ differing: [], lost: 0 })
    expect(outcome.sent).toBeGreaterThan(8)
    await outcome.server.stop()
  },
)
