import { v7 as uuidv7 } from 'uuid'
import { type Actor, type Context, personOf } from '../../context.ts'
import { Hopeless, type RunJob } from '../../jobs/declare.ts'
import { enqueueWith } from '../../jobs/queue.ts'
import { getObject } from '../objects/index.ts'
import { assertAffordable, reserved } from '../usage/index.ts'
import { doTask, ownerActor, progressOf } from '../work/index.ts'
import { formatOf, possible } from './formats.ts'
import { givenBy, givenIdsOf, readerOf } from './given.ts'
import { convertObject } from './jobs.ts'
import { noted } from './naming.ts'
import { impossible, produce } from './produce.ts'
import { keepBeside, put, withBytes } from './results.ts'

export async function formatsOf(context: Context, actor: Actor, id: string): Promise<string[]> {
  const object = await getObject(context, actor, id)
  return Object.keys(await possible(object, context.documents.has))
}

export async function startConversion(
  context: Context,
  actor: Actor,
  id: string,
  { fmt: given, sheet, size }: { fmt: string; sheet?: number; size?: number },
) {
  const object = await getObject(context, actor, id)
  const fmt = formatOf(given)
  const formats = await possible(object, context.documents.has)
  if (!Object.hasOwn(formats, fmt)) throw impossible(given, Object.keys(formats))
  await assertAffordable(context, chargeOf(personOf(actor), actor.guest ? undefined : id), ONE)
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
    size,
    ...givenBy(actor),
  }
  await enqueueWith(context, { job: convertObject, ownerId: personOf(actor), payload, id: taskId })
  return { taskId, fmt }
}

const ONE = { units: 1 }
/** Of a file that was given nothing is noted that would outlast the grant. */
const chargeOf = (ownerId: string, objectId: string | undefined) =>
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
  size?: number
  givenBy?: string
}

export async function performConversion(context: Context, payload: Payload, run: RunJob) {
  const { objectId, language, hidden } = payload
  const actor = await ownerActor(context, run.ownerId, language)
  const spare: string[] = []
  const givenIds = givenIdsOf(payload)
  const toldOf = givenIds ? undefined : objectId
  const accepted = { name: convertObject.name, objectId, givenIds, hidden, language }
  const done = await doTask(context, run, accepted, async onFailure => {
    const reader = await readerOf(context, actor, payload)
    const bounds = { signal: run.signal, owner: run.ownerId, progress: progressOf(context, run, toldOf ?? null) }
    const charged = await reserved(context, chargeOf(run.ownerId, toldOf), ONE, () =>
      context.documents.withFolder(folder =>
        withBytes(context, reader.ownerId, payload.hash, async path => {
          const made = await produce(
            context,
            { ...payload, owner: reader.ownerId, worker: run.ownerId, path, folder },
            bounds,
          )
          const stored = []
          for (const file of made.files) stored.push(await put(context, actor, file))
          return { ...made, stored }
        }),
      ),
    )
    onFailure(charged.release)
    const { stored: made, extension = payload.fmt, report } = charged.value
    return async tx => {
      await charged.settle(tx, ONE)
      const kept = await keepBeside(tx, actor, payload, filename => {
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
