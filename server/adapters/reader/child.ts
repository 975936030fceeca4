import { readFile } from 'node:fs/promises'
import { codePointLength, decodeText } from './plain-text.ts'

/** Lives in a process of its own, with little memory and no secrets: what goes wrong here goes wrong alone. */

export interface Question {
  id: number
  path: string
  kind: string
  mime: string
}

export type Answer = { id: number } & (
  | { text: string; pages: { page: number; char_start: number; char_end: number }[] }
  | { none: true }
  | { failed: string }
)

async function answer({ id, path, kind }: Question): Promise<Answer> {
  if (kind !== 'text') return { id, none: true }
  const text = decodeText(await readFile(path))
  return { id, text, pages: [{ page: 1, char_start: 0, char_end: codePointLength(text) }] }
}

process.on('message', (question: Question) => {
  answer(question).then(
    reply => process.send?.(reply),
    (error: Error) => process.send?.({ id: question.id, failed: error.message }),
  )
})
// The parent is gone: so is the reason to be here.
process.on('disconnect', () => process.exit(0))
