import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aesSecrets, secretKey } from './aes-gcm.ts'

test('what is sealed can be opened with the same key only, and not when touched', () => {
  const secrets = aesSecrets(randomBytes(32))
  const sealed = secrets.seal('пароль')
  expect(sealed).not.toContain('пароль')
  expect(secrets.open(sealed)).toBe('пароль')
  expect(secrets.seal('пароль')).not.toBe(sealed)
  expect(() => aesSecrets(randomBytes(32)).open(sealed)).toThrow()
  expect(() => secrets.open(`${sealed.slice(0, -2)}AA`)).toThrow()
  expect(() => secrets.open('v9.abc')).toThrow(/unknown version/)
})

test('the key file is made once, for its owner only, and a broken one is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-key-'))
  const [first, second] = await Promise.all([secretKey('', folder), secretKey('', folder)])
  expect(first).toEqual(second)
  expect((await stat(join(folder, 'secret.key'))).mode & 0o777).toBe(0o600)
  expect((await readFile(join(folder, 'secret.key'), 'utf8')).trim()).toHaveLength(64)
  const given = randomBytes(32)
  expect(await secretKey(given.toString('base64'), folder)).toEqual(given)
  expect(await secretKey(given.toString('hex'), folder)).toEqual(given)
  await expect(secretKey('short', folder)).rejects.toThrow(/32 bytes/)
  await writeFile(join(folder, 'secret.key'), 'damaged')
  await expect(secretKey('', folder)).rejects.toThrow(/does not hold a key/)
})
