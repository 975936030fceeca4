import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aDatabase } from '../../test/support/database.ts'
import { schemaFile } from '../../test/support/schema-file.ts'

test('schema.ts is what the migrations make', async () => {
  const connection = await aDatabase()
  const text = await schemaFile(connection.db)
  await connection.close()
  const path = join(import.meta.dirname, 'schema.ts')
  if (process.env.UPDATE_DOCS) writeFileSync(path, text)
  expect(text).toBe(readFileSync(path, 'utf8'))
})
