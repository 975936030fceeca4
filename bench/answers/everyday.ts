import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../test/support/server.ts'

/**
 * Files of a household and a small business in both languages, those of `bench/verify` among them, and what is asked about them.
 * Questions are halved by file: `tuned` may be looked at while the answers are made better, `kept` may not.
 */

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

const FOLDER = join(ROOT, 'bench/answers/everyday')

export function everydayFiles(): Map<string, string> {
  const files = new Map<string, string>()
  for (const half of ['tuned', 'kept']) {
    const folder = join(ROOT, 'bench/verify', half)
    for (const name of readdirSync(folder))
      files.set(name, readFileSync(join(folder, name), 'utf8').split('\n---\n')[0]!)
  }
  for (const piece of readFileSync(join(FOLDER, 'files.txt'), 'utf8').split(/^=== /mu).filter(Boolean)) {
    const [name, ...lines] = piece.trim().split('\n')
    files.set(name!, lines.join('\n'))
  }
  return files
}

export function everydayQuestions(): EverydayQuestion[] {
  const order = [...everydayFiles().keys()].sort()
  return readFileSync(join(FOLDER, 'questions.txt'), 'utf8')
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
