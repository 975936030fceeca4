/** @module-tag long */

import { createHash, randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson, Person, until } from './support/client.ts'
import { fsck, killTree } from './support/processes.ts'
import { type S3Server, startS3Server } from './support/s3-server.ts'
import { aDataDir, startServer } from './support/server.ts'
import { sampled } from './support/whole.ts'

/** Moving files into a bucket while everything is killed again and again. */

const ROUNDS = sampled(1, 20)
const FILES = 30 * ROUNDS
const MIGRATION = '/v1/integrations/s3/migration'

let s3: S3Server

beforeAll(async () => {
  s3 = await startS3Server()
})
afterAll(() => s3.close())

test('killed at any moment, moving goes on afterwards and no byte is lost', {
  timeout: 60_000 * (ROUNDS + 2),
}, async () => {
  const dataDir = await aDataDir()
  const env = { ALLOW_PRIVATE_ENDPOINTS: 'on' }
  let server = await startServer({ dataDir, env })
  let anna = await aPerson(server.url)
  const hashes = new Map<string, string>()
  for (let n = 0; n < FILES; n++) {
    const bytes = randomBytes(20_000)
    hashes.set(
      (await anna.upload(`${n}.bin`, new Uint8Array(bytes))).id,
      createHash('sha256').update(bytes).digest('hex'),
    )
  }
  await anna.put('/v1/integrations/s3', {
    endpoint_url: s3.endpoint,
    bucket: s3.bucket,
    access_key: s3.accessKey,
    secret_key: s3.secretKey,
  })
  await anna.post(MIGRATION, {})
  for (let round = 0; round < ROUNDS; round++) {
    const enough = Math.floor(Math.random() * 25) + 1
    const before = (await anna.get(MIGRATION)).body.remaining
    await until(async () => {
      const { remaining, status } = (await anna.get(MIGRATION)).body
      return before - remaining >= enough || status === 'done'
    }, 'some files to be moved')
    await killTree(server)
    server = await startServer({ dataDir, env })
    anna = new Person(anna.email, anna.password, anna.token, anna.id, server.url)
  }
  await until(async () => (await anna.get(MIGRATION)).body.status === 'done', 'the moving to be done')
  expect((await anna.get(MIGRATION)).body).toMatchObject({ remaining: 0, failed: 0 })
  for (const [id, hash] of hashes) {
    const response = await fetch(`${server.url}/v1/objects/${id}/content`, {
      headers: { authorization: `Bearer ${anna.token}` },
    })
    expect(
      createHash('sha256')
        .update(Buffer.from(await response.arrayBuffer()))
        .digest('hex'),
    ).toBe(hash)
  }
  await server.stop({ keep: true })
  const { sound, said } = await fsck({ DATA_DIR: dataDir, ...env })
  expect({ sound, said: sound ? '' : said }).toEqual({ sound: true, said: '' })
  await rm(dataDir, { recursive: true, force: true })
})
