// What has to be there before the server or its tests can run. Node's own modules only: nothing is installed yet.
const { spawnSync } = require('node:child_process')
const { createHash } = require('node:crypto')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { buildWeb } = require('./build-web.cjs')

const root = path.join(__dirname, '..')
const nodeModules = path.join(root, 'node_modules')
const dist = path.join(root, 'dist')
const distWeb = path.join(root, 'dist-web')

/** A step that failed for a reason which a person can act on: the message is all they need to see. */
class BootstrapError extends Error {}

function ensureNodeModules() {
  const stampFile = path.join(nodeModules, '.dossier-stamp')
  const wanted = dependencyStamp()
  if (readText(stampFile) === wanted) return
  withLock(() => {
    if (readText(stampFile) === wanted) return
    say('Installing the npm packages (about a minute, once)')
    const begin = Date.now()
    const { status, error } = runNpm([
      'ci',
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ])
    if (status !== 0) {
      throw new BootstrapError(
        `npm ci failed${error ? ` (${error.message})` : ''}: its reason is above. Usual causes: no way to the npm registry, ` +
          'no space left, or a package-lock.json that does not fit package.json. Put that right and run the same command again.',
      )
    }
    fs.writeFileSync(stampFile, wanted)
    say(`npm packages installed in ${seconds(begin)}`)
  })
}

function dependencyStamp() {
  const lock = readText(path.join(root, 'package-lock.json'))
  if (lock === undefined)
    throw new BootstrapError('package-lock.json is missing: this is not a whole copy of the project.')
  const hash = createHash('sha256').update(lock).digest('hex')
  return `${hash} node-${process.versions.node.split('.')[0]} ${process.platform} ${process.arch}`
}

function runNpm(args, cwd = root) {
  // onnxruntime-node would download CUDA libraries that nobody needs here, and fail the whole install without a network.
  const env = { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' }
  const options = { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] }
  const cli = process.env.npm_execpath
  if (cli && /npm-cli\.c?js$/.test(cli)) return spawnSync(process.execPath, [cli, ...args], options)
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
}

function ensureBuild({ force = false } = {}) {
  build({
    what: 'the server',
    target: dist,
    wanted: sourceStamp(
      ['server'],
      ['tsconfig.json', 'tsconfig.build.json', 'scripts/bundle.mjs', 'scripts/load-bundle.mjs'],
    ),
    force,
    make: draft => {
      compileServer(draft)
      copyAssets(path.join(root, 'server'), path.join(draft, 'server'))
    },
  })
  build({
    what: 'the web app',
    target: distWeb,
    wanted: sourceStamp(['web'], ['scripts/build-web.cjs']),
    force,
    make: draft => {
      if (buildWeb(draft)) return
      fs.rmSync(draft, { recursive: true, force: true })
      throw new BootstrapError('The web app does not build: the errors are above. The earlier one is untouched.')
    },
  })
}

/** Made beside its place and swapped in whole; nothing is done while the stamp of the sources is the same. */
function build({ what, target, wanted, force, make }) {
  const stampFile = path.join(target, '.dossier-stamp')
  if (!force && readText(stampFile) === wanted) return
  withLock(() => {
    if (!force && readText(stampFile) === wanted) return
    say(`Building ${what}`)
    const begin = Date.now()
    sweepUnfinishedBuilds()
    // Beside dist, at the same depth, so that the source maps point at the sources.
    const draft = path.join(root, `.dist-${process.pid}`)
    make(draft)
    fs.writeFileSync(path.join(draft, '.dossier-stamp'), wanted)
    swapIn(draft, target)
    say(`Built ${what} in ${seconds(begin)}`)
  })
}

function compileServer(outDir) {
  const tsc = path.join(nodeModules, 'typescript', 'bin', 'tsc')
  const args = [tsc, '-p', path.join(root, 'tsconfig.build.json'), '--outDir', outDir]
  const bundle = [path.join(__dirname, 'bundle.mjs'), path.join(outDir, 'server')]
  const made = [args, bundle].every(
    step => spawnSync(process.execPath, step, { cwd: root, stdio: 'inherit' }).status === 0,
  )
  if (made) return
  fs.rmSync(outDir, { recursive: true, force: true })
  throw new BootstrapError(
    'The server does not compile: the errors are above. The earlier build, if any, is untouched.',
  )
}

/** Migrations and whatever else the server reads beside its code. */
function copyAssets(from, to) {
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name)
    const target = path.join(to, entry.name)
    if (entry.isDirectory()) copyAssets(source, target)
    else if (!entry.name.endsWith('.ts')) {
      fs.mkdirSync(to, { recursive: true })
      fs.copyFileSync(source, target)
    }
  }
}

/** A kill between the two renames leaves no build, and the next start makes it: never half of one. */
function swapIn(draft, target) {
  const old = path.join(root, `.dist-old-${process.pid}`)
  if (fs.existsSync(target)) fs.renameSync(target, old)
  fs.renameSync(draft, target)
  fs.rmSync(old, { recursive: true, force: true })
}

function sweepUnfinishedBuilds() {
  for (const name of fs.readdirSync(root)) {
    if (/^\.dist-(old-)?\d+$/.test(name)) fs.rmSync(path.join(root, name), { recursive: true, force: true })
  }
}

/** Names, sizes and times, not contents: this runs at every start and must cost nothing. */
function sourceStamp(folders, files) {
  const hash = createHash('sha256').update(dependencyStamp())
  const visit = folder => {
    const entries = fs.readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const entry of entries) {
      const file = path.join(folder, entry.name)
      if (entry.isDirectory()) visit(file)
      else if (!/\.(test|contract)\.ts$/.test(entry.name)) addFile(hash, file)
    }
  }
  for (const name of folders) visit(path.join(root, name))
  for (const name of files) addFile(hash, path.join(root, name))
  return hash.digest('hex')
}

function addFile(hash, file) {
  const { size, mtimeMs } = fs.statSync(file)
  hash.update(`${path.relative(root, file)}\0${size}\0${mtimeMs}\n`)
}

/** `npm start` and `npm test` at the same time must not install or build over each other. */
function withLock(work) {
  // Outside of node_modules, which npm ci removes; one per user, because the folder is shared by all.
  const key = createHash('sha256').update(`${process.getuid?.()} ${root}`).digest('hex').slice(0, 16)
  const file = path.join(os.tmpdir(), `dossier-${key}.lock`)
  let told = false
  while (!tryLock(file)) {
    const holder = Number(readText(file))
    if (holder && !isAlive(holder)) fs.rmSync(file, { force: true })
    else if (holder && !told) {
      told = true
      say(`Waiting for process ${holder}, which installs or builds the same project`)
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  }
  try {
    return work()
  } finally {
    fs.rmSync(file, { force: true })
  }
}

function tryLock(file) {
  const draft = `${file}.${process.pid}`
  fs.writeFileSync(draft, String(process.pid))
  try {
    // A link appears at once with its content, so that nobody reads half a number.
    fs.linkSync(draft, file)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    fs.rmSync(draft, { force: true })
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function seconds(begin) {
  return `${((Date.now() - begin) / 1000).toFixed(1)} s`
}

function say(text) {
  process.stdout.write(`${text}\n`)
}

/** Runs a step of a script; what a person can act on is told without a stack. */
function orExit(work) {
  try {
    return work()
  } catch (error) {
    process.stderr.write(`${error instanceof BootstrapError ? error.message : error.stack}\n`)
    process.exit(1)
  }
}

module.exports = { root, BootstrapError, ensureNodeModules, ensureBuild, orExit, runNpm, say, seconds }
