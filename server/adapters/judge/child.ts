import type { Judgement, JudgePair } from '../../ports/judge.ts'
import { serve } from '../pool/child.ts'
import { type Files, openJudge } from './model.ts'

/** Lives in a process of its own: its memory goes back when it ends, and a broken model breaks nothing else. */

export interface JudgeRequest {
  files: Files
  pairs: JudgePair[]
}

export type JudgeReply =
  | { judgements: Judgement[] }
  /** The judge itself cannot be had. */
  | { off: string }

let opening: ReturnType<typeof openJudge> | undefined

async function answer({ files, pairs }: JudgeRequest): Promise<JudgeReply> {
  opening ??= openJudge(files)
  try {
    const judge = await opening
    const judgements: Judgement[] = []
    for (const pair of pairs) judgements.push(await judge(pair))
    return { judgements }
  } catch (error) {
    return { off: (error as Error).message }
  }
}

serve(answer, { grownMb: 700 })
