import { expect, test } from 'vitest'
import { aPerson, type Json, type Person, until } from '../support/client.ts'
import { aPdf, numberedPages } from '../support/pdf.ts'

/** What is made of something hidden is hidden, whoever asks for it and however it is made. */

async function unlocked(person: Person): Promise<Person> {
  const { body } = await person.post('/v1/hidden-pin/unlock')
  return person.with({ 'x-hidden-token': body.hidden_token })
}

const WAYS: {
  name: string
  start(open: Person, seen: string, hidden: string): Promise<{ status: number; body: Json }>
  at(seen: string, hidden: string, task: string): string
}[] = [
  {
    name: 'insert',
    start: (open, seen, hidden) => open.post(`/v1/objects/${seen}/pdf/insert`, { source_object_id: hidden, at: 1 }),
    at: (seen, _, task) => `/v1/objects/${seen}/pdf-status/${task}`,
  },
  {
    name: 'replace',
    start: (open, seen, hidden) =>
      open.post(`/v1/objects/${seen}/pdf/replace`, { source_object_id: hidden, pages: '1' }),
    at: (seen, _, task) => `/v1/objects/${seen}/pdf-status/${task}`,
  },
  {
    name: 'rotate',
    start: (open, _, hidden) => open.post(`/v1/objects/${hidden}/pdf/rotate`, { pages: '1', angle: 90 }),
    at: (_, hidden, task) => `/v1/objects/${hidden}/pdf-status/${task}`,
  },
  {
    name: 'convert',
    start: (open, _, hidden) => open.post(`/v1/objects/${hidden}/convert`, { fmt: 'txt' }),
    at: (_, hidden, task) => `/v1/objects/${hidden}/convert-status/${task}`,
  },
  {
    name: 'assemble',
    start: (open, seen, hidden) => open.post('/v1/objects/assemble', { object_ids: [seen, hidden], sort: 'order' }),
    at: (_, __, task) => `/v1/tasks-status/${task}`,
  },
]

/** Hidden by itself, and by the folder that it lies in. */
for (const place of ['by itself', 'by its folder'] as const)
  test.each(WAYS)(`$name with a source that is hidden ${place} gives a hidden result`, async ({ start, at }) => {
    const anna = await aPerson()
    const seen = (await anna.upload('seen.pdf', aPdf(numberedPages(2)))).id
    const folder = place === 'by itself' ? undefined : await anna.folder('secret')
    const query = folder ? `?collection_id=${folder.id}` : ''
    const hidden = (await anna.upload('hidden.pdf', aPdf(numberedPages(3)), query)).id
    await Promise.all([anna.read(seen), anna.read(hidden)])
    if (folder) await anna.patch(`/v1/collections/${folder.id}`, { is_hidden: true })
    else await anna.patch(`/v1/objects/${hidden}`, { is_hidden: true })
    const open = await unlocked(anna)
    const accepted = await start(open, seen, hidden)
    expect(accepted.status).toBe(202)
    const record = await until(async () => {
      const { body } = await open.get(at(seen, hidden, accepted.body.task_id))
      return body.done && body
    }, 'the task')
    expect(record).toMatchObject({ ok: true })
    for (const id of record.object_ids) {
      expect((await open.get(`/v1/objects/${id}`)).body).toMatchObject({ is_hidden: true })
      expect((await anna.get(`/v1/objects/${id}`)).status).toBe(404)
    }
    expect((await anna.get('/v1/objects')).body.items.map((item: Json) => item.id)).toEqual([seen])
  })

const SEEN = {
  'rent.txt': 'The rent for the flat in Tverskaya street is due on the fifth of every month. Invoice 4711-22.',
  'garden.txt': 'Diverse flowers grow in the garden, and the divers among the visitors like the pond.',
  'letter.txt': 'Dear neighbour, the meeting about the roof is on Monday. Bring the invoice.',
}
const HIDDEN = {
  'divorce.txt': 'Divorce hearing, divorce papers and the pregnancy. Divorcing takes months. Invoice 4711 23.',
  'clinic.txt': `${'The clinic confirms the pregnancy and the rent of the flat. '.repeat(60)}`,
}
const QUESTIONS = [
  'rent',
  'divorce',
  'pregnancy',
  'divorse',
  'div',
  'invoice',
  'invoice 471123',
  '471122',
  'rent pregnancy',
]
const MODES = ['text', 'hybrid', 'semantic']

test('no score, order or count of a search tells what stands in hidden files', { timeout: 300_000 }, async () => {
  const [anna, twin] = [await aPerson(), await aPerson()]
  for (const person of [anna, twin])
    for (const [name, text] of Object.entries(SEEN)) await person.read((await person.upload(name, text)).id)
  const folder = (await anna.folder('secret')).id
  const ids: string[] = []
  for (const [name, text] of Object.entries(HIDDEN))
    ids.push((await anna.upload(name, text, name === 'clinic.txt' ? `?collection_id=${folder}` : '')).id)
  for (const id of ids) await anna.read(id)
  const answers = async (person: Person) => {
    const all: Json = {}
    for (const mode of MODES)
      for (const question of QUESTIONS) {
        const { body } = await person.get(`/v1/search?mode=${mode}&q=${encodeURIComponent(question)}`)
        const items = body.items.map((item: Json) => [item.object.filename, item.score, item.snippet])
        all[`${mode} ${question}`] = { items, total: body.total, mode: body.mode, facets: body.facets }
      }
    return all
  }
  // Vectors come behind the text.
  for (const person of [anna, twin])
    for (const [name, text] of Object.entries(SEEN))
      await until(async () => {
        const { body } = await person.get(`/v1/search?mode=semantic&q=${encodeURIComponent(`${text.slice(0, 80)}?`)}`)
        return body.mode === 'semantic' && body.items.some((item: Json) => item.object.filename === name)
      }, `the vectors of ${name}`)
  const before = await answers(anna)
  expect(before['text divorce'].total).toBeGreaterThan(0)
  await anna.patch(`/v1/objects/${ids[0]}`, { is_hidden: true })
  await anna.patch(`/v1/collections/${folder}`, { is_hidden: true })
  const expected = await answers(twin)
  expect(await answers(anna)).toEqual(expected)
  // The caches of the unlocked zone are not those of the locked one.
  const open = await unlocked(anna)
  expect((await answers(open))['text divorce'].total).toBeGreaterThan(expected['text divorce'].total)
  expect(await answers(anna)).toEqual(expected)
})
