/** @module-tag long */

import { expect, test } from 'vitest'
import { mcpCrash } from './support/mcp-crash.ts'

/** A sample; the whole is `npm run bench -- mcp-crash`. */
test('a file is removed once after the yes and never before, however often it is asked and whenever the service is killed', async () => {
  const { kills, early, wrong } = await mcpCrash(2, 2)
  expect({ early, wrong }).toEqual({ early: 0, wrong: [] })
  expect(kills).toBeGreaterThanOrEqual(2)
}, 300_000)
