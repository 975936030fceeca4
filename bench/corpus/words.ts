import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../test/support/server.ts'
import type { Foreign } from './files.ts'

const folder = mkdtempSync(join(tmpdir(), 'dossier-corpus-'))
let files = 0

export function saved(bytes: Uint8Array, extension: string): string {
  const path = join(folder, `${++files}.${extension}`)
  writeFileSync(path, bytes)
  return path
}

const NO_READER = 3
const LONGEST_MS = 300_000

/**
 * What another program reads; undefined where there is none, or it does not open the file. Waited for without standing still: the
 * service closes a connection that says nothing for long.
 */
export function independently({ bytes, kind }: Foreign): Promise<string | undefined> {
  const script = join(ROOT, 'bench/corpus/independent.py')
  const bounds = { maxBuffer: 1 << 28, timeout: LONGEST_MS }
  return new Promise(resolve =>
    execFile('/usr/bin/python3', [script, saved(bytes, kind), kind], bounds, (error, stdout) =>
      resolve(!error ? stdout : error.code === NO_READER ? undefined : ''),
    ),
  )
}

/** Words of two letters or more, however often each: breaks of lines, ligatures and width are the same word. */
export function bagOf(text: string): Map<string, number> {
  const bag = new Map<string, number>()
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\u00ad/g, '')
    .replace(/(\p{L})-\n(\p{L})/gu, '$1$2')
  for (const [word] of plain.matchAll(/\p{L}{2,}/gu)) bag.set(word, (bag.get(word) ?? 0) + 1)
  return bag
}

export interface Kept {
  words: number
  kept: number
}

/** How many of the words of one text another has. */
export function keptOf(of: string, by: string): Kept {
  const [wanted, had] = [bagOf(of), bagOf(by)]
  let [words, kept] = [0, 0]
  for (const [word, count] of wanted) {
    words += count
    kept += Math.min(count, had.get(word) ?? 0)
  }
  return { words, kept }
}

export const shareOf = ({ words, kept }: Kept) => (words === 0 ? 1 : kept / words)
