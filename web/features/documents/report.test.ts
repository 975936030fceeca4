import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'

// The page keeps the language in the browser.
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
vi.stubGlobal('window', { addEventListener: () => {} })
vi.stubGlobal('navigator', { language: 'en' })
vi.stubGlobal('document', { documentElement: { lang: 'en' }, querySelector: () => null })

let report: typeof import('./report.ts')
let words: typeof import('./report-words.ts')['reportWords']
let setLanguage: typeof import('../../lib/language.ts')['setLanguage']
beforeAll(async () => {
  report = await import('./report.ts')
  words = (await import('./report-words.ts')).reportWords
  setLanguage = (await import('../../lib/language.ts')).setLanguage
})

const REDACTED = {
  boxes: 3,
  pages_as_text: [1, 2],
  pages_as_pictures: [4],
  removed: ['Metadata', 'StructTreeRoot', 'Unheard'],
  comments_removed: 2,
  form_fields_removed: 1,
  attachments_removed: 0,
  bookmarks_covered: 1,
  names_removed: 0,
  kept: ['attachments'],
  checked: ['streams', 'attachments'],
}

test('a redaction is told in the words of people, in both languages', () => {
  const told = (language: 'en' | 'ru') => {
    setLanguage(language)
    return report.sentencesOf(REDACTED, words.now()).map(({ text }) => text)
  }
  expect(told('en')).toEqual([
    '3 areas are redacted.',
    'Still text: pages 1-2.',
    'The result was checked in 2 ways: nothing of what was redacted is left.',
    'Kept as you asked: attached files.',
    '2 comments were removed.',
    '1 form field was removed.',
    'Words were covered in 1 bookmark.',
    'Also removed, since it might tell what was redacted: metadata, tags for screen readers, and service data of the file.',
    'Pictures of pages now, with the other words still findable: pages 4.',
  ])
  const russian = told('ru')
  expect(russian).toContain('Удалено 2 комментария.')
  expect(russian.join(' ')).not.toMatch(/[a-z]{3}/)
  setLanguage('en')
})

test('what a conversion, a comparison and a signature report is said', () => {
  const said = (of: object) => report.sentencesOf(of as Record<string, unknown>, words.now()).map(({ text }) => text)
  expect(said({ not_kept: ['pictures', 'attachments'], lost_pictures: 1, attachments: 2 })).toEqual([
    'Not kept: pictures and attached files.',
    '1 picture is missing: it lies on the web or cannot be drawn.',
    '2 attachments are only named.',
  ])
  expect(
    said({ headings: 1, lists: 2, tables: 0, pictures: 0, columns: 0, pages: 3, of_pages: 3, not_kept: [] }),
  ).toEqual(['Kept: 1 heading and 2 list items.'])
  const compared = {
    equal: false,
    pages: [{ page: 2 }],
    pages_before: 3,
    pages_after: 4,
    compared: ['text'],
    cut: false,
  }
  expect(said(compared)).toEqual(['Differences on pages 2. Compared: words.', 'Pages before: 3, now: 4.'])
  expect(said({ signer: 'Anna', issuer: 'House', valid_until: '2030-01-02' })[0]).toMatch(
    /^Signed by Anna.*House.*2030/,
  )
  expect(said({ not_kept: [] })).toEqual([])
})

const sources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sources(path)
    return path.endsWith('.ts') && !path.endsWith('.test.ts') ? [path] : []
  })

test('every thing that the service says it could not keep has words in both languages', () => {
  const text = ['server/adapters/pdf/layout/convert.ts', ...sources('server/features/documents')]
    .map(path => readFileSync(path, 'utf8'))
    .join('\n')
  const lists = [...text.matchAll(/not_kept: \[([^\]]+)\]|lost\('(\w+)'\)/g)].map(([all]) => all).join(' ')
  const things = [...lists.matchAll(/'(\w+)'/g)].map(([, name]) => name!)
  expect(new Set(things).size).toBeGreaterThan(5)
  for (const language of ['en', 'ru'] as const) {
    setLanguage(language)
    for (const thing of [...things, ...PICTURE_THINGS]) expect(Object.keys(words.now().things)).toContain(thing)
  }
  setLanguage('en')
})

/** Those that lists of pairs give. */
const PICTURE_THINGS = [
  ...['vectors', 'pages', 'animation', 'transparency', 'metadata', 'film', 'cover', 'other_films', 'other_sounds'],
  ...['subtitles', 'comments', 'macros', 'notes', 'embedded', 'formatting', 'formulas'],
]
