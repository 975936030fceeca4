import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../test/support/characters.ts'
import { distinctName, entryName, isProperName, uploadName } from './naming.ts'

const distinctNames = (names: string[]) => {
  const taken = new Map<string, number>()
  return names.map(name => distinctName(name, taken))
}

describe('the name of an upload', () => {
  test('is the last part of a path, without control characters', () => {
    expect(uploadName('/home/anna/отчёт.pdf')).toBe('отчёт.pdf')
    expect(uploadName('C:\\docs\\a.txt')).toBe('a.txt')
    expect(uploadName('a\u0000b\nc.txt')).toBe('abc.txt')
    expect(uploadName('')).toBe('file')
    expect(uploadName('folder/')).toBe('file')
  })

  test('is cut before the extension, by characters and not by halves of them', () => {
    expect(uploadName(`${'x'.repeat(300)}.pdf`)).toBe(`${'x'.repeat(251)}.pdf`)
    expect([...uploadName(`${'😀'.repeat(300)}.txt`)]).toHaveLength(255)
  })

  test('is always a name that a person might have given', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 600 }), given => {
        const name = uploadName(given)
        expect(isProperName(name)).toBe(true)
        expect([...name].length).toBeLessThanOrEqual(255)
      }),
    )
  })
})

test('names in one archive differ, whatever their case', () => {
  expect(distinctNames(['a.txt', 'A.txt', 'a.txt', 'b', 'b', 'a (2).txt'])).toEqual([
    'a.txt',
    'A (2).txt',
    'a (3).txt',
    'b',
    'b (2)',
    'a (2) (2).txt',
  ])
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'A', 'a (2)', 'b.txt', 'B.txt')), names => {
      const distinct = distinctNames(names).map(name => name.toLowerCase())
      expect(new Set(distinct).size).toBe(names.length)
    }),
  )
})

test('a path in an archive stays inside', () => {
  expect(entryName('A: plan.txt')).toBe('A_ plan.txt')
  expect(entryName('../../etc/passwd')).toBe('_/_/etc/passwd')
  expect(entryName('a\\b/./c.txt')).toBe('a_b/_/c.txt')
})
