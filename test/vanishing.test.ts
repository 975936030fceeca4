import { once } from 'node:events'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson, type Person, until } from './support/client.ts'
import { type RunningServer, startServer } from './support/server.ts'
import { slowUpload } from './support/slow-upload.ts'

/** Callers that leave in the middle of anything leave nothing behind: no open file, no stream, no complaint in the log. */

let server: RunningServer
let anna: Person
const ids: string[] = []
const sockets: Socket[] = []

beforeAll(async () => {
  server = await startServer()
  anna = await aPerson(server.url)
  ids.push((await anna.upload('large.bin', new Uint8Array(3_000_000))).id)
  for (let i = 0; i < 5; i++) ids.push((await anna.upload(`${i}.bin`, new Uint8Array(30_000).fill(i))).id)
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  if (server.process.exitCode === null) await server.stop()
})

const head = (line: string, ...more: string[]) =>
  [`${line} HTTP/1.1`, 'host: x', `authorization: Bearer ${anna.token}`, ...more, '', ''].join('\r\n')
const posted = (path: string, body: string, announced = body.length) =>
  head(`POST ${path}`, 'content-type: application/json', `content-length: ${announced}`) + body

/** Says so much and hangs up: politely, in the middle, or with a reset; some never read what they are told. */
async function vanish(said: string, turn: number): Promise<void> {
  const socket = await new Promise<Socket>(resolve => {
    const open = connect(Number(new URL(server.url).port), '127.0.0.1', () => resolve(open)).on('error', () => {})
  })
  sockets.push(socket)
  if (turn % 2) socket.resume()
  socket.write(said)
  await sleep([0, 2, 8, 25, 60][turn % 5])
  if (turn % 3 === 0) socket.resetAndDestroy()
  else if (turn % 3 === 1) socket.end()
  else socket.destroy()
}

/** Files of the store that the service has open, its folders excepted. */
const openFiles = () =>
  readdirSync(`/proc/${server.process.pid}/fd`).filter(fd => {
    try {
      return /\/blobs\/.*\/[0-9a-f]{64}\./.test(readlinkSync(`/proc/${server.process.pid}/fd/${fd}`))
    } catch {
      return false
    }
  })

const said: Record<string, () => string> = {
  'a download': () => head(`GET /v1/objects/${ids[0]}/content`),
  'an archive': () => posted('/v1/objects/archive', JSON.stringify({ object_ids: ids })),
  'the stream of events': () => head('GET /v1/events'),
  'a question': () => posted('/v1/ask', '{"que', 1000),
  'an upload': () =>
    head('POST /v1/objects', 'content-type: multipart/form-data; boundary=b', 'content-length: 900000') +
    `--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n${'a'.repeat(500_000)}`,
}

test.runIf(existsSync('/proc/self/fd')).each(Object.keys(said))(
  'who leaves during %s leaves nothing open',
  async name => {
    for (let round = 0; round < 6; round++)
      await Promise.all(Array.from({ length: 15 }, (_, i) => vanish(said[name]!(), round + i)))
    await until(async () => openFiles().length === 0, 'every file to be closed', 30)
    expect(server.output()).not.toMatch(/garbage collection|MaxListeners|a request failed/)
  },
)

test('and the service is as it was', async () => {
  const places = Array.from({ length: 20 }, async () => {
    const leave = new AbortController()
    const { status } = await fetch(`${server.url}/v1/events`, {
      headers: { authorization: `Bearer ${anna.token}` },
      signal: leave.signal,
    })
    return { status, leave }
  })
  const streams = await Promise.all(places)
  for (const { leave } of streams) leave.abort()
  // Nobody who left still counts among the streams of the owner.
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
  expect((await anna.get('/v1/objects')).body.total).toBe(ids.length)
  expect((await anna.get(`/v1/objects/${ids[0]}/content`)).text.length).toBe(3_000_000)
})

test('who has connected and said nothing is not waited for when it stops', async () => {
  // Who has only stopped speaking may still be listening: those are waited for.
  for (const socket of sockets) socket.destroy()
  const silent = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {})
  await new Promise(resolve => silent.once('connect', resolve))
  sockets.push(silent)
  const gone = once(silent, 'close')
  const goOn = await slowUpload(server.url, anna.token)
  const stopped = server.stop()
  // What hangs up on everybody would take the upload with it.
  await gone
  expect(await goOn()).toBe(201)
  await stopped
  expect(server.process.exitCode).toBe(0)
})
