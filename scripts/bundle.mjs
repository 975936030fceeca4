// node scripts/bundle.mjs FOLDER: the main program as one file, with the code that V8 makes of it. A start would otherwise
// find, read and compile some 2,000 modules, for more than a second.
import { spawnSync } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'

const folder = path.resolve(process.argv[2])
const main = path.join(folder, 'main.js')
/** Loaded at every start, and plain JavaScript. Other packages stay what they are: they find their own files beside them. */
const BUNDLED =
  /^(@fastify\/busboy|@fastify\/cookie|fastify|file-type|kysely|otplib|pg|pg-copy-streams|prom-client|range-parser|saxes|snowball-stemmers|tar|undici|uuid|yauzl|yazl|zod)(\/|$)/

/** A package that is loaded when it is first needed; our own modules are part of the bundle. */
const LATER = /(?<![\w.])import\((?=['"][^.'"])/g

const isExternal = (id, importer) =>
  !id.startsWith('.') && !path.isAbsolute(id) && !BUNDLED.test(id) && !importer?.includes('node_modules')

/** What a module reads, starts or hands to a thread lies beside the module, not beside the bundle. */
const ownAddress = {
  name: 'own-address',
  transform(code, id) {
    if (!id.startsWith(folder) || !code.includes('import.meta.url')) return null
    const address = JSON.stringify(`./${path.relative(folder, id)}`)
    return { code: code.replaceAll('import.meta.url', `new URL(${address}, MAIN_URL).href`), map: null }
  },
}

/** Code that comes out of a cache cannot call `import()` in Node.js 20: load-bundle.mjs does it instead. */
const laterPackages = {
  name: 'later-packages',
  transform(code, id) {
    if (!id.startsWith(folder) || !code.includes('import(')) return null
    return { code: code.replaceAll(LATER, 'importPackage('), map: null }
  },
}

const bundle = await rolldown({
  input: main,
  platform: 'node',
  external: isExternal,
  plugins: [ownAddress, laterPackages],
  treeshake: { moduleSideEffects: 'no-external' },
})
await bundle.write({ file: path.join(folder, 'main.cjs'), format: 'cjs', codeSplitting: false, sourcemap: false })
// It is of the module that was here before.
rmSync(`${main}.map`, { force: true })
copyFileSync(path.join(import.meta.dirname, 'load-bundle.mjs'), main)
const { status } = spawnSync(process.execPath, [main, '--version'], {
  env: { ...process.env, WRITE_CODE_CACHE: 'on' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
process.exitCode = status ?? 1
