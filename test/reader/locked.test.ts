import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { hashRaw } from '@node-rs/argon2'
import { afterAll, expect, test } from 'vitest'
import { CORPUS, forgetAll, read, readCorpus, zipOf } from './extracted.ts'

/** Files with a password: those of the corpus were locked by LibreOffice 7.4; since 24.8 it locks OpenDocument as a whole. */

afterAll(forgetAll)

const PASSWORD = 'сезам'
const locked = (name: string) => readFileSync(join(CORPUS, `locked-${name}`))

test.for(['contract.odt', 'prices.ods', 'plan.odp', 'contract.doc', 'prices.xls'])(
  '%s asks for its password, and with it is read like the open one',
  async name => {
    expect(await read(name, locked(name))).toMatchObject({
      text: '',
      locked: true,
      needsManual: { en: expect.stringContaining('Give the password') },
    })
    await expect(read(name, locked(name), 'другой')).rejects.toMatchObject({ why: 'wrong' })
    const [opened, open] = [await read(name, locked(name), PASSWORD), await readCorpus(name)]
    expect(opened.text).toBe(open.text)
    expect(opened.title).toBe(open.title)
    await expect(read(name, readFileSync(join(CORPUS, name)), PASSWORD)).rejects.toMatchObject({ why: 'not_locked' })
  },
)

const manifestOf = (part: string, lock: string) =>
  `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"><manifest:file-entry manifest:full-path="${part}" manifest:size="1"><manifest:encryption-data>${lock}</manifest:encryption-data></manifest:file-entry></manifest:manifest>`

const ODT = 'application/vnd.oasis.opendocument.text'

async function lockedWhole(bytes: Buffer, password: string, memory = 65536): Promise<Buffer> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  const start = createHash('sha256').update(password).digest()
  const key = await hashRaw(start, {
    salt,
    timeCost: 3,
    memoryCost: Math.min(memory, 65536),
    parallelism: 4,
    outputLen: 32,
  })
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const body = Buffer.concat([cipher.update(deflateRawSync(bytes)), cipher.final()])
  const manifest = manifestOf(
    'encrypted-package',
    `<manifest:algorithm manifest:algorithm-name="http://www.w3.org/2009/xmlenc11#aes256-gcm" manifest:initialisation-vector="${iv.toString('base64')}"/><manifest:start-key-generation manifest:start-key-generation-name="http://www.w3.org/2001/04/xmlenc#sha256" manifest:key-size="32"/><manifest:key-derivation manifest:key-derivation-name="urn:org:documentfoundation:names:experimental:office:manifest:argon2id" manifest:key-size="32" loext:argon2-iterations="3" loext:argon2-memory="${memory}" loext:argon2-lanes="4" manifest:salt="${salt.toString('base64')}"/>`,
  )
  return zipOf(
    {
      mimetype: ODT,
      'encrypted-package': Buffer.concat([iv, body, cipher.getAuthTag()]),
      'META-INF/manifest.xml': manifest,
    },
    ['mimetype', 'encrypted-package'],
  )
}

test('a file that is locked as a whole is read with its password, too, and is not called damaged', async () => {
  const file = await lockedWhole(readFileSync(join(CORPUS, 'contract.odt')), PASSWORD)
  expect(await read('whole.odt', file)).toMatchObject({ kind: 'document', locked: true, text: '' })
  await expect(read('whole.odt', file, 'другой')).rejects.toMatchObject({ why: 'wrong' })
  expect((await read('whole.odt', file, PASSWORD)).text).toBe((await readCorpus('contract.odt')).text)
})

test('a lock that costs more than it may, and one that is not known, are not opened', async () => {
  const dear = await lockedWhole(Buffer.from('a'), PASSWORD, 4_000_000)
  await expect(read('dear.odt', dear, PASSWORD)).rejects.toMatchObject({ why: 'unable' })
  const lock = `<manifest:algorithm manifest:algorithm-name="Blowfish CFB" manifest:initialisation-vector="AAAAAAAAAAA="/><manifest:key-derivation manifest:key-derivation-name="PBKDF2" manifest:iteration-count="1024" manifest:salt="AAAA"/>`
  const old = await zipOf(
    { mimetype: ODT, 'META-INF/manifest.xml': manifestOf('content.xml', lock), 'content.xml': 'x' },
    ['mimetype', 'content.xml'],
  )
  // Nobody is asked for a password that would be of no use.
  expect(await read('old.odt', old)).toMatchObject({
    locked: true,
    needsManual: { en: expect.stringContaining('Remove the password') },
  })
  await expect(read('old.odt', old, PASSWORD)).rejects.toMatchObject({ why: 'unable' })
})
