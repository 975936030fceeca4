import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { call } from './support/client.ts'
import { configurationPage } from './support/configuration-page.ts'
import { openApiTypes } from './support/openapi-types.ts'

/** Documents that are made from the code; UPDATE_DOCS=1 npm test test/documents.test.ts writes them anew. */

const ROOT = resolve(import.meta.dirname, '..')

function compare(name: string, text: string) {
  const path = join(ROOT, name)
  if (process.env.UPDATE_DOCS) writeFileSync(path, text)
  expect(text).toBe(readFileSync(path, 'utf8'))
}

test('docs/configuration.md says what the code reads', () => {
  compare('docs/configuration.md', configurationPage())
})

test('docs/openapi.json is what the service describes, and the page takes its types from it', async () => {
  const { body } = await call('GET', '/openapi.json')
  compare('docs/openapi.json', `${JSON.stringify(body, null, 1)}\n`)
  compare('web/api/openapi.ts', openApiTypes(body))
  compare('packages/client/openapi.d.ts', openApiTypes(body))
})
