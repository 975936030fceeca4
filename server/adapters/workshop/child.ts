import { DocumentRefused } from '../../ports/documents.ts'
import { previewPicture } from './pictures.ts'

/** Lives in a process of its own, with bounded memory and no secrets: what goes wrong here goes wrong alone. */

const TASKS = {
  previewPicture,
}

export type Task = keyof typeof TASKS
export type TaskInput<T extends Task> = Parameters<(typeof TASKS)[T]>[0]

interface Question {
  id: number
  task: Task
  input: never
}

export type Answer = { id: number } & (
  | { value: unknown }
  | { progress: number }
  | { failed: string; refused?: { code: DocumentRefused['code']; words: DocumentRefused['words'] } }
)

async function answer({ id, task, input }: Question): Promise<Answer> {
  try {
    return { id, value: await TASKS[task](input) }
  } catch (error) {
    const refused = error instanceof DocumentRefused ? { code: error.code, words: error.words } : undefined
    return { id, failed: (error as Error).message, refused }
  }
}

process.on('message', (question: Question) => {
  void answer(question).then(reply => process.send?.(reply))
})
// The parent is gone: so is the reason to be here.
process.on('disconnect', () => process.exit(0))
