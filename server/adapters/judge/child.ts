import type { Judgement, JudgePair } from '../../ports/judge.ts'
import { type Files, openJudge } from './model.ts'

/** Lives in a process of its own: its memory goes back when it ends, and a broken model breaks nothing else. */

export interface Question {
  id: number
  files: Files
  pairs: JudgePair[]
}

export type Answer = { id: number } & (
  | { judgements: Judgement[] }
  /** The judge itself cannot be had. */
  | { off: string }
  | { failed: string }
)

let opening: ReturnType<typeof openJudge> | undefined

async function answer({ id, files, pairs }: Question): Promise<Answer> {
  opening ??= openJudge(files)
  let judge: Awaited<typeof opening>
  try {
    judge = await opening
  } catch (error) {
    return { id, off: (error as Error).message }
  }
  const judgements: Judgement[] = []
  for (const pair of pairs) judgements.push(await judge(pair))
  return { id, judgements }
}

/** One after the other: the processor is busy with the first anyway. */
let line: Promise<unknown> = Promise.resolve()

process.on('message', (question: Question) => {
  line = line.then(() =>
    answer(question).then(
      reply => process.send?.(reply),
      (error: Error) => process.send?.({ id: question.id, failed: error.message }),
    ),
  )
})
// The parent is gone: so is the reason to be here.
process.on('disconnect', () => process.exit(0))
