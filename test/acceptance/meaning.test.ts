import { beforeAll, expect, test } from 'vitest'
import { aPerson, type Json, type Person, until } from '../support/client.ts'

/** Finding by meaning, with the encoder that ships. */

const FILES: Record<string, string> = {
  'paris.txt': 'Paris is the capital and most populous city of France, situated on the river Seine.',
  'lease.txt': 'Настоящий договор аренды квартиры заключён на один год. Наниматель платит пятого числа каждого месяца.',
  'm.txt': 'Mitochondria produce most of the chemical energy that a cell needs.',
  'bees.txt': 'Пчёлы строят соты из воска и запасают в них мёд на зиму.',
  'norm.txt': 'Die Normandie ist eine Landschaft im Norden von Frankreich und war lange ein Herzogtum der Normannen.',
}

let anna: Person
const ids: Record<string, string> = {}

const ask = async (person: Person, q: string, more = ''): Promise<Json> => {
  const { status, body } = await person.get(`/v1/search?q=${encodeURIComponent(q)}${more}`)
  if (status !== 200) throw new Error(`search answered ${status}`)
  return body
}
const names = (body: Json): string[] => body.items.map((item: Json) => item.object.filename)

/** They are made at the lowest priority: beside many other tests that takes a while. */
const embedded = (person: Person, files: number) =>
  until(async () => {
    const { body } = await person.get('/v1/search/vectors')
    return body.waiting === 0 && body.done >= files && body
  }, 'the vectors')

beforeAll(async () => {
  anna = await aPerson()
  for (const [name, text] of Object.entries(FILES)) ids[name] = (await anna.upload(name, text)).id
  for (const id of Object.values(ids)) await anna.read(id)
  // By words it is found before there is any vector.
  expect(names(await ask(anna, 'mitochondria', '&mode=text'))).toEqual(['m.txt'])
  await embedded(anna, 5)
})

test('a question in one language finds a text in the other, and other words find the same thing', async () => {
  expect(await embedded(anna, 5)).toMatchObject({ model: 'bilingual-encoder-q8-1', dim: 384, eta_seconds: 0 })
  const found = await until(async () => {
    const body = await ask(anna, 'какой город является столицей Франции и стоит на реке?')
    return body.mode === 'hybrid' && body
  }, 'the encoder to be warm')
  expect(names(found)[0]).toBe('paris.txt')
  const [item] = found.items
  expect(item).toMatchObject({ ord: 0, page: 1 })
  expect([...FILES['paris.txt']!].slice(item.char_start, item.char_end).join('')).toBe(item.snippet)
  expect(names(await ask(anna, 'on which day must the tenant pay the rent for the flat?'))[0]).toBe('lease.txt')
  expect(names(await ask(anna, 'where do insects keep their winter supply of honey?'))[0]).toBe('bees.txt')
  expect(names(await ask(anna, 'where do insects keep their winter supply of honey?', '&mode=text'))).not.toContain(
    'bees.txt',
  )
})

test('one word finds that word, and nonsense finds nothing', async () => {
  expect(names(await ask(anna, 'мёд'))).toEqual(['bees.txt'])
  expect(names(await ask(anna, 'эвкалипт'))).toEqual([])
  expect(names(await ask(anna, 'квартальный отчёт'))).toEqual([])
})

test('of two texts that say the same, that in the language of the question comes first; a few words find the other, too', async () => {
  const boris = await aPerson()
  const texts = {
    'keys-ru.txt': 'Залог в размере месячной платы хранится у хозяина квартиры и возвращается после сдачи ключей.',
    'keys-en.txt': 'A deposit of one monthly rent is held by the landlord of the flat until the keys are returned.',
    'bill.txt':
      'Invoice No. 417. Twelve office chairs at 89.00 each. Payment is due within fourteen days by bank transfer.',
    'soup.txt': 'Нарежьте картофель и морковь, залейте водой и варите суп полчаса на слабом огне.',
  }
  for (const [name, text] of Object.entries(texts)) await boris.upload(name, text)
  await embedded(boris, 4)
  expect(names(await ask(boris, 'what deposit does the landlord keep until the keys come back?')).slice(0, 2)).toEqual([
    'keys-en.txt',
    'keys-ru.txt',
  ])
  expect(names(await ask(boris, 'какой залог хозяин хранит до возврата ключей?')).slice(0, 2)).toEqual([
    'keys-ru.txt',
    'keys-en.txt',
  ])
  expect(names(await ask(boris, 'счёт на оплату'))[0]).toBe('bill.txt')
  expect(names(await ask(boris, 'vegetable soup'))[0]).toBe('soup.txt')
  expect(names(await ask(boris, 'what is soup?'))[0]).toBe('soup.txt')
})

test('by meaning alone, and what the encoder does not know is found by words', async () => {
  const body = await ask(anna, 'столица Франции', '&mode=semantic')
  expect(body.mode).toBe('semantic')
  expect(names(body)[0]).toBe('paris.txt')
  expect(names(body)).not.toContain('norm.txt')
  const german = await ask(anna, 'In welchem Land liegt die schöne Landschaft der Normandie?')
  expect(german.mode).toBe('text')
  expect(names(german)[0]).toBe('norm.txt')
})

test('what is hidden, trashed, foreign or elsewhere is not found by meaning either', async () => {
  const q = 'какой город является столицей Франции и стоит на реке?'
  const folder = await anna.folder('Elsewhere')
  expect(names(await ask(anna, q, `&collection_id=${folder.id}`))).toEqual([])
  await anna.patch(`/v1/objects/${ids['paris.txt']}`, { collection_id: folder.id })
  expect(names(await ask(anna, q, `&collection_id=${folder.id}`))).toEqual(['paris.txt'])
  expect(names(await ask(anna, `${q} -seine`))).not.toContain('paris.txt')
  await anna.patch(`/v1/objects/${ids['paris.txt']}`, { is_hidden: true })
  expect(names(await ask(anna, q))).not.toContain('paris.txt')
  const { hidden_token } = (await anna.post('/v1/hidden-pin/unlock', {})).body
  await anna.with({ 'x-hidden-token': hidden_token }).patch(`/v1/objects/${ids['paris.txt']}`, { is_hidden: false })
  expect(names(await ask(anna, q))[0]).toBe('paris.txt')
  await anna.delete(`/v1/objects/${ids['paris.txt']}`)
  expect(names(await ask(anna, q))).not.toContain('paris.txt')
  expect(names(await ask(await aPerson(), q))).toEqual([])
})

test('new content is found by its own meaning, and the old one no longer', async () => {
  const id = ids['m.txt']!
  const { body } = await anna.get(`/v1/objects/${id}`)
  const put = await anna.call('PUT', `/v1/objects/${id}/content?base_version=${body.version}`, {
    raw: 'Снеговики тают, когда весной пригревает солнце.',
    headers: { 'content-type': 'application/octet-stream' },
  })
  expect(put.status).toBe(200)
  const energy = 'which part of the cell makes chemical energy?'
  expect(names(await ask(anna, energy))).not.toContain('m.txt')
  expect(names(await ask(anna, 'mitochondria'))).toEqual([])
  await anna.read(id)
  expect(names(await ask(anna, 'снеговик'))).toEqual(['m.txt'])
  await embedded(anna, 3)
  expect(names(await ask(anna, 'what happens to snowmen in the sunshine of spring?'))[0]).toBe('m.txt')
  expect(names(await ask(anna, energy))).not.toContain('m.txt')
})

test('the end of a text of many pages is found by its meaning too', { tags: ['long'] }, async () => {
  const boris = await aPerson()
  const page = (n: number) => `Страница ${n}. ${'Собрание обсудило порядок уборки двора и ремонт ограды. '.repeat(13)}`
  // More chunks than one turn of the work makes.
  const pages = Array.from({ length: 90 }, (_, n) => page(n + 1))
  const text = [...pages, `Вулкан проснулся ночью, и пепел засыпал виноградники на склоне. ${page(91)}`].join('\n\n')
  await boris.read((await boris.upload('long.txt', text)).id)
  await embedded(boris, 1)
  const body = await ask(boris, 'a volcano erupted and ash covered the vineyards', '&mode=semantic')
  expect(names(body)).toEqual(['long.txt'])
  expect(body.items[0].snippet).toContain('Вулкан')
})

test('behind a word that some file has, behind a number and behind an unwanted phrase nothing is guessed', async () => {
  const boris = await aPerson()
  const texts = {
    'a.txt': 'Настоящий договор аренды заключён между ООО «Ромашка» и Ивановым.',
    'b.txt': 'The quick brown fox jumps over the lazy dogs. Old invoices were paid in full by Petrov.',
    'c.txt': 'Ёлка стоит в лесу, а под ёлкой живут ежи. Ежей было трое.',
    'd.md': '# Fox hunting\n\nDogs and a fox.',
    'e.txt': 'Here it is: xylophone',
  }
  for (const [name, text] of Object.entries(texts)) await boris.read((await boris.upload(name, text)).id)
  await embedded(boris, 5)
  const found = async (q: string) => names(await ask(boris, q))
  // Misspelt, in the other alphabet, in another form: still the word.
  expect(await found('dogovor')).toEqual(['a.txt'])
  expect(await found('qiuck')).toEqual(['b.txt'])
  expect(await found('ежами')).toEqual(['c.txt'])
  expect(await found('ZX-4471/B')).not.toContain('e.txt')
  expect(await found('fox -"lazy dogs"')).toEqual(['d.md'])
  // No file has the word: then what means it.
  expect((await found('лиса'))[0]).toBe('d.md')
})
