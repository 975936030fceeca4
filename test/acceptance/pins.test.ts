import { describe, expect, test } from 'vitest'
import { aPerson, type Json, type Person } from '../support/client.ts'

/** What a person pins is kept with the account, in their order, and shows nothing that they do not see. */

const pins = async (person: Pick<Person, 'get'>) =>
  (await person.get('/v1/pins')).body.items.map(({ kind, name }: Json) => `${kind} ${name}`)
const arrange = async (person: Pick<Person, 'call'>, items: { kind: string; id: string }[]) =>
  (await person.call('PUT', '/v1/pins', { body: { items } })).body.items.map(({ name }: Json) => name)

const unlock = async (person: Person) => {
  const { body } = await person.post('/v1/hidden-pin/unlock', { pin: '4821' })
  return person.with({ 'x-hidden-token': body.hidden_token })
}

describe('pins', () => {
  test('folders, themes, tags, saved searches and files, in the order that was given, under the names that they have now', async () => {
    const anna = await aPerson()
    const folder = await anna.folder('Bills')
    const theme = (await anna.post('/v1/themes', { name: 'Home', icon: '🏠' })).body
    const search = (await anna.post('/v1/saved-searches', { name: 'Invoices', query: 'invoice' })).body
    const file = await anna.upload('plan.txt', 'the plan')
    await anna.patch(`/v1/objects/${file.id}`, { tags: ['Taxes'] })
    await anna.patch('/v1/tags/Taxes', { color: 'green' })
    expect(await pins(anna)).toEqual([])
    const items = [
      { kind: 'tag', id: 'TAXES' },
      { kind: 'search', id: search.id },
      { kind: 'folder', id: folder.id },
      { kind: 'theme', id: theme.id },
      { kind: 'file', id: file.id },
      { kind: 'folder', id: folder.id },
    ]
    expect(await arrange(anna, items)).toEqual(['Taxes', 'Invoices', 'Bills', 'Home', 'plan.txt'])
    expect((await anna.get('/v1/pins')).body.items).toEqual([
      { kind: 'tag', id: 'Taxes', name: 'Taxes', icon: '', color: 'green', file_kind: null },
      { kind: 'search', id: search.id, name: 'Invoices', icon: '', color: null, file_kind: null },
      { kind: 'folder', id: folder.id, name: 'Bills', icon: '', color: null, file_kind: null },
      { kind: 'theme', id: theme.id, name: 'Home', icon: '🏠', color: null, file_kind: null },
      { kind: 'file', id: file.id, name: 'plan.txt', icon: '', color: null, file_kind: 'text' },
    ])
    await anna.patch(`/v1/collections/${folder.id}`, { name: 'Paid' })
    await arrange(anna, [items[2]!, items[0]!])
    expect(await pins(anna)).toEqual(['folder Paid', 'tag Taxes'])
    expect((await anna.call('PUT', '/v1/pins', { body: { items: [{ kind: 'door', id: 'x' }] } })).status).toBe(422)
    const many = Array.from({ length: 101 }, (_, n) => ({ kind: 'tag', id: `t${n}` }))
    expect((await anna.call('PUT', '/v1/pins', { body: { items: many } })).status).toBe(422)
  })

  test('what is foreign or gone is left out, and what is deleted leaves', async () => {
    const [anna, boris] = [await aPerson(), await aPerson()]
    const folder = await anna.folder('Soon gone')
    const foreign = await boris.folder('Of Boris')
    const search = (await anna.post('/v1/saved-searches', { name: 'Soon gone too', query: 'x' })).body
    const file = await anna.upload('bin.txt', 'to the bin')
    await anna.patch(`/v1/objects/${file.id}`, { tags: ['Once'] })
    const asked = [
      { kind: 'folder', id: folder.id },
      { kind: 'folder', id: foreign.id },
      { kind: 'file', id: folder.id },
      { kind: 'folder', id: 'no id at all' },
      { kind: 'search', id: search.id },
      { kind: 'file', id: file.id },
      { kind: 'tag', id: 'Once' },
      { kind: 'tag', id: 'Never' },
    ]
    expect(await arrange(anna, asked)).toEqual(['Soon gone', 'Soon gone too', 'bin.txt', 'Once'])
    await anna.delete(`/v1/collections/${folder.id}`)
    await anna.delete(`/v1/saved-searches/${search.id}`)
    await anna.delete(`/v1/objects/${file.id}`)
    expect(await pins(anna)).toEqual([])
    await anna.post(`/v1/objects/${file.id}/restore`)
    expect(await pins(anna)).toEqual(['file bin.txt', 'tag Once'])
    expect(await pins(boris)).toEqual([])
  })

  test('with the zone locked hidden pins are not there, are not lost by arranging the others, and come back', async () => {
    const anna = await aPerson()
    await anna.post('/v1/hidden-pin', { pin: '4821' })
    const [open, secret] = [await anna.folder('Open'), await anna.folder('Secret')]
    const file = await anna.upload('diary.txt', 'dear diary')
    await anna.patch(`/v1/objects/${file.id}`, { tags: ['Private'] })
    await arrange(anna, [
      { kind: 'folder', id: secret.id },
      { kind: 'tag', id: 'Private' },
      { kind: 'folder', id: open.id },
      { kind: 'file', id: file.id },
    ])
    await anna.patch(`/v1/collections/${secret.id}`, { is_hidden: true })
    await anna.patch(`/v1/objects/${file.id}`, { is_hidden: true })
    const { body, text } = await anna.get('/v1/pins')
    expect(body.items.map(({ name }: Json) => name)).toEqual(['Open'])
    expect(text).not.toMatch(new RegExp(`${secret.id}|${file.id}|Private`, 'i'))
    expect(await arrange(anna, [])).toEqual([])
    expect(await arrange(anna, [{ kind: 'folder', id: secret.id }])).toEqual([])
    const inside = await unlock(anna)
    expect(await pins(inside)).toEqual(['folder Secret', 'tag Private', 'file diary.txt'])
  })

  test('a folder that others have given can be pinned while it is given', async () => {
    const [anna, boris] = [await aPerson(), await aPerson()]
    const folder = await anna.folder('Together')
    const { body: grant } = await anna.post(`/v1/collections/${folder.id}/grants`, {
      email: boris.email,
      role: 'viewer',
    })
    expect(await arrange(boris, [{ kind: 'folder', id: folder.id }])).toEqual(['Together'])
    await anna.delete(`/v1/collections/${folder.id}/grants/${grant.id}`)
    expect(await pins(boris)).toEqual([])
    expect(await pins(anna)).toEqual([])
  })
})
