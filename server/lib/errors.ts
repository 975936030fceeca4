import type { Words } from './language.ts'
import type { ErrorCode, Refusal } from './refusals.ts'

interface RefusalDetails {
  /** Seconds. */
  retryAfter?: number
  headers?: Record<string, string>
  /** Told beside the sentence, for programs. */
  fields?: Record<string, unknown>
}

/** A refusal in the product's words: what happened, and what to do next. */
export class AppError extends Error {
  override name = 'AppError'
  readonly retryAfter: number | undefined
  readonly headers: Record<string, string>
  readonly fields: Record<string, unknown>
  constructor(
    readonly refusal: Refusal,
    readonly code: ErrorCode,
    readonly words: Words,
    { retryAfter, headers = {}, fields = {} }: RefusalDetails = {},
  ) {
    super(words.en)
    this.retryAfter = retryAfter
    this.headers = headers
    this.fields = fields
  }
}

export type Location = (string | number)[]

export interface Complaint {
  loc: Location
  type: string
  /** Replaces the sentence that belongs to the type. */
  words?: Words
  input?: unknown
  ctx?: Record<string, unknown>
}

/** Input that cannot be taken, said field by field. */
export class InvalidInput extends Error {
  override name = 'InvalidInput'
  constructor(readonly complaints: Complaint[]) {
    super('invalid input')
  }
}

export function invalid(loc: Location, type: string, words: Words, input?: unknown): InvalidInput {
  return new InvalidInput([{ loc, type, words, input }])
}

export const confirmNeeded = () =>
  new AppError('forbidden', 'confirm_needed', {
    en: 'This needs a fresh proof that it is you. Confirm it with POST /v1/auth/confirm, then do it again.',
    ru: 'Для этого нужно ещё раз подтвердить, что это вы: POST /v1/auth/confirm, затем повторите.',
  })

export const fileTooLarge = (limit: number) =>
  new AppError('too_large', 'file_too_large', {
    en: `The file is larger than ${limit} bytes, the most this service takes. Split it or ask the administrator.`,
    ru: `Файл больше ${limit} байт — это предел сервиса. Разделите его или обратитесь к администратору.`,
  })

/** For somebody to whom a folder was opened, and who sees the thing. */
export const notOwner = () =>
  new AppError('forbidden', 'not_owner', {
    en: 'Only the owner of this folder may do that. Ask them.',
    ru: 'Это может только владелец папки. Попросите его.',
  })

const NOUNS: Record<string, Words> = {
  object: { en: 'file', ru: 'файл' },
  collection: { en: 'folder', ru: 'папка' },
  theme: { en: 'theme', ru: 'тема' },
  token: { en: 'token', ru: 'токен' },
  passkey: { en: 'passkey', ru: 'ключ входа' },
  app: { en: 'connected application', ru: 'подключённое приложение' },
  user: { en: 'user', ru: 'пользователь' },
  webhook: { en: 'webhook', ru: 'вебхук' },
  upload: { en: 'upload', ru: 'загрузка' },
  job: { en: 'job', ru: 'задание' },
  device: { en: 'device', ru: 'устройство' },
  mailbox: { en: 'mailbox', ru: 'почтовый ящик' },
  connection: { en: 'connection', ru: 'подключение' },
  note: { en: 'note', ru: 'заметка' },
  share: { en: 'link', ru: 'ссылка' },
  revision: { en: 'revision', ru: 'версия' },
  draft: { en: 'draft', ru: 'черновик' },
  event: { en: 'event', ru: 'событие' },
  calendar: { en: 'calendar', ru: 'календарь' },
  feed: { en: 'calendar feed', ru: 'лента календаря' },
  occurrence: { en: 'occurrence', ru: 'повторение' },
  task: { en: 'task', ru: 'задача' },
  tenant: { en: 'tenant', ru: 'организация' },
  change: { en: 'change', ru: 'изменение' },
  memory: { en: 'memory', ru: 'воспоминание' },
  profile: { en: 'role', ru: 'роль' },
  session: { en: 'conversation', ru: 'беседа' },
  run: { en: 'run', ru: 'запуск' },
  tag: { en: 'tag', ru: 'тег' },
  grant: { en: 'grant', ru: 'доступ' },
  group: { en: 'group', ru: 'группа' },
  comment: { en: 'comment', ru: 'комментарий' },
  search: { en: 'saved search', ru: 'сохранённый поиск' },
}

/** Only these can lie in the hidden zone. */
const HIDEABLE = new Set(['object', 'collection', 'theme'])

/** Missing, foreign, hidden and trashed are one answer: the caller learns nothing from it. */
export function notFound(noun: keyof typeof NOUNS & string): AppError {
  const word = NOUNS[noun] ?? { en: noun, ru: noun }
  const hint = HIDEABLE.has(noun)
    ? { en: ', or unlock the hidden zone if it is there', ru: ' или откройте скрытую зону, если он там' }
    : { en: '', ru: '' }
  return new AppError('not_found', 'not_found', {
    en: `There is no such ${word.en}. Check the id${hint.en}.`,
    ru: `Такого объекта нет (${word.ru}). Проверьте идентификатор${hint.ru}.`,
  })
}
