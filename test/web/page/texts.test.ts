import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { begunAt, formatSecond, linesOf, secondOf, type Transcript } from '../../../web/features/recordings/lines.ts'
import { readSearchSearch } from '../../../web/features/search/address.ts'
import { readTable } from '../../../web/features/viewer/csv.ts'
import { passageIn, rangeOf } from '../../../web/features/viewer/passage.ts'
import { sliceOf } from '../../../web/lib/code-points.ts'
import { formatDuration, formatMoney, formatSize } from '../../../web/lib/format.ts'
import { setLanguage } from '../../../web/lib/language.ts'
import { store } from '../../../web/lib/value.ts'
import { anyCharacter } from '../../support/characters.ts'

vi.stubGlobal('navigator', { language: 'en-GB' })
vi.stubGlobal('document', { documentElement: {}, querySelector: () => null })
afterEach(() => setLanguage('en'))

describe('passages', () => {
  test.each([
    ['0-5', [0, 5]],
    ['12-13', [12, 13]],
    ['5-5', undefined],
    ['9-3', undefined],
    ['-1-3', undefined],
    ['abc', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%j in a link is %j', (at, range) => expect(rangeOf(at)).toEqual(range))

  test('characters are counted as people do', () =>
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.nat(30), fc.nat(30), (text, a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)]
        expect(text.slice(...sliceOf(text, from, to))).toBe([...text].slice(from, to).join(''))
      }),
    ))

  test('a passage knows its page', () => {
    const text = {
      text: '🦊 один. Два.',
      pages: [
        { page: 1, char_start: 0, char_end: 8 },
        { page: 2, char_start: 8, char_end: 12 },
      ],
    }
    expect(passageIn(text, '2-6')).toMatchObject({ text: 'один', page: 1 })
    expect(passageIn(text, '8-11')).toMatchObject({ text: 'Два', page: 2 })
    expect(passageIn(text, '90-99')).toBeUndefined()
  })
})

describe('tables of plain text', () => {
  test.each([
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a;b\n1,5;2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'a\tb\n1\t2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '\ufeffa|b\r\n1|2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '"a, b",c\n"say ""hi""",d',
      [
        ['a, b', 'c'],
        ['say "hi"', 'd'],
      ],
    ],
    [
      '"two\nlines",x\n1,2',
      [
        ['two\nlines', 'x'],
        ['1', '2'],
      ],
    ],
    ['', []],
    [
      'a,b\n\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
  ])('%j', (text, rows) => expect(readTable(text)).toEqual(rows))

  test('what is written with quotes is read as it was', () => {
    const cell = fc.string({ maxLength: 8 }).map(text => text.replaceAll('\r', ''))
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 }), rows => {
        const text = rows.map(row => row.map(value => `"${value.replaceAll('"', '""')}"`).join(',')).join('\n')
        // Only where the comma is the sign that divides the lines: a text may have more of another.
        fc.pre(!/[;\t|\n]/.test(rows.flat().join('')))
        expect(readTable(text)).toEqual(rows)
      }),
    )
  })
})

describe('recordings', () => {
  const transcript: Transcript = {
    segments: [
      {
        start: 0,
        end: 2,
        char_start: 0,
        char_end: 9,
        words: [
          [0, 4, 0, 0.5],
          [5, 9, 1, 2],
        ],
      },
      { start: 3, end: 4, char_start: 10, char_end: 14, words: [[10, 14, 3, 4]] },
    ],
  }
  const text = 'Good 🦊day here'

  test('lines have their words, with the second of each', () => {
    const lines = linesOf(text, transcript, undefined)
    expect(lines.map(({ words }) => words.map(({ text: said }) => said))).toEqual([['Good', '🦊day'], ['here']])
    expect(lines[0]!.words[1]).toMatchObject({ start: 1, end: 2 })
  })

  test('where speakers are known, a line is what one of them says', () => {
    const told = {
      ready: true,
      speakers: {},
      segments: [
        { start: 0, end: 1, text: 'Good', speaker: 'A', uncertain: false },
        { start: 1, end: 4, text: '🦊day here', speaker: 'B', uncertain: true },
      ],
    }
    const lines = linesOf(text, transcript, told)
    expect(lines.map(({ speaker, words }) => [speaker, words.length])).toEqual([
      ['A', 1],
      ['B', 2],
    ])
  })

  test.each([
    [-1, -1],
    [0, 0],
    [1.9, 0],
    [2, 1],
    [99, 2],
  ])('at second %d the line %i has begun last', (second, line) =>
    expect(begunAt([{ start: 0 }, { start: 2 }, { start: 5 }], second)).toBe(line),
  )

  test('a passage is said at the second of its first word', () => {
    expect(secondOf(transcript, [6, 12])).toBe(1)
    expect(secondOf(transcript, [10, 12])).toBe(3)
    expect(secondOf(transcript, [20, 22])).toBeUndefined()
    expect(secondOf(transcript, undefined)).toBeUndefined()
  })

  test.each([
    [0, '0:00'],
    [-3, '0:00'],
    [61.9, '1:01'],
    [3600, '1:00:00'],
    [3723, '1:02:03'],
  ])('%d seconds are %s', (seconds, shown) => expect(formatSecond(seconds)).toBe(shown))
})

describe('sizes, times and money', () => {
  test.each([
    [0, '0 B', '0 Б'],
    [1023, '1,023 B', '1 023 Б'],
    [1024, '1 KB', '1 КБ'],
    [1536, '1.5 KB', '1,5 КБ'],
    [1024 ** 2 * 250, '250 MB', '250 МБ'],
    [1024 ** 5, '1,024 TB', '1 024 ТБ'],
  ])('%d bytes', (bytes, en, ru) => {
    setLanguage('en')
    expect(formatSize(bytes)).toBe(en)
    setLanguage('ru')
    expect(formatSize(bytes).replaceAll(/\s/g, ' ')).toBe(ru)
  })

  test.each([
    [0.2, '1 s'],
    [59, '59 s'],
    [90, '2 min'],
    [5400, '1.5 h'],
  ])('%d seconds', (seconds, shown) => expect(formatDuration(seconds)).toBe(shown))

  test('small sums keep their digits', () => {
    expect(formatMoney(0.0123)).toContain('0.0123')
    expect(formatMoney(12.345)).toMatch(/12\.3[45]/)
    expect(formatMoney(0)).toMatch(/0/)
  })
})

describe('addresses of a search', () => {
  test.each([
    [{ q: 'lease' }, { q: 'lease' }],
    [{ q: '' }, { q: undefined }],
    [{ q: 42 }, { q: '42' }],
    [{ q: 'a', mode: 'semantic' }, { mode: 'semantic' }],
    [{ q: 'a', mode: 'magic' }, { mode: undefined }],
    [{ q: 'a', type: 'invoice' }, { type: 'invoice' }],
    [{ q: 'a', type: '' }, { type: undefined }],
    [{ q: 'x'.repeat(5000) }, { q: 'x'.repeat(2000) }],
  ])('%j', (given, read) => expect(readSearchSearch(given)).toMatchObject(read))
})

describe('values that are followed', () => {
  test('tell of a change once, and not of none', () => {
    const value = store(1)
    const seen: number[] = []
    const leave = value.subscribe(() => seen.push(value.get()))
    value.set(2)
    value.set(2)
    value.set(now => now + 1)
    leave()
    value.set(9)
    expect(seen).toEqual([2, 3])
  })
})
