import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** What a test takes part of by importing it: the server, its database, a browser. */
const SERVED =
  /support\/(agent|agent-crash|attacks|client|commands|database|hostile-inputs|loop|mischief|processes|product-database|server|traps|twins)\.ts|\/browser\.ts|TEST_DATABASE_URL|startEmbeddedPostgres/

const tests = ['server', 'test', 'web'].flatMap(folder =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.test.ts'))
    .map(name => join(folder, name)),
)
const isServed = (file: string) => SERVED.test(readFileSync(file, 'utf8'))

/** What changes a module or the environment of its process has that process alone. */
const isAlone = (file: string) =>
  !file.startsWith('server/') ||
  /vi\.(mock|stubEnv|stubGlobal|spyOn|useFakeTimers|setSystemTime|resetModules)|process\.env/.test(
    readFileSync(file, 'utf8'),
  )

/** `npm test` leaves out what is tagged `long`; `npm run bench -- whole` runs that, too. */
const isLong = (file: string) => /@module-tag long\b/.test(readFileSync(file, 'utf8'))
/** Some properties are tried many times more then. */
const LIMIT_MS = process.env.WHOLE === 'on' ? 120_000 : 30_000
const chosen = process.env.LONG_TESTS === 'off' ? tests.filter(file => !isLong(file)) : tests

export default defineConfig({
  test: {
    // About half of the time a test waits for a process to start, to be read or to stop.
    maxWorkers: availableParallelism() + 1,
    tags: [{ name: 'long', description: 'Runs in npm run bench -- whole, and where its file is named' }],
    projects: [
      {
        test: {
          name: 'unit',
          include: chosen.filter(file => !isServed(file) && isAlone(file)),
          testTimeout: LIMIT_MS,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'shared',
          include: chosen.filter(file => !isServed(file) && !isAlone(file)),
          isolate: false,
          testTimeout: LIMIT_MS,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'served',
          include: chosen.filter(isServed),
          globalSetup: ['test/support/global.ts'],
          testTimeout: 400_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
