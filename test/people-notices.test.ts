import { afterAll, expect, test } from 'vitest'
import { aPerson, baseUrl, type Json, type Person, theAdmin, until } from './support/client.ts'
import { aMailServer } from './support/mail-server.ts'
import { aDataDir, type RunningServer, startServer } from './support/server.ts'

/** Mentions in comments, and what people are told of them, of answers and of folders: on the page, by mail, or not at all. */

interface House {
  anna: Person
  boris: Person
  folder: string
  file: string
  grants: string
  grant: string
}

async function aHouse(base?: string): Promise<House> {
  const [anna, boris] = [await aPerson(base), await aPerson(base)]
  await anna.patch('/v1/auth/me', { name: 'Anna' })
  await boris.patch('/v1/auth/me', { name: 'Boris' })
  const folder = (await anna.folder('Given')).id
  const file = (await anna.upload('plan.txt', 'the secret content', `?collection_id=${folder}`)).id
  const grants = `/v1/collections/${folder}/grants`
  const grant = (await anna.post(grants, { email: boris.email, role: 'viewer' })).body.id
  return { anna, boris, folder, file, grants, grant }
}

const noticesOf = async (person: Person): Promise<Json[]> => {
  const { status, body } = await person.get('/v1/notices')
  expect(status).toBe(200)
  return body.items
}

const told = async (person: Person) => (await noticesOf(person)).map(({ kind, person: who }) => `${who} ${kind}`)

async function receivedBy(person: Person) {
  const abort = new AbortController()
  const response = await fetch(`${baseUrl()}/v1/events`, {
    headers: { authorization: `Bearer ${person.token}`, 'last-event-id': '0-0' },
    signal: abort.signal,
  })
  const reader = response.body!.getReader()
  const marker = (await person.upload('marker.txt', 'a marker')).id
  let text = ''
  while (!text.includes(marker)) text += new TextDecoder().decode((await reader.read()).value)
  abort.abort()
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!))
}

test('a mention names who can see the file, whatever they are called later; others cannot be named', async () => {
  const { anna, boris, file, folder, grants } = await aHouse()
  const vera = await aPerson()
  const path = `/v1/objects/${file}/comments`
  const people = async (person: Person) =>
    (await person.get(`/v1/objects/${file}/people`)).body.items.map(({ name }) => name)
  expect(await people(boris)).toEqual(['Anna', 'Boris'])
  expect((await vera.get(`/v1/objects/${file}/people`)).status).toBe(404)
  for (const id of [vera.id, crypto.randomUUID()]) {
    const refused = await boris.post(path, { text: `Look, <@${id}>` })
    expect([refused.status, refused.body.code]).toEqual([403, 'not_mentionable'])
  }
  const text = `<@${anna.id}> and @Vera, is it right?`
  const said = (await boris.post(path, { text })).body
  expect(said).toMatchObject({ text, mentions: [{ id: anna.id, name: 'Anna' }], reply_to: null })
  await anna.patch('/v1/auth/me', { name: 'Anna Petrovna' })
  expect((await boris.get(path)).body.items[0].mentions).toEqual([{ id: anna.id, name: 'Anna Petrovna' }])
  expect(await noticesOf(anna)).toMatchObject([
    { kind: 'mention', person: 'Boris', object_id: file, filename: 'plan.txt', is_read: false },
  ])

  // By a group, and only while they are in it; the same names are told apart.
  const admin = await theAdmin()
  await vera.patch('/v1/auth/me', { name: 'Boris' })
  const group = (await admin.post('/v1/admin/groups', { name: `G ${vera.id}`, user_ids: [vera.id] })).body
  await anna.post(grants, { group_id: group.id, role: 'viewer' })
  expect((await people(anna)).toSorted()).toEqual(
    ['Anna Petrovna', `Boris (${boris.email})`, `Boris (${vera.email})`].toSorted(),
  )
  expect((await boris.patch(`/v1/comments/${said.id}`, { text: `${text} <@${vera.id}>` })).status).toBe(200)
  expect(await told(vera)).toEqual(['Boris mention', 'Anna Petrovna grant'])
  await admin.patch(`/v1/admin/groups/${group.id}`, { user_ids: [] })
  expect(await told(vera)).toEqual([])
  // Their name is for the owner alone now.
  const named = async (person: Person) => (await person.get(path)).body.items[0].mentions.map(({ id }: Json) => id)
  expect([await named(anna), await named(boris)]).toEqual([[anna.id, vera.id], [anna.id]])
  // Who was named stays named; nobody new is.
  expect((await boris.patch(`/v1/comments/${said.id}`, { text: `<@${vera.id}>!` })).status).toBe(200)
  expect((await boris.post(path, { text: `<@${vera.id}>` })).body.code).toBe('not_mentionable')
  // And of a hidden file only its owner is left.
  await anna.patch(`/v1/objects/${file}`, { is_hidden: true })
  expect((await boris.get(`/v1/objects/${file}/people`)).status).toBe(404)
  expect(await told(anna)).toEqual([])
  expect((await boris.get(`/v1/collections/${folder}`)).status).toBe(200)
})

test('answers, folders and mentions are told once, and only while they may be seen', async () => {
  const { anna, boris, file, grants, grant } = await aHouse()
  const path = `/v1/objects/${file}/comments`
  expect(await noticesOf(boris)).toMatchObject([{ kind: 'grant', person: 'Anna', folder: 'Given', object_id: null }])
  await anna.patch(`${grants}/${grant}`, { role: 'editor' })
  await anna.post(grants, { email: boris.email, role: 'viewer' })
  const first = (await boris.post(path, { text: 'Is it right?' })).body
  expect((await anna.post(path, { text: 'no', reply_to: crypto.randomUUID() })).status).toBe(404)
  const answer = (await anna.post(path, { text: `It is, <@${boris.id}>`, reply_to: first.id })).body
  expect(answer.reply_to).toBe(first.id)
  await anna.post(path, { text: 'And this too.', reply_to: first.id })
  // One's own words tell oneself nothing.
  await boris.post(path, { text: `<@${boris.id}>`, reply_to: first.id })
  expect(await told(boris)).toEqual(['Anna reply', 'Anna mention', 'Anna grant'])
  expect((await receivedBy(boris)).filter(({ type }) => type === 'notice.created').map(({ kind }) => kind)).toEqual([
    'grant',
    'mention',
    'reply',
  ])
  expect((await boris.get('/v1/notices')).body.unread).toBe(3)
  const page = (await boris.get('/v1/notices?limit=2')).body
  expect((await boris.get(`/v1/notices?limit=2&cursor=${page.next_cursor}`)).body.items).toHaveLength(1)
  await boris.post('/v1/notices/read', { ids: [page.items[0]!.id] })
  expect((await boris.get('/v1/notices')).body).toMatchObject({ unread: 2, items: [{ is_read: true }, {}, {}] })
  await boris.post('/v1/notices/read', {})
  expect((await boris.get('/v1/notices')).body.unread).toBe(0)

  // What was said and is gone, or names somebody no longer, is not told any more.
  await anna.delete(`/v1/comments/${answer.id}`)
  expect(await told(boris)).toEqual(['Anna reply', 'Anna grant'])
  await anna.delete(`/v1/objects/${file}`)
  expect(await told(boris)).toEqual(['Anna grant'])
  await anna.post(`/v1/objects/${file}/restore`, {})
  await anna.delete(`${grants}/${grant}`)
  expect((await boris.get('/v1/notices')).body).toEqual({ items: [], unread: 0, next_cursor: null })
  expect((await receivedBy(boris)).filter(({ type }) => type === 'notice.created')).toEqual([])
})

test('nobody is notified of what they have switched off', async () => {
  const { anna, boris, file } = await aHouse()
  const prefs = (notices: Json) => boris.put('/v1/settings', { prefs: { notices } })
  expect((await prefs({ mention: 'loudly' })).status).toBe(422)
  expect((await prefs({ mention: 'none', reply: 'page' })).status).toBe(200)
  await anna.post(`/v1/objects/${file}/comments`, { text: `<@${boris.id}>` })
  expect(await told(boris)).toEqual(['Anna grant'])
})

test('a file that comes into a given folder is told to whom it is given, and to nobody after', async () => {
  const { anna, boris, folder, grants, grant } = await aHouse()
  const add = async (name: string) => {
    const { id } = await anna.upload(name, `words of ${name}`, `?collection_id=${folder}`)
    await anna.read(id)
    return id as string
  }
  const ready = async () =>
    (await receivedBy(boris)).flatMap(event => (event.type === 'object.ready' ? [event.object_id] : []))
  const outside = (await anna.upload('outside.txt', 'not given')).id
  await anna.read(outside)
  const given = await add('given.txt')
  await until(async () => (await ready()).includes(given), 'word of the new file', 60)
  expect(await ready()).not.toContain(outside)
  await anna.delete(`${grants}/${grant}`)
  const late = await add('late.txt')
  const after = await ready()
  for (const id of [given, late, outside]) expect(after).not.toContain(id)
})

test('a group is told at once, by webhooks too, and people who mention each other do not wait for each other', async () => {
  const { anna, boris, file, grants } = await aHouse()
  const others = [await aPerson(), await aPerson(), await aPerson()]
  const admin = await theAdmin()
  const name = `All ${anna.id}`
  const group = (await admin.post('/v1/admin/groups', { name, user_ids: [] })).body
  const hook = await others[0]!.post('/v1/webhooks', { url: 'http://localhost:9/', events: ['notice.created'] })
  await anna.post(grants, { group_id: group.id, role: 'viewer' })
  await admin.patch(`/v1/admin/groups/${group.id}`, { user_ids: others.map(({ id }) => id) })
  for (const one of others) {
    expect(await told(one)).toEqual(['Anna grant'])
    const kinds = (await receivedBy(one)).filter(({ type }) => type !== 'object.ready').map(({ type }) => type)
    expect(kinds.toSorted()).toEqual(['grant.changed', 'notice.created'])
  }
  const deliveries = async () => (await others[0]!.get(`/v1/webhooks/${hook.body.id}/deliveries`)).body.items
  await until(async () => (await deliveries()).length === 1, 'the delivery', 60)

  const all = [anna, boris, ...others]
  const say = (person: Person, n: number) => {
    const named = all.filter(one => one !== person)
    if (n % 2) named.reverse()
    return person.post(`/v1/objects/${file}/comments`, { text: named.map(({ id }) => `<@${id}>`).join(' ') })
  }
  const said = await Promise.all(all.flatMap(person => [0, 1, 2, 3].map(n => say(person, n))))
  expect(said.map(({ status }) => status)).toEqual(said.map(() => 201))
  for (const one of all) expect((await told(one)).filter(text => text.endsWith('mention'))).toHaveLength(16)
})

test("a favourite of a given file is the guest's own, and shows while it is given", async () => {
  const { anna, boris, folder, file, grants, grant } = await aHouse()
  const mine = async (person: Person) => (await person.get(`/v1/objects/${file}`)).body.is_favorite
  const marked = async () => (await boris.get('/v1/shared/favorites')).body.items.map(({ id }: Json) => id)
  const before = (await anna.get(`/v1/objects/${file}`)).body.updated_at
  expect((await boris.patch(`/v1/objects/${file}`, { is_favorite: true })).body.is_favorite).toBe(true)
  expect([await mine(boris), await mine(anna)]).toEqual([true, false])
  expect((await anna.get(`/v1/objects/${file}`)).body.updated_at).toBe(before)
  expect(await marked()).toEqual([file])
  const filtered = `/v1/objects?collection_id=${folder}&favorite=true`
  expect((await boris.get(filtered)).body.items.map(({ id }: Json) => id)).toEqual([file])
  expect((await anna.get(filtered)).body.items).toEqual([])
  expect((await boris.get(`/v1/objects/facets?collection_id=${folder}`)).body.favorite).toBe(1)
  for (const more of [{ filename: 'mine.txt' }, { tags: ['x'] }, {}]) {
    const refused = await boris.patch(`/v1/objects/${file}`, {
      ...(more.filename ? { is_favorite: true } : {}),
      ...more,
    })
    expect([refused.status, refused.body.code]).toEqual([403, 'not_editor'])
  }
  await anna.delete(`${grants}/${grant}`)
  expect(await marked()).toEqual([])
  expect((await boris.patch(`/v1/objects/${file}`, { is_favorite: true })).status).toBe(404)
  await anna.post(grants, { email: boris.email, role: 'viewer' })
  const bulk = await boris.post('/v1/objects/bulk', { object_ids: [file], action: 'unfavorite' })
  expect(bulk.body.done).toEqual([file])
  expect([await mine(boris), await marked()]).toEqual([false, []])
})

const running = new Set<RunningServer>()
afterAll(async () => {
  for (const server of [...running].reverse()) await server.stop({ keep: true })
})

test('letters go once, after a restart too, with no word of the file, and not for what was taken back or read', async () => {
  const mail = await aMailServer()
  const dataDir = await aDataDir()
  const start = async (role: 'api' | 'worker') => {
    const server = await startServer({
      dataDir,
      args: [`--role=${role}`],
      env: {
        SMTP_URL: mail.url,
        DATABASE_POOL: '4',
        ...(role === 'worker' ? { PUBLIC_URL: 'https://files.example.org' } : {}),
      },
      ...(role === 'worker' ? { readyLine: /works in the background/ } : {}),
    })
    running.add(server)
    return server
  }
  const { url } = await start('api')
  const { anna, boris, file, grants } = await aHouse(url)
  const [vera, gleb] = [await aPerson(url), await aPerson(url)]
  const wanted = { mention: 'mail', reply: 'mail', grant: 'page' }
  await boris.put('/v1/settings', { prefs: { notices: wanted, language: 'ru' } })
  await vera.put('/v1/settings', { prefs: { notices: wanted } })
  const toVera = (await anna.post(grants, { email: vera.email, role: 'viewer' })).body.id
  await anna.post(grants, { email: gleb.email, role: 'viewer' })
  const say = (text: string) => anna.post(`/v1/objects/${file}/comments`, { text })
  await say(`Hush <@${boris.id}> <@${vera.id}> <@${gleb.id}>`)
  await anna.delete(`${grants}/${toVera}`)
  await say(`Read at once <@${boris.id}>`)
  await boris.post('/v1/notices/read', { ids: [(await noticesOf(boris))[0]!.id] })

  const worker = await start('worker')
  await until(async () => mail.letters.length > 0, 'the letter', 90)
  running.delete(worker)
  await worker.kill()
  await say(`Once more <@${boris.id}>`)
  await start('worker')
  await until(async () => mail.letters.length > 1, 'the letter after the restart', 90)
  const ids = mail.letters.map(letter => /^Message-ID: (\S+)/im.exec(letter)![1])
  expect(new Set(ids).size).toBe(2)
  for (const letter of mail.letters) {
    expect(letter).toMatch(new RegExp(`^To: .*${boris.email}`, 'im'))
    const body = Buffer.from(letter.split('\r\n\r\n').slice(1).join('').replace(/\s/g, ''), 'base64').toString()
    const text = /base64/i.test(letter) ? body : letter
    expect(text).toContain(`https://files.example.org/objects/${file}`)
    for (const word of ['Hush', 'Once more', 'secret content']) expect(letter + text).not.toContain(word)
  }
  await mail.close()
})
