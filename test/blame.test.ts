import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { aPerson, type Json, Person, until } from './support/client.ts'
import { helpersOf, signal } from './support/processes.ts'
import { aDataDir, ROOT, type RunningServer, startServer } from './support/server.ts'
import { sampled } from './support/whole.ts'

// Many starts of a service, on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 600_000 })

const FILES = sampled(5, 40)
const KILLS = sampled(2, 8)
const KILLS_OF_CHILDREN = sampled(1, 5)

const corpus = (name: string) => readFile(join(ROOT, 'test/corpus', name)) as Promise<Buffer<ArrayBuffer>>
const at = (server: RunningServer, { email, password, token, id }: Person) =>
  new Person(email, password, token, id, server.url)

/** Sound files of several kinds. */
async function bring(person: Person, files = FILES): Promise<void> {
  const names = ['contract.pdf', 'contract.docx', 'contract.rtf', 'prices.xlsx']
  for (let n = 0; n < files; n++) {
    const name = names[n % (names.length + 1)]
    if (name) await person.upload(`${n} ${name}`, await corpus(name))
    else await person.upload(`${n}.txt`, `Письмо номер ${n}.`)
  }
}

const listed = async (person: Person): Promise<Json[]> => (await person.get('/v1/objects?limit=500')).body.items

const isChild = (line: string, kind: string) => /^\S*node /.test(line) && line.includes(`adapters/${kind}/child.js`)

test('a service that is killed again and again blames none of the files that waited', { tags: ['long'] }, async () => {
  const dataDir = await aDataDir()
  let server = await startServer({ dataDir })
  const anna = await aPerson(server.url)
  await bring(anna)
  for (let kill = 0; kill < KILLS; kill++) {
    const readers = () => helpersOf(server).some(({ line }) => line.includes('reader/child.js'))
    // In the middle of something, where there still is something.
    await until(async () => readers() || (await at(server, anna).get('/v1/processing')).body.pending === 0, 'work')
    await server.kill()
    server = await startServer({ dataDir })
  }
  const person = at(server, anna)
  await until(async () => (await person.get('/v1/processing')).body.pending === 0, 'all to be read', 400)
  expect((await listed(person)).map(({ filename, status, error }) => ({ filename, status, error }))).toEqual(
    (await listed(person)).map(({ filename }) => ({ filename, status: 'ready', error: null })),
  )
  expect(await listed(person)).toHaveLength(FILES)
  await server.stop()
})

test('children that are killed blame no file, and what failed can be tried again at once', async () => {
  const server = await startServer()
  try {
    const anna = await aPerson(server.url)
    const isDone = async () => (await anna.get('/v1/processing')).body.pending === 0
    // One kill for each handful of files: twice on one file would be its own fault.
    for (const kind of ['reader', 'describer'])
      for (let kills = 0; kills < KILLS_OF_CHILDREN; ) {
        await bring(anna, 5)
        const victim = await until(
          async () => helpersOf(server).find(({ line }) => isChild(line, kind)) ?? ((await isDone()) && 'none'),
          `the ${kind}, or all to be read`,
          400,
        )
        if (victim !== 'none') {
          signal(victim.pid, 'SIGKILL')
          kills += 1
        }
        await until(isDone, 'all to be read', 400)
      }
    expect((await listed(anna)).filter(({ status }) => status !== 'ready')).toEqual([])

    const broken = await anna.upload('broken.pdf', '%PDF-1.4\nnothing')
    expect((await anna.read(broken.id)).status).toBe('failed')
    expect((await anna.get('/v1/processing')).body.failed).toBe(1)
    expect((await anna.post('/v1/processing/retry-failed')).body).toEqual({ retried: 1 })
    expect((await anna.read(broken.id)).status).toBe('failed')
  } finally {
    await server.stop()
  }
})
