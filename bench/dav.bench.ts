import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aPerson } from '../test/support/client.ts'
import { type RunningServer, startServer } from '../test/support/server.ts'
import { canSync, keepInStep, SYNC_CLIENTS, type SyncClient } from '../test/support/sync.ts'
import { aProgramOf } from '../test/support/webdav.ts'
import { folders } from './dav/folders.ts'
import { mirror } from './dav/mirror.ts'
import { round } from './dav/round.ts'

/**
 * WebDAV against other servers on the same machine, in the same run: `npm run bench -- dav list 5000`, `small 2000`, `large 1024`
 * (MiB). Figures are ratios to the peers. By itself: `sync 200` (rounds of the clients of Nextcloud and ownCloud over two folders,
 * with kills; one of them with `sync 200 owncloudcmd`), `round 20000` (how many requests a round of theirs takes over so many files),
 * `folders 30000` (what is told of folders with so many files below them, against 300), `mirror 3000` (by rclone, there and back).
 */

interface Place {
  name: string
  url: string
  authorization?: string
  stop(): Promise<void> | void
}

const [scene = 'list', size = '', only = ''] = process.argv.slice(2)
const clients = SYNC_CLIENTS.filter(client => only === '' || client === only)

function ask(place: Place, method: string, path: string, body?: Buffer, headers: Record<string, string> = {}) {
  const all = { ...headers, ...(place.authorization ? { authorization: place.authorization } : {}) }
  return new Promise<{ status: number; bytes: number }>((yes, no) => {
    const call = request(place.url + path, {
      method,
      headers: { ...all, ...(body ? { 'content-length': body.length } : {}) },
    })
    call.once('error', no)
    call.once('response', reply => {
      let bytes = 0
      reply.on('data', chunk => {
        bytes += chunk.length
      })
      reply.once('end', () => yes({ status: reply.statusCode ?? 0, bytes }))
    })
    call.end(body)
  })
}

async function ours(): Promise<Place & { server: RunningServer }> {
  const server = await startServer()
  const person = await aPerson(server.url)
  const { secret } = await aProgramOf(person, server.url)
  return {
    name: 'Dossier',
    url: `${server.url}/dav/files`,
    authorization: `Basic ${Buffer.from(`${person.email}:${secret}`).toString('base64')}`,
    server,
    stop: () => server.stop(),
  }
}

async function answering(place: Place): Promise<Place> {
  for (let n = 0; n < 100; n++) {
    const reply = await ask(place, 'OPTIONS', '/').catch(() => undefined)
    if (reply) return place
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Error(`${place.name} does not answer`)
}

function rclone(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-rclone-'))
  const child = spawn('rclone', ['--config', '/dev/null', 'serve', 'webdav', folder, '--addr', '127.0.0.1:4911'], {
    stdio: 'ignore',
  })
  const stop = () => {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  return answering({ name: 'rclone serve webdav', url: 'http://127.0.0.1:4911', stop })
}

function nginx(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-nginx-'))
  mkdirSync(join(folder, 'files'))
  const config = join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `user root; daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
http { access_log off; client_max_body_size 0; client_body_temp_path ${folder}/body; server { listen 127.0.0.1:4912;
location / { root ${folder}/files; dav_methods PUT DELETE MKCOL COPY MOVE; create_full_put_path on; } } }`,
  )
  const child = spawn('nginx', ['-c', config, '-p', folder], { stdio: 'ignore' })
  const stop = () => {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  return answering({ name: "nginx's WebDAV module", url: 'http://127.0.0.1:4912', stop })
}

const seconds = async (work: () => Promise<unknown>) => {
  const begin = performance.now()
  await work()
  return (performance.now() - begin) / 1000
}

function report(what: string, figures: [string, number][]): void {
  const [, own] = figures[0]!
  for (const [name, value] of figures)
    console.log(
      `${what}: ${name} ${value.toFixed(3)} s${value === own ? '' : `, ours is ${(own / value).toFixed(2)} times that`}`,
    )
}

async function small(places: Place[], count: number): Promise<void> {
  const figures: [string, number][][] = [[], []]
  for (const place of places) {
    const name = (n: number) => `/f${n}.txt`
    const four = async (each: (n: number) => Promise<unknown>) => {
      let next = 0
      await Promise.all(
        Array.from({ length: 4 }, async () => {
          for (let n = next++; n < count; n = next++) await each(n)
        }),
      )
    }
    figures[0]!.push([place.name, await seconds(() => four(n => ask(place, 'PUT', name(n), Buffer.from(`text ${n}`))))])
    figures[1]!.push([place.name, await seconds(() => four(n => ask(place, 'GET', name(n))))])
  }
  report(`${count} small files sent, four at once`, figures[0]!)
  report(`${count} small files fetched`, figures[1]!)
}

async function large(places: Place[], mebibytes: number): Promise<void> {
  const body = Buffer.alloc(mebibytes * 1024 * 1024, 'Dossier ')
  const figures: [string, number][][] = [[], []]
  for (const place of places) {
    figures[0]!.push([place.name, await seconds(() => ask(place, 'PUT', '/large.bin', body))])
    figures[1]!.push([place.name, await seconds(() => ask(place, 'GET', '/large.bin'))])
  }
  report(`${mebibytes} MiB sent`, figures[0]!)
  report(`${mebibytes} MiB fetched`, figures[1]!)
}

async function list(places: Place[], count: number): Promise<void> {
  const figures: [string, number][] = []
  for (const place of places) {
    for (let n = 0; n < count; n++) await ask(place, 'PUT', `/f${n}.txt`, Buffer.from(`text ${n}`))
    const times: number[] = []
    for (let n = 0; n < 5; n++) times.push(await seconds(() => ask(place, 'PROPFIND', '/', undefined, { depth: '1' })))
    figures.push([place.name, times.sort((a, b) => a - b)[2]!])
  }
  report(`PROPFIND of ${count} files, the median of five`, figures)
}

async function sync(client: SyncClient, rounds: number): Promise<void> {
  if (!canSync(client)) return console.log(`SKIPPED: ${client} is not installed`)
  const server = await startServer()
  const person = await aPerson(server.url)
  const outcome = await keepInStep({ server, person }, { client, rounds, kills: Math.ceil(rounds / 20), seed: rounds })
  const { differing, lost, sent, failures } = outcome
  const isRight = differing.length === 0 && lost === 0
  console.log(
    `${client}, ${rounds} rounds: ${sent} contents sent, ${lost} lost, ${differing.length} paths differ, ${failures.length} syncs cut off: ${isRight ? 'ok' : 'MISSED'}`,
  )
  for (const path of differing.slice(0, 10)) console.log(`  differs: ${path}`)
  if (!isRight) process.exitCode = 1
  await outcome.server.stop()
}

if (scene === 'sync') for (const client of clients) await sync(client, Number(size || 200))
else if (scene === 'round') for (const client of clients) await round(client, Number(size || 20_000))
else if (scene === 'mirror') await mirror(Number(size || 3000))
else if (scene === 'folders') await folders(Number(size || 30_000))
else {
  // nginx lists nothing: it has no PROPFIND of its own.
  const places = [await ours(), await rclone(), ...(scene === 'list' ? [] : [await nginx()])]
  if (scene === 'list') await list(places, Number(size || 5000))
  else if (scene === 'small') await small(places, Number(size || 2000))
  else await large(places, Number(size || 1024))
  for (const place of places) await place.stop()
}
