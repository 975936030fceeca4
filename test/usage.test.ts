import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from './support/server.ts'

/** What stands behind `npm start --`. */

function started(...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-usage-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'dist/server/main.js'), ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: folder },
    encoding: 'utf8',
  })
  return { status, stdout, stderr, left: readdirSync(folder) }
}

test('--help tells the ways to call it, each of which there is, and starts nothing', () => {
  const { status, stdout, stderr, left } = started('--help')
  expect({ status, stderr, left }).toEqual({ status: 0, stderr: '', left: [] })
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const named = [...stdout.matchAll(/npm (?:run )?([\w-]+)/g)].map(([, name]) => name)
  expect(named).toContain('start')
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named))
  for (const [page] of stdout.matchAll(/docs\/\w+\.md/g)) expect(readFileSync(join(ROOT, page), 'utf8')).not.toBe('')
})

test.each(['--rol=api', 'serve', '--port=80'])('%s is refused, and nothing is started', word => {
  const { status, stderr, left } = started(word)
  expect({ status, left }).toEqual({ status: 1, left: [] })
  expect(stderr).toContain(`${word} is not known. npm start -- --help shows what is.`)
})
