import { AppError, InvalidInput } from '../lib/errors.ts'
import type { Language, Words } from '../lib/language.ts'
import { isAway } from '../lib/passing.ts'
import type { ErrorCode, OTHER_CODES, Refusal } from '../lib/refusals.ts'
import { validationBody } from './complaints.ts'

/** The one place where a refusal becomes a number. */
export const STATUS: Record<Refusal, number> = {
  senseless: 400,
  unauthenticated: 401,
  over_tariff: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  stale: 412,
  too_large: 413,
  unsupported: 415,
  out_of_range: 416,
  too_many: 429,
  upstream: 502,
  unavailable: 503,
  timed_out: 504,
}

/** Of what no feature refuses: our own fault, and what is not even a request. */
export const OTHER_STATUS: Record<(typeof OTHER_CODES)[number], number> = {
  internal_error: 500,
  method_not_allowed: 405,
  bad_request: 400,
  headers_too_large: 431,
  request_timeout: 408,
}

export interface ErrorReply {
  status: number
  headers: Record<string, string>
  body: object
  /** True when it is our fault and belongs in the log with its stack. */
  unexpected: boolean
}

interface Known {
  status: number
  code: ErrorCode
  words: Words
  /** When it is worth trying again; of what is out of order, in a minute. */
  seconds?: number
}

const FULL: Known = {
  status: 503,
  code: 'storage_full',
  words: {
    en: 'The storage of the service is full. Ask the administrator to make room, then try again.',
    ru: 'Хранилище сервиса заполнено. Попросите администратора освободить место и повторите.',
  },
}

const POOLED: Known = {
  status: 503,
  code: 'unavailable',
  words: {
    en: 'The database stands behind a pooler that carries no prepared statements. The administrator has to set DATABASE_PREPARE=off.',
    ru: 'База данных стоит за пулером, который не передаёт подготовленные запросы. Администратору нужно задать DATABASE_PREPARE=off.',
  },
}

const CROWDED: Known = {
  status: 503,
  code: 'unavailable',
  seconds: 5,
  words: {
    en: 'The database takes no more connections at the moment. Try again in a few seconds; if it stays so, the administrator has to raise its limit or lower DATABASE_POOL.',
    ru: 'База данных больше не принимает соединений. Повторите через несколько секунд; если не пройдёт, администратору нужно поднять её предел или уменьшить DATABASE_POOL.',
  },
}

const ENDED: Known = {
  status: 503,
  code: 'unavailable',
  seconds: 2,
  words: {
    en: 'The database has ended the connection: it is being stopped or restarted. Try again in a few seconds.',
    ru: 'База данных закрыла соединение: её останавливают или перезапускают. Повторите через несколько секунд.',
  },
}

const UNUSABLE: Known = {
  status: 503,
  code: 'storage_unusable',
  words: {
    en: 'The storage of the service cannot be used at the moment. Try again in a while; if it stays so, tell the administrator.',
    ru: 'Хранилищем сервиса сейчас нельзя пользоваться. Повторите позже; если не пройдёт, скажите администратору.',
  },
}

/** Errors of the framework, of the machine and of PostgreSQL, by their code. */
const KNOWN: Record<string, Known> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    status: 413,
    code: 'body_too_large',
    words: {
      en: 'The request body is too large. Send less in one request.',
      ru: 'Тело запроса слишком велико. Отправьте меньше за один запрос.',
    },
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    code: 'content_length',
    words: {
      en: 'The body is not as long as Content-Length says. Send the request again.',
      ru: 'Длина тела не совпадает с Content-Length. Отправьте запрос ещё раз.',
    },
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    code: 'content_type',
    words: {
      en: 'This content type is not understood here. Send application/json, or multipart/form-data for files.',
      ru: 'Такой Content-Type здесь не понимают. Отправьте application/json, а файлы — multipart/form-data.',
    },
  },
  ENOSPC: FULL,
  EDQUOT: FULL,
  // PostgreSQL's own disk.
  '53100': FULL,
  '53300': CROWDED,
  '57P01': ENDED,
  '26000': POOLED,
  '42P05': POOLED,
  EROFS: UNUSABLE,
  EIO: UNUSABLE,
  EACCES: UNUSABLE,
  EPERM: UNUSABLE,
  ESTALE: UNUSABLE,
  BLOB_MISSING: {
    status: 503,
    code: 'bytes_missing',
    words: {
      en: 'The bytes of the file are not in the storage, or not all of them. Try again in a while; if it stays so, tell the administrator, or check your own bucket under integrations.',
      ru: 'Байтов файла нет в хранилище, или не все на месте. Повторите позже; если не пройдёт, скажите администратору или проверьте своё хранилище в разделе интеграций.',
    },
  },
  STORAGE_REFUSES: {
    status: 503,
    code: 'storage_refuses',
    words: {
      en: 'The storage refuses to work at the moment. Try again in a while; if it is your own bucket, check it under integrations.',
      ru: 'Хранилище сейчас отказывает. Повторите позже; если это ваше хранилище, проверьте его в разделе интеграций.',
    },
  },
  STORAGE_SILENT: {
    status: 503,
    code: 'storage_silent',
    words: {
      en: 'The storage does not answer. Try again in a while; if it is your own bucket, check it under integrations.',
      ru: 'Хранилище не отвечает. Повторите позже; если это ваше хранилище, проверьте его в разделе интеграций.',
    },
  },
  FST_ERR_BAD_URL: {
    status: 404,
    code: 'unknown_path',
    words: { en: 'There is nothing at this address. See /docs.', ru: 'По этому адресу ничего нет. См. /docs.' },
  },
}

const BROKEN: Words = {
  en: 'Something broke on our side. Try again in a moment; the request id helps to find the cause in the log.',
  ru: 'Что-то сломалось на нашей стороне. Повторите чуть позже; по номеру запроса причину найдут в журнале.',
}

const AWAY: Words = {
  en: 'The service is starting, or its database is busy or out of reach. Try again in a few seconds.',
  ru: 'Сервис запускается, или база данных занята или недоступна. Повторите через несколько секунд.',
}

/** The one place that turns what was thrown into status and body. */
export function errorReply(error: unknown, language: Language, requestId: string): ErrorReply {
  if (error instanceof InvalidInput)
    return { status: 422, headers: {}, body: validationBody(error, language), unexpected: false }
  if (error instanceof AppError) {
    const status = STATUS[error.refusal]
    const headers: Record<string, string> = { ...error.headers }
    if (status === 401 && error.code !== 'share_password') headers['www-authenticate'] ??= 'Bearer'
    if (error.retryAfter !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(error.retryAfter)))
    return {
      status,
      headers,
      body: { detail: error.words[language], code: error.code, request_id: requestId, ...error.fields },
      unexpected: false,
    }
  }
  const known = KNOWN[(error as { code?: string })?.code ?? '']
  if (known)
    return {
      status: known.status,
      headers: known.status === 503 ? { 'retry-after': String(known.seconds ?? 60) } : {},
      body: { detail: known.words[language], code: known.code, request_id: requestId },
      unexpected: known.status >= 500,
    }
  const away = isAway(error)
  return {
    status: away ? 503 : 500,
    headers: away ? { 'retry-after': '2' } : {},
    body: {
      detail: (away ? AWAY : BROKEN)[language],
      code: away ? 'unavailable' : 'internal_error',
      request_id: requestId,
    },
    unexpected: true,
  }
}
