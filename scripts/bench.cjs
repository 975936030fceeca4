// Compiles the benches and runs one of them: npm run bench -- upload
const { execFileSync, spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { root, ensureNodeModules, ensureBuild, orExit } = require('./bootstrap.cjs')

const benches = fs
  .readdirSync(path.join(root, 'bench'))
  .filter(name => name.endsWith('.bench.ts'))
  .map(name => name.replace('.bench.ts', ''))
const [name, ...rest] = process.argv.slice(2)
if (!benches.includes(name)) {
  console.log(`Which one? ${benches.join(', ')}`)
  process.exit(1)
}
orExit(ensureNodeModules)
orExit(ensureBuild)
const output = path.join(root, 'dist-bench')
const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
execFileSync(process.execPath, [tsc, '-p', path.join(root, 'tsconfig.bench.json')], { stdio: 'inherit' })
const file = path.join(output, 'bench', `${name}.bench.js`)
process.exit(spawnSync(process.execPath, [file, ...rest], { stdio: 'inherit', cwd: root }).status ?? 1)
