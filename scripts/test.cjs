// npm test: static checks, then all tests but the long ones (npm run bench -- whole runs those). With arguments (file filters for vitest)
// only those files, each with all that it has.
const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { root, BootstrapError, ensureNodeModules, ensureBuild, say, seconds } = require('./bootstrap.cjs')
const { installSystemPackages } = require('./system-packages.cjs')

const filters = process.argv.slice(2)
const SHORT = filters.length > 0 ? [] : ['--tags-filter=!long']
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

if (!fs.existsSync(path.join(root, '../shared/data')))
  say('SKIPPED: there is no ../shared/data, so no recording of real people was read')
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
  try {
    // What tests leave there goes with it. Their databases run as another user, who must be able to pass through.
    fs.chmodSync(folder, 0o711)
    process.env.TMPDIR = path.join(folder, 't')
    fs.mkdirSync(process.env.TMPDIR)
    fs.chmodSync(process.env.TMPDIR, 0o1777)
    const first = vitest(path.join(folder, 'first.json'), filters)
    if (filters.length === 0) sayWhatTookLongest(first.took)
    // Once more, with nothing beside them: what passes then is named, not forgotten.
    const again =
      first.broken.length === 0 ? first : vitest(path.join(folder, 'again.json'), first.broken, ['--maxWorkers=1'])
    total.passed += first.passed
    total.skipped += first.skipped
    if (first.broken.length > 0) {
      total.passed += Math.max(0, first.failed - again.failed)
      const unsteady = first.broken.filter(file => !again.broken.includes(file))
      if (unsteady.length > 0) say(`UNSTEADY, passed only in a second run by themselves: ${unsteady.join(', ')}`)
    }
    total.failed += again.failed
    // An error outside of any test, or a report that was never written.
    if (again.failed === 0 && (again.status !== 0 || again.ran === 0)) {
      total.failed += 1
      say(again.ran === 0 ? 'FAILED: no test ran' : 'FAILED: vitest ended with an error outside of the tests')
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
  say(`tests done (${seconds(begin)})`)
}

function vitest(report, files, options = []) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { status } = run('vitest/vitest.mjs', ['run', ...reporters, ...SHORT, ...options, ...files])
  if (!fs.existsSync(report)) return { status, passed: 0, failed: 0, skipped: 0, ran: 0, broken: [], took: [] }
  const told = JSON.parse(fs.readFileSync(report, 'utf8'))
  const broken = told.testResults.filter(result => result.status === 'failed')
  // A file that does not even load fails without a failed test in it.
  const unloaded = broken.filter(result => !result.assertionResults.some(test => test.status === 'failed'))
  return {
    status,
    passed: told.numPassedTests,
    failed: told.numFailedTests + unloaded.length,
    skipped: told.numPendingTests + told.numTodoTests,
    ran: told.numPassedTests + told.numFailedTests,
    broken: broken.map(result => path.relative(root, result.name)),
    took: told.testResults.map(({ name, startTime, endTime }) => [path.relative(root, name), endTime - startTime]),
  }
}

function sayWhatTookLongest(took) {
  const inSeconds = milliseconds => `${(milliseconds / 1000).toFixed(0)} s`
  const longest = took.toSorted(([, a], [, b]) => b - a).slice(0, 40)
  say(`${took.length} files, ${inSeconds(took.reduce((sum, [, time]) => sum + time, 0))} added up; the longest:`)
  for (const [file, time] of longest) say(`  ${inSeconds(time)} ${file}`)
}

function run(script, args) {
  return spawnSync(process.execPath, [path.join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: filters.length > 0 ? process.env : { ...process.env, LONG_TESTS: 'off' },
  })
}
