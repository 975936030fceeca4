import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { aSmallDisk, canMount, samePerson } from './support/adversity.ts'
import { aPerson, call, type Person, type Reply, until } from './support/client.ts'
import { startServer } from './support/server.ts'

/** A disk without room: people sign in, read, remove, and the service starts; what brings more is refused in a sentence. */

type Disk = Awaited<ReturnType<typeof aSmallDisk>>

const skipped = canMount ? '' : ' (skipped: this machine gives no mounts)'

const pieces = async (folder: string) =>
  existsSync(join(folder, 'reserve'))
    ? (await readdir(join(folder, 'reserve'))).filter(name => /^\d$/.test(name)).length
    : 0

/** Whatever frees room, and what has to be done before. In the moment in which the disk fills, a call may have to be made again. */
async function freeing(url: string, anna: Person, id: string, text: string): Promise<void> {
  const { email, password } = anna
  const works = (what: string, ask: () => Promise<Reply>) =>
    until(async () => {
      const reply = await ask()
      return reply.status !== 503 && reply
    }, what)
  const body = { email, password }
  expect((await works('signing in', () => call('POST', '/v1/auth/login', { body }, url))).status).toBe(200)
  expect((await works('the list', () => anna.get('/v1/objects'))).status).toBe(200)
  expect((await works('the bytes', () => anna.get(`/v1/objects/${id}/content`))).text).toBe(text)
  expect((await works('a search', () => anna.get('/v1/search?q=letter'))).status).toBe(200)
  expect((await works('the settings', () => anna.put('/v1/settings', { timezone: 'Europe/Moscow' }))).status).toBe(200)
  expect((await works('removing', () => anna.delete(`/v1/objects/${id}`))).status).toBe(200)
  expect((await works('emptying the trash', () => anna.delete('/v1/trash'))).status).toBeLessThan(300)
  expect((await works('the list', () => anna.get('/v1/trash'))).body.items).toEqual([])
  const refused = await anna.send('more.txt', 'more')
  expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 503, code: 'storage_full' })
}

test.skipIf(!canMount)(`on a full disk everything goes on but what needs room${skipped}`, async () => {
  const disk = await aSmallDisk(600)
  const options = { dataDir: disk.folder, env: { DISK_RESERVE: '10' } }
  let server = await startServer(options)
  try {
    const anna = await aPerson(server.url)
    const texts = ['first letter', 'second letter', 'third letter']
    const ids: string[] = []
    for (const text of texts) ids.push((await anna.upload(`${text}.txt`, text)).id)
    for (const id of ids) await anna.read(id)
    await until(async () => (await pieces(disk.folder)) === 4, 'the reserve')

    await disk.fill(20)
    await freeing(server.url, anna, ids[0]!, texts[0]!)

    await disk.fill()
    await freeing(server.url, anna, ids[1]!, texts[1]!)

    await server.stop({ keep: true })
    await disk.fill()
    server = await startServer(options)
    // PostgreSQL may have given back old log files at its start.
    await disk.fill()
    const again = samePerson(server, anna)
    await freeing(server.url, again, ids[2]!, texts[2]!)

    disk.free()
    await until(async () => (await again.send('more.txt', 'more')).status === 201, 'room for a file')
    await until(async () => (await pieces(disk.folder)) === 4, 'the reserve')
  } finally {
    await server.stop({ keep: true })
    disk.remove()
  }
})

describe.skipIf(!canMount)(`a start that cannot write says so in a sentence${skipped}`, () => {
  test.each([
    ['is full', async (disk: Disk) => disk.fill(), /Dossier cannot start\. The disk of DATA_DIR is full/],
    ['is read-only', async (disk: Disk) => disk.close(), /Dossier cannot start\. DATA_DIR cannot be written to/],
  ])('the disk %s', async (_name, spoil, sentence) => {
    const disk = await aSmallDisk(8)
    try {
      await spoil(disk)
      const said = await startServer({ dataDir: disk.folder, fromNothing: true }).then(
        () => 'it started',
        (error: Error) => error.message,
      )
      expect(said).toMatch(sentence)
      expect(said).not.toMatch(/^ {4}at /m)
    } finally {
      disk.remove()
    }
  })
})
