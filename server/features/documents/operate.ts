import { v7 as uuidv7 } from 'uuid'
import { type Actor, type Context, personOf } from '../../context.ts'
import { Hopeless, type RunJob } from '../../jobs/declare.ts'
import { enqueueWith } from '../../jobs/queue.ts'
import { AppError, InvalidInput, invalid } from '../../lib/errors.ts'
import type { StoredBlob } from '../../ports/blobs.ts'
import { DocumentRefused, type PdfFacts, type PdfWork } from '../../ports/documents.ts'
import { type Change, recordChange } from '../changes/index.ts'
import type { StoredObject } from '../objects/index.ts'
import { anyHidden } from '../tools/index.ts'
import { doTask, ownerActor, progressOf } from '../work/index.ts'
import { givenBy, givenIdsOf, readerOf } from './given.ts'
import { pdfOperation } from './jobs.ts'
import { assertDrawable, assertFields } from './letters.ts'
import { resultNames } from './naming.ts'
import { keepBeside, madeBefore, put, replaceContent, withBytes } from './results.ts'
import { assertGiven, workOf } from './rules.ts'
import { OPERATIONS, type PdfOpRequest } from './schema.ts'
import { pdfObject, SOURCED, sidesOf } from './sources.ts'

const signed = () =>
  new AppError('conflict', 'pdf_signed', {
    en: 'The document carries a digital signature, and any change would break it. Print it to a new PDF if you need an unsigned copy.',
    ru: 'Документ подписан электронной подписью, любое изменение её сломает. Если нужна копия без подписи, напечатайте его в новый PDF.',
  })

export const unreadable = (error: DocumentRefused) => new AppError('unsupported', `pdf_${error.code}`, error.words)

/** Everything is checked here, so that what is queued can be done. */
export async function startOperation(
  context: Context,
  actor: Actor,
  id: string,
  { op, request }: { op: string; request: PdfOpRequest & { noted?: Change } },
): Promise<{ taskId: string }> {
  const file = await pdfObject(context, actor, id)
  const known = OPERATIONS.find(name => name === op)
  if (!known)
    throw new InvalidInput([
      {
        loc: ['path', 'op'],
        type: 'enum',
        input: op,
        ctx: { expected: OPERATIONS.map(name => `'${name}'`).join(', ') },
      },
    ])
  assertGiven(known, request)
  await assertDrawable(context, known, request)
  const { object, source } = await sidesOf(context, actor, file, { op: known, request })
  if (request.replace && source?.is_hidden && !object.is_hidden) throw hiddenSource()
  const facts = await look(context, object, known === 'protect' ? '' : request.password, ['body', 'password']).catch(
    error => {
      throw known === 'protect' && error instanceof InvalidInput ? alreadyLocked() : error
    },
  )
  if (facts.signed) throw signed()
  if (known === 'protect' && facts.encrypted) throw alreadyLocked()
  if (known === 'unlock' && !facts.encrypted) throw notLocked()
  if (source && known !== 'annotate') await look(context, source, '', ['body', SOURCED[known]!])
  const work = workOf(known, request, facts.pages)
  if (work.op === 'annotate' && source) work.picture = { mime: source.mime }
  if (work.op === 'fill') {
    const { fields } = await structureOf(context, object, request.password)
    await assertFields(context, work.fields, fields)
  }
  const taskId = uuidv7()
  const payload = {
    taskId,
    objectId: object.id,
    hash: object.content_hash,
    sourceId: source?.id ?? null,
    // Progress is reported under this file; under a hidden source only listeners with the zone open receive it.
    toldOf: source?.is_hidden ? source.id : object.id,
    sourceHash: source?.content_hash ?? null,
    work: withoutSecrets(work),
    pages: facts.pages,
    encrypted: facts.encrypted,
    password: request.password === '' ? null : context.secrets.seal(request.password),
    language: actor.language,
    hidden: object.is_hidden || source?.is_hidden === true,
    replaces: request.replace ? object.version : null,
    noted: request.noted,
    ...givenBy(actor),
  }
  await enqueueWith(context, { job: pdfOperation, ownerId: personOf(actor), payload, id: taskId })
  return { taskId }
}

const structureOf = (context: Context, object: StoredObject, password: string) =>
  withBytes(context, object.owner_id, object.content_hash, path =>
    context.documents.pdf.structure(path, password || undefined),
  )

/** Bookmarks and fields, for those who want to change them. */
export async function describePdf(context: Context, actor: Actor, id: string) {
  const object = await pdfObject(context, actor, id)
  const { pages, signed: isSigned } = await look(context, object, '', ['query', 'password'])
  const { outline, fields } = await structureOf(context, object, '').catch(error => {
    throw error instanceof DocumentRefused ? unreadable(error) : error
  })
  return { object_id: id, pages, signed: isSigned, outline, fields }
}

/** Where something stands on the pages, so that all of it can be redacted or marked at once. */
export async function findInPdf(
  context: Context,
  actor: Actor,
  id: string,
  { query, signal }: { query: string; signal: AbortSignal },
) {
  const object = await pdfObject(context, actor, id)
  if (query.trim() === '') throw new InvalidInput([{ loc: ['query', 'q'], type: 'missing', input: query }])
  await look(context, object, '', ['query', 'password'])
  const found = await withBytes(context, object.owner_id, object.content_hash, path =>
    context.documents.pdf.places(path, query, { signal }),
  ).catch(error => {
    throw error instanceof DocumentRefused ? unreadable(error) : error
  })
  return { object_id: id, ...found }
}

export async function look(context: Context, object: StoredObject, password: string, loc: string[]): Promise<PdfFacts> {
  try {
    return await withBytes(context, object.owner_id, object.content_hash, path =>
      context.documents.pdf.look(path, password || undefined),
    )
  } catch (error) {
    if (!(error instanceof DocumentRefused)) throw error
    if (error.code === 'locked') throw invalid(loc, 'value_error', loc[1] === 'password' ? error.words : LOCKED_SOURCE)
    throw unreadable(error)
  }
}

const LOCKED_SOURCE = {
  en: 'The second file has a password. Unlock it first.',
  ru: 'Второй файл защищён паролем. Сначала снимите его.',
}

export const alreadyLocked = () =>
  new AppError('conflict', 'already_protected', {
    en: 'The file has a password already. Unlock it first.',
    ru: 'У файла уже есть пароль. Сначала снимите его.',
  })

const hiddenSource = () =>
  new AppError('conflict', 'hidden_source', {
    en: 'The second file is hidden and this one is not: its pages would be seen by everybody who sees this file. Save the result as a new file instead.',
    ru: 'Второй файл скрыт, а этот нет: страницы увидит каждый, кто видит этот файл. Сохраните результат новым файлом.',
  })

const notLocked = () =>
  new AppError('conflict', 'not_protected', {
    en: 'The file has no password; there is nothing to take off.',
    ru: 'У файла нет пароля: снимать нечего.',
  })

const withoutSecrets = (work: PdfWork): Record<string, unknown> =>
  work.op === 'protect' ? { op: work.op } : { ...work }

interface Payload {
  objectId: string
  hash: string
  sourceId: string | null
  toldOf?: string
  sourceHash: string | null
  work: Record<string, unknown>
  pages: number
  encrypted: boolean
  password: string | null
  language: 'ru' | 'en'
  hidden: boolean
  /** The version of the file whose next one the result is. */
  replaces?: number | null
  /** Written down when that version is there. */
  noted?: Change
  givenBy?: string
  made?: StoredBlob
  report?: Record<string, unknown>
}

const SIGN = { op: 'sign' } as const

/** The job: the work in a folder of its own, then the results and the record in one transaction. */
export async function performOperation(context: Context, payload: Payload, run: RunJob) {
  const { objectId, toldOf, language, hidden } = payload
  const actor = await ownerActor(context, run.ownerId, language)
  const spare: string[] = []
  const accepted = { name: pdfOperation.name, objectId, toldOf, givenIds: givenIdsOf(payload), hidden, language }
  const done = await doTask(context, run, accepted, async () => {
    const { made, work, report } = await workOn(context, actor, payload, run)
    return async tx => {
      if (typeof payload.replaces === 'number') {
        const editor = await readerOf(tx, actor, payload)
        const saved = await replaceContent(tx, editor, objectId, { ...made[0]!, baseVersion: payload.replaces })
        if (!saved.object.is_hidden && (await isSourceHidden(tx, actor, payload))) throw hiddenSource()
        const isNew = saved.object.version !== payload.replaces
        if (payload.noted && isNew) await recordChange(tx, editor, payload.noted)
        if (saved.spare) spare.push(saved.spare)
        return { objectIds: [objectId], report }
      }
      const kept = await keepBeside(tx, actor, payload, filename => {
        if (filename === null) throw new Hopeless('the file has gone')
        const names = resultNames(filename, work, language)
        return made.map((result, n) => ({ ...result, filename: names[n] ?? names[0]! }))
      })
      spare.push(...kept.spare)
      return { objectIds: kept.ids, report }
    }
  })
  for (const key of spare) await context.blobs.remove(key)
  return done
}

/** When it was asked for, or by now. */
async function isSourceHidden(context: Context, person: Actor, { sourceId, toldOf, givenBy }: Payload) {
  // Of what somebody else has given nothing is hidden: it would not be found.
  if (!sourceId || givenBy) return false
  return toldOf === sourceId || anyHidden(context.db, person.ownerId, [sourceId])
}

async function workOn(context: Context, actor: Actor, payload: Payload, run: RunJob) {
  if (payload.made) return { made: [await madeBefore(context, payload.made)], work: SIGN, report: payload.report }
  const password = payload.password === null ? undefined : context.secrets.open(payload.password)
  const reader = await readerOf(context, actor, payload)
  const keeper = typeof payload.replaces === 'number' ? reader : actor
  const toldOf = payload.givenBy ? null : (payload.toldOf ?? payload.objectId)
  const bounds = { signal: run.signal, progress: progressOf(context, run, toldOf) }
  const opened = <T>(hash: string | null, use: (path: string) => Promise<T>) =>
    hash ? withBytes(context, reader.ownerId, hash, use) : use('')
  return context.documents.withFolder(folder =>
    opened(payload.hash, path =>
      opened(payload.sourceHash, async source => {
        const work = { ...payload.work, source, newPassword: password ?? '' } as unknown as PdfWork
        const locked = work.op === 'protect' ? undefined : password
        const input = { path, pages: payload.pages, encrypted: payload.encrypted, password: locked }
        const { files, report } = await context.documents.pdf.work(input, work, folder, bounds)
        const made = []
        for (const file of files) made.push(await put(context, keeper, file))
        return { made, work, report }
      }),
    ),
  )
}
