import { execFileSync } from 'node:child_process'
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

test.skipIf(!canMount)(
  `on a full disk everything goes on but what needs room${skipped}`,
  { tags: ['long'] },
  async () => {
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
  },
)

test.skipIf(!canMount)(
  `without room for another file what needs one is refused, and nothing is lost${skipped}`,
  { tags: ['long'] },
  async () => {
    const disk = await aSmallDisk(800, 20_000)
    const options = { dataDir: disk.folder }
    let server = await startServer(options)
    try {
      const anna = await aPerson(server.url)
      const kept = new Map<string, string>()
      // A large one lies in a file of its own.
      for (const text of ['first letter', 'x'.repeat(3_000_000)]) {
        const { id } = await anna.upload('letter.txt', text)
        kept.set(id, text)
        await anna.read(id)
      }
      disk.crowd()
      const refused = new Set<string>()
      for (let n = 0; n < 12; n++) {
        const text = `${n} ${'y'.repeat(n % 2 ? 3_000_000 : 10)}`
        const { status, body } = await anna.send(`more ${n}.txt`, text)
        if (status === 201) kept.set(body.id, text)
        else refused.add(`${status} ${body.code} ${body.detail}`)
      }
      expect([...refused].filter(said => !/^503 storage_full \S+ \S+/.test(said))).toEqual([])
      expect(refused.size).toBeGreaterThan(0)
      const body = { email: anna.email, password: anna.password }
      expect((await call('POST', '/v1/auth/login', { body }, server.url)).status).toBe(200)
      const there = async (person: Person) => {
        for (const [id, text] of kept) expect((await person.get(`/v1/objects/${id}/content`)).text).toBe(text)
      }
      await there(anna)
      const [gone] = kept.keys()
      expect((await anna.delete(`/v1/objects/${gone}`)).status).toBe(200)
      expect((await anna.delete('/v1/trash')).status).toBeLessThan(300)
      kept.delete(gone!)
      disk.free()
      await until(async () => (await anna.send('more.txt', 'more')).status === 201, 'room for a file')
      await server.stop({ keep: true })

      disk.crowd()
      const said = await startServer(options).then(
        async started => {
          await started.stop({ keep: true })
          return 'it started'
        },
        (error: Error) => error.message,
      )
      if (said !== 'it started') {
        expect(said).toMatch(/Dossier cannot start\. The disk of DATA_DIR is full/)
        expect(said).not.toMatch(/^ {4}at /m)
      }
      disk.free()
      server = await startServer(options)
      await there(samePerson(server, anna))
    } finally {
      await server.stop({ keep: true })
      disk.remove()
    }
  },
)

test.skipIf(!canMount)(
  `data that became read-only are refused at the start and whole afterwards${skipped}`,
  { tags: ['long'] },
  async () => {
    const disk = await aSmallDisk(600)
    const options = { dataDir: disk.folder }
    let server = await startServer(options)
    try {
      const anna = await aPerson(server.url)
      const { id } = await anna.upload('letter.txt', 'a letter')
      await server.stop({ keep: true })
      disk.close()
      const said = await startServer(options).then(
        () => 'it started',
        (error: Error) => error.message,
      )
      expect(said).toMatch(/Dossier cannot start\. DATA_DIR cannot be written to/)
      expect(said).not.toMatch(/^ {4}at /m)
      disk.open()
      server = await startServer(options)
      const again = samePerson(server, anna)
      expect((await again.get(`/v1/objects/${id}/content`)).text).toBe('a letter')
      expect((await again.send('more.txt', 'more')).status).toBe(201)
    } finally {
      await server.stop({ keep: true })
      disk.remove()
    }
  },
)

test.skipIf(!existsSync('/usr/bin/prlimit'))(
  'with 256 descriptors a crowd is served or told to come again, and nothing is lost',
  { tags: ['long'] },
  async () => {
    // As root: the limits of another user's process cannot be changed from here.
    const server = await startServer({ env: { SERVICE_USER: 'root' } })
    try {
      const anna = await aPerson(server.url)
      execFileSync('/usr/bin/prlimit', ['--pid', String(server.process.pid), '--nofile=256:256'])
      const kept = new Map<string, string>()
      const statuses = new Set<number | string>()
      const asked = Array.from({ length: 400 }, async (_, n) => {
        const reply = n % 20 ? await anna.get('/v1/objects') : await anna.send(`${n}.txt`, `text ${n}`)
        statuses.add(reply.status)
        if ('id' in reply.body && reply.status === 201) kept.set(reply.body.id, `text ${n}`)
        if (reply.status === 503) expect(reply.body.detail).toMatch(/\S+ \S+/)
      })
      for (const outcome of await Promise.allSettled(asked))
        if (outcome.status === 'rejected')
          statuses.add(outcome.reason instanceof TypeError ? 'no connection' : String(outcome.reason))
      expect([...statuses].filter(status => ![200, 201, 503, 'no connection'].includes(status))).toEqual([])
      expect(server.process.exitCode).toBeNull()
      await until(async () => (await anna.send('after.txt', 'after')).status === 201, 'a file to be taken again')
      for (const [id, text] of kept) expect((await anna.get(`/v1/objects/${id}/content`)).text).toBe(text)
      await until(async () => (await anna.get('/v1/processing')).body.pending === 0, 'nothing to be pending')
    } finally {
      await server.stop()
    }
  },
)

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
