import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8')

test('NOTICE is what the packages and the list of weights make it: node scripts/notice.cjs --write', () => {
  const made = execFileSync(process.execPath, [join(ROOT, 'scripts/notice.cjs')], { encoding: 'utf8' })
  expect(read('NOTICE')).toBe(made)
  // The page is put together for it.
}, 400_000)

const section = (title: string) => read('NOTICE').split(`${title}\n`)[1]!.split('\n\nPackages of ')[0]!
const namesIn = (title: string) => section(`Packages of ${title}`).split(/\s*[,\n]\s*/)

test('every package that the page imports is named in it', () => {
  const files = execFileSync('git', ['ls-files', 'web'], { cwd: ROOT, encoding: 'utf8' }).split('\n')
  const code = files.filter(name => /(?<!\.test|vite\.config|preloads)\.(tsx?|css)$/.test(name)).map(read)
  const imports =
    /^(?:import|export)(?! type)\s[^;]*?from '([^.'][^']*)'|import\('([^.'][^']*)'\)|^@import "([^.][^"]*)"|url\("(@[^"]*)"/gm
  const asked = code.flatMap(text => [...text.matchAll(imports)].map(([, ...names]) => names.find(Boolean)!))
  const packages = new Set(asked.map(target => /^(?:@[^/]+\/)?[^/]+/.exec(target)![0]))
  const named = namesIn('the page, built into the files that a browser is given, by licence')
  expect(packages.size).toBeGreaterThan(18)
  expect([...packages].filter(name => !named.includes(name))).toEqual([])
})

test('what only tests use is not named in it', () => {
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> }
  const named = namesIn('the service, by licence')
  expect(named).toContain('fastify')
  // A package of the page may also be one that the service needs for itself.
  expect(Object.keys(devDependencies).filter(name => named.includes(name))).toEqual([])
})

test('every file of weights that ships is named in it', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n')
  const weights = files.filter(
    name =>
      /^(models|server|web)\//.test(name) &&
      /^models\/|\.(onnx|gguf|safetensors|bin|ttf|woff2?)$|weights\.ts$|doc-types\.json$/.test(name),
  )
  const said = read('NOTICE')
  // A file of code that loads weights has none itself.
  const loads = 'server/adapters/transcriber/weights.ts'
  const isNamed = (name: string) => said.includes(name) || said.includes(`${name.split('/').slice(0, 2).join('/')}\n`)
  const unnamed = weights.filter(name => name !== loads && !isNamed(name))
  expect(weights.length).toBeGreaterThan(3)
  expect(unnamed).toEqual([])
})

test('every decision says whether it is in force, and names what has taken its place', () => {
  const folder = join(ROOT, 'docs/decisions')
  const pages = readdirSync(folder)
  const status = new Map(
    pages.map(name => [name, /^Status: (.+(?:\n.+)*)/m.exec(readFileSync(join(folder, name), 'utf8'))?.[1] ?? '']),
  )
  const known = /^(in force\b|(in part )?superseded by (what )?\S+\.md\b)/
  expect([...status].filter(([, words]) => !known.test(words)).map(([name]) => name)).toEqual([])
  const named = [...status].flatMap(([name, words]) => (words.match(/\d{4}-\S+\.md/g) ?? []).map(next => [name, next]))
  // A decision is superseded by a later one.
  expect(named.filter(([name, next]) => !pages.includes(next!) || next! < name!)).toEqual([])
})
