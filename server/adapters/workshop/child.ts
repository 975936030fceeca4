import { DocumentRefused } from '../../ports/documents.ts'
import { addAnnotations, setProperties } from '../pdf/annotate.ts'
import { burnPages } from '../pdf/burn.ts'
import { addOutline, layPictures } from '../pdf/lay.ts'
import { comparePictures, stringsTelling, textUnder } from '../pdf/proof.ts'
import { pruneRemoved } from '../pdf/prune.ts'
import { shrinkPhotos } from '../pdf/shrink.ts'
import { pageSizes, watermarkPage } from '../pdf/watermark.ts'
import { convertPicture, previewPicture } from './pictures.ts'
import type { SheetsInput } from './sheets.ts'

/** Lives in a process of its own, with bounded memory and no secrets: what goes wrong here goes wrong alone. */

const TASKS = {
  previewPicture,
  convertPicture,
  layPictures,
  addOutline,
  pruneRemoved,
  addAnnotations,
  setProperties,
  pageSizes,
  watermarkPage,
  shrinkPhotos,
  burnPages,
  textUnder,
  stringsTelling,
  comparePictures,
  // Its parsers are loaded when the first sheet comes.
  writeSheets: async (input: SheetsInput) => (await import('./sheets.ts')).writeSheets(input),
}

export type Task = keyof typeof TASKS
export type TaskInput<T extends Task> = Parameters<(typeof TASKS)[T]>[0]

const TOO_HEAVY = {
  code: 'too_heavy' as const,
  words: {
    en: 'The file is too heavy: working on it takes more time or memory than it may.',
    ru: 'Файл слишком тяжёлый: работа с ним занимает больше времени или памяти, чем можно.',
  },
}

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
    return { id, value: await TASKS[task](input, progress => process.send?.({ id, progress })) }
  } catch (error) {
    // A tree so deep that it cannot be walked.
    if (error instanceof RangeError) return { id, failed: error.message, refused: TOO_HEAVY }
    const refused = error instanceof DocumentRefused ? { code: error.code, words: error.words } : undefined
    return { id, failed: (error as Error).message, refused }
  }
}

process.on('message', (question: Question) => {
  void answer(question).then(reply => process.send?.(reply))
})
// The parent is gone: so is the reason to be here.
process.on('disconnect', () => process.exit(0))
