import fc from 'fast-check'

const between = (min: number, max: number) => fc.integer({ min, max }).map(code => String.fromCodePoint(code))

/** Of all Unicode; the library's own `binary` spends a second on a table of it first. */
export const anyCharacter = fc.oneof(
  between(0, 0x7f),
  between(0x80, 0xd7ff),
  between(0xe000, 0xffff),
  between(0x10000, 0x10ffff),
)
