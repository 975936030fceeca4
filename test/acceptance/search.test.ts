import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { keysOf } from '../../server/features/search/profile.ts'
import { pruneTerms } from '../../server/features/search/prune.ts'
import { lockTerms, removeUnused } from '../../server/features/search/store/queries.ts'
import type { RunJob } from '../../server/jobs/declare.ts'
import { aPerson, type Person, until } from '../support/client.ts'
import { theProductDatabase } from '../support/product-database.ts'

const ask = (person: Person, q: string, more = '') => person.get(`/v1/search?q=${encodeURIComponent(q)}${more}`)

async function names(person: Person, q: string, more = ''): Promise<string[]> {
  const { status, body } = await ask(person, q, more)
  if (status !== 200) throw new Error(`search answered ${status}: ${JSON.stringify(body)}`)
  return body.items.map(item => item.object.filename)
}

async function withFiles(files: Record<string, string>): Promise<{ anna: Person; ids: Record<string, string> }> {
  const anna = await aPerson()
  const ids: Record<string, string> = {}
  for (const [name, text] of Object.entries(files)) ids[name] = (await anna.upload(name, text)).id
  for (const id of Object.values(ids)) await anna.read(id)
  return { anna, ids }
}

const LEASE =
  'Настоящий договор аренды заключён между ООО «Ромашка» и Ивановым. Плата 50 000 рублей, счёт INV-2024/001.'
const FOX = 'The quick brown fox jumps 🦊 over the lazy dogs. Old invoices were paid in full by Petrov.'
const TREE = 'Ёлка стоит в лесу, а под ёлкой живут ежи. Ежей было трое.'

test('a file is found by any form of its words, in both languages, with the place it was found at', async () => {
  const { anna, ids } = await withFiles({ 'a.txt': LEASE, 'b.txt': FOX, 'c.txt': TREE })
  for (const q of ['договоры', 'ДОГОВОРОМ аренды', 'арендой', 'заключен', 'плату', 'рубль', 'о договорах'])
    expect([q, await names(anna, q)]).toEqual([q, ['a.txt']])
  for (const q of ['jumping', 'foxes', 'a dog', 'invoice payed', 'invoiced'])
    expect([q, await names(anna, q)]).toEqual([q, ['b.txt']])
  for (const q of ['елки', 'ёлкам', 'ежами', 'Ёж']) expect([q, await names(anna, q)]).toEqual([q, ['c.txt']])
  const { body } = await ask(anna, 'foxes dogs')
  const [item] = body.items
  expect(item!.object).toMatchObject({ id: ids['b.txt'], status: 'ready', kind: 'text' })
  expect([...FOX].slice(item!.char_start, item!.char_end).join('')).toBe(item!.snippet)
  expect(item).toMatchObject({ ord: 0, page: 1 })
  expect(item!.score).toBeGreaterThan(0)
  const marked = item!.highlights.map(([from, to]: number[]) => [...item!.snippet].slice(from, to).join(''))
  expect(marked).toEqual(['fox', 'dogs'])
  expect(body).toMatchObject({ total: 1, facets: { kind: [{ value: 'text', count: 1 }] } })
})

test('a word that nothing had is found as soon as a file has it', async () => {
  const { anna } = await withFiles({ 'a.txt': LEASE })
  for (const word of ['гиппопотам', 'xylophone', 'ZX-4471/B']) {
    expect(await names(anna, word)).toEqual([])
    const { id } = await anna.upload(`${word.length}.txt`, `Here it is: ${word}.`)
    await anna.read(id)
    expect(await names(anna, word)).toEqual([`${word.length}.txt`])
  }
})

test('the place in a long text is the passage that answers', async () => {
  const filler = (n: number) => `Абзац номер ${n} рассказывает о погоде и природе 🌧 средней полосы. `.repeat(12)
  const long = `${Array.from({ length: 12 }, (_, n) => filler(n)).join('\n\n')}\n\nКлюч 🔑 от сейфа лежит под ковром.\n\n${filler(13)}`
  const { anna } = await withFiles({ 'long.txt': long })
  const [item] = (await ask(anna, 'где лежат ключи от сейфов?')).body.items
  expect(item!.snippet).toContain('Ключ 🔑 от сейфа')
  expect(item!.ord).toBeGreaterThan(3)
  expect([...long].slice(item!.char_start, item!.char_end).join('')).toBe(item!.snippet)
})

test('phrases, unwanted words and operators', async () => {
  const { anna, ids } = await withFiles({ 'a.txt': LEASE, 'b.txt': FOX, 'c.md': '# Fox hunting\n\nDogs and a fox.' })
  expect(await names(anna, '"lazy dogs"')).toEqual(['b.txt'])
  expect(await names(anna, '"dogs lazy"')).toEqual([])
  expect(await names(anna, '"LAZY  dogs" petrov')).toEqual(['b.txt'])
  // In a sentence quotes set off a name: where no file has it so, the words decide.
  const quoting = (await ask(anna, 'which fox jumps over "dogs lazy" today?')).body
  expect(quoting.items[0]!.object.filename).toBe('b.txt')
  expect(quoting.hints).toMatchObject([{ code: 'phrase_not_found', value: 'dogs lazy' }])
  expect(new Set(await names(anna, 'fox'))).toEqual(new Set(['b.txt', 'c.md']))
  expect(await names(anna, 'fox -invoices')).toEqual(['c.md'])
  expect(await names(anna, 'fox -invoice')).toEqual(['c.md'])
  expect(await names(anna, 'fox -"lazy dogs"')).toEqual(['c.md'])
  expect(new Set(await names(anna, 'fox kind:text'))).toEqual(new Set(['b.txt', 'c.md']))
  expect(await names(anna, 'fox kind:pdf')).toEqual([])
  expect(await names(anna, 'fox -kind:text')).toEqual([])
  const folder = await anna.folder('Мои Дела')
  const inner = await anna.folder('Inner', { parent_id: folder.id })
  await anna.patch(`/v1/objects/${ids['c.md']}`, { collection_id: inner.id })
  expect(await names(anna, 'fox in:"мои дела"')).toEqual(['c.md'])
  expect(await names(anna, 'fox -in:inner')).toEqual(['b.txt'])
  expect(await names(anna, 'fox', `&collection_id=${folder.id}`)).toEqual(['c.md'])
  expect(await names(anna, 'kind:text in:inner')).toEqual(['c.md'])
  expect((await ask(anna, 'fox in:nowhere')).body).toMatchObject({
    items: [],
    total: 0,
    hints: [{ code: 'no_such_folder', operator: 'in', value: 'nowhere' }],
  })
  const year = new Date().getUTCFullYear()
  expect((await names(anna, `fox after:${year}`)).length).toBe(2)
  expect(await names(anna, `fox before:${year}`)).toEqual([])
  expect((await names(anna, `fox before:${year + 1}-01-01 after:01.01.${year}`)).length).toBe(2)
  expect((await names(anna, `fox after:"1 Jan ${year}" до:01.01.${year + 1}`)).length).toBe(2)
  for (const typed of ['type:other fox', 'тип:другое fox', 'тип:"Другие файлы" fox', 'вид:текст fox'])
    expect((await ask(anna, typed)).body.total).toBe(2)
  await anna.put('/v1/settings', { prefs: { language: 'ru' } })
  for (const typed of ['тип:стихи', 'вид:стихи', 'после:вчера'])
    expect((await ask(anna, typed)).body.detail).not.toMatch(/[A-Za-z]{4}|\d{4}-/)
  expect((await ask(anna, 'fox author:me')).body.hints).toMatchObject([
    { code: 'unknown_operator', operator: 'author' },
  ])
})

test('senseless questions are refused in words', async () => {
  const anna = await aPerson()
  for (const [path, code] of [
    ['q=%20%20', 'blank_query'],
    ['q=a&doc_type=poem', 'unknown_doc_type'],
    ['q=type:poem', 'unknown_doc_type'],
    ['q=kind:poem', 'unknown_kind'],
    ['q=after:yesterday', 'unknown_date'],
  ])
    expect(await anna.get(`/v1/search?${path}`)).toMatchObject({ status: 400, body: { code } })
  for (const path of [
    '',
    'q=',
    `q=${'a'.repeat(2001)}`,
    'q=a&limit=0',
    'q=a&limit=101',
    'q=a&mode=magic',
    'q=a&offset=-1',
  ])
    expect([path, (await anna.get(`/v1/search?${path}`)).status]).toEqual([path, 422])
  expect((await anna.get('/v1/search?q=a&collection_id=00000000-0000-4000-8000-000000000000')).status).toBe(404)
  expect((await ask(anna, '?!… 🦊')).body).toMatchObject({ items: [], total: 0 })
})

test('half a word, a slip of the finger, the wrong layout and the wrong alphabet still find', async () => {
  const { anna } = await withFiles({ 'a.txt': LEASE, 'b.txt': FOX, 'c.txt': 'Фотосинтез растений.' })
  for (const q of ['дого', 'заключён до', 'договр', 'доогвор', 'ljujdjh', 'dogovor', 'ромашкка', 'ivanov', 'fhtylf'])
    expect([q, await names(anna, q)]).toEqual([q, ['a.txt']])
  // Two slips, in a long word.
  expect(await names(anna, 'фатосентез')).toEqual(['c.txt'])
  for (const q of ['jum', 'invoic', 'qiuck', 'ащч', 'петров', 'invocie'])
    expect([q, await names(anna, q)]).toEqual([q, ['b.txt']])
})

test('codes and numbers are found whole and lead', async () => {
  const files: Record<string, string> = { 'code.txt': LEASE }
  for (let n = 0; n < 6; n++) files[`n${n}.txt`] = `Счёт INV от ${2020 + n} года, номер 00${n}, договор аренды и плата.`
  const { anna } = await withFiles(files)
  expect((await names(anna, 'договор аренды счёт INV-2024/001'))[0]).toBe('code.txt')
  expect((await names(anna, 'inv2024001'))[0]).toBe('code.txt')
})

test('names count, also while the file is still to be read, and change at once', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('FY2018AnnualReport.bin', new Uint8Array([0, 1, 2, 255]))
  expect(await names(anna, 'annual report 2018')).toEqual(['FY2018AnnualReport.bin'])
  await anna.read(id)
  await anna.patch(`/v1/objects/${id}`, { filename: 'Смета на ремонт.bin' })
  expect(await names(anna, 'annual report')).toEqual([])
  const { body } = await ask(anna, 'сметы')
  expect(body.items).toMatchObject([
    { snippet: 'Смета на ремонт.bin', highlights: [[0, 5]], char_start: null, char_end: null, ord: null },
  ])
})

test('nobody finds what is foreign, hidden, in the trash or kept in a chat', async () => {
  const { anna, ids } = await withFiles({ 'a.txt': LEASE, 'b.txt': `${LEASE} Второй.`, 'c.txt': `${LEASE} Третий.` })
  const bob = await aPerson()
  expect(await names(bob, 'договор')).toEqual([])
  const chat = await anna.upload('chat.txt', `${LEASE} Чат.`, '?chat_only=true')
  await anna.read(chat.id)
  expect(new Set(await names(anna, 'договор'))).toEqual(new Set(['a.txt', 'b.txt', 'c.txt']))
  await anna.delete(`/v1/objects/${ids['a.txt']}`)
  await anna.patch(`/v1/objects/${ids['b.txt']}`, { is_hidden: true })
  expect(await names(anna, 'договор')).toEqual(['c.txt'])
  expect((await ask(anna, 'договор')).body).toMatchObject({ total: 1, facets: { kind: [{ value: 'text', count: 1 }] } })
  const { hidden_token } = (await anna.post('/v1/hidden-pin/unlock', {})).body
  const unlocked = anna.with({ 'x-hidden-token': hidden_token })
  expect(new Set(await names(unlocked, 'договор'))).toEqual(new Set(['b.txt', 'c.txt']))
  await anna.post(`/v1/objects/${ids['a.txt']}/restore`)
  expect(new Set(await names(anna, 'договор'))).toEqual(new Set(['a.txt', 'c.txt']))
  await anna.delete(`/v1/objects/${ids['c.txt']}`)
  await anna.delete(`/v1/objects/${ids['c.txt']}/permanent`)
  expect(await names(anna, 'третий')).toEqual([])
  // A hidden word is no hint for a slip, and a hidden folder has no name.
  await anna.patch(`/v1/objects/${ids['a.txt']}`, { is_hidden: true })
  const folder = await anna.folder('Тайна')
  await anna.patch(`/v1/collections/${folder.id}`, { is_hidden: true })
  expect((await ask(anna, 'договр in:тайна')).body).toMatchObject({
    items: [],
    total: 0,
    hints: [{ code: 'no_such_folder' }],
  })
})

test('pages follow each other without gaps', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 7 }, (_, n) => [`f${n}.txt`, `Отчёт ${'слово '.repeat(n + 1)}`]),
  )
  const { anna } = await withFiles(files)
  // By words alone: meaning joins in as soon as the texts are encoded.
  const whole = await names(anna, 'отчёты', '&mode=text')
  expect(whole.length).toBe(7)
  const paged = [
    ...(await names(anna, 'отчёты', '&mode=text&limit=3')),
    ...(await names(anna, 'отчёты', '&mode=text&limit=3&offset=3')),
    ...(await names(anna, 'отчёты', '&mode=text&limit=3&offset=6')),
  ]
  expect(paged).toEqual(whole)
  expect(await names(anna, 'отчёты', '&mode=text&offset=7')).toEqual([])
})

test('a text is found soon after its upload', async () => {
  const anna = await aPerson()
  // Searching at the very moment a file is read must neither fail nor hold the reading up, however often it happens.
  for (let n = 0; n < 12; n++) {
    const name = `soon ${n}.txt`
    await anna.upload(name, `Эвкалипт растёт быстро, ${n}.`)
    await until(async () => (await names(anna, 'эвкалиптами', '&mode=text')).includes(name), 'the text to be found')
  }
})

test('tags are the keywords and categories of a file, one more of them narrows, and a minus leaves out', async () => {
  const { anna, ids } = await withFiles({ 'a.txt': LEASE, 'b.txt': FOX, 'c.txt': TREE })
  await anna.patch(`/v1/objects/${ids['a.txt']}/enrichment`, { keywords: ['Аренда', 'важное'] })
  await anna.patch(`/v1/objects/${ids['b.txt']}/enrichment`, { keywords: ['звери', 'важное'] })
  await anna.patch(`/v1/objects/${ids['c.txt']}/enrichment`, { keywords: ['звери'] })
  expect((await names(anna, 'tag:важное')).sort()).toEqual(['a.txt', 'b.txt'])
  expect(await names(anna, 'tag:аренда')).toEqual(['a.txt'])
  expect(await names(anna, 'tag:важное tag:звери')).toEqual(['b.txt'])
  expect(await names(anna, 'tag:звери -tag:важное')).toEqual(['c.txt'])
  expect(await names(anna, 'тег:звери ежей')).toEqual(['c.txt'])
  expect(await names(anna, 'tag:nothing')).toEqual([])
})

test('headings that the format marks count, also after the description was changed', async () => {
  const body = 'Здесь речь идёт о погоде и о море. '.repeat(20)
  const page = (heading: string, inside: string) =>
    `<html><body>${heading}<p>${body}</p><p>${body} ${inside} ${body}</p></body></html>`
  const { anna, ids } = await withFiles({
    'a.html': page('<h2>всё о хризантемах.</h2>', ''),
    'b.html': page('<p>всё.</p>', 'всё о хризантемах.'),
  })
  expect(await names(anna, 'хризантемы', '&mode=text')).toEqual(['a.html', 'b.html'])
  await anna.patch(`/v1/objects/${ids['a.html']}/enrichment`, { title: 'Цветы' })
  expect(await names(anna, 'хризантемы', '&mode=text')).toEqual(['a.html', 'b.html'])
})

const database = theProductDatabase()
afterAll(() => database?.close())

async function termsOf({ id }: Person): Promise<string[]> {
  const known = sql<{ term: string }>`select stem as term from search_stems where owner_id = ${id}`
  return (await known.execute(database!.context.db)).rows.map(({ term }) => term)
}

test.skipIf(!database)('words that no file has any more are forgotten, the others are not', async () => {
  const { anna, ids } = await withFiles({
    'a.txt': 'Редкостный барабулькин и обычный договор.',
    'b.txt': 'Ещё договор.',
  })
  const terms = () => termsOf(anna)
  const prune = () =>
    pruneTerms(database!.context as Parameters<typeof pruneTerms>[0], {}, {
      signal: new AbortController().signal,
    } as RunJob)
  await prune()
  expect(await terms()).toEqual(expect.arrayContaining(['барабулькин', 'договор']))
  await sql`delete from search_chunks where owner_id = ${anna.id} and object_id = ${ids['a.txt']}`.execute(
    database!.context.db,
  )
  await prune()
  expect(await terms()).not.toContain('барабулькин')
  expect(await terms()).toContain('договор')
})

test.skipIf(!database)('a word that is being forgotten while a new file brings it is known afterwards', async () => {
  const { anna } = await withFiles({ 'a.txt': 'Редкостный барабулькин.', 'again.txt': 'Барабулькин и другие.' })
  const { db } = database!.context
  await sql`delete from search_chunks where owner_id = ${anna.id}`.execute(db)
  let second = ''
  await db.transaction().execute(async tx => {
    await lockTerms(tx, anna.id)
    await removeUnused(tx, anna.id, [{ term: 'барабулькин', key: keysOf(anna.id)('барабулькин') }])
    second = (await anna.upload('b.txt', 'И снова барабулькин, с ним другие.')).id
    await until(async () => {
      const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
        and (classid::bigint << 32) | objid::bigint = hashtextextended(${anna.id}, 30)`.execute(db)
      return rows.length > 0
    }, 'the reading to wait for the one who forgets')
  })
  await anna.read(second)
  expect(await termsOf(anna)).toContain('барабулькин')
})
