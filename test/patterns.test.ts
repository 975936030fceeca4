import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { check } from 'recheck'
import { beforeAll, expect, test } from 'vitest'
import { madePatterns, nameOf, type Pattern, writtenPatterns } from './support/patterns.ts'

/**
 * Regular expressions take time that is linear in what they are given. The verdicts are kept in patterns.json, since to find them takes
 * minutes: `UPDATE_PATTERNS=1 npx vitest run test/patterns.test.ts` checks what is new. What is not linear is written anew, or noted under
 * `bounded` with the bound of its input.
 */

const FILE = join(import.meta.dirname, 'patterns.json')
const CHECK_MS = 10_000

interface Verdicts {
  safe: string[]
  /** Worse than linear, or not known: why it is harmless all the same. */
  bounded: Record<string, string>
  /** Modules that put patterns together: what bounds the input of all of them. */
  makers: Record<string, string>
  /** Worse than linear, and the bound is only that of the child or thread they run in: to be written anew. */
  open: string[]
}

/** It may only become shorter. */
const MOST_OPEN = 0

const verdicts: Verdicts = JSON.parse(readFileSync(FILE, 'utf8'))
const patterns = new Map<string, Pattern>()
let running: string[] = []

beforeAll(async () => {
  const { written, makers } = writtenPatterns()
  const made = await madePatterns([...makers, 'server/app.ts'])
  running = makers.filter(path => !made.some(({ at }) => at === path))
  for (const pattern of [...written, ...made.filter(({ at }) => !(at in verdicts.makers))])
    patterns.set(nameOf(pattern), pattern)
})

async function verdictOf({ source, flags }: Pattern): Promise<string> {
  const found = await check(source, flags.replace('d', ''), { timeout: CHECK_MS })
  return found.status === 'vulnerable' ? found.complexity.type : found.status
}

test('every pattern is linear, or its input is bounded', async () => {
  const known = new Set([...verdicts.safe, ...Object.keys(verdicts.bounded), ...verdicts.open])
  const problems: string[] = []
  for (const [name, pattern] of patterns) {
    if (known.has(name)) continue
    const verdict = await verdictOf(pattern)
    if (verdict === 'safe' && process.env.UPDATE_PATTERNS) {
      verdicts.safe.push(name)
      save()
    } else problems.push(`${pattern.at} ${name}: ${verdict}`)
  }
  expect(problems).toEqual([])
}, 3_600_000)

function save(): void {
  verdicts.safe = verdicts.safe.filter(name => patterns.has(name)).sort()
  writeFileSync(FILE, `${JSON.stringify(verdicts, null, 2)}\n`)
}

test('the list of verdicts has nothing that is gone, and nothing without its bound', () => {
  expect(
    [...verdicts.safe, ...Object.keys(verdicts.bounded), ...verdicts.open].filter(name => !patterns.has(name)),
  ).toEqual([])
  expect(Object.entries({ ...verdicts.bounded, ...verdicts.makers }).filter(([, why]) => why.length < 20)).toEqual([])
})

test('what is still to be written anew becomes less', () => {
  expect(verdicts.open.length).toBeLessThanOrEqual(MOST_OPEN)
})

test('modules that make patterns while they run have a bound', () => {
  expect(running.filter(path => !(path in verdicts.makers))).toEqual([])
})
