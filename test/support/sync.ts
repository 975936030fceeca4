import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { type Json, Person } from './client.ts'
import { type RunningServer, startServer } from './server.ts'
import { aProgramOf } from './webdav.ts'

/** Two folders that a client of Nextcloud or ownCloud keeps equal through the service, while people change both and the page. */

export type SyncClient = 'nextcloudcmd' | 'owncloudcmd'
export const SYNC_CLIENTS: SyncClient[] = ['nextcloudcmd', 'owncloudcmd']

export const canSync = (client: SyncClient) => spawnSync('which', [client]).status === 0

export class Device {
  readonly folder = mkdtempSync(join(tmpdir(), 'dossier-sync-'))

  constructor(private readonly client: SyncClient) {}

  sync(url: string, email: string, secret: string): Promise<{ status: number | null; log: string }> {
    const args = ['--non-interactive', '-u', email, '-p', secret, ...this.excluding(), this.folder, url]
    const child = spawn(this.client, args, {
      env: { ...process.env, HOME: this.folder, QT_QPA_PLATFORM: 'offscreen' },
    })
    let log = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', chunk => {
        log = (log + chunk).slice(-20_000)
      })
    return new Promise(done => child.once('close', status => done({ status, log })))
  }

  /** ownCloud's has no list of its own and does not start without one. */
  private excluding(): string[] {
    if (this.client !== 'owncloudcmd') return []
    writeFileSync(`${this.folder}.exclude`, '*~\n')
    return ['--exclude', `${this.folder}.exclude`]
  }

  /** Every file by its path with its hash, and every folder. What the client keeps for itself is left out. */
  tree(folder = this.folder): Map<string, string> {
    const found = new Map<string, string>()
    for (const { name } of readdirSync(folder, { withFileTypes: true })) {
      if (/^\.(_?sync|owncloudsync|cache|config|local)|^\.nextcloudsync/.test(name)) continue
      const path = join(folder, name)
      const isFolder = statSync(path).isDirectory()
      found.set(relative(this.folder, path), isFolder ? 'folder' : hashOf(readFileSync(path)))
      if (isFolder) for (const [inner, what] of this.tree(path)) found.set(inner, what)
    }
    return found
  }

  remove(): void {
    for (const path of [this.folder, `${this.folder}.exclude`]) rmSync(path, { recursive: true, force: true })
  }
}

const hashOf = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')

/** The same numbers for the same seed. */
export function dice(seed: number): (sides: number) => number {
  let state = seed
  return sides => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

const NAMES = ['Договор.txt', 'letter.txt', 'a b #%.txt', 'Ёлка.md', 'notes.md', 'x.csv']
const FOLDERS = ['', 'Работа', 'Работа/2026', 'old']

/** One thing that a person does in a folder. */
export function change(device: Device, roll: (sides: number) => number, n: number): void {
  const at = (name: string) => join(device.folder, name)
  const files = [...device.tree()].filter(([, what]) => what !== 'folder').map(([path]) => path)
  const one = files[roll(Math.max(1, files.length))]
  const somewhere = join(FOLDERS[roll(FOLDERS.length)]!, `${roll(4)} ${NAMES[roll(NAMES.length)]}`)
  const write = (path: string) => {
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), `content ${n} of ${path} ${'.'.repeat(roll(300))}`)
    // Two changes within a second are told apart by time alone.
    const moment = Date.now() / 1000 - 3600 + n
    utimesSync(at(path), moment, moment)
  }
  const kind = roll(5)
  if (kind <= 1 || !one) write(somewhere)
  else if (kind === 2) write(one)
  else if (kind === 3 && !existsSync(at(somewhere))) {
    mkdirSync(dirname(at(somewhere)), { recursive: true })
    renameSync(at(one), at(somewhere))
  } else rmSync(at(one))
}

/** One thing that a person does in the page. */
async function changeInPage(person: Person, roll: (sides: number) => number, n: number): Promise<void> {
  const { items } = (await person.get('/v1/objects?limit=200')).body as { items: Json[] }
  const one = items[roll(Math.max(1, items.length))]
  const kind = roll(3)
  if (kind === 0 || !one) await person.upload(`page ${n}.txt`, `from the page ${n}`)
  else if (kind === 1) await person.patch(`/v1/objects/${one.id}`, { filename: `renamed ${n}.txt` })
  else await person.delete(`/v1/objects/${one.id}`)
}

/** Every content that the service still has: as a file, in the trash, or as a revision of either. Takes out of the trash what has any. */
async function keptHashes(person: Person): Promise<Set<string>> {
  const kept = new Set<string>()
  const changed: { id: string; isTrashed: boolean }[] = []
  for (const list of ['/v1/objects', '/v1/trash'])
    for (let cursor = ''; ; ) {
      const { items, next_cursor } = (await person.get(`${list}?limit=200${cursor}`)).body
      for (const item of items as Json[]) {
        kept.add(item.content_hash)
        if (item.version !== 1) changed.push({ id: item.id, isTrashed: list === '/v1/trash' })
      }
      if (!next_cursor) break
      cursor = `&cursor=${encodeURIComponent(next_cursor)}`
    }
  for (const { id, isTrashed } of changed) {
    // Revisions of what is in the trash are there, but shown only when it is out of it.
    if (isTrashed) await person.post(`/v1/objects/${id}/restore`)
    for (const revision of (await person.get(`/v1/objects/${id}/revisions`)).body.items) kept.add(revision.content_hash)
  }
  return kept
}

export interface History {
  client: SyncClient
  rounds: number
  kills: number
  seed: number
}

/** Random rounds on two devices and in the page; then what differs, and what is lost. */
export async function keepInStep(start: { server: RunningServer; person: Person }, history: History) {
  let { server, person } = start
  const { secret } = await aProgramOf(person, server.url)
  const [a, b] = [new Device(history.client), new Device(history.client)]
  const roll = dice(history.seed)
  const sent = new Set<string>()
  const failures: string[] = []
  const sync = async (device: Device) => {
    const { status, log } = await device.sync(server.url, person.email, secret)
    if (status !== 0) failures.push(log.split('\n').slice(-5).join('\n'))
    return status === 0
  }
  const all = async () => {
    for (const device of [a, b, a, b]) await sync(device)
    for (const device of [a, b]) for (const what of device.tree().values()) if (what !== 'folder') sent.add(what)
  }
  const killAt = new Set(
    Array.from({ length: history.kills }, (_, at) => Math.floor(((at + 0.5) * history.rounds) / history.kills)),
  )
  for (let round = 0; round < history.rounds; round++) {
    for (const device of [a, b]) for (let n = 1 + roll(3); n > 0; n--) change(device, roll, round * 10 + n)
    if (roll(3) === 0) await changeInPage(person, roll, round)
    if (killAt.has(round)) {
      const syncing = sync(a)
      await server.kill()
      await syncing
      server = await startServer({ dataDir: server.dataDir })
      person = new Person(person.email, person.password, person.token, person.id, server.url)
    }
    await all()
  }
  // What was put off after a failure is tried again.
  for (let n = 0; n < 3 && !isEqual(a.tree(), b.tree()); n++) await all()
  const kept = await keptHashes(person)
  const outcome = {
    differing: differences(a.tree(), b.tree()),
    lost: [...sent].filter(hash => !kept.has(hash)).length,
    sent: sent.size,
    failures,
    server,
  }
  for (const device of [a, b]) device.remove()
  return outcome
}

const differences = (a: Map<string, string>, b: Map<string, string>): string[] =>
  [...new Set([...a.keys(), ...b.keys()])].filter(path => a.get(path) !== b.get(path))
const isEqual = (a: Map<string, string>, b: Map<string, string>) => differences(a, b).length === 0
