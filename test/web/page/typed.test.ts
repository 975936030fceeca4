import { afterEach, describe, expect, test, vi } from 'vitest'
import { periodOf } from '../../../server/features/search/parse.ts'
import { kindCalled, typeCalled } from '../../../server/features/search/values.ts'
import { KINDS } from '../../../web/api/shapes.ts'
import { typeWords } from '../../../web/files/type-words.ts'
import { libraryWords } from '../../../web/files/words.ts'
import { formatTyped } from '../../../web/lib/format.ts'
import { setLanguage } from '../../../web/lib/language.ts'
import { stampOf } from '../../../web/lib/stamp.ts'

/** What the search offers to type is what the service understands, in the words and days of each language. */

const speaking = (variety: string) => {
  vi.stubGlobal('navigator', { language: variety })
  vi.stubGlobal('document', { documentElement: {}, querySelector: () => null })
  setLanguage(variety.startsWith('ru') ? 'ru' : 'en')
}
afterEach(() => vi.unstubAllGlobals())

const DAY = new Date(2026, 8, 3, 14, 30, 5)

describe.each([
  ['ru-RU', '03.09.2026', '03.09.2026 14-30-05'],
  ['en-GB', '3 Sept 2026', '3 Sept 2026 14-30-05'],
  ['en-US', 'Sep 3, 2026', 'Sep 3, 2026 14-30-05'],
])('in %s', (variety, day, stamp) => {
  test('a day', () => {
    speaking(variety)
    expect(formatTyped(DAY)).toBe(day)
    expect(stampOf(DAY)).toBe(stamp)
    expect(periodOf(day)?.from).toEqual(new Date('2026-09-03'))
  })

  test('types and kinds', () => {
    speaking(variety)
    const { one, many } = typeWords.now()
    for (const names of [one, many])
      for (const [type, name] of Object.entries(names)) expect([name, typeCalled(name)]).toEqual([name, type])
    for (const kind of KINDS) expect(kindCalled(libraryWords.now().kinds[kind])).toBe(kind)
  })
})
