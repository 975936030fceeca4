import { expect, test } from 'vitest'
import { isId, isPlainText, readCursor, writeCursor } from './cursor.ts'

const id = '0190b5a4-1111-7222-8333-444455556666'
const isOurs = (place: { name: string; id: string }) => isPlainText(place.name) && isId(place.id)

test('a cursor is read back, and anything else is refused in one way', () => {
  expect(readCursor(writeCursor({ name: 'Счета', id }), isOurs)).toEqual({ name: 'Счета', id })
  for (const foreign of [
    'x',
    '',
    writeCursor({ name: 'a', id: '1' }),
    writeCursor({ name: 'a\0', id }),
    writeCursor({ name: 1, id }),
    Buffer.from('null').toString('base64url'),
  ])
    expect(() => readCursor(foreign, isOurs), foreign).toThrow('invalid input')
})
