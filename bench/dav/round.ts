import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { aPerson } from '../../test/support/client.ts'
import { startServer } from '../../test/support/server.ts'
import { canSync, Device, type SyncClient } from '../../test/support/sync.ts'
import { aProgramOf, type Program } from '../../test/support/webdav.ts'

const IN_FOLDER = 50
const IN_BRANCH = 10
const UNCHANGED = 5
const PER_FOLDER = 5

/** Passes everything on and counts what a client asks for. */
async function counting(target: string) {
  const asked: string[] = []
  const { hostname, port } = new URL(target)
  const server = createServer((incoming, answer) => {
    asked.push(`${incoming.method} ${decodeURIComponent(incoming.url ?? '')}`)
    const { method, url: path, headers } = incoming
    const onward = request({ hostname, port, method, path, headers }, reply => {
      answer.writeHead(reply.statusCode ?? 502, reply.rawHeaders)
      reply.pipe(answer)
    })
    onward.once('error', () => answer.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, asked, stop: () => server.close() }
}

const folderOf = (n: number) => `Branch ${Math.floor(n / IN_BRANCH)}/Folder ${n}`

const pathOf = (n: number) => `/dav/files/${folderOf(Math.floor(n / IN_FOLDER))}/${n}.bin`

/** Nothing that could be read, so that the service has nothing else to do meanwhile. */
const contentOf = (n: number, change = 0) => Buffer.from([0, 255, 0, 254, change, ...Buffer.from(String(n))])

async function seed(program: Program, files: number): Promise<number> {
  const folders = Math.ceil(files / IN_FOLDER)
  for (let n = 0; n < folders; n++) {
    if (n % IN_BRANCH === 0) await program.dav('MKCOL', `/dav/files/Branch ${n / IN_BRANCH}`)
    await program.dav('MKCOL', `/dav/files/${folderOf(n)}`)
  }
  let next = 0
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let n = next++; n < files; n = next++) {
        const { status } = await program.dav('PUT', pathOf(n), contentOf(n))
        if (status !== 201) throw new Error(`PUT answered ${status}`)
      }
    }),
  )
  return folders
}

/** How many requests a round of a sync client needs over many files: with nothing changed, and with some folders changed. */
export async function round(client: SyncClient, files: number): Promise<void> {
  if (!canSync(client)) return console.log(`SKIPPED: ${client} is not installed`)
  const server = await startServer({ env: { CHECK_REPLIES: 'off' } })
  const proxy = await counting(server.url)
  const device = new Device(client)
  try {
    const program = await aProgramOf(await aPerson(server.url), server.url)
    const folders = await seed(program, files)
    const sync = async () => {
      proxy.asked.length = 0
      const { status, log } = await device.sync(proxy.url, program.person.email, program.secret)
      if (status !== 0) throw new Error(`${client} ended with ${status}:\n${log}`)
      return proxy.asked.length
    }
    const judge = (what: string, count: number, most: number) => {
      console.log(
        `${client}, ${files} files, ${what}: ${count} requests, at most ${most}: ${count <= most ? 'ok' : 'MISSED'}`,
      )
      if (count <= most) return
      for (const line of proxy.asked.slice(0, 40)) console.log(`  ${line}`)
      process.exitCode = 1
    }
    console.log(`${client}, ${files} files, the first round: ${await sync()} requests`)
    const got = [...device.tree().values()].filter(what => what !== 'folder').length
    if (got !== files) throw new Error(`${got} files have come`)
    judge('nothing changed', await sync(), UNCHANGED)
    for (const k of [1, 3, 10]) {
      const changed = Array.from({ length: k }, (_, at) => Math.floor((at * folders) / k))
      for (const n of changed) await program.dav('PUT', pathOf(n * IN_FOLDER), contentOf(n, k))
      // The top, the branches and the folders themselves.
      const onTheWay = 1 + new Set(changed.map(n => Math.floor(n / IN_BRANCH))).size + new Set(changed).size
      judge(`${k} folders changed, ${onTheWay} on the way`, await sync(), UNCHANGED + PER_FOLDER * onTheWay)
    }
  } finally {
    device.remove()
    proxy.stop()
    await server.stop()
  }
}
