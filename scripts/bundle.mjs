// node scripts/bundle.mjs FOLDER: the main program as one file. A start loads some 1,200 modules otherwise, for more than a second.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'

const folder = path.resolve(process.argv[2])
const main = path.join(folder, 'main.js')
/** Of many small modules each. Other packages stay what they are: they find their own files beside them. */
const TAKEN_IN = /^(kysely|zod)(\/|$)/

const isOutside = id => !id.startsWith('.') && !path.isAbsolute(id) && !TAKEN_IN.test(id)

/** What a module reads, starts or hands to a thread lies beside the module, not beside the bundle. */
const ownAddress = {
  name: 'own-address',
  transform(code, id) {
    if (!id.startsWith(folder) || !code.includes('import.meta.url')) return null
    const address = JSON.stringify(`./${path.relative(folder, id)}`)
    return { code: code.replaceAll('import.meta.url', `new URL(${address}, import.meta.url).href`), map: null }
  },
}

const bundle = await rolldown({
  input: main,
  platform: 'node',
  external: isOutside,
  plugins: [ownAddress],
  treeshake: { moduleSideEffects: 'no-external' },
})
await bundle.write({ file: main, format: 'esm', codeSplitting: false, sourcemap: false })
// It is of the module that was here before.
rmSync(`${main}.map`, { force: true })
