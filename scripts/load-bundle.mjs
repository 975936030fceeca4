// Runs main.cjs beside this file. The code that V8 made of it is kept in main.cache; another version of Node.js compiles it anew.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import vm from 'node:vm'

const bundle = path.join(import.meta.dirname, 'main.cjs')
const cache = path.join(import.meta.dirname, 'main.cache')
const script = new vm.Script(
  `(function (require, module, exports, __filename, __dirname, MAIN_URL, importPackage) {${readFileSync(bundle, 'utf8')}\n})`,
  { filename: bundle, cachedData: readIfThere(cache) },
)
if (process.env.WRITE_CODE_CACHE) process.once('exit', () => writeFileSync(cache, script.createCachedData()))
const module = { exports: {} }
const importPackage = name => import(name)
script.runInThisContext()(
  createRequire(bundle),
  module,
  module.exports,
  bundle,
  import.meta.dirname,
  import.meta.url,
  importPackage,
)

function readIfThere(file) {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}
