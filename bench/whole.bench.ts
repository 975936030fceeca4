import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../test/support/server.ts'

/** All tests, those too of which `npm test` runs a sample or none: npm run bench -- whole [part of a file's name ...] */

const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
const { status } = spawnSync(process.execPath, [vitest, 'run', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, WHOLE: 'on' },
})
process.exit(status ?? 1)
