// What is not part of the product, but runs with it: the benches and the making of weights.
const { execFileSync, spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { root, ensureNodeModules, ensureBuild, orExit } = require('./bootstrap.cjs')

/** Compiles them all and runs the file of the folder that the command line names. */
function runOneOf(folder, ending) {
  const names = fs.readdirSync(path.join(root, folder)).filter(name => name.endsWith(ending))
  const [name, ...rest] = process.argv.slice(2)
  if (!names.includes(`${name}${ending}`)) {
    console.log(`Which one? ${names.map(each => each.slice(0, -ending.length)).join(', ')}`)
    process.exit(1)
  }
  orExit(ensureNodeModules)
  orExit(ensureBuild)
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [tsc, '-p', path.join(root, 'tsconfig.bench.json')], { stdio: 'inherit' })
  const file = path.join(root, 'dist-bench', folder, `${name}${ending.replace(/ts$/, 'js')}`)
  process.exit(spawnSync(process.execPath, [file, ...rest], { stdio: 'inherit', cwd: root }).status ?? 1)
}

module.exports = { runOneOf }
