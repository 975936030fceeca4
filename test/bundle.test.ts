import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import vm from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from './support/server.ts'

/** What starts is one file, and what V8 made of it lies beside it. */

const BUILT = join(ROOT, 'dist/server')
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

test('this Node.js takes the code that was compiled when it was built', () => {
  const loader = readFileSync(join(BUILT, 'main.js'), 'utf8')
  const [, head, tail] = /`(\(function.*?)\$\{.*?\}\\n(\}\))`/.exec(loader)!
  const script = new vm.Script(`${head}${readFileSync(join(BUILT, 'main.cjs'), 'utf8')}\n${tail}`, {
    filename: join(BUILT, 'main.cjs'),
    cachedData: readFileSync(join(BUILT, 'main.cache')),
  })
  expect(script.cachedDataRejected).toBe(false)
})

test('packages that are loaded when they are needed are loaded from outside of the compiled code, which could not', () => {
  const bundle = readFileSync(join(BUILT, 'main.cjs'), 'utf8')
  expect(bundle.match(/(?:await|=>|return|=)[\s(]*import\(.*/g)).toBeNull()
  expect(bundle).toContain('importPackage("ai")')
})

const SPOILED: [string, (cache: string) => void][] = [
  ['missing', cache => rmSync(cache)],
  ['cut off', cache => truncateSync(cache, 1000)],
  ['of another Node.js', cache => writeFileSync(cache, Buffer.alloc(5000, 7))],
]

test.each(SPOILED)('without it the program is compiled anew: %s', (_name, spoil) => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-bundle-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['main.js', 'main.cjs', 'main.cache']) cpSync(join(BUILT, name), join(folder, 'dist/server', name))
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  spoil(join(folder, 'dist/server/main.cache'))
  const { stdout, stderr } = spawnSync(process.execPath, [join(folder, 'dist/server/main.js'), '--version'], {
    encoding: 'utf8',
  })
  expect({ stdout, stderr }).toEqual({ stdout: `${version}\n`, stderr: '' })
})
