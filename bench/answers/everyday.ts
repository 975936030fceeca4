import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../test/support/server.ts'

/**
 * Files of a household and a small business in both languages, and what is asked about them: `first`, those of `bench/verify` among them, and
 * `second`, written by somebody who had not seen the first or the code. Questions are halved by file: `tuned` may be looked at while the
 * answers are made better, `kept` may not.
 */

export const SETS = ['first', 'second'] as const
export type EverydaySet = (typeof SETS)[number]
export type Half = 'tuned' | 'kept'

export interface EverydayQuestion {
  half: Half
  /** Undefined where nothing answers it. */
  file?: string
  kind: string
  question: string
  /** What the answer must hold, all of it. */
  parts: string[]
}

const FOLDERS: Record<EverydaySet, string> = {
  first: join(ROOT, 'bench/answers/everyday'),
  second: join(ROOT, 'bench/answers/second'),
}

export function everydayFiles(set: EverydaySet = 'first'): Map<string, string> {
  const files = new Map<string, string>()
  if (set === 'second') {
    for (const name of readdirSync(join(FOLDERS.second, 'files')))
      files.set(name, readFileSync(join(FOLDERS.second, 'files', name), 'utf8'))
    return files
  }
  for (const half of ['tuned', 'kept']) {
    const folder = join(ROOT, 'bench/verify', half)
    for (const name of readdirSync(folder))
      files.set(name, readFileSync(join(folder, name), 'utf8').split('\n---\n')[0]!)
  }
  for (const piece of readFileSync(join(FOLDERS.first, 'files.txt'), 'utf8').split(/^=== /mu).filter(Boolean)) {
    const [name, ...lines] = piece.trim().split('\n')
    files.set(name!, lines.join('\n'))
  }
  return files
}

export function everydayQuestions(set: EverydaySet = 'first'): EverydayQuestion[] {
  const order = [...everydayFiles(set).keys()].sort()
  return readFileSync(join(FOLDERS[set], 'questions.txt'), 'utf8')
    .trim()
    .split('\n')
    .map((line, at) => {
      const [file, kind, question, answer] = line.split('|').map(part => part.trim())
      if (file !== '-' && !order.includes(file!)) throw new Error(`there is no file ${file}`)
      const even = (file === '-' ? at : order.indexOf(file!)) % 2 === 0
      const parts = answer ? answer.split('&').map(part => part.trim()) : []
      return {
        half: even ? 'tuned' : 'kept',
        file: file === '-' ? undefined : file,
        kind: kind!,
        question: question!,
        parts,
      }
    })
}
