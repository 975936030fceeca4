import { type Actor, inTransaction, personOf } from '../../context.ts'
import { AppError } from '../../lib/errors.ts'
import type { StoredBlob } from '../../ports/blobs.ts'
import { findNamesake, findTwin, lockArrivals, type SameArrival } from './arrivals/queries.ts'
import { uploadName } from './naming.ts'
import { type Saving, saveStored, versionConflict } from './revisions/save.ts'
import { keepStored, storeBytes, type Upload, uploadObject } from './upload.ts'

/** What the sender wants where the file is there already: the same bytes anywhere, or the same name in the folder. */
export interface Wishes {
  onDuplicate?: 'keep' | 'skip' | 'ask'
  onName?: 'keep' | 'replace' | 'ask'
}

export interface Arrived {
  id: string
  status: string
  duplicate: boolean
  /** False where a file that was there has been left or replaced. */
  created: boolean
}

type Target = Pick<Upload, 'filename' | 'head' | 'collectionId' | 'chatOnly' | 'modifiedAt'>

const isPlain = ({ onDuplicate = 'keep', onName = 'keep' }: Wishes) => onDuplicate === 'keep' && onName === 'keep'

const duplicate = ({ id, filename }: SameArrival) =>
  new AppError(
    'conflict',
    'duplicate',
    {
      en: `The same file is here already, as "${filename}". Send it again with on_duplicate=keep or on_duplicate=skip.`,
      ru: `Такой файл уже есть: «${filename}». Отправьте его снова с on_duplicate=keep или on_duplicate=skip.`,
    },
    { fields: { object_id: id } },
  )

const nameTaken = ({ id, filename }: SameArrival) =>
  new AppError(
    'conflict',
    'name_taken',
    {
      en: `There is a file "${filename}" in this folder. Send it again with on_name=keep or on_name=replace.`,
      ru: `В этой папке уже есть файл «${filename}». Отправьте его снова с on_name=keep или on_name=replace.`,
    },
    { fields: { object_id: id } },
  )

/** An upload that may meet itself. Only what the sender sees can be met: hidden twins are as good as none. */
export async function bringObject(context: Saving, actor: Actor, upload: Upload & Wishes): Promise<Arrived> {
  if (isPlain(upload)) {
    const accepted = await uploadObject(context, actor, upload)
    return { ...accepted, status: 'pending', created: true }
  }
  await assertNameFree(context, actor, upload)
  const stored = await storeBytes(context, actor, upload)
  const settled = await inTransaction(context, tx => settleStored(tx, actor, upload, { stored })).catch(async error => {
    if (error instanceof AppError) await context.blobs.remove(stored.key)
    throw error
  })
  const { spare, ...arrived } = settled
  if (spare) await context.blobs.remove(spare)
  return arrived
}

/** Said before the bytes come, where it can be. */
export async function assertNameFree(
  context: Pick<Saving, 'db'>,
  actor: Actor,
  upload: Pick<Target, 'filename' | 'collectionId' | 'chatOnly'> & Wishes,
): Promise<void> {
  if (upload.onName !== 'ask' || upload.chatOnly) return
  const namesake = await findNamesake(context.db, actor, uploadName(upload.filename), upload.collectionId ?? null)
  if (namesake) throw nameTaken(namesake)
}

/** What becomes of bytes that are stored, in the caller's transaction; `viewer` is who may see what is met. */
export async function settleStored(
  context: Saving,
  actor: Actor,
  upload: Target & Wishes,
  { stored, viewer = actor }: { stored: StoredBlob; viewer?: Actor },
): Promise<Arrived & { spare: string | null }> {
  await lockArrivals(context.db, actor)
  const twin =
    upload.onDuplicate === 'skip' || upload.onDuplicate === 'ask'
      ? await findTwin(context.db, viewer, stored.sha256, upload.chatOnly ? 'active' : 'listed')
      : undefined
  if (twin && upload.onDuplicate === 'ask') throw duplicate(twin)
  if (twin) return { id: twin.id, status: twin.status, duplicate: true, created: false, spare: stored.key }
  const namesake =
    (upload.onName === 'replace' || upload.onName === 'ask') && !upload.chatOnly
      ? await findNamesake(context.db, viewer, uploadName(upload.filename), upload.collectionId ?? null)
      : undefined
  if (namesake && upload.onName === 'ask') throw nameTaken(namesake)
  if (namesake) return replaced(context, viewer, namesake, { upload, stored })
  const { id, duplicate: known, spare } = await keepStored(context, actor, upload, stored)
  return { id, status: 'pending', duplicate: known, created: true, spare }
}

async function replaced(
  context: Saving,
  actor: Actor,
  namesake: SameArrival,
  { upload, stored }: { upload: Target; stored: StoredBlob },
) {
  const same = namesake.content_hash === stored.sha256
  const { object, spare } = await saveStored(context, actor, namesake.id, {
    head: upload.head,
    stored,
    baseVersion: 'any',
    author: personOf(actor),
    modifiedAt: upload.modifiedAt,
    moved: versionConflict,
  })
  return { id: object.id, status: same ? object.status : 'pending', duplicate: same, created: false, spare }
}
