import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseConnection } from '../server/db/connect.ts'
import { crash } from './support/agent-crash.ts'
import { aDatabase } from './support/database.ts'
import { sampled } from './support/whole.ts'

/** A sample; the whole is `npm run bench -- agent-crash`. */

let database: DatabaseConnection & { url: string }

beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.close())

const ROUNDS = sampled(2, 6)

test('the agent is killed with -9 again and again, and nothing is done twice or lost', async () => {
  const report = await crash(database.db, database.url, ROUNDS)
  expect(report.problems).toEqual([])
  expect(report.runs).toBe(ROUNDS * 4)
  // Kills that strike nothing would show nothing.
  expect(report.struck).toBeGreaterThan(0)
})
