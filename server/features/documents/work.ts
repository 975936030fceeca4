import type { Context } from '../../context.ts'
import { type Handler, handle, type Job } from '../../jobs/declare.ts'
import type { Language } from '../../lib/language.ts'
import { giveUpTask } from '../work/index.ts'
import { performAssembly } from './assemble.ts'
import { performConversion } from './convert.ts'
import { assembleObjects, convertObject, pdfOperation } from './jobs.ts'
import { performOperation } from './operate.ts'

interface TaskPayload {
  taskId: string
  objectId?: string
  toldOf?: string
  givenBy?: string
  language: Language
  hidden: boolean
}

const givenUp =
  (job: Pick<Job<unknown>, 'name'>) =>
  (
    context: Context,
    { taskId, objectId, toldOf, givenBy, language, hidden }: TaskPayload,
    _reason: string,
    ownerId: string,
  ) =>
    giveUpTask(context, ownerId, taskId, {
      name: job.name,
      objectId: objectId ?? null,
      toldOf,
      isGiven: givenBy !== undefined,
      language,
      hidden,
    })

export const documentHandlers: Handler[] = [
  handle(pdfOperation, performOperation, givenUp(pdfOperation)),
  handle(convertObject, performConversion, givenUp(convertObject)),
  handle(assembleObjects, performAssembly, givenUp(assembleObjects)),
]
