// The packages whose code, styles or fonts go into the built page, found as the build finds them: by following the imports of web/.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'

const root = path.join(import.meta.dirname, '..')
const web = path.join(root, 'web')
const PACKAGE = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/
/** A worker is started by its address, a file is asked for by `?url`, a style names others: none of these is followed as code. */
const WORKER = /new Worker\(new URL\('([^']+)'/g
const ADDRESS = /from '([^'.][^']*)\?(?:url|worker|raw)'/g
const STYLE = /(?:@import|url\()\s*["']([^"'.]+[^"']*)["']/g

const nameOf = target => /^(?:@[^/]+\/)?[^/]+/.exec(target)[0]
const captures = (text, pattern) => [...text.matchAll(pattern)].map(([, found]) => found)

/** Notes what our own files ask for: a package may only hand on others, and then nothing of its own is left. */
const bundled = names => ({
  name: 'as-the-build',
  resolveId(id, importer = '') {
    if (importer.startsWith(web) && /^[^./\0]/.test(id)) names.add(nameOf(id))
    if (/\?|\.css$/.test(id)) return { id, external: true }
    // As in web/vite.config.ts.
    return id === 'entities' ? path.join(web, 'lib/entities.ts') : null
  },
})

/** Their names, in order. */
export async function pagePackages() {
  const names = new Set()
  const inputs = ['main.tsx', 'first/first.ts'].map(name => path.join(web, name))
  for (const file of readdirSync(web, { recursive: true, encoding: 'utf8' }).map(name => path.join(web, name))) {
    if (!/(?<!\.test)\.(tsx?|css)$/.test(file)) continue
    const text = readFileSync(file, 'utf8')
    for (const worker of captures(text, WORKER)) inputs.push(path.resolve(path.dirname(file), worker))
    for (const target of captures(text, file.endsWith('.css') ? STYLE : ADDRESS)) names.add(nameOf(target))
  }
  const bundle = await rolldown({
    cwd: root,
    input: inputs,
    platform: 'browser',
    logLevel: 'silent',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [bundled(names)],
  })
  const { output } = await bundle.generate({ format: 'es' })
  await bundle.close()
  for (const { modules = {} } of output)
    for (const [id, { renderedLength }] of Object.entries(modules))
      if (renderedLength > 0 && PACKAGE.test(id)) names.add(PACKAGE.exec(id)[1])
  return [...names].sort()
}
