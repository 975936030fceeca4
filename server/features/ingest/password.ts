import type { Actor, Context } from '../../context.ts'
import { AppError, invalid } from '../../lib/errors.ts'
import { DocumentRefused } from '../../ports/documents.ts'
import { PasswordRefused, type Reading, ReadingFailed } from '../../ports/reader.ts'
import { getObject, type StoredObject } from '../objects/index.ts'
import { findToRead, type ToRead } from './queries.ts'
import { keepText } from './read.ts'

const notLocked = () =>
  new AppError('conflict', 'not_protected', {
    en: 'The file has no password; there is nothing to unlock.',
    ru: 'У файла нет пароля: открывать нечего.',
  })

const unopenable = () =>
  new AppError('unsupported', 'not_pdf', {
    en: 'Only PDF, Word, Excel, PowerPoint and OpenDocument files can be read with a password here, and not those that were locked in a rare way. Remove the password in the program that set it, and upload the file again.',
    ru: 'С паролем здесь читаются только PDF, файлы Word, Excel, PowerPoint и OpenDocument, и то не с редкой защитой. Снимите пароль в программе, где он поставлен, и загрузите файл снова.',
  })

const OFFICE = /officedocument|opendocument|msword|ms-(word|excel|powerpoint)/

/** The password opens a copy in a folder of its own, which goes with it; neither is kept, nor put into a queue. */
export async function readWithPassword(
  context: Context,
  actor: Actor,
  id: string,
  password: string,
): Promise<StoredObject> {
  const object = await getObject(context, actor, id)
  if (object.kind !== 'pdf' && !OFFICE.test(object.mime)) throw unopenable()
  const file = await findToRead(context.db, actor.ownerId, id, object.version)
  if (!file) throw notLocked()
  await context.blobs.withFile(file.key, path =>
    context.documents.withFolder(folder => readOpened(context, actor, { file, path, folder, password })),
  )
  return getObject(context, actor, id)
}

interface Locked {
  file: ToRead
  path: string
  folder: string
  password: string
}

async function readUnlocked(context: Context, { file, path, folder, password }: Locked): Promise<Reading> {
  if (file.kind !== 'pdf') return context.reader.read(path, file, { password })
  const { pdf } = context.documents
  const { encrypted, pages } = await pdf.look(path, password)
  if (!encrypted) throw notLocked()
  const { files } = await pdf.work({ path, pages, encrypted, password }, { op: 'unlock' }, folder)
  return context.reader.read(files[0]!, file, {})
}

async function readOpened(context: Context, actor: Actor, locked: Locked): Promise<void> {
  try {
    await keepText(context, actor.ownerId, locked.file, await readUnlocked(context, locked))
  } catch (error) {
    if (error instanceof PasswordRefused) throw REFUSED[error.why]()
    if (error instanceof DocumentRefused)
      throw error.code === 'locked' ? wrong() : new AppError('unsupported', `pdf_${error.code}`, error.words)
    if (error instanceof ReadingFailed) throw new AppError('unsupported', 'pdf_damaged', error.words)
    throw error
  }
}

const wrong = () => invalid(['body', 'password'], 'value_error', WRONG)
const REFUSED = { wrong, not_locked: notLocked, unable: unopenable }

const WRONG = { en: 'The password does not open the file.', ru: 'Этот пароль не открывает файл.' }
