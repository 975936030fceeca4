import pg from 'pg'
import { startEmbeddedPostgres } from '../server/db/embedded.ts'
import { aPerson, until } from '../test/support/client.ts'
import { longestTurn, watching } from '../test/support/loop.ts'
import { startServer } from '../test/support/server.ts'

/** A folder is removed with all that is below it, and a task clears it away, while somebody else looks at /health and at their own list. */

const SIZES = [
  { folders: 1_111, files: 30_000 },
  { folders: 11_111, files: 30_000 },
]
const MOST_SECONDS = 1
const MOST_GROWTH = 3

const server = await startServer({ env: { CHECK_REPLIES: 'off' } })
const database = await startEmbeddedPostgres({ dataDir: server.dataDir, log: () => {} })
const sql = new pg.Client({ connectionString: database.url })
await sql.connect()
const seconds: number[] = []
try {
  const other = await aPerson(server.url)
  await other.upload('note.txt', 'Письмо')
  for (const { folders, files } of SIZES) {
    const anna = await aPerson(server.url)
    const { rows } = await sql.query('select tenant_id from users where id = $1', [anna.id])
    const root = await anna.folder('root')
    const given = [anna.id, rows[0].tenant_id, root.id, folders]
    // Folder n hangs under n / 10, the first nine under the one that is removed.
    await sql.query(
      `insert into collections (owner_id, id, tenant_id, name, parent_id)
        select $1::uuid, md5($1::text || 'folder' || n)::uuid, $2::uuid, 'Folder ' || n,
          case when n >= 10 then md5($1::text || 'folder' || (n / 10))::uuid else $3::uuid end
        from generate_series(1, $4::integer) n order by n`,
      given,
    )
    await sql.query(
      `insert into objects (owner_id, id, tenant_id, collection_id, filename, original_name, kind, mime, size, content_hash, status)
        select $1::uuid, md5($1::text || 'object' || n)::uuid, $2::uuid, md5($1::text || 'folder' || (1 + n % $3::integer))::uuid,
          'File ' || n || '.txt', 'x', 'text', 'text/plain', 1, encode(sha256(n::text::bytea), 'hex'), 'ready'
        from generate_series(1, $4::integer) n`,
      [anna.id, rows[0].tenant_id, folders, files],
    )
    await sql.query('vacuum (analyze) objects, collections')
    let [took, cleared] = [0, 0]
    const seen = await watching(server.url, other, async () => {
      const began = performance.now()
      const { status, body } = await anna.delete(`/v1/collections/${root.id}`)
      took = (performance.now() - began) / 1000
      if (status !== 200) throw new Error(`answered ${status}`)
      await until(async () => (await anna.get(`/v1/tasks-status/${body.task_id}`)).body.done, 'the removal')
      cleared = (performance.now() - began) / 1000
    })
    const left = await sql.query(
      `select (select count(*)::int from collections where owner_id = $1) as folders,
        (select count(*)::int from objects where owner_id = $1 and deleted_at is null and collection_id is not null) as files`,
      [anna.id],
    )
    seconds.push(took)
    console.log(
      `${folders} folders, ${files} files: ${took.toFixed(2)} s, cleared away after ${cleared.toFixed(1)} s, health most ${seen.health.most.toFixed(0)} ms, ` +
        `list most ${seen.list.most.toFixed(0)} ms, left ${JSON.stringify(left.rows[0])}`,
    )
    claim(`removal of ${folders} folders, of ${MOST_SECONDS} s`, took / MOST_SECONDS, 1)
  }
  claim('growth with ten times the folders', seconds[1]! / seconds[0]!, MOST_GROWTH)
  claim('longest turn of the main thread, of 200 ms of processor', (await longestTurn(server.url)).cpu / 0.2, 1)
} finally {
  await sql.end()
  await server.stop()
}

function claim(name: string, ratio: number, atMost: number) {
  console.log(`ratio ${name} = ${ratio.toFixed(2)} (at most ${atMost.toFixed(2)}): ${ratio > atMost ? 'MISSED' : 'ok'}`)
  if (ratio > atMost) process.exitCode = 1
}
