import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isPassing } from '../../lib/passing.ts'
import { freshFolder } from './fresh-folder.ts'

test('where there is no place for temporary files, that is what is said, and it passes', async () => {
  const base = join(await mkdtemp(join(tmpdir(), 'dossier-fresh-')), 'work')
  await writeFile(base, 'a file in the way')
  const error = await freshFolder(join(base, 'tasks'), 'w-').catch(fault => fault)
  expect(error).toMatchObject({ code: 'NO_TEMP_FOLDER', message: 'there is no folder for temporary files' })
  expect(isPassing(error)).toBe(true)
  await rm(base)
  expect(await freshFolder(join(base, 'tasks'), 'w-')).toContain(join(base, 'tasks', 'w-'))
})
