import type { Context } from '../../context.ts'
import { type Handler, handle } from '../../jobs/declare.ts'
import type { Language } from '../../lib/language.ts'
import { giveUpTask } from '../work/index.ts'
import { performDiarization } from './diarize.ts'
import { diarizeObject, learnVoice } from './jobs.ts'
import { performLearning } from './profiles.ts'

interface TaskPayload {
  taskId: string
  objectId: string
  language: Language
  hidden: boolean
}

const givenUp = (context: Context, task: TaskPayload, { ownerId }: { ownerId: string }) =>
  giveUpTask(context, ownerId, task.taskId, {
    name: diarizeObject.name,
    objectId: task.objectId,
    language: task.language,
    hidden: task.hidden,
  })

export const recordingHandlers: Handler[] = [
  handle(diarizeObject, performDiarization, givenUp),
  handle(learnVoice, performLearning),
]
