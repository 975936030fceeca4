import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './support/server.ts'

const read = (name: string) => readFileSync(join(ROOT, name), 'utf8')

test('NOTICE is what the packages and the list of weights make it: node scripts/notice.cjs --write', () => {
  const made = execFileSync(process.execPath, [join(ROOT, 'scripts/notice.cjs')], { encoding: 'utf8' })
  expect(read('NOTICE')).toBe(made)
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

test('every decision says whether it is in force', () => {
  const folder = join(ROOT, 'docs/decisions')
  const silent = readdirSync(folder).filter(name => !/^Status: \S/m.test(readFileSync(join(folder, name), 'utf8')))
  expect(silent).toEqual([])
})
