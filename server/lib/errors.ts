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

/** In Russian the whole of what is said of it: the verb goes with the noun. */
const MISSING: Record<string, Words> = {
  object: { en: 'file', ru: 'Файл не найден' },
  collection: { en: 'folder', ru: 'Папка не найдена' },
  theme: { en: 'theme', ru: 'Тема не найдена' },
  token: { en: 'token', ru: 'Токен не найден' },
  passkey: { en: 'passkey', ru: 'Ключ входа не найден' },
  app: { en: 'connected application', ru: 'Подключённое приложение не найдено' },
  user: { en: 'user', ru: 'Пользователь не найден' },
  webhook: { en: 'webhook', ru: 'Вебхук не найден' },
  upload: { en: 'upload', ru: 'Загрузка не найдена' },
  job: { en: 'job', ru: 'Задание не найдено' },
  device: { en: 'device', ru: 'Устройство не найдено' },
  mailbox: { en: 'mailbox', ru: 'Почтовый ящик не найден' },
  connection: { en: 'connection', ru: 'Подключение не найдено' },
  note: { en: 'note', ru: 'Заметка не найдена' },
  share: { en: 'link', ru: 'Ссылка не найдена' },
  revision: { en: 'revision', ru: 'Версия не найдена' },
  draft: { en: 'draft', ru: 'Черновик не найден' },
  event: { en: 'event', ru: 'Событие не найдено' },
  calendar: { en: 'calendar', ru: 'Календарь не найден' },
  feed: { en: 'calendar feed', ru: 'Лента календаря не найдена' },
  occurrence: { en: 'occurrence', ru: 'Повторение не найдено' },
  task: { en: 'task', ru: 'Задача не найдена' },
  tenant: { en: 'tenant', ru: 'Организация не найдена' },
  change: { en: 'change', ru: 'Изменение не найдено' },
  memory: { en: 'memory', ru: 'Воспоминание не найдено' },
  profile: { en: 'role', ru: 'Роль не найдена' },
  session: { en: 'conversation', ru: 'Беседа не найдена' },
  run: { en: 'run', ru: 'Запуск не найден' },
  tag: { en: 'tag', ru: 'Тег не найден' },
  grant: { en: 'grant', ru: 'Доступ не найден' },
  group: { en: 'group', ru: 'Группа не найдена' },
  comment: { en: 'comment', ru: 'Комментарий не найден' },
  delivery: { en: 'delivery', ru: 'Отправка не найдена' },
  search: { en: 'saved search', ru: 'Сохранённый поиск не найден' },
}

/** Only these can lie in the hidden zone. */
const HIDEABLE = new Set(['object', 'collection', 'theme'])

/** Missing, foreign, hidden and trashed are one answer: the caller learns nothing from it. */
export function notFound(noun: keyof typeof MISSING & string): AppError {
  const said = MISSING[noun] ?? { en: noun, ru: 'Ничего не найдено' }
  const hint = HIDEABLE.has(noun)
    ? { en: ' If it is hidden, unlock the hidden zone.', ru: ' Скрытое видно, когда открыта скрытая зона.' }
    : { en: '', ru: '' }
  return new AppError('not_found', 'not_found', {
    en: `There is no such ${said.en}, or you have no access to it.${hint.en}`,
    ru: `${said.ru}, или у вас нет доступа.${hint.ru}`,
  })
}
