/** @module-tag long */

import { execFileSync, spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aPerson, baseUrl, type Json, until } from './support/client.ts'
import { aProgramOf } from './support/webdav.ts'

/** The files as a file system of Linux, by davfs2. */

function canMount(): boolean {
  if (process.getuid?.() !== 0 || spawnSync('which', ['mount.davfs']).status !== 0) return false
  try {
    closeSync(openSync('/dev/fuse', 'r+'))
    return true
  } catch {
    return false
  }
}

const skipped = canMount() ? '' : ' (skipped: davfs2 cannot mount here)'

test.runIf(canMount())(`davfs2 mounts the files, reads and changes them${skipped}`, { timeout: 180_000 }, async () => {
  const { person, secret } = await aProgramOf(await aPerson())
  const own = mkdtempSync(join(tmpdir(), 'dossier-davfs-'))
  const [at, secrets, config] = ['files', 'secrets', 'davfs2.conf'].map(name => join(own, name)) as [
    string,
    string,
    string,
  ]
  mkdirSync(at)
  const url = `${baseUrl()}/dav/files/`
  writeFileSync(secrets, `${url} ${person.email} ${secret}\n`, { mode: 0o600 })
  // No waiting before what was written goes up; newer kernels ask for more of a listing at once than its buffer of 16 KiB has room for.
  writeFileSync(config, `secrets ${secrets}\ndelay_upload 0\nuse_locks 1\nask_auth 0\nbuf_size 64\n`)
  await person.upload('Договор.txt', 'the contract')
  execFileSync('mount', ['-t', 'davfs', '-o', `conf=${config}`, url, at])
  try {
    expect(readFileSync(join(at, 'Договор.txt'), 'utf8')).toBe('the contract')
    mkdirSync(join(at, 'Работа'))
    writeFileSync(join(at, 'Работа', 'план.txt'), 'first plan')
    writeFileSync(join(at, 'letter.txt'), 'Dear Anna')
    renameSync(join(at, 'letter.txt'), join(at, 'Работа', 'письмо.txt'))
    rmSync(join(at, 'Договор.txt'))
    expect(readFileSync(join(at, 'Работа', 'письмо.txt'), 'utf8')).toBe('Dear Anna')
    expect(existsSync(join(at, 'letter.txt'))).toBe(false)
    expect(readdirSync(join(at, 'Работа')).toSorted()).toEqual(['письмо.txt', 'план.txt'])
    expect(readdirSync(at)).toEqual(expect.arrayContaining(['Работа']))
  } finally {
    // It waits until everything is up.
    execFileSync('umount', [at])
  }
  const items: Json[] = await until(async () => {
    const found = (await person.get('/v1/objects?limit=50')).body.items
    return found.length === 2 && found
  }, 'both files')
  const texts = await Promise.all(items.map(async ({ id }) => (await person.get(`/v1/objects/${id}/content`)).text))
  expect(Object.fromEntries(items.map(({ filename }, n) => [filename, texts[n]]))).toEqual({
    'план.txt': 'first plan',
    'письмо.txt': 'Dear Anna',
  })
  expect((await person.get('/v1/trash')).body.items.map(({ filename }) => filename)).toEqual(['Договор.txt'])
  rmSync(own, { recursive: true, force: true })
})
