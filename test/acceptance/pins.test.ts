import { describe, expect, test } from 'vitest'
import { aPerson, call, type Json, type Person } from '../support/client.ts'
import { connected } from '../support/oauth.ts'

/** What a person pins is kept with the account, in their order, and shows nothing that they do not see. */

const pins = async (person: Pick<Person, 'get'>) =>
  (await person.get('/v1/pins')).body.items.map(({ kind, name }) => `${kind} ${name}`)
const arrange = async (person: Pick<Person, 'call'>, items: { kind: string; id: string }[]) =>
  (await person.call('PUT', '/v1/pins', { body: { items } })).body.items.map(({ name }) => name)

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
    expect(body.items.map(({ name }) => name)).toEqual(['Open'])
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

  test('of calls that come at once one decides, and none is refused', async () => {
    const anna = await aPerson()
    const folders: { kind: string; id: string }[] = []
    for (const name of ['A', 'B', 'C', 'D', 'E', 'F'])
      folders.push({ kind: 'folder', id: (await anna.folder(name)).id })
    const orders = folders.map((_, n) => [...folders.slice(n), ...folders.slice(0, n)].slice(0, 4))
    const answers = await Promise.all(orders.map(items => anna.call('PUT', '/v1/pins', { body: { items } })))
    expect(answers.map(({ status }) => status)).toEqual(orders.map(() => 200))
    const kept = (await anna.get('/v1/pins')).body.items.map(({ kind, id }: Json) => ({ kind, id }))
    expect(orders).toContainEqual(kept)
  })

  test('more than are shown: the next come up, and what was just pinned never leaves', async () => {
    const anna = await aPerson()
    await anna.post('/v1/hidden-pin', { pin: '4821' })
    // Three times a hundred tags, each hidden once it is pinned.
    for (const round of ['a', 'b', 'c']) {
      const tags = Array.from({ length: 100 }, (_, n) => `${round}${String(n).padStart(2, '0')}`)
      const files = []
      for (let from = 0; from < 100; from += 50) {
        files.push(await anna.upload(`${round}${from}.txt`, `${round} ${from}`))
        await anna.patch(`/v1/objects/${files.at(-1)!.id}`, { tags: tags.slice(from, from + 50) })
      }
      expect(
        await arrange(
          anna,
          tags.map(id => ({ kind: 'tag', id })),
        ),
      ).toEqual(tags)
      for (const { id } of files) await anna.patch(`/v1/objects/${id}`, { is_hidden: true })
    }
    const folder = await anna.folder('Last')
    expect(await arrange(anna, [{ kind: 'folder', id: folder.id }])).toEqual(['Last'])
    expect(await pins(anna)).toEqual(['folder Last'])
    const inside = await unlock(anna)
    const { items } = (await inside.get('/v1/pins')).body
    expect(items.map(({ name }) => name)).toEqual([
      ...Array.from({ length: 99 }, (_, n) => `a${String(n + 1).padStart(2, '0')}`),
      'b00',
    ])
    // With all that is shown one can go on, and what comes next takes the free place.
    const left = items.slice(1).map(({ kind, id }) => ({ kind, id }))
    const now = await arrange(inside, left)
    expect([now.length, now[0], now.at(-1)]).toEqual([100, 'a02', 'b01'])
    expect(await pins(anna)).toEqual(['folder Last'])
  })

  test('a tag is the same in every case of its letters, and keeps its pin and its place when it is renamed', async () => {
    const anna = await aPerson()
    const folder = await anna.folder('Bills')
    const file = await anna.upload('plan.txt', 'the plan')
    await anna.patch(`/v1/objects/${file.id}`, { tags: ['ΦΟΡΟΣ', 'İzmir', 'Other'] })
    const asked = [
      { kind: 'tag', id: 'ΦΟΡΟΣ' },
      { kind: 'tag', id: 'İzmir' },
      { kind: 'folder', id: folder.id },
    ]
    expect(await arrange(anna, asked)).toEqual(['ΦΟΡΟΣ', 'İzmir', 'Bills'])
    expect(await arrange(anna, asked)).toEqual(['ΦΟΡΟΣ', 'İzmir', 'Bills'])
    expect(await pins(anna)).toEqual(['tag ΦΟΡΟΣ', 'tag İzmir', 'folder Bills'])
    expect((await anna.patch(`/v1/tags/${encodeURIComponent('ΦΟΡΟΣ')}`, { name: 'Taxes' })).status).toBe(200)
    expect(await pins(anna)).toEqual(['tag Taxes', 'tag İzmir', 'folder Bills'])
    // Where both are pinned there is one left.
    await arrange(anna, [
      { kind: 'tag', id: 'Other' },
      { kind: 'folder', id: folder.id },
      { kind: 'tag', id: 'Taxes' },
    ])
    await anna.patch('/v1/tags/Taxes', { name: 'Other' })
    expect(await pins(anna)).toEqual(['tag Other', 'folder Bills'])
  })

  test('a program that is let into one folder reaches no pins', async () => {
    const anna = await aPerson()
    const [inside, outside] = [await anna.folder('Inside'), await anna.folder('Outside')]
    await arrange(
      anna,
      [inside, outside].map(({ id }) => ({ kind: 'folder', id })),
    )
    for (const bound of [{}, { collection_id: inside.id }]) {
      const { access_token } = await connected(anna, { scope: 'read write' }, bound)
      const headers = { authorization: `Bearer ${access_token}` }
      for (const method of ['GET', 'PUT']) {
        const { status, text } = await call(method, '/v1/pins', {
          headers,
          ...(method === 'PUT' && { body: { items: [] } }),
        })
        expect(status).toBe(403)
        expect(text).not.toContain('Outside')
      }
    }
    expect(await pins(anna)).toEqual(['folder Inside', 'folder Outside'])
  })
})
