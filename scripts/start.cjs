// Before anything uses the pool: file writes with fsync, hashing and argon2 share it, and four threads are too few.
process.env.UV_THREADPOOL_SIZE ??= '16'

const fs = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const { root, ensureNodeModules, ensureBuild, orExit } = require('./bootstrap.cjs')

// A release brings its packages and built parts along.
if (!fs.existsSync(path.join(root, 'release.json'))) {
  orExit(ensureNodeModules)
  orExit(ensureBuild)
}

// A one-off command needs no more than it finds. Packages are installed by a short process of its own: it needs root, which
// the service gives away before it does anything.
if (!process.argv.some(argument => /^--(command|help|version)/.test(argument))) {
  const logFile = path.resolve(process.env.DATA_DIR || 'data', 'system-packages.log')
  require('./system-packages.cjs').installSystemPackages({ wait: false, logFile })
}

// In this same process: a second Node for the sake of a launcher would cost 40 MB.
import(pathToFileURL(path.join(root, 'dist/server/main.js')).href).catch(error => {
  console.error(error)
  process.exit(1)
})
