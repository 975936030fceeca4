import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { aPerson, type Json, type Person, until } from './support/client.ts'
import { zip } from './support/office.ts'

/** What other programs give out is taken in whole, in its folders, once. */

async function bring(person: Person, from: string, bytes: Uint8Array<ArrayBuffer>, query = '') {
  const form = new FormData()
  form.append('file', new Blob([bytes]), 'export.zip')
  const { status, body } = await person.call('POST', `/v1/import?from=${from}${query}`, { raw: form })
  expect(status).toBe(202)
  return until(async () => {
    const { body: task } = await person.get(`/v1/tasks-status/${body.task_id}`)
    return task.done && task
  }, `the import from ${from}`)
}

/** By the program that everybody has. */
async function tarOf(how: string, files: Record<string, string>): Promise<Uint8Array<ArrayBuffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-tar-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, 'in', path)), { recursive: true })
      await writeFile(join(folder, 'in', path), text)
    }
    execFileSync('tar', [how, join(folder, 'out'), '-C', join(folder, 'in'), '.'])
    return Uint8Array.from(await readFile(join(folder, 'out')))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Every file with its folder and what was taken over. */
async function library(person: Person): Promise<Record<string, Json>> {
  const { body: folders } = await person.get('/v1/collections')
  const paths = new Map<string, string>(folders.items.map(folder => [folder.id, `${folder.path}/`]))
  const { body: files } = await person.get('/v1/objects?limit=500')
  return Object.fromEntries(files.items.map(file => [`${paths.get(file.collection_id) ?? ''}${file.filename}`, file]))
}

const content = async (person: Person, id: string) => (await person.get(`/v1/objects/${id}/content`)).text

test('a zip of folders keeps its shape; trying it out changes nothing, and doing it twice doubles nothing', async () => {
  const anna = await aPerson()
  const packed = await zip({
    'Дом/Счета/январь.txt': 'Счёт за январь',
    'Дом/план.txt': 'План дома',
    'top.txt': 'at the top',
    'aa/bb/outside.txt': 'does not lead out',
    'Дом/.DS_Store': 'rubbish',
    '__MACOSX/Дом/._план.txt': 'rubbish',
  })
  const hostile = Buffer.from(packed).toString('latin1').replaceAll('aa/bb/outside', '../../outside')
  const bytes = Uint8Array.from(Buffer.from(hostile, 'latin1'))
  const tried = await bring(anna, 'folder', bytes, '&dry_run=true')
  expect(tried).toMatchObject({ ok: true, report: { dry_run: true, files: 4, added: 4, skipped: 0, folders: 2 } })
  expect(await library(anna)).toEqual({})

  expect((await bring(anna, 'folder', bytes)).report).toMatchObject({ files: 4, added: 4, folders: 2, failed: 0 })
  const files = await library(anna)
  expect(Object.keys(files).sort()).toEqual(['outside.txt', 'top.txt', 'Дом/Счета/январь.txt', 'Дом/план.txt'])
  expect(await content(anna, files['Дом/Счета/январь.txt'].id)).toBe('Счёт за январь')
  expect((await anna.get(`/v1/objects/${files['top.txt'].id}`)).body.source_url).toBe('folder:top.txt')

  // Moved, renamed or left alone: it is there. What has changed at the source comes in beside it.
  await anna.patch(`/v1/objects/${files['Дом/план.txt'].id}`, { filename: 'мой план.txt', collection_id: null })
  expect((await bring(anna, 'folder', bytes)).report).toMatchObject({ files: 4, added: 0, skipped: 4, folders: 0 })
  const newer = await zip({ 'Дом/план.txt': 'Новый план дома', 'top.txt': 'at the top' })
  expect((await bring(anna, 'folder', newer)).report).toMatchObject({ added: 1, skipped: 1 })
  expect(Object.keys(await library(anna))).toHaveLength(5)
})

test.each([
  ['tar', 'cf'],
  ['packed tar', 'czf'],
])('a %s of folders, as Takeout gives it, with long names and dates', async (_kind, how) => {
  const anna = await aPerson()
  const long = `${'очень длинное имя '.repeat(6)}.txt`
  const bytes = await tarOf(how, {
    'Takeout/Drive/Дом/план.txt': 'План дома',
    [`Takeout/Drive/${long}`]: 'long',
    'Takeout/Drive/empty.txt': '',
    'Takeout/Google Photos/Лето/sea.jpg': 'no picture',
    'Takeout/Google Photos/Лето/sea.jpg.json': JSON.stringify({
      title: 'sea.jpg',
      photoTakenTime: { timestamp: '1719848400' },
    }),
  })
  const { report } = await bring(anna, 'takeout', bytes)
  const files = await library(anna)
  expect(report).toMatchObject({ failed: 0, added: Object.keys(files).length })
  expect(await content(anna, files['Дом/план.txt'].id)).toBe('План дома')
  expect(Object.keys(files)).toContain(long)
  expect(Object.values(files).find(({ filename }) => filename === 'sea.jpg')?.size).toBe(10)
  expect((await bring(anna, 'takeout', bytes)).report).toMatchObject({ added: 0 })

  const cut = await bring(anna, 'takeout', bytes.slice(0, how === 'cf' ? 700 : bytes.length - 40))
  expect(cut).toMatchObject({ ok: false, error: expect.stringContaining('zip or tar') })
})

test('a hidden folder is not merged with, and does not show', async () => {
  const anna = await aPerson()
  const bytes = await zip({ 'Private/letter.txt': 'the same letter' })
  await bring(anna, 'folder', bytes)
  const { body } = await anna.get('/v1/collections')
  await anna.post('/v1/hidden-pin', { pin: '4921' })
  await anna.patch(`/v1/collections/${body.items[0]!.id}`, { is_hidden: true })
  expect((await bring(anna, 'folder', bytes)).report).toMatchObject({ added: 1, skipped: 0, folders: 1 })
  expect(Object.keys(await library(anna))).toEqual(['Private/letter.txt'])
})

test('a file that is damaged in the archive is named, the others come in; what is no archive is refused in a sentence', async () => {
  const anna = await aPerson()
  const bytes = Buffer.from(await zip({ 'a.txt': 'x'.repeat(5000), 'b.txt': 'whole' }))
  // The packed bytes of the first file begin behind its header and name.
  bytes.fill(0xff, 40, 48)
  const { report } = await bring(anna, 'folder', new Uint8Array(bytes))
  expect(report).toMatchObject({ files: 2, failed: 1, problems: [{ path: 'a.txt' }] })
  expect(Object.keys(await library(anna))).toEqual(['b.txt'])
  const refused = await bring(anna, 'folder', new TextEncoder().encode('no zip at all'))
  expect(refused).toMatchObject({ ok: false, error: expect.stringMatching(/no zip or tar archive/) })
})

const MBOX = [
  'From anna@example.org Mon Jan  5 10:00:00 2026',
  'From: Anna <anna@example.org>',
  'Subject: =?utf-8?B?0KHRh9GR0YIg0LfQsCDRj9C90LLQsNGA0Yw=?=',
  'Message-ID: <one@example.org>',
  'Date: Mon, 5 Jan 2026 10:00:00 +0000',
  '',
  'The bill is attached.',
  '>From here on it is quoted.',
  '',
  'From boris@example.org Tue Jan  6 11:00:00 2026',
  'From: Boris <boris@example.org>',
  'Subject: Re: lunch',
  'Date: Tue, 6 Jan 2026 11:00:00 +0000',
  '',
  'At noon.',
  '',
].join('\n')

test('Google Takeout: the Drive is the top, photographs have the hour of their picture, mail is split into letters', async () => {
  const anna = await aPerson()
  const bytes = await zip({
    'Takeout/archive_browser.html': '<html></html>',
    'Takeout/Drive/Papers/note.txt': 'A note from the Drive',
    'Takeout/Google Photos/Summer/IMG_1.jpg': Buffer.from([0xff, 0xd8, 0xff, 0xd9]),
    'Takeout/Google Photos/Summer/IMG_1.jpg.json': JSON.stringify({ photoTakenTime: { timestamp: '1593600000' } }),
    'Takeout/Google Photos/Summer/metadata.json': '{}',
    'Takeout/Mail/All mail.mbox': MBOX,
  })
  expect((await bring(anna, 'takeout', bytes)).report).toMatchObject({ files: 4, added: 4 })
  const files = await library(anna)
  expect(Object.keys(files).sort()).toEqual([
    'Google Photos/Summer/IMG_1.jpg',
    'Mail/All mail/2026-01-05 Счёт за январь.eml',
    'Mail/All mail/2026-01-06 Re: lunch.eml',
    'Papers/note.txt',
  ])
  const photo = (await anna.get(`/v1/objects/${files['Google Photos/Summer/IMG_1.jpg'].id}`)).body
  expect(photo.modified_at).toBe('2020-07-01T10:40:00.000Z')
  const letter = await content(anna, files['Mail/All mail/2026-01-05 Счёт за январь.eml'].id)
  expect(letter).toContain('\nFrom here on it is quoted.')
  expect(letter).not.toContain('At noon')
  expect((await bring(anna, 'takeout', bytes)).report).toMatchObject({ added: 0, skipped: 4 })
})

test('a file of letters by itself', async () => {
  const anna = await aPerson()
  const { report } = await bring(anna, 'mbox', new TextEncoder().encode(MBOX))
  expect(report).toMatchObject({ from: 'mbox', files: 2, added: 2 })
  const [first] = Object.values(await library(anna)).filter(file => /январь/.test(file.filename))
  expect((await anna.get(`/v1/objects/${first.id}`)).body.source_url).toBe('mid:one%40example.org')
})

test('Nextcloud: the files of an account, without its versions', async () => {
  const anna = await aPerson()
  const bytes = await zip({
    'files/files/Documents/offer.txt': 'An offer',
    'files/files_versions/Documents/offer.txt.v1': 'An older offer',
    'files/tags.json': JSON.stringify({ '/Documents/offer.txt': ['_$!<Favorite>!$_'] }),
    'files/systemtags.json': JSON.stringify({ '/Documents/offer.txt': ['to read'] }),
    'settings/settings.json': '{}',
  })
  expect((await bring(anna, 'nextcloud', bytes)).report).toMatchObject({ files: 1, added: 1 })
  const files = await library(anna)
  expect(Object.keys(files)).toEqual(['Documents/offer.txt'])
  expect(files['Documents/offer.txt']).toMatchObject({ is_favorite: true, tags: ['to read'] })
})

test('Paperless-ngx: documents by title, in folders by correspondent, with their dates', async () => {
  const anna = await aPerson()
  const manifest = [
    { model: 'documents.tag', pk: 3, fields: { name: 'tax' } },
    { model: 'documents.correspondent', pk: 2, fields: { name: 'City Water' } },
    { model: 'documents.documenttype', pk: 1, fields: { name: 'Invoice' } },
    {
      model: 'documents.document',
      pk: 7,
      fields: {
        title: 'Water bill May',
        created: '2024-05-03',
        correspondent: 2,
        document_type: 1,
        tags: [3],
        original_filename: 'scan0007.txt',
      },
      __exported_file_name__: '2024-05-03 Water bill.txt',
    },
    { model: 'auth.user', pk: 1, fields: { username: 'admin' } },
  ]
  const bytes = await zip({
    'manifest.json': JSON.stringify(manifest),
    'metadata.json': '{}',
    '2024-05-03 Water bill.txt': 'Water bill of May, 31.40 EUR',
    '2024-05-03 Water bill-thumbnail.webp': 'x',
  })
  expect((await bring(anna, 'paperless', bytes)).report).toMatchObject({ files: 1, added: 1, folders: 2 })
  const files = await library(anna)
  expect(Object.keys(files)).toEqual(['Paperless/City Water/Water bill May.txt'])
  const { body } = await anna.get(`/v1/objects/${files['Paperless/City Water/Water bill May.txt'].id}`)
  expect(body).toMatchObject({
    source_url: 'paperless:documents/7',
    modified_at: '2024-05-03T00:00:00.000Z',
    tags: ['tax', 'Invoice'],
  })
  expect(await bring(anna, 'paperless', await zip({ 'a.txt': 'x' }))).toMatchObject({
    ok: false,
    error: expect.stringMatching(/manifest\.json/),
  })
})
