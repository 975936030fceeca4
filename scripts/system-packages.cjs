// Programs of the system that some capabilities need. Without them the server runs, with those capabilities off.
const { spawn, spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const systemPackages = require('./system-packages.json')

const APT = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=2', '-o', 'Acquire::http::Timeout=30']
// apt-get says several lines for each of some 200 packages; a line now and then is enough to see that it goes on.
const PROGRESS = `
  /^Need to get/ { print "  to download: " $4 " " $5; fflush() }
  /^Get:.*\\.deb|^Get:.* (arm64|amd64|all) / { if (++got % 40 == 0) { print "  downloaded: " got " packages"; fflush() } }
  /^Setting up/ { if (++done % 40 == 0) { print "  set up: " done " packages"; fflush() } }`
const POLICY = '/usr/sbin/policy-rc.d'
const POLICY_MARK = '# written by Dossier while it installs packages for its tests'

/** The entries of system-packages.json whose programs are not here; kinds: 'run', 'test'. */
function missingSystemPackages(kinds = ['run']) {
  return systemPackages.filter(entry => kinds.includes(entry.for) && !isPresent(entry))
}

function isPresent(entry) {
  if (entry.command && !hasCommand(entry.command)) return false
  // Other systems keep these files elsewhere; there a program in the path is all that can be asked.
  if (entry.command && !isDebian()) return true
  return (entry.files ?? []).every(hasFile)
}

function hasCommand(name) {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/local/sbin', '/usr/sbin', '/sbin']
  const names = process.platform === 'win32' ? [`${name}.exe`, `${name}.cmd`] : [name]
  return folders.some(folder => folder && names.some(each => fs.existsSync(path.join(folder, each))))
}

/** A path in which one folder name may be a star: a version number. */
function hasFile(pattern) {
  const [before, after] = pattern.split('/*/')
  if (after === undefined) return fs.existsSync(pattern)
  return fs.existsSync(before) && fs.readdirSync(before).some(name => fs.existsSync(path.join(before, name, after)))
}

function isDebian() {
  return fs.existsSync('/etc/debian_version') && hasCommand('apt-get')
}

function installCommand(entries) {
  return `apt-get update && apt-get install -y --no-install-recommends ${packagesOf(entries).join(' ')}`
}

function packagesOf(entries) {
  return entries.flatMap(entry => entry.packages)
}

/**
 * wait: true installs now and shows it, and answers what is still missing; wait: false does it in a process of its
 * own that writes to logFile and outlives us, because apt must not be interrupted.
 */
function installSystemPackages({ kinds = ['run'], wait, logFile, say = console.log }) {
  const missing = missingSystemPackages(kinds)
  if (missing.length === 0 || process.env.DOSSIER_SYSTEM_PACKAGES === 'off') return missing
  if (!isDebian() || process.getuid?.() !== 0) {
    say(`Some capabilities are off (${names(missing)}). To have them, install their programs, on Debian as root:`)
    say(`  ${installCommand(missing)}`)
    return missing
  }
  if (wait) return installNow(missing, kinds, say)
  installAside(kinds, logFile)
  say(`Installing system packages in the background for: ${names(missing)}. Progress: ${logFile}`)
  return missing
}

function names(entries) {
  return entries.map(entry => entry.capability).join(', ')
}

function installAside(kinds, logFile) {
  fs.mkdirSync(path.dirname(logFile), { recursive: true, mode: 0o711 })
  const output = fs.openSync(logFile, 'w', 0o644)
  const script = path.join(__dirname, 'install-packages.cjs')
  const child = spawn(process.execPath, [script, ...kinds], { detached: true, stdio: ['ignore', output, output] })
  fs.closeSync(output)
  child.on('error', () => {})
  child.unref()
  // The server already answers: unpacking half a gigabyte must not slow it down.
  if (child.pid) os.setPriority(child.pid, os.constants.priority.PRIORITY_LOW)
}

function installNow(missing, kinds, say) {
  const begin = Date.now()
  say(`Installing system packages: ${packagesOf(missing).join(' ')}`)
  const restore = keepServicesStopped(missing)
  try {
    updateLists(say)
    // One run for all; if one name is unknown here, it must not take the others with it.
    if (!install(missing) && missing.length > 1) {
      say('That failed as a whole: trying one capability after the other')
      for (const entry of missing) install([entry])
    }
  } finally {
    restore()
  }
  const still = missingSystemPackages(kinds)
  const took = `${((Date.now() - begin) / 1000).toFixed(0)} s`
  if (still.length === 0) say(`System packages installed in ${took}`)
  else {
    say(`Not installed after ${took}: ${packagesOf(still).join(' ')}. apt-get says why above. To try by hand:`)
    say(`  ${installCommand(still)}`)
  }
  return still
}

/** The lists have a lock of their own, for which apt-get does not wait. If they cannot be renewed, old ones may do. */
function updateLists(say) {
  const deadline = Date.now() + 300_000
  for (;;) {
    const { status, stderr } = apt(['update', '-q'], 'pipe')
    if (status === 0) return
    process.stderr.write(stderr)
    if (!/lock/i.test(String(stderr)) || Date.now() > deadline) return say('apt-get update failed, going on without it')
    say('Waiting for another program that uses apt')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5000)
  }
}

function install(entries) {
  return apt(['install', '-y', '-q', '--no-install-recommends', ...packagesOf(entries)], 'inherit').status === 0
}

function apt(args, stderr) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' }
  const command = ['-c', `set -o pipefail; apt-get "$@" | awk '${PROGRESS}'`, 'apt-get', ...APT, ...args]
  return spawnSync('bash', command, { env, stdio: ['ignore', 'inherit', stderr] })
}

/** Debian starts a server as soon as its package is installed, and the tests start their own: this says no for a while. */
function keepServicesStopped(missing) {
  const mine = fs.existsSync(POLICY) && fs.readFileSync(POLICY, 'utf8').includes(POLICY_MARK)
  if (!missing.some(entry => entry.for === 'test') || (fs.existsSync(POLICY) && !mine)) return () => {}
  fs.writeFileSync(POLICY, `#!/bin/sh\n${POLICY_MARK}\nexit 101\n`, { mode: 0o755 })
  // With a handler in place Ctrl-C ends apt-get but not us, so that the file goes away again.
  const ignore = () => {}
  process.on('SIGINT', ignore).on('SIGTERM', ignore)
  return () => {
    fs.rmSync(POLICY, { force: true })
    process.off('SIGINT', ignore).off('SIGTERM', ignore)
  }
}

module.exports = { systemPackages, missingSystemPackages, installSystemPackages }
