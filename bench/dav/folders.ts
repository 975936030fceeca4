import pg from 'pg'
import { startEmbeddedPostgres } from '../../server/db/embedded.ts'
import { aPerson } from '../../test/support/client.ts'
import { startServer } from '../../test/support/server.ts'
import { aProgramOf, type Program } from '../../test/support/webdav.ts'

const SMALL = 300
const FOLDERS = 100
const CALLS = 40
const BATCH = 1000
/** The same folders with a hundred times the files below them: what a listing of them may take then. */
const MOST_RATIO = 2

const SIZES = `<propfind xmlns="DAV:"><prop><getetag/><resourcetype/><quota-used-bytes/>
  <size xmlns="http://owncloud.org/ns"/></prop></propfind>`

const own = (owner: string, what: string) => `md5('${owner}${what}' || n)::uuid`

/** One folder at the top with a hundred folders in it, each with its share of the files. */
async function seed(sql: pg.Client, owner: string, files: number): Promise<void> {
  const tenant = `(select tenant_id from users where id = '${owner}')`
  await sql.query(`insert into collections (owner_id, id, tenant_id, name)
    select '${owner}', ${own(owner, 'top')}, ${tenant}, 'Archive' from generate_series(0, 0) n`)
  await sql.query(`insert into collections (owner_id, id, tenant_id, name, parent_id)
    select '${owner}', ${own(owner, 'in')}, ${tenant}, 'Folder ' || n, md5('${owner}top' || 0)::uuid
    from generate_series(0, ${FOLDERS - 1}) n`)
  // In parts, as files come: the plans of the first rows, made for an empty table, would serve for all of one statement.
  for (let from = 1; from <= files; from += BATCH) {
    await sql.query(`insert into objects (owner_id, id, tenant_id, collection_id, filename, original_name, kind, mime, size, content_hash, status)
      select '${owner}', gen_random_uuid(), ${tenant}, md5('${owner}in' || n % ${FOLDERS})::uuid, n || '.txt', 'x', 'text',
        'text/plain', 100, md5('${owner}' || n), 'ready' from generate_series(${from}, ${Math.min(files, from + BATCH - 1)}) n`)
    if (from === 1) await sql.query('analyze objects, collections')
  }
}

const LISTINGS = [
  ['/dav/files/', '0'],
  ['/dav/files/', '1'],
  ['/dav/files/Archive/', '0'],
  ['/dav/files/Archive/', '1'],
] as const

async function seconds(program: Program, path: string, depth: string): Promise<number> {
  const began = performance.now()
  const { status } = await program.dav('PROPFIND', path, SIZES, { depth })
  if (status !== 207) throw new Error(`answered ${status}`)
  return (performance.now() - began) / 1000
}

/** In turn, so that whatever else the machine does meets both. */
async function medians(programs: Program[], path: string, depth: string): Promise<number[]> {
  const times: number[][] = programs.map(() => [])
  for (let n = 0; n < CALLS; n++)
    for (const [at, program] of programs.entries()) times[at]!.push(await seconds(program, path, depth))
  return times.map(each => each.toSorted((a, b) => a - b)[CALLS / 2]!)
}

/** What is told of folders, with many files below them against few: no file below is looked at. */
export async function folders(files: number): Promise<void> {
  const server = await startServer({ env: { CHECK_REPLIES: 'off' } })
  const database = await startEmbeddedPostgres({ dataDir: server.dataDir, log: () => {} })
  const sql = new pg.Client({ connectionString: database.url })
  await sql.connect()
  try {
    const programs: Program[] = []
    for (const below of [SMALL, files]) {
      const program = await aProgramOf(await aPerson(server.url), server.url)
      await seed(sql, program.person.id, below)
      programs.push(program)
      const { text } = await program.dav('PROPFIND', '/dav/files/', SIZES, { depth: '0' })
      if (!text.includes(`>${below * 100}<`)) throw new Error(`the size at the top is wrong: ${text}`)
    }
    await sql.query('vacuum (analyze) objects, collections, count_deltas, file_counts, folder_changes')
    for (const [path, depth] of LISTINGS) {
      const [small, large] = (await medians(programs, path, depth)) as [number, number]
      const ratio = large / small
      console.log(
        `PROPFIND ${path}, depth ${depth}: with ${files} files below ${ratio.toFixed(2)} times what it takes with ${SMALL} (${(large * 1000).toFixed(1)} ms against ${(small * 1000).toFixed(1)} ms): ${ratio <= MOST_RATIO ? 'ok' : 'MISSED'}`,
      )
      if (ratio > MOST_RATIO) process.exitCode = 1
    }
  } finally {
    await sql.end()
    await server.stop()
    await database.stop()
  }
}
