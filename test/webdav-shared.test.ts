import { beforeAll, expect, test } from 'vitest'
import { aPerson, type Json, type Person } from './support/client.ts'
import { aProgramOf, type Program, propertyIn, responsesIn } from './support/webdav.ts'

/** Folders that others have given, for programs that speak WebDAV: in one folder at the top, and by the same rule as everywhere. */

const TOP = '/dav/files/'

interface Given {
  anna: Person
  boris: Person
  owner: Program
  guest: Program
  above: Json
  house: Json
  grant: Json
}

/** Above > House > Bills, with a file in each. */
async function aGivenFolder(role: 'viewer' | 'editor'): Promise<Given> {
  const [anna, boris] = [await aPerson(), await aPerson()]
  const above = await anna.folder('Above')
  const house = await anna.folder('House', { parent_id: above.id })
  const bills = await anna.folder('Bills', { parent_id: house.id })
  await anna.upload('secret.txt', 'nobody else', `?collection_id=${above.id}`)
  await anna.upload('rent.txt', 'rent', `?collection_id=${house.id}`)
  await anna.upload('heat.txt', 'heat', `?collection_id=${bills.id}`)
  const [owner, guest] = [await aProgramOf(anna), await aProgramOf(boris)]
  const grant = await give(anna, house, boris, role)
  return { anna, boris, owner, guest, above, house, grant }
}

async function give(owner: Person, folder: Json, to: Person, role: string) {
  const { status, body } = await owner.post(`/v1/collections/${folder.id}/grants`, { email: to.email, role })
  expect(status).toBe(201)
  return body
}

const list = async ({ dav }: Program, path: string, depth = '1') => {
  const { status, text } = await dav('PROPFIND', path, undefined, { depth })
  return status === 207 ? responsesIn(text) : status
}
const addresses = async (program: Program, path: string, depth?: string) => {
  const found = await list(program, path, depth)
  return typeof found === 'number' ? found : [...found.keys()].sort()
}
const etagAt = async (program: Program, path: string) => {
  const found = await list(program, path, '0')
  return typeof found === 'number' ? found : propertyIn([...found.values()][0], 'D:getetag')
}
const permissions = async ({ dav }: Program, path: string) => {
  const asked =
    '<D:propfind xmlns:D="DAV:" xmlns:O="http://owncloud.org/ns"><D:prop><O:permissions/></D:prop></D:propfind>'
  const { text } = await dav('PROPFIND', path, asked, { depth: '0' })
  return /permissions[^>]*>([A-Z]+)</.exec(text)?.[1]
}

const SHARED = '/dav/files/Shared/'
const HOUSE = `${SHARED}House/`

test('who may read sees the folder, what is in it and below, and changes nothing', async () => {
  const { anna, boris, guest } = await aGivenFolder('viewer')
  await boris.upload('own.txt', 'own')
  expect(await addresses(guest, TOP)).toEqual([TOP, SHARED, `${TOP}own.txt`])
  expect(await addresses(guest, SHARED)).toEqual([SHARED, HOUSE])
  expect(await addresses(guest, HOUSE)).toEqual([HOUSE, `${HOUSE}Bills/`, `${HOUSE}rent.txt`])
  const deep = [SHARED, HOUSE, `${HOUSE}Bills/`, `${HOUSE}Bills/heat.txt`, `${HOUSE}rent.txt`]
  expect(await addresses(guest, SHARED, 'infinity')).toEqual(deep)
  expect(await addresses(guest, TOP, 'infinity')).toEqual([TOP, ...deep, `${TOP}own.txt`])
  expect((await guest.dav('GET', `${HOUSE}Bills/heat.txt`)).text).toBe('heat')
  expect((await guest.dav('GET', `${HOUSE}rent.txt`, undefined, { range: 'bytes=1-2' })).text).toBe('en')
  expect((await guest.dav('GET', `${HOUSE}nothing.txt`)).status).toBe(404)
  expect((await guest.dav('GET', `${SHARED}Nothing/`)).status).toBe(404)
  const at = async (...paths: string[]) => Promise.all(paths.map(path => permissions(guest, path)))
  expect(await at(TOP, SHARED, HOUSE, `${HOUSE}rent.txt`)).toEqual(['GCK', 'G', 'SG', 'SG'])
  const refused = [
    await guest.dav('PUT', `${HOUSE}new.txt`, 'new'),
    await guest.dav('PUT', `${HOUSE}rent.txt`, 'new'),
    await guest.dav('DELETE', `${HOUSE}rent.txt`),
    await guest.dav('DELETE', HOUSE),
    await guest.dav('DELETE', SHARED),
    await guest.dav('MKCOL', `${HOUSE}New`),
    await guest.dav('MKCOL', `${SHARED}New`),
    await guest.dav('MOVE', `${HOUSE}rent.txt`, undefined, { destination: `${HOUSE}other.txt` }),
    await guest.dav('PUT', `${SHARED}new.txt`, 'new'),
  ]
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403))
  expect((await guest.dav('MKCOL', '/dav/files/Shared')).status).toBe(405)
  expect((await anna.get('/v1/trash')).body.items).toEqual([])
})

test('who may edit writes, makes, moves and removes there, for its owner', async () => {
  const { anna, boris, guest, house } = await aGivenFolder('editor')
  expect((await guest.dav('PUT', `${HOUSE}new.txt`, 'new')).status).toBe(201)
  expect((await guest.dav('PUT', `${HOUSE}new.txt`, 'newer')).status).toBe(204)
  const inHouse = async () => (await anna.get(`/v1/objects?collection_id=${house.id}`)).body.items
  const made = (await inHouse()).find((item: Json) => item.filename === 'new.txt')!
  expect((await anna.get(`/v1/objects/${made.id}/content`)).text).toBe('newer')
  const { items } = (await anna.get(`/v1/objects/${made.id}/revisions`)).body
  expect(items.map(item => item.author)).toContain(boris.id)
  expect((await guest.dav('MKCOL', `${HOUSE}Photos`)).status).toBe(201)
  const to = (path: string) => ({ destination: path })
  expect((await guest.dav('MOVE', `${HOUSE}new.txt`, undefined, to(`${HOUSE}Photos/new%20name.txt`))).status).toBe(201)
  expect((await guest.dav('COPY', `${HOUSE}rent.txt`, undefined, to(`${HOUSE}Photos/rent.txt`))).status).toBe(201)
  expect(await addresses(guest, `${HOUSE}Photos/`)).toEqual([
    `${HOUSE}Photos/`,
    `${HOUSE}Photos/new name.txt`,
    `${HOUSE}Photos/rent.txt`,
  ])
  expect((await guest.dav('DELETE', `${HOUSE}rent.txt`)).status).toBe(204)
  expect((await anna.get('/v1/trash')).body.items).toMatchObject([{ filename: 'rent.txt' }])
  expect((await boris.get('/v1/trash')).body.items).toEqual([])
  expect((await boris.get('/v1/objects')).body.items).toEqual([])
  // The folder itself is its owner's, and nothing goes from one owner to another.
  const refused = [
    await guest.dav('DELETE', HOUSE),
    await guest.dav('MOVE', HOUSE, undefined, to(`${SHARED}Mine`)),
    await guest.dav('MOVE', `${HOUSE}Photos/rent.txt`, undefined, to('/dav/files/rent.txt')),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 502, 502])
  await boris.upload('own.txt', 'own')
  expect((await guest.dav('MOVE', '/dav/files/own.txt', undefined, to(`${HOUSE}own.txt`))).status).toBe(409)
  const at = await Promise.all([HOUSE, `${HOUSE}Photos/`, `${HOUSE}Photos/rent.txt`].map(p => permissions(guest, p)))
  expect(at).toEqual(['SGCK', 'SGDNVCK', 'SGDNVW'])
})

test('a large file in parts goes there too', async () => {
  const { anna, boris, guest, house } = await aGivenFolder('editor')
  const upload = `/remote.php/dav/uploads/${boris.id}/one`
  expect((await guest.dav('MKCOL', upload)).status).toBe(201)
  expect((await guest.dav('PUT', `${upload}/0001`, 'first ')).status).toBe(201)
  expect((await guest.dav('PUT', `${upload}/0002`, 'second')).status).toBe(201)
  const destination = `/remote.php/dav/files/${boris.id}/Shared/House/large.txt`
  expect((await guest.dav('MOVE', `${upload}/.file`, undefined, { destination })).status).toBe(201)
  expect((await guest.dav('GET', destination)).text).toBe('first second')
  const { items } = (await anna.get(`/v1/objects?collection_id=${house.id}`)).body
  expect(items.map(item => item.filename)).toContain('large.txt')
})

test('a lock of the one holds for the other', async () => {
  const { owner, guest } = await aGivenFolder('editor')
  const exclusive = `<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockinfo>`
  const lock = async (program: Program, path: string) => {
    const { status, headers } = await program.dav('LOCK', path, exclusive, { depth: '0' })
    return { status, token: headers.get('lock-token') ?? '' }
  }
  const own = '/dav/files/Above/House/rent.txt'
  const held = await lock(owner, own)
  expect(held.status).toBe(200)
  expect((await guest.dav('PUT', `${HOUSE}rent.txt`, 'mine')).status).toBe(423)
  expect((await lock(guest, `${HOUSE}rent.txt`)).status).toBe(423)
  expect((await owner.dav('UNLOCK', own, undefined, { 'lock-token': held.token })).status).toBe(204)
  const taken = await lock(guest, `${HOUSE}rent.txt`)
  expect(taken.status).toBe(200)
  expect((await owner.dav('PUT', own, 'mine')).status).toBe(423)
  const told = (await guest.dav('PROPFIND', `${HOUSE}rent.txt`, undefined, { depth: '0' })).text
  expect(told).toContain(`<D:lockroot><D:href>${HOUSE}rent.txt</D:href></D:lockroot>`)
  expect(told).not.toContain('Above')
  expect((await guest.dav('PUT', `${HOUSE}rent.txt`, 'mine', { if: `(${taken.token})` })).status).toBe(204)
  const unlocked = await guest.dav('UNLOCK', `${HOUSE}rent.txt`, undefined, { 'lock-token': taken.token })
  expect(unlocked.status).toBe(204)
})

test('the ETag at the top changes with what was given; taken back, all is as if it had never been', async () => {
  const [anna, boris] = [await aPerson(), await aPerson()]
  const guest = await aProgramOf(boris)
  await boris.upload('own.txt', 'own')
  const everything = async () => (await guest.dav('PROPFIND', TOP, undefined, { depth: 'infinity' })).text
  const before = await everything()
  const house = await anna.folder('House')
  const bills = await anna.folder('Bills', { parent_id: house.id })
  const seen = new Set([await etagAt(guest, TOP)])
  const grant = await give(anna, house, boris, 'viewer')
  const differs = async () => {
    const [top, shared] = [await etagAt(guest, TOP), await etagAt(guest, SHARED)]
    expect([seen.has(top), seen.has(shared)]).toEqual([false, false])
    seen.add(top).add(shared)
  }
  await differs()
  const { id } = await anna.upload('deep.txt', 'deep', `?collection_id=${bills.id}`)
  await differs()
  await anna.patch(`/v1/objects/${id}`, { filename: 'other.txt' })
  await differs()
  await anna.patch(`/v1/collections/${house.id}/grants/${grant.id}`, { role: 'editor' })
  await differs()
  await anna.delete(`/v1/collections/${house.id}/grants/${grant.id}`)
  expect(await everything()).toBe(before)
  for (const path of [SHARED, HOUSE, `${HOUSE}Bills/other.txt`]) expect(await list(guest, path)).toBe(404)
  expect((await guest.dav('GET', `${HOUSE}Bills/other.txt`)).status).toBe(404)
  expect((await guest.dav('MKCOL', '/dav/files/Shared')).status).toBe(201)
})

test('hidden things do not appear, and names that stand twice get others', async () => {
  const { anna, boris, guest, house } = await aGivenFolder('viewer')
  const carl = await aPerson()
  await give(carl, await carl.folder('House'), boris, 'viewer')
  expect(await addresses(guest, SHARED)).toEqual([SHARED, `${SHARED}House (2)/`, HOUSE])
  await boris.folder('Shared')
  expect(await addresses(guest, TOP)).toEqual([TOP, '/dav/files/Shared (2)/', SHARED])
  expect(await addresses(guest, SHARED)).toEqual([SHARED])
  const there = '/dav/files/Shared (2)/House/'
  expect(await addresses(guest, there)).toEqual([there, `${there}Bills/`, `${there}rent.txt`])
  const { items } = (await anna.get(`/v1/objects?collection_id=${house.id}`)).body
  await anna.patch(`/v1/objects/${items[0]!.id}`, { is_hidden: true })
  expect(await addresses(guest, there)).toEqual([there, `${there}Bills/`])
  await anna.patch(`/v1/collections/${house.id}`, { is_hidden: true })
  expect(await list(guest, there)).toBe(404)
  // The one that is left keeps the name that it is seen by.
  const left = '/dav/files/Shared (2)/'
  expect(await addresses(guest, left)).toEqual([left, `${left}House (2)/`])
})

let cut: Given
beforeAll(async () => {
  cut = await aGivenFolder('viewer')
})

test('a download ends when the folder is taken back', async () => {
  const { anna, guest, house, grant } = cut
  const size = 48 * 1024 * 1024
  await anna.upload('large.bin', new Uint8Array(size).fill(7), `?collection_id=${house.id}`)
  const authorization = `Basic ${Buffer.from(`${guest.person.email}:${guest.secret}`).toString('base64')}`
  const response = await fetch(`${process.env.ACCEPTANCE_URLS!.split(',')[0]}${HOUSE}large.bin`, {
    headers: { authorization },
  })
  const reader = response.body!.getReader()
  let bytes = (await reader.read()).value!.length
  await anna.delete(`/v1/collections/${house.id}/grants/${grant.id}`)
  const whole = await (async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return true
      bytes += value.length
    }
  })().catch(() => false)
  expect(whole).toBe(false)
  expect(bytes).toBeLessThan(size)
})
