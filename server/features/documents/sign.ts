import { v7 as uuidv7 } from 'uuid'
import { type Actor, type Context, personOf } from '../../context.ts'
import { enqueueWith } from '../../jobs/queue.ts'
import { AppError, InvalidInput, invalid } from '../../lib/errors.ts'
import { queueByKey } from '../../lib/queue-by-key.ts'
import { semaphore } from '../../lib/semaphore.ts'
import { CertificateRefused, DocumentRefused } from '../../ports/documents.ts'
import { ownerActor } from '../work/index.ts'
import { givenBy } from './given.ts'
import { pdfOperation } from './jobs.ts'
import { alreadyLocked, look, unreadable } from './operate.ts'
import { put, withBytes } from './results.ts'
import type { SignRequest } from './schema.ts'
import { pdfObject } from './sources.ts'

function explained(error: unknown): unknown {
  if (error instanceof CertificateRefused) return invalid(['body', error.field], 'value_error', error.words)
  return error instanceof DocumentRefused ? unreadable(error) : error
}

const busy = () =>
  new AppError(
    'unavailable',
    'busy',
    {
      en: 'Many files are being signed at the moment. Try again in a minute.',
      ru: 'Сейчас подписывается много файлов. Попробуйте через минуту.',
    },
    { retryAfter: 30 },
  )

/** Two at a time, of one owner one: others are not held up by somebody who signs a great many. */
const atOnce = semaphore(2, 50, busy)
const ofOwner = queueByKey()

/**
 * The file is signed while the caller waits, since a key is not put where jobs lie; what was signed is then kept as every other
 * result is.
 */
export async function signPdf(
  context: Context,
  actor: Actor,
  id: string,
  request: SignRequest & { signal: AbortSignal },
): Promise<string> {
  const { certificate, password, reason, replace, signal } = request
  const object = await pdfObject(context, actor, id)
  if (!Buffer.isBuffer(certificate) || certificate.length === 0)
    throw new InvalidInput([{ loc: ['body', 'certificate'], type: 'missing' }])
  const facts = await look(context, object, '', ['body', 'object']).catch(error => {
    throw error instanceof InvalidInput ? alreadyLocked() : error
  })
  if (facts.encrypted) throw alreadyLocked()
  const keeper = actor.guest && !replace ? await ownerActor(context, personOf(actor), actor.language) : actor
  const sign = () =>
    context.documents.withFolder(folder =>
      withBytes(context, object.owner_id, object.content_hash, async path => {
        const signing = { certificate, password, reason, signed: facts.signed }
        const { files, report } = await context.documents.pdf.sign(path, signing, folder, { signal })
        return { ...(await put(context, keeper, files[0]!)), report }
      }),
    )
  const inTurn = () => {
    signal.throwIfAborted()
    return atOnce(sign)
  }
  const made = await ofOwner(personOf(actor), inTurn).catch(error => {
    throw explained(error)
  })
  const taskId = uuidv7()
  const payload = {
    taskId,
    objectId: object.id,
    hash: object.content_hash,
    sourceId: null,
    toldOf: object.id,
    sourceHash: null,
    work: { op: 'sign' },
    pages: facts.pages,
    encrypted: false,
    password: null,
    language: actor.language,
    hidden: object.is_hidden,
    replaces: replace ? object.version : null,
    ...givenBy(actor),
    made: made.stored,
    report: made.report,
  }
  await enqueueWith(context, { job: pdfOperation, ownerId: personOf(actor), payload, id: taskId })
  return taskId
}
