import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../test/support/server.ts'

/** Whole, the tests of which `npm test` runs a sample: npm run bench -- whole [part of a file's name ...] */

const wanted = process.argv.slice(2)
const files = ['server', 'test']
  .flatMap(folder =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.test.ts'))
      .map(name => join(folder, name)),
  )
  .filter(file => readFileSync(join(ROOT, file), 'utf8').includes('/whole.ts'))
  .filter(file => wanted.length === 0 || wanted.some(part => file.includes(part)))

const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
const { status } = spawnSync(process.execPath, [vitest, 'run', ...files], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, WHOLE: 'on' },
})
process.exit(status ?? 1)
