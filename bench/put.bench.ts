import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { aPerson } from '../test/support/client.ts'
import { aTree, dossier, objectsOf, started } from '../test/support/command-line.ts'
import { tokenOf } from '../test/support/mcp.ts'
import { startServer } from '../test/support/server.ts'

/** A tree put by the command line, killed again and again and begun anew; the limit is nothing missing or double. `--files=3000` */

const files = Number(process.argv.find(given => given.startsWith('--files='))?.slice(8) ?? 3000)
const KILLS = 5

const server = await startServer()
const person = await aPerson(server.url)
const folder = await mkdtemp(join(tmpdir(), 'dossier-put-'))
const config = join(folder, 'config')
await dossier(config, ['login', server.url], await tokenOf(person))
const tree = join(folder, 'tree')
const names = await aTree(tree, files)
const begin = Date.now()
for (let kill = 1; kill <= KILLS; kill++) {
  const child = started(config, ['put', tree, '--json'])
  const gone = new Promise<void>(done => child.once('exit', () => done()))
  const wanted = (names.length * kill) / (KILLS + 1)
  while (child.exitCode === null && (await objectsOf(person)).length < wanted) await sleep(100)
  child.kill('SIGKILL')
  await gone
  console.log(`killed ${kill} times, ${(await objectsOf(person)).length} files are there`)
}
const { code } = await dossier(config, ['put', tree, '--json'])
const there = (await objectsOf(person)).map(({ original_name }) => original_name).toSorted()
const right = code === 0 && JSON.stringify(there) === JSON.stringify(names.toSorted())
console.log(
  `${there.length} of ${names.length} files after ${KILLS} kills, ${Math.round((Date.now() - begin) / 1000)} s`,
)
console.log(
  `ratio files missing or double = ${Math.abs(there.length - names.length)} (at most 0): ${right ? 'ok' : 'FAILED'}`,
)
await rm(folder, { recursive: true, force: true })
await server.stop()
process.exitCode = right ? 0 : 1
