import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

/** What a browser must have before a screen is there, by the list that the build leaves; `npm run bench -- web` measures it in a browser. */

const LIBRARY_BYTES = 200_000
const ELSEWHERE_BYTES = 250_000

const BUILT = join(import.meta.dirname, '../dist-web')
const FEATURES = join(import.meta.dirname, '../web/features')

interface Built {
  imports: string[]
  sources: string[]
}

const built = JSON.parse(readFileSync(join(BUILT, '.vite/files.json'), 'utf8')) as Record<string, Built>

function withAll(file: string, found: Set<string>): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const next of built[file]?.imports ?? []) withAll(next, found)
  return found
}

function filesOf(source: string, found: Set<string>): Set<string> {
  const [file] = Object.entries(built).find(([, { sources }]) => sources.includes(source)) ?? []
  if (!file) throw new Error(`${source} is in no file of the build`)
  return withAll(file, found)
}

/** The app itself: the same for every screen, and all that the library needs. */
const app = () => ['first/first.ts', 'main.tsx'].reduce((found, source) => filesOf(source, found), new Set<string>())

const bytesOf = (files: Set<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(BUILT, file)), { level: 9 }).length, 0)

/** As the features name them to the router. */
const screens = readdirSync(FEATURES).flatMap(feature => {
  const index = readFileSync(join(FEATURES, feature, 'index.ts'), 'utf8')
  return [...index.matchAll(/load\w*(?:Page|Section|Viewer)\b[^']*import\('\.\/([^']+)'\)/g)].map(
    ([, file]) => `features/${feature}/${file}`,
  )
})

test('the library loads at most 200 kB of scripts first', () => {
  expect(app().size).toBeGreaterThan(2)
  expect(bytesOf(app())).toBeLessThanOrEqual(LIBRARY_BYTES)
})

test('every other screen at most 250 kB; what reads a PDF and what writes a text come after it', () => {
  expect(screens.length).toBeGreaterThan(15)
  const over = screens
    .map(screen => [screen, bytesOf(filesOf(screen, app()))] as const)
    .filter(([, bytes]) => bytes > ELSEWHERE_BYTES)
  expect(Object.fromEntries(over)).toEqual({})
})
