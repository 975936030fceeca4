import { expect, test } from 'vitest'
import { aPerson } from './support/client.ts'
import { startServer } from './support/server.ts'
import { canSync, keepInStep, type SyncClient } from './support/sync.ts'

// The bench has 200 rounds; here a sample.
const SAMPLES: { client: SyncClient; rounds: number; atLeast: number }[] = [
  { client: 'nextcloudcmd', rounds: 2, atLeast: 3 },
  { client: 'owncloudcmd', rounds: 2, atLeast: 3 },
]

for (const { client, rounds, atLeast } of SAMPLES) {
  const skipped = canSync(client) ? '' : ` (skipped: ${client} is not installed)`
  test.runIf(canSync(client))(
    `${client} keeps two folders equal, through a kill too, and loses nothing${skipped}`,
    { timeout: 400_000, tags: client === 'owncloudcmd' ? ['long'] : [] },
    async () => {
      const server = await startServer()
      const person = await aPerson(server.url)
      const outcome = await keepInStep({ server, person }, { client, rounds, kills: 1, seed: 7 })
      expect(outcome).toMatchObject({ differing: [], lost: 0 })
      expect(outcome.sent).toBeGreaterThan(atLeast)
      await outcome.server.stop()
    },
  )
}
