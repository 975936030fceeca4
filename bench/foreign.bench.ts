import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { aPerson, type Json } from '../test/support/client.ts'
import { startServer } from '../test/support/server.ts'

/**
 * What the service says of files that nobody made for it: FOREIGN_FILES names a folder of them. For each its title, type, proposed
 * name, fields and the first people, organisations and places, to be judged by a person after docs/descriptions.md.
 */

const folder = process.env.FOREIGN_FILES
if (!folder) {
  console.log('SKIPPED: FOREIGN_FILES names no folder of files, so nothing was described.')
  process.exit(0)
}

const SHOWN = 5

/** At most this many files are under way at once, so that the first answer comes soon. */
const AT_ONCE = 4

const said = (entities: Json, kind: string) =>
  (entities?.[kind] ?? [])
    .slice(0, SHOWN)
    .map((entity: Json) => entity.normal ?? entity.text)
    .join('; ')

function show(name: string, { enrichment, suggested_name, kind, error }: Json) {
  console.log(`\n${name} (${kind})${error ? `: ${error}` : ''}`)
  if (!enrichment) return
  const { title, doc_type, language, fields, keywords, entities } = enrichment
  const filled = Object.entries(fields).filter(([, value]) => value !== null && String(value) !== '')
  console.log(`  title   ${title}`)
  console.log(`  type    ${doc_type} (${language || 'no language'})`)
  console.log(`  name    ${suggested_name ?? '(none: as it is)'}`)
  if (filled.length > 0) console.log(`  fields  ${filled.map(([field, value]) => `${field}: ${value}`).join(', ')}`)
  console.log(`  about   ${keywords.join(', ')}`)
  for (const of of ['people', 'organisations', 'places']) {
    const found = said(entities, of)
    if (found) console.log(`  ${of.padEnd(7)} ${found}`)
  }
}

const server = await startServer({ env: { RATE_LIMITS: 'off' } })
try {
  const anna = await aPerson(server.url)
  await anna.put('/v1/settings', { auto_rename_mode: 'manual' })
  const files = readdirSync(folder).sort()
  for (let at = 0; at < files.length; at += AT_ONCE) {
    const some = files.slice(at, at + AT_ONCE)
    const ids = await Promise.all(
      some.map(async file => (await anna.upload(basename(file), readFileSync(join(folder, file)))).id),
    )
    for (const [n, id] of ids.entries()) show(some[n]!, await anna.read(id, 900))
  }
  console.log(`\n${files.length} files`)
} finally {
  await server.stop()
}
