import type { Actor } from '../../../context.ts'
import { timeFor } from '../../../jobs/overview.ts'
import { embedObject } from '../jobs.ts'
import { encoderFor, type VectorEncoding } from './encoder.ts'
import { progressOf } from './queries.ts'

export async function vectorProgress(context: VectorEncoding, actor: Actor) {
  const model = await encoderFor(context, actor.ownerId).then(
    encoder => encoder.model,
    () => null,
  )
  const found = await progressOf(context.db, actor, model?.id ?? '', embedObject)
  const { done = 0, waiting = 0, refused = 0 } = found ?? {}
  return {
    model: model?.id ?? null,
    dim: model?.dim ?? null,
    done,
    waiting,
    refused,
    eta_seconds: await timeFor(context.db, embedObject.name, waiting),
  }
}
