// npm test: static checks, then the tests. With arguments (file filters for vitest) only those tests.
const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { root, BootstrapError, ensureNodeModules, ensureBuild, say, seconds } = require('./bootstrap.cjs')
const { installSystemPackages } = require('./system-packages.cjs')

const filters = process.argv.slice(2)
const total = { passed: 0, failed: 0, skipped: 0 }

try {
  ensureNodeModules()
  ensureBuild()
  preparePackages()
  if (filters.length === 0) runStaticChecks()
  runTests()
} catch (error) {
  total.failed += 1
  process.stderr.write(`${error instanceof BootstrapError ? error.message : error.stack}\n`)
}

const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
process.exitCode = total.failed > 0 ? 1 : 0
say(`${total.passed} passed, ${total.failed} failed${skipped}`)

function preparePackages() {
  const still = installSystemPackages({ kinds: ['run', 'test'], wait: true, say })
  const canInstall = process.getuid?.() === 0 && fs.existsSync('/etc/debian_version')
  if (still.length === 0 || !canInstall || process.env.DOSSIER_SYSTEM_PACKAGES === 'off') return
  throw new BootstrapError('The tests need these system packages; DOSSIER_SYSTEM_PACKAGES=off runs them without.')
}

function runStaticChecks() {
  check('types', ['typescript/bin/tsc', '--noEmit', '-p', '.'], 'correct the types named above')
  check('types of the web app', ['typescript/bin/tsc', '--noEmit', '-p', 'web'], 'correct the types named above')
  check(
    'lint',
    ['@biomejs/biome/bin/biome', 'check'],
    'npx biome check --write corrects what it can, the rest is by hand',
  )
  check('dead code', ['knip/bin/knip.js'], 'remove what nobody uses, or name it in knip.json with the reason')
}

function check(name, [script, ...args], remedy) {
  const begin = Date.now()
  const { status } = run(script, args)
  total[status === 0 ? 'passed' : 'failed'] += 1
  say(status === 0 ? `ok: ${name} (${seconds(begin)})` : `FAILED: ${name} (${seconds(begin)}): ${remedy}`)
}

function runTests() {
  const begin = Date.now()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dossier-test-'))
  const report = path.join(folder, 'report.json')
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const { status } = run('vitest/vitest.mjs', ['run', ...reporters, ...filters])
    const before = total.failed
    const ran = count(report)
    // An error outside of any test, or a report that was never written.
    if (total.failed === before && (status !== 0 || ran === 0)) {
      total.failed += 1
      say(ran === 0 ? 'FAILED: no test ran' : 'FAILED: vitest ended with an error outside of the tests')
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
  say(`tests done (${seconds(begin)})`)
}

/** Adds what the report says and answers how many tests ran. */
function count(file) {
  if (!fs.existsSync(file)) return 0
  const report = JSON.parse(fs.readFileSync(file, 'utf8'))
  // A file that does not even load fails without a failed test in it.
  const broken = report.testResults.filter(
    result => result.status === 'failed' && !result.assertionResults.some(({ status }) => status === 'failed'),
  )
  total.passed += report.numPassedTests
  total.failed += report.numFailedTests + broken.length
  total.skipped += report.numPendingTests + report.numTodoTests
  return report.numPassedTests + report.numFailedTests
}

function run(script, args) {
  return spawnSync(process.execPath, [path.join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: 'inherit',
  })
}
