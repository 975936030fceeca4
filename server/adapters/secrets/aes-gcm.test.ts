import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aesSecrets, keyId, secretKeys, writeKeys } from './aes-gcm.ts'

test('what is sealed can be opened with the same key only, and not when touched', () => {
  const [key, other] = [randomBytes(32), randomBytes(32)]
  const secrets = aesSecrets([key])
  const sealed = secrets.seal('пароль')
  expect(sealed).not.toContain('пароль')
  expect(secrets.open(sealed)).toBe('пароль')
  expect(secrets.seal('пароль')).not.toBe(sealed)
  expect(() => aesSecrets([other]).open(sealed)).toThrow(/key that is not here/)
  expect(() => secrets.open(`${sealed.slice(0, -2)}AA`)).toThrow()
  expect(() => secrets.open('v9.abc.def')).toThrow()
  const both = aesSecrets([other, key])
  expect(both.open(sealed)).toBe('пароль')
  expect(both.seal('x')).toContain(keyId(other))
})

test('the key file is made once, for its owner only, and a broken one is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-key-'))
  const [first, second] = await Promise.all([secretKeys('', folder), secretKeys('', folder)])
  expect(first).toEqual(second)
  const path = join(folder, 'secret.key')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await readFile(path, 'utf8')).trim()).toHaveLength(64)
  const given = randomBytes(32)
  expect(await secretKeys(given.toString('base64'), folder)).toEqual([given])
  expect(await secretKeys(`${given.toString('hex')},${first[0]!.toString('hex')}`, folder)).toEqual([given, first[0]])
  await expect(secretKeys('short', folder)).rejects.toThrow(/32 bytes/)
  await writeKeys(folder, [given, first[0]!])
  expect(await secretKeys('', folder)).toEqual([given, first[0]])
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  await writeFile(path, 'damaged\n')
  await expect(secretKeys('', folder)).rejects.toThrow(/must hold keys/)
})
