import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from './client.ts'
import { answers, childrenOf, isRunning, postgresPrograms, queryOnce, signal } from './processes.ts'

/**
 * Debian's PostgreSQL and a streaming replica of it, and one address for both: a link that leads to the socket of the one that is
 * in charge, as the address that a cluster manager moves.
 */

const user = () => {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']))
  return { uid: id('-u'), gid: id('-g') }
}

const urlOf = (folder: string, database: string) =>
  `postgres://postgres@/${database}?host=${encodeURIComponent(folder)}`

export async function startPair({ synchronous }: { synchronous: boolean }) {
  const programs = postgresPrograms()!
  const root = mkdtempSync(join(tmpdir(), 'dossier-pair-'))
  const who = user()
  // The service, which is another user, connects to the sockets in it.
  chmodSync(root, 0o711)
  const folderOf = (name: string) => {
    const folder = join(root, name)
    mkdirSync(folder)
    if (who.uid !== undefined) chownSync(folder, who.uid, who.gid!)
    chmodSync(folder, 0o711)
    return folder
  }
  const [first, second] = [folderOf('first'), folderOf('second')]
  const quiet = { ...who, cwd: root, stdio: 'ignore' as const }
  const start = (folder: string, settings: string[]): ChildProcess => {
    const all = ['listen_addresses=', `unix_socket_directories=${folder}`, 'max_connections=100', ...settings]
    return spawn(
      join(programs, 'postgres'),
      ['-D', join(folder, 'cluster'), ...all.flatMap(pair => ['-c', pair])],
      quiet,
    )
  }
  const initial = ['-D', join(first, 'cluster'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8']
  execFileSync(join(programs, 'initdb'), initial, quiet)
  // Nobody is waited for until the replica is there.
  let primary = start(first, [])
  await answers(primary, () => queryOnce(urlOf(first, 'postgres'), 'create database dossier'))
  execFileSync(
    join(programs, 'pg_basebackup'),
    ['-D', join(second, 'cluster'), '-h', first, '-U', 'postgres', '-R', '-X', 'stream', '-c', 'fast'],
    quiet,
  )
  const replica = start(second, [])
  await answers(replica, () => queryOnce(urlOf(second, 'postgres'), 'select 1'))
  if (synchronous) {
    await queryOnce(urlOf(first, 'postgres'), `alter system set synchronous_standby_names = '*'`)
    await queryOnce(urlOf(first, 'postgres'), 'select pg_reload_conf()')
  }
  const wanted = synchronous ? 'sync' : 'async'
  await until(async () => {
    const [row] = await queryOnce(urlOf(first, 'postgres'), 'select state, sync_state from pg_stat_replication')
    return row?.state === 'streaming' && row.sync_state === wanted
  }, 'the replica to follow')
  const address = join(root, 'address')
  symlinkSync(first, address)
  return {
    url: urlOf(address, 'dossier'),
    /** kill -9 of the one in charge, all of it; the replica takes its place. */
    async failOver(): Promise<void> {
      const pids = [primary.pid!, ...childrenOf(primary.pid!)]
      for (const pid of pids) signal(pid, 'SIGKILL')
      while (pids.some(isRunning)) await sleep(10)
      execFileSync(join(programs, 'pg_ctl'), ['promote', '-w', '-D', join(second, 'cluster')], quiet)
      symlinkSync(second, `${address}.new`)
      renameSync(`${address}.new`, address)
      primary = replica
    },
    async stop(): Promise<void> {
      signal(primary.pid!, 'SIGINT')
      while (isRunning(primary.pid!)) await sleep(20)
      rmSync(root, { recursive: true, force: true })
    },
  }
}
