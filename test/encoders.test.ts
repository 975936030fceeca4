/** @module-tag long */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson, Person, until } from './support/client.ts'
import { aDataDir, type RunningServer, startServer } from './support/server.ts'
import { writeTinyEncoder } from './support/tiny-encoder.ts'

/** Encoders that an operator brings: one that cannot bear a word, and then another in its place. */

const WORDS = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'the', 'of', 'in', 'a', 'and', 'cat', 'dog', 'bird', 'poison']
let folder: string
let dataDir: string
let server: RunningServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'encoders-'))
  dataDir = await aDataDir()
  await writeTinyEncoder(join(folder, 'one/embedding'), WORDS, 16, { id: 'one', missing: 1 })
  await writeTinyEncoder(join(folder, 'two/embedding'), WORDS, 32, { id: 'two' })
})

afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

const start = async (models: string) => {
  server = await startServer({ dataDir, env: { MODELS_DIR: join(folder, models) } })
}

const paragraph = (word: string) => `${`A ${word} and the ${word} of a ${word}. `.repeat(60)}\n\n`
const found = async (person: Person, q: string) =>
  (await person.get(`/v1/search?q=${encodeURIComponent(q)}&mode=text`)).body

test('a text that the encoder cannot bear is given up, and the rest of its file goes on', async () => {
  await start('one')
  const anna = await aPerson(server.url)
  const { id } = await anna.upload('long.txt', ['cat', 'poison', 'dog', 'bird'].map(paragraph).join(''))
  await anna.read(id)
  const { body } = await until(async () => {
    const reply = await anna.get('/v1/search/vectors')
    return reply.body.waiting === 0 && reply.body.done === 1 && reply
  }, 'the vectors')
  expect(body.model).toBe('one')
  expect(body.refused).toBeGreaterThanOrEqual(1)
  expect((await found(anna, 'poison')).total).toBe(1)

  // The same files, read by another model.
  await server.stop({ keep: true })
  await start('two')
  const again = new Person(anna.email, anna.password, anna.token, anna.id, server.url)
  const after = await until(async () => {
    const reply = await again.get('/v1/search/vectors')
    return reply.body.done === 1 && reply
  }, 'the vectors of the other model')
  expect(after.body).toMatchObject({ model: 'two', dim: 32, waiting: 0, refused: 0 })
  const near = await until(async () => {
    const reply = (await again.get('/v1/search?q=poison&mode=semantic')).body
    return reply.mode === 'semantic' && reply
  }, 'the encoder to be warm')
  expect(near.items[0]!.object.filename).toBe('long.txt')
})
