import { type InvalidInput, invalid } from './errors.ts'

/** Where the next page of a list begins, as an opaque text. */

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/

export const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value)

export const isPlainText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0')

export const writeCursor = (place: object): string => Buffer.from(JSON.stringify(place)).toString('base64url')

/** The same refusal for every text that this list has not made. */
export function readCursor<T extends object>(text: string, isOurs: (place: T) => boolean): T {
  try {
    const place = JSON.parse(Buffer.from(text, 'base64url').toString()) as T
    if (isOurs(place)) return place
  } catch {
    // Not even readable: refused below.
  }
  throw foreignCursor(text)
}

export const foreignCursor = (text: string): InvalidInput =>
  invalid(
    ['query', 'cursor'],
    'value_error',
    {
      en: 'The cursor does not belong to this list. Begin again without it.',
      ru: 'Курсор не от этого списка. Начните без него.',
    },
    text,
  )
