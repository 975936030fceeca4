import { expect, test } from 'vitest'
import { aPerson, type Person } from '../support/client.ts'

/** Folders that are asked for by id, by name and by level, so that nobody needs the whole list. */

const names = async (person: Person, query: string): Promise<string[]> => {
  const { status, body } = await person.get(`/v1/collections?${query}`)
  expect(status).toBe(200)
  return body.items.map(({ name }) => name)
}

const unlocked = async (person: Person): Promise<Person> =>
  person.with({ 'x-hidden-token': (await person.post('/v1/hidden-pin/unlock')).body.hidden_token })

test('a folder is found by the words of its name, what begins so first', async () => {
  const anna = await aPerson()
  const work = await anna.folder('Work')
  const year = await anna.folder('Year 2024', { parent_id: work.id })
  await anna.folder('Contracts of the year', { parent_id: year.id })
  await anna.folder('Ёлки и ели')
  await anna.folder('100% wool_')
  expect(await names(anna, 'q=YEAR')).toEqual(['Year 2024', 'Contracts of the year'])
  expect(await names(anna, 'q=year%20contr')).toEqual(['Contracts of the year'])
  // Others of its words may stand above it, as in its path.
  expect(await names(anna, 'q=Work%2F2024%2Fcontracts')).toEqual(['Contracts of the year'])
  expect(await names(anna, 'q=work%20year')).toEqual(['Contracts of the year', 'Year 2024'])
  expect(await names(anna, 'q=contracts%20work')).toEqual([])
  expect(await names(anna, 'q=%2F')).toEqual([])
  expect(await names(anna, 'q=%D0%B5%D0%BB%D0%BA%D0%B8')).toEqual(['Ёлки и ели'])
  expect(await names(anna, 'q=year&limit=1')).toEqual(['Year 2024'])
  expect(await names(anna, `q=year&parent_id=${work.id}`)).toEqual(['Year 2024'])
  // Signs that a database would read as anything.
  expect(await names(anna, 'q=0%25')).toEqual(['100% wool_'])
  expect(await names(anna, 'q=y_ar')).toEqual([])
  const [found] = (await anna.get('/v1/collections?q=contracts')).body.items
  expect(found).toMatchObject({ path: 'Work/Year 2024/Contracts of the year', has_folders: false, access: 'owner' })
  expect((await anna.get(`/v1/collections?q=${'x'.repeat(201)}`)).body.detail[0].type).toBe('string_too_long')
  expect((await anna.get('/v1/collections?q=year&limit=501')).status).toBe(422)
})

test('folders are asked for by their ids, alone or with all above them', async () => {
  const anna = await aPerson()
  const top = await anna.folder('Top')
  const middle = await anna.folder('Middle', { parent_id: top.id })
  const low = await anna.folder('Low', { parent_id: middle.id })
  const other = await anna.folder('Other')
  expect(await names(anna, `ids=${low.id},${other.id}`)).toEqual(['Low', 'Other'])
  expect(await names(anna, `ids=${low.id.toUpperCase()},${low.id}&above=true`)).toEqual(['Low', 'Middle', 'Top'])
  expect(await names(anna, `ids=${anna.id}`)).toEqual([])
  expect((await anna.get('/v1/collections?ids=nonsense')).body.detail[0]).toMatchObject({
    loc: ['query', 'ids'],
    type: 'uuid_parsing',
  })
  expect((await anna.get(`/v1/collections?ids=${Array(101).fill(low.id).join(',')}`)).status).toBe(422)
})

test('a level is asked for by theme, by the whole name, and what is hidden by itself', async () => {
  const anna = await aPerson()
  const theme = (await anna.post('/v1/themes', { name: 'House' })).body
  const flat = await anna.folder('Flat', { theme_id: theme.id })
  await anna.folder('Rooms', { parent_id: flat.id })
  const bills = await anna.folder('Bills')
  await anna.folder('Bills of May', { parent_id: bills.id })
  expect(await names(anna, `theme_id=${theme.id}`)).toEqual(['Flat'])
  expect(await names(anna, 'parent_id=root&theme_id=none')).toEqual(['Bills'])
  expect(await names(anna, 'parent_id=root')).toEqual(['Bills', 'Flat'])
  expect(await names(anna, 'parent_id=root&name=Bills')).toEqual(['Bills'])
  expect(await names(anna, 'parent_id=root&name=bill')).toEqual([])
  expect(await names(anna, `parent_id=${bills.id}&name=Bills%20of%20May`)).toEqual(['Bills of May'])
  expect(await names(anna, 'hidden=only')).toEqual([])
})

test('what is hidden, gone or of somebody else is found by no name and no id', async () => {
  const [anna, boris] = [await aPerson(), await aPerson()]
  const theirs = await boris.folder('Secret of Boris')
  const hidden = await anna.folder('Secret drawer')
  const inside = await anna.folder('Secret inside', { parent_id: hidden.id })
  const gone = await anna.folder('Secret gone')
  const shown = await anna.folder('Secret that is shown')
  await anna.patch(`/v1/collections/${hidden.id}`, { is_hidden: true })
  await anna.delete(`/v1/collections/${gone.id}`)
  const ids = [theirs, hidden, inside, gone, shown].map(({ id }) => id).join(',')
  const asked = ['q=secret', `ids=${ids}`, `ids=${ids}&above=true`, 'parent_id=root', 'parent_id=root&theme_id=none']
  for (const query of asked) expect([query, await names(anna, query)]).toEqual([query, ['Secret that is shown']])
  for (const query of ['hidden=only', 'parent_id=root&name=Secret%20drawer', 'parent_id=root&name=Secret%20gone'])
    expect([query, await names(anna, query)]).toEqual([query, []])
  const open = await unlocked(anna)
  expect(await names(open, 'hidden=only')).toEqual(['Secret drawer', 'Secret inside'])
  expect(await names(open, 'q=secret&hidden=only')).toEqual(['Secret drawer', 'Secret inside'])
  expect(await names(open, 'q=secret')).toEqual(['Secret drawer', 'Secret inside', 'Secret that is shown'])
  const first = (await open.get('/v1/collections?hidden=only&limit=1')).body
  expect(await names(open, `hidden=only&limit=1&cursor=${first.next_cursor}`)).toEqual(['Secret inside'])
})

test('what others have given is found below it alone, as before', async () => {
  const [anna, boris] = [await aPerson(), await aPerson()]
  const above = await anna.folder('Papers above')
  const given = await anna.folder('Papers given', { parent_id: above.id })
  const under = await anna.folder('Papers below', { parent_id: given.id })
  await boris.folder('Papers of Boris')
  const before = (await boris.get('/v1/collections')).body
  const grant = { email: boris.email, role: 'viewer' }
  expect((await anna.post(`/v1/collections/${given.id}/grants`, grant)).status).toBe(201)
  expect((await boris.get('/v1/collections')).body).toEqual(before)
  expect(await names(boris, 'q=papers')).toEqual(['Papers of Boris'])
  expect(await names(boris, `ids=${given.id},${above.id}&above=true`)).toEqual([])
  const [below, ...more] = (await boris.get(`/v1/collections?parent_id=${given.id}`)).body.items
  expect([below, more]).toMatchObject([{ path: 'Papers given/Papers below', access: 'viewer' }, []])
  expect(await names(boris, `parent_id=${given.id}&q=papers`)).toEqual(['Papers below'])
  expect((await boris.get(`/v1/collections?parent_id=${above.id}&q=papers`)).status).toBe(404)
  const ids = [under, given, above].map(({ id }) => id).join(',')
  expect(await names(boris, `parent_id=${given.id}&ids=${ids}&above=true`)).toEqual(['Papers below', 'Papers given'])
  const theme = (await anna.post('/v1/themes', { name: 'Of Anna' })).body
  for (const asked of ['none', theme.id])
    expect(await names(boris, `parent_id=${given.id}&theme_id=${asked}`)).toEqual(['Papers below'])
})
