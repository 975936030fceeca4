import pg from 'pg'
import { startEmbeddedPostgres } from '../server/db/embedded.ts'
import { aPerson, type Person } from '../test/support/client.ts'
import { aWorld, differencesOf, histories, take } from '../test/support/people.ts'
import { startServer } from '../test/support/server.ts'

/**
 * Many people, shared folders and files: what a search and a list over one's own and what was given take, against one's own alone;
 * and random histories of giving, moving and hiding against the model of the rule. PEOPLE_PERSONS, PEOPLE_FOLDERS, PEOPLE_FILES,
 * PEOPLE_CALLS and PEOPLE_HISTORIES make it smaller.
 */

const PERSONS = Number(process.env.PEOPLE_PERSONS ?? 200)
const FOLDERS = Number(process.env.PEOPLE_FOLDERS ?? 50)
const FILES = Number(process.env.PEOPLE_FILES ?? 100_000)
const CALLS = Number(process.env.PEOPLE_CALLS ?? 200)
const HISTORIES = Number(process.env.PEOPLE_HISTORIES ?? 1_000)
/** Folders are given by so many people, each a share of them. */
const GIVERS = Math.min(5, FOLDERS)

/** Folders of an owner with files in equal parts, and a file at the top for each in a folder. */
async function seed(
  sql: pg.Client,
  owner: Person,
  { tenant, folders, files }: { tenant: string; folders: number; files: number },
): Promise<void> {
  await sql.query(
    `insert into collections (owner_id, id, tenant_id, name)
      select $1::uuid, md5($1::text || 'folder' || n)::uuid, $2::uuid, 'Folder ' || n from generate_series(1, $3::integer) n`,
    [owner.id, tenant, folders],
  )
  await sql.query(
    `insert into objects (owner_id, id, tenant_id, collection_id, filename, original_name, kind, mime, size, content_hash, status)
      select $1::uuid, md5($1::text || 'file' || n)::uuid, $2::uuid, md5($1::text || 'folder' || (1 + n % $3::integer))::uuid,
        'File ' || n || '.txt', 'x', 'text', 'text/plain', 10, md5(n::text), 'ready' from generate_series(1, $4::integer) n`,
    [owner.id, tenant, folders, files],
  )
}

/** Every search brings some of the names into the index: none is left over for those that are timed. */
async function indexed(sql: pg.Client, owner: Person): Promise<void> {
  const left = async () =>
    (await sql.query('select 1 from search_stale where owner_id = $1 limit 1', [owner.id])).rowCount
  while (await left()) await owner.get('/v1/search?q=file&mode=text')
}

async function middle(work: () => Promise<{ status: number }>): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < CALLS; n++) {
    const began = performance.now()
    const { status } = await work()
    times.push(performance.now() - began)
    if (status !== 200) throw new Error(`answered ${status}`)
  }
  return times.toSorted((a, b) => a - b)[times.length >> 1]!
}

function claim(name: string, ratio: number, atMost: number) {
  console.log(`ratio ${name} = ${ratio.toFixed(2)} (at most ${atMost.toFixed(2)}): ${ratio > atMost ? 'MISSED' : 'ok'}`)
  if (ratio > atMost) process.exitCode = 1
}

const server = await startServer({ env: { CHECK_REPLIES: 'off' } })
const database = await startEmbeddedPostgres({ dataDir: server.dataDir, log: () => {} })
const sql = new pg.Client({ connectionString: database.url })
await sql.connect()
try {
  const world = await aWorld(await aPerson(server.url), await aPerson(server.url))
  let different = 0
  for (const history of histories(HISTORIES, 1032)) {
    for (const step of history) await take(world, step)
    const differences = await differencesOf(world)
    if (differences.length > 0 && different++ < 3) console.log(JSON.stringify({ history, differences }))
  }
  console.log(`${HISTORIES} random histories: ${different} differences`)
  claim('histories that differ from the rule', different, 0)

  const people: Person[] = []
  for (let n = 0; n < PERSONS; n++) people.push(await aPerson(server.url))
  const [boris, ...others] = people as [Person, ...Person[]]
  const { rows } = await sql.query('select tenant_id from users where id = $1', [boris.id])
  const each = Math.floor(FILES / (GIVERS + 1))
  const givers = others.slice(0, GIVERS)
  const seeded = { tenant: rows[0].tenant_id, folders: Math.ceil(FOLDERS / GIVERS), files: each }
  for (const person of [boris, ...givers]) await seed(sql, person, seeded)
  await sql.query('vacuum (analyze) objects, collections, count_deltas, file_counts')
  for (const person of [boris, ...givers]) await indexed(sql, person)
  await sql.query('vacuum (analyze) search_chunks, search_heads, search_stems, search_stale')
  const own = `/v1/objects?collection_id=${(await boris.get('/v1/collections?parent_id=root&limit=1')).body.items[0]!.id}`
  const search = () => boris.get('/v1/search?q=file&mode=text')
  await search()
  const alone = { list: await middle(() => boris.get(own)), search: await middle(search) }
  for (const giver of givers) {
    const { items } = (await giver.get('/v1/collections')).body
    for (const { id } of items)
      for (const person of people.filter(one => one !== giver))
        await giver.post(`/v1/collections/${id}/grants`, { email: person.email, role: 'viewer' })
  }
  const [first] = (await boris.get('/v1/shared')).body.items
  await search()
  const given = {
    list: await middle(() => boris.get(`/v1/objects?collection_id=${first!.collection_id}`)),
    search: await middle(search),
  }
  for (const name of ['list', 'search'] as const) {
    console.log(`${name}: ${alone[name].toFixed(1)} ms alone, ${given[name].toFixed(1)} ms with what was given`)
    claim(`${name}, own and given against own alone`, given[name] / alone[name], 2)
  }
} finally {
  await sql.end()
  await server.stop()
}
