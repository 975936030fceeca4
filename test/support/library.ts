import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './server.ts'

/** A small library of both languages, what is looked for in it, and what a snippet must not be. */

const fixture = (name: string) => readFileSync(join(ROOT, 'test/fixtures', name), 'utf8')

export const LIBRARY: [name: string, text: string][] = fixture('library.txt')
  .split(/^=== /m)
  .slice(1)
  .map(part => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1).trim()])

/** Words that nobody knows, and things that no file of the library speaks of. */
export const ABSENT = fixture('absent-queries.txt').trim().split('\n')

/** Words of syllables that mean nothing, the same every time. */
export function nonsense(count: number): string[] {
  let state = 20_261_117
  const pick = (letters: string) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return letters[(state >> 8) % letters.length]!
  }
  const syllables = [
    () => pick('bdfgklmnprstvz') + pick('aeiou') + pick('bgklmnrstx'),
    () => pick('бвгджзклмнпрстфхцчш') + pick('аеиоуыя') + pick('бгжклмнрстхш'),
  ]
  return Array.from({ length: count }, (_, n) => Array.from({ length: 2 + (n % 3) }, syllables[n % 2]!).join(''))
}

const wordsIn = (text: string) => text.match(/\p{L}[\p{L}\p{M}]+/gu) ?? []

/** Of every file: its name, single words, pairs that stand together, and whole sentences, spread over its text. */
export function queriesFor(library: [string, string][], most: number): string[] {
  const each = library.map(([name, text]) => {
    const long = wordsIn(text).filter(word => word.length > 4)
    const at = (share: number) => Math.floor(share * (long.length - 1))
    const pair = (share: number) => long.slice(at(share), at(share) + 2).join(' ')
    const lines = text.split('\n').filter(line => wordsIn(line).length > 3)
    const sentence = wordsIn(lines[Math.floor(lines.length / 2)] ?? name)
      .slice(0, 7)
      .join(' ')
    return [
      name.replace(/\.\w+$/, ''),
      ...[0, 0.3, 0.6, 1].map(share => long[at(share)] ?? name),
      pair(0.2),
      pair(0.8),
      sentence,
    ]
  })
  const spread = Array.from({ length: 8 }, (_, n) => each.map(list => list[n]!)).flat()
  return [...new Set(spread)].slice(0, most)
}

/** A line that only names what follows: a heading, a letterhead, a title. */
const isHeading = (line: string) =>
  /^#{1,6} /.test(line) ||
  (wordsIn(line).length <= 5 && !/[.!?…:;,—]/.test(line.replace(/ № .*$/, '')) && !/^[-*>|\d]/.test(line))

/** What is wrong with a snippet of this file; undefined when nothing is. */
export function faultOf(snippet: string, name: string, text: string): string | undefined {
  if (snippet === name) return text === '' ? undefined : 'only the name'
  if (/\.md$/.test(name) && /^\s*(?:#{1,6}|[-*+>])\s|\*\*|`|\]\(|\[[ x]\]|\|\s*-{3}/m.test(snippet))
    return 'Markdown signs'
  const words = wordsIn(snippet)
  if (words.length < 3 && wordsIn(text).length >= 3) return 'too little'
  const lines = text.split('\n').map(line => line.trim())
  const shown = snippet
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
  const headings = new Set(
    lines
      .filter((line, n) => isHeading(line) && (lines[n + 1] === '' || lines[n - 1] === ''))
      .map(line => line.replace(/^#+ /, '')),
  )
  if (shown.every(line => headings.has(line))) return 'bare heading'
  return undefined
}
