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
