import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answers, end, freePort, type PrivateServer, queryOnce } from './processes.ts'

/** Debian's PgBouncer in transaction mode: every transaction may get another connection to PostgreSQL. */

export const hasPooler = spawnSync('pgbouncer', ['--version']).status === 0

export async function startPooler(postgres: PrivateServer, connections: number): Promise<PrivateServer> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-pooler-'))
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']))
  const user = process.getuid?.() === 0 ? { uid: id('-u'), gid: id('-g') } : undefined
  if (user) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o711)
  const host = decodeURIComponent(/host=([^&]+)/.exec(postgres.url)![1]!)
  const port = await freePort()
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    `[databases]
dossier = host=${host} dbname=dossier user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 500
server_round_robin = 1
`,
    { mode: 0o644 },
  )
  const child = spawn('pgbouncer', [settings], { ...user, cwd: folder, stdio: 'ignore' })
  const url = `postgres://postgres@127.0.0.1:${port}/dossier`
  await answers(child, () => queryOnce(url, 'select 1'))
  return {
    url,
    stop: async () => {
      await end(child, 'SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
