import type { Context } from '../../context.ts'
import { type Handler, handle, type Job } from '../../jobs/declare.ts'
import type { Language } from '../../lib/language.ts'
import { giveUpTask } from '../work/index.ts'
import { performAssembly } from './assemble.ts'
import { performConversion } from './convert.ts'
import { givenIdsOf } from './given.ts'
import { assembleObjects, convertObject, pdfOperation } from './jobs.ts'
import { performOperation } from './operate.ts'

interface TaskPayload {
  taskId: string
  objectId?: string
  toldOf?: string
  givenBy?: string
  sourceId?: string | null
  sources?: { id: string }[]
  language: Language
  hidden: boolean
}

const givenUp =
  (job: Pick<Job<unknown>, 'name'>) =>
  (context: Context, payload: TaskPayload, { ownerId }: { ownerId: string }) => {
    const { taskId, objectId, toldOf, language, hidden } = payload
    return giveUpTask(context, ownerId, taskId, {
      name: job.name,
      objectId: objectId ?? null,
      toldOf,
      givenIds: givenIdsOf(payload),
      language,
      hidden,
    })
  }

export const documentHandlers: Handler[] = [
  handle(pdfOperation, performOperation, givenUp(pdfOperation)),
  handle(convertObject, performConversion, givenUp(convertObject)),
  handle(assembleObjects, performAssembly, givenUp(assembleObjects)),
]
