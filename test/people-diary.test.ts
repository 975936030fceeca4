import { expect, test } from 'vitest'
import { aPerson, type Json, type Person, theAdmin } from './support/client.ts'

/** Who did what in a folder that is open to others: told to its owner, and to those others as far as they see it. */

const named = async (person: Person, name: string) => {
  expect((await person.patch('/v1/auth/me', { name })).status).toBe(200)
  return person
}

const diaryOf = async (person: Person, folder: string): Promise<Json[]> => {
  const { status, body } = await person.get(`/v1/collections/${folder}/diary`)
  expect(status).toBe(200)
  return body.items
}

const told = (entries: Json[]) =>
  entries.map(({ person, what, name }) => [person, what, name].filter(Boolean).join(' '))

test('what was added, changed, renamed, moved, trashed, restored and said, by whom; and to whom it is open', async () => {
  const [anna, boris] = [await named(await aPerson(), 'Anna'), await named(await aPerson(), 'Boris')]
  const folder = (await anna.folder('Open')).id
  const below = (await anna.folder('Below', { parent_id: folder })).id
  const early = (await anna.upload('early.txt', 'before it was opened', `?collection_id=${folder}`)).id
  expect(await diaryOf(anna, folder)).toEqual([])
  const grants = `/v1/collections/${folder}/grants`
  const grant = (await anna.post(grants, { email: boris.email, role: 'editor' })).body
  const { id } = await boris.upload('plan.txt', 'first words', `?collection_id=${folder}`)
  await boris.call('PUT', `/v1/objects/${id}/content?base_version=1`, { raw: 'other words' })
  await anna.patch(`/v1/objects/${id}`, { filename: 'plans.txt' })
  await boris.patch(`/v1/objects/${id}`, { collection_id: below })
  await boris.post(`/v1/objects/${id}/comments`, { text: 'Look here.' })
  const everything = [
    'Boris commented plans.txt',
    'Boris moved plans.txt',
    'Anna renamed plans.txt',
    'Boris changed plans.txt',
    'Boris added plans.txt',
  ]
  expect(told(await diaryOf(boris, folder))).toEqual(everything)
  const [, , renamed, , , opened] = await diaryOf(anna, folder)
  expect(renamed).toMatchObject({ before: 'plan.txt', object_id: id })
  expect(opened).toMatchObject({ what: 'opened', person: 'Anna', to_name: 'Boris', role: 'editor', object_id: null })
  expect(told(await diaryOf(boris, below))).toEqual(everything.slice(0, 2))

  // What lies in the trash, is hidden or was moved out is not told to those who do not see it.
  await boris.delete(`/v1/objects/${id}`)
  expect(told(await diaryOf(anna, folder))[0]).toBe('Boris trashed plans.txt')
  expect(await diaryOf(boris, folder)).toEqual([])
  await anna.post(`/v1/objects/${id}/restore`, {})
  expect(told(await diaryOf(boris, folder))[0]).toBe('Anna restored plans.txt')
  await anna.patch(`/v1/objects/${id}`, { is_hidden: true })
  expect(told(await diaryOf(anna, folder))).toEqual(['Anna opened'])
  expect(await diaryOf(boris, folder)).toEqual([])
  await anna.patch(`/v1/objects/${early}`, { collection_id: null })
  expect(await diaryOf(boris, folder)).toEqual([])
  expect(told(await diaryOf(anna, folder))).toEqual(['Anna moved early.txt', 'Anna opened'])

  expect((await (await aPerson()).get(`/v1/collections/${folder}/diary`)).status).toBe(404)
  await anna.delete(`${grants}/${grant.id}`)
  expect((await boris.get(`/v1/collections/${folder}/diary`)).status).toBe(404)
  expect(told(await diaryOf(anna, folder))[0]).toBe('Anna closed')
})

test('one who leaves what a group was given is named, not the group', async () => {
  const [anna, boris] = [await aPerson(), await named(await aPerson(), 'Boris')]
  const group = (await (await theAdmin()).post('/v1/admin/groups', { name: `G ${boris.id}`, user_ids: [boris.id] }))
    .body
  const folder = (await anna.folder('Open')).id
  const grants = `/v1/collections/${folder}/grants`
  expect((await anna.post(grants, { group_id: group.id, role: 'viewer' })).status).toBe(201)
  expect((await boris.post(`/v1/shared/${folder}/leave`, {})).status).toBe(200)
  const entries = await diaryOf(anna, folder)
  expect(entries.map(({ what, to_name }) => [what, to_name])).toEqual([
    ['closed', 'Boris'],
    ['opened', group.name],
  ])
})

test('whoever is given a folder does not read what happened in it before', async () => {
  const [anna, boris, vera] = [await aPerson(), await aPerson(), await aPerson()]
  const folder = (await anna.folder('Open')).id
  const below = (await anna.folder('Below', { parent_id: folder })).id
  const grants = `/v1/collections/${folder}/grants`
  await anna.post(grants, { email: vera.email, role: 'editor' })
  const { id } = await vera.upload('dismissal.txt', 'words', `?collection_id=${below}`)
  await anna.patch(`/v1/objects/${id}`, { filename: 'plan.txt' })
  const grant = (await anna.post(grants, { email: boris.email, role: 'viewer' })).body
  expect(await diaryOf(boris, folder)).toEqual([])
  await anna.patch(`/v1/objects/${id}`, { filename: 'plans.txt' })
  for (const place of [folder, below])
    expect(await diaryOf(boris, place)).toMatchObject([{ what: 'renamed', before: 'plan.txt' }])
  expect(await diaryOf(vera, folder)).toHaveLength(3)
  // Given anew it begins anew.
  await anna.delete(`${grants}/${grant.id}`)
  await anna.post(grants, { email: boris.email, role: 'viewer' })
  expect(await diaryOf(boris, folder)).toEqual([])
})

test('comes in pages, without a gap or a double', async () => {
  const [anna, boris] = [await aPerson(), await aPerson()]
  const folder = (await anna.folder('Open')).id
  await anna.post(`/v1/collections/${folder}/grants`, { email: boris.email, role: 'viewer' })
  for (let n = 0; n < 5; n++) await anna.upload(`${n}.txt`, `${n}`, `?collection_id=${folder}`)
  const names: string[] = []
  for (let cursor = '', pages = 0; pages < 4; pages++) {
    const { body } = await boris.get(`/v1/collections/${folder}/diary?limit=2${cursor}`)
    names.push(...body.items.map(entry => entry.name))
    if (!body.next_cursor) break
    cursor = `&cursor=${body.next_cursor}`
  }
  expect(names).toEqual(['4.txt', '3.txt', '2.txt', '1.txt', '0.txt'])
})
