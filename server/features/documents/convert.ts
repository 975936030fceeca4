import { v7 as uuidv7 } from 'uuid'
import type { Actor, Context } from '../../context.ts'
import { Hopeless, type Run } from '../../jobs/declare.ts'
import { enqueue } from '../../jobs/queue.ts'
import { getObject } from '../objects/index.ts'
import { assertAffordable, reserved } from '../usage/index.ts'
import { doTask, ownerActor, progressOf } from '../work/index.ts'
import { formatOf, possible } from './formats.ts'
import { convertObject } from './jobs.ts'
import { noted } from './naming.ts'
import { impossible, produce } from './produce.ts'
import { keepResults, put, withBytes } from './results.ts'

export async function formatsOf(context: Context, actor: Actor, id: string): Promise<string[]> {
  const object = await getObject(context, actor, id)
  return Object.keys(await possible(object, context.documents.has))
}

export async function startConversion(
  context: Context,
  actor: Actor,
  id: string,
  { fmt: given, sheet }: { fmt: string; sheet?: number },
) {
  const object = await getObject(context, actor, id)
  const fmt = formatOf(given)
  const formats = await possible(object, context.documents.has)
  if (!Object.hasOwn(formats, fmt)) throw impossible(given, Object.keys(formats))
  await assertAffordable(context, chargeOf(actor.ownerId, id), ONE)
  const taskId = uuidv7()
  const payload = {
    taskId,
    objectId: id,
    hash: object.content_hash,
    mime: object.mime,
    kind: object.kind,
    fmt,
    language: actor.language,
    hidden: object.is_hidden,
    sheet,
  }
  await enqueue(context, convertObject, actor.ownerId, payload, { id: taskId })
  return { taskId, fmt }
}

const ONE = { units: 1 }
const chargeOf = (ownerId: string, objectId: string) =>
  ({ ownerId, meter: 'conversion', operation: 'convert', objectId, local: true }) as const

interface Payload {
  objectId: string
  hash: string
  mime: string
  kind: string
  fmt: string
  language: 'ru' | 'en'
  hidden: boolean
  sheet?: number
}

export async function performConversion(context: Context, payload: Payload, run: Run) {
  const { objectId, language, hidden } = payload
  const actor = await ownerActor(context, run.ownerId, language)
  const spare: string[] = []
  const done = await doTask(context, run, { name: convertObject.name, objectId, hidden, language }, async () => {
    const bounds = { signal: run.signal, progress: progressOf(context, run, objectId) }
    const charged = await reserved(context, chargeOf(run.ownerId, objectId), ONE, () =>
      context.documents.withFolder(folder =>
        withBytes(context, run.ownerId, payload.hash, async path => {
          const made = await produce(context, { ...payload, owner: run.ownerId, path, folder }, bounds)
          const stored = []
          for (const file of made.files) stored.push(await put(context, actor, file))
          return { ...made, stored }
        }),
      ),
    )
    const { stored: made, extension = payload.fmt, report } = charged.value
    return async tx => {
      await charged.settle(tx, ONE)
      const origin = { beside: objectId, sources: [objectId], hidden }
      const kept = await keepResults(tx, actor, origin, filename => {
        if (filename === null) throw new Hopeless('the file has gone')
        const word = { en: 'p.', ru: 'стр.' }[language]
        return made.map((result, n) => ({
          ...result,
          filename: noted(filename, made.length > 1 ? `${word} ${n + 1}` : '', extension),
        }))
      })
      spare.push(...kept.spare)
      return { objectIds: kept.ids, report }
    }
  })
  for (const key of spare) await context.blobs.remove(key)
  return done
}
