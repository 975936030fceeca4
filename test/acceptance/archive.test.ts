import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aPerson, baseUrl } from '../support/client.ts'

test('a selection comes as one zip, with names that do not clash', async () => {
  const anna = await aPerson()
  const ids = [
    (await anna.upload('отчёт.txt', 'first')).id,
    (await anna.upload('отчёт.txt', 'second')).id,
    (await anna.upload('empty', '')).id,
  ]
  const response = await fetch(`${baseUrl()}/v1/objects/archive`, {
    method: 'POST',
    headers: { authorization: `Bearer ${anna.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ object_ids: [...ids, ids[0]] }),
  })
  expect(response.headers.get('content-type')).toBe('application/zip')
  const folder = mkdtempSync(join(tmpdir(), 'dossier-zip-'))
  writeFileSync(join(folder, 'a.zip'), Buffer.from(await response.arrayBuffer()))
  const script =
    'import sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);assert z.testzip() is None;z.extractall(sys.argv[2])'
  execFileSync('python3', ['-c', script, join(folder, 'a.zip'), join(folder, 'out')])
  const found = readdirSync(join(folder, 'out')).sort()
  expect(found).toEqual(['empty', 'отчёт (2).txt', 'отчёт.txt'].sort())
  expect(readFileSync(join(folder, 'out', 'отчёт (2).txt'), 'utf8')).toBe('second')
})
