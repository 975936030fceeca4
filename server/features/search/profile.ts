import { unitCounter } from '../../lib/code-points.ts'
import { APART, letterAt, ODD } from '../../lib/letters.ts'
import { isIdentifier, isStopWord, normalise, partNames, type Word, wordsOf } from '../../lib/words.ts'
import { TITLE_PARTS } from './ranking.ts'

/**
 * What the index keeps of a piece of text: each term as a number made from the owner and the term, sorted, and beside it how
 * often it occurs. The owner is part of the number, so one owner's lists never grow by another's files.
 */
export interface TextProfile {
  keys: number[]
  counts: Buffer
  /** Words that count, for the length in BM25. */
  length: number
}

/** As PostgreSQL is sent it: the text of an array, and hexadecimal digits. */
export interface PackedProfile {
  keys: string
  counts: string
  length: number
}

export const packed = ({ keys, counts, length }: TextProfile): PackedProfile => ({
  keys: `{${keys.join()}}`,
  counts: counts.toString('hex'),
  length,
})

export type KeyOf = (term: string) => number

/** 32 bits of murmur3 over UTF-16, begun from the owner: two terms of one owner meet once in four thousand million. */
export function keysOf(ownerId: string): KeyOf {
  const seed = hash(ownerId, 0)
  return term => hash(term, seed)
}

function hash(text: string, seed: number): number {
  let h = seed
  for (let i = 0; i < text.length; i++) {
    let k = Math.imul(text.charCodeAt(i), 0xcc9e2d51)
    k = Math.imul((k << 15) | (k >>> 17), 0x1b873593)
    h ^= k
    h = (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0
  }
  h ^= text.length
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) | 0
}

/** Codes like 12-345/A are found whole, however they are written. */
const CODE = /[\p{L}\p{N}]+(?:[-/.№#_][\p{L}\p{N}]+)+/uy
/** In prose there are few of these: looking around each is a fraction of the work of looking for codes everywhere. */
const JOINT = /[^\s][-/.№#_](?=[^\s])/g
const LONGEST_CODE = 64

/** The parts of a code joined, when it has a digit; prose like "Москва-река" has none. */
export function codesOf(text: string): string[] {
  const codes: string[] = []
  let from = 0
  for (const { index } of text.matchAll(JOINT)) {
    if (index < from) continue
    const start = runBefore(text, from, index + 1)
    CODE.lastIndex = start
    const match = CODE.exec(text)?.[0]
    if (!match) continue
    from = start + match.length
    const joined = match
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll('ё', 'е')
      .replaceAll(/[^\p{L}\p{N}]/gu, '')
    if (isIdentifier(joined) && joined.length >= 4 && joined.length <= LONGEST_CODE) codes.push(joined)
  }
  return codes
}

/** Where the run of letters begins that ends here; looked for no further than the longest code reaches. */
function runBefore(text: string, from: number, end: number): number {
  const least = Math.max(from, end - 2 * LONGEST_CODE)
  let at = end
  while (at > least) {
    const letter = letterAt(text, at - 1)
    if (letter === ODD) return end - (/[\p{L}\p{N}]+$/u.exec(text.slice(least, end))?.[0].length ?? 0)
    if (letter === APART) break
    at--
  }
  return at
}

export class ProfileMaker {
  readonly counts = new Map<string, number>()
  length = 0

  add(words: Word[], weight = 1): this {
    for (const { word, term } of words) {
      this.count(term, weight)
      if (!isStopWord(word)) this.length += weight
    }
    return this
  }

  count(term: string, weight = 1): this {
    this.counts.set(term, Math.min(255, (this.counts.get(term) ?? 0) + weight))
    return this
  }

  make(keyOf: KeyOf): TextProfile {
    const merged = new Map<number, number>()
    for (const [term, count] of this.counts) {
      const key = keyOf(term)
      merged.set(key, Math.max(merged.get(key) ?? 0, count))
    }
    const keys = [...merged.keys()].sort((a, b) => a - b)
    return { keys, counts: Buffer.from(keys.map(key => merged.get(key)!)), length: Math.min(this.length, 32_000) }
  }
}

export function bodyProfile(text: string): ProfileMaker {
  const maker = new ProfileMaker().add(wordsOf(text))
  for (const code of codesOf(text)) maker.count(code)
  return maker
}

/** What the title chunk of a file is made of. */
export interface TitleFields {
  filename: string
  title: string
  keywords: string[]
  headings: string[]
}

/** The fields that belong to the whole file. What a person reads first counts most. */
export function titleProfile({ filename, title, keywords, headings }: TitleFields): ProfileMaker {
  const bare = filename.replace(/\.[^.\s]{1,16}$/, '')
  const maker = new ProfileMaker()
  const name = wordsOf(partNames(bare))
  maker.add(name, TITLE_PARTS.name)
  for (const { term } of wordsOf(filename)) if (!maker.counts.has(term)) maker.count(term, TITLE_PARTS.name)
  for (const code of codesOf(filename)) maker.count(code, TITLE_PARTS.name)
  // A title that only repeats the name must not count twice.
  if (normalise(title) !== normalise(bare).replaceAll('_', ' ')) maker.add(wordsOf(title), TITLE_PARTS.title)
  for (const keyword of keywords) maker.add(wordsOf(keyword), TITLE_PARTS.keywords)
  for (const heading of headings) maker.add(wordsOf(heading), TITLE_PARTS.headings)
  return maker
}

const HEADINGS = 40

/** What the format marks as one first, then what its lines show. */
export function allHeadings(text: string, marked: { char_start: number; char_end: number }[]): string[] {
  const points = unitCounter(text)
  const known = marked
    .slice(0, HEADINGS)
    .map(({ char_start, char_end }) => text.slice(points(char_start), points(Math.min(char_end, char_start + 150))))
  return [...new Set([...known, ...headingsOf(text)].map(heading => heading.trim()).filter(Boolean))].slice(0, HEADINGS)
}

const LOOKED_AT = 200_000
const LONGEST_LINE = 150
const MARKED = /^#{1,6} +(\S.{0,149})$/u
const ALONE = /^\p{Lu}.{2,80}[\p{L}\p{N})»"]$/u

/** Lines that stand alone and do not end like sentences, and what Markdown marks as one. Line by line: the time is linear. */
export function headingsOf(text: string): string[] {
  const found: string[] = []
  const lines = text.slice(0, LOOKED_AT).split('\n')
  for (let at = 0; at < lines.length && found.length < HEADINGS; at++) {
    if (lines[at]!.length > 2 * LONGEST_LINE) continue
    const line = lines[at]!.trim()
    const marked = MARKED.exec(line)?.[1]
    const standsAlone = isBlank(lines[at - 1]) && at + 1 < lines.length && isBlank(lines[at + 1])
    if (marked) found.push(marked)
    else if (standsAlone && ALONE.test(line)) found.push(line)
  }
  return found
}

const isBlank = (line: string | undefined) =>
  line === undefined || line.length > LONGEST_LINE ? line === undefined : line.trim() === ''
