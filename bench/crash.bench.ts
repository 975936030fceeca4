import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { begin, gather, type Mischief, verify } from '../test/support/mischief.ts'
import { fsck, killTree } from '../test/support/processes.ts'
import { aDataDir, type RunningServer, startServer } from '../test/support/server.ts'

/** kill -9 of everything at random moments of a busy service; the limit is nothing lost. `--rounds=30` */

const rounds = Number(process.argv.find(given => given.startsWith('--rounds='))?.slice(9) ?? 30)

/** Each round has people of its own, so that its check takes no longer than the first; the last check is of all. */
async function round(server: RunningServer, n: number) {
  const mischief = await gather([server.url], 3)
  const stop = begin(mischief)
  const after = Math.round(50 + Math.random() * 2500)
  await sleep(after)
  await killTree(server)
  await stop()
  const began = Date.now()
  const next = await startServer({ dataDir: server.dataDir })
  const started = Date.now()
  mischief.urls = [next.url]
  const problems = await verify(mischief)
  const objects = mischief.ledgers.reduce((sum, ledger) => sum + ledger.things.size, 0)
  const times = `back in ${started - began} ms, jobs done ${Date.now() - started} ms later`
  const told = `${mischief.confirmed} calls answered, ${mischief.unknown} not, ${objects} objects`
  console.log(`${n}/${rounds}: killed after ${after} ms: ${told}; ${times}; ${problems.length} lost`)
  for (const problem of problems) console.log(`  ${problem}`)
  return { next, mischief, problems }
}

function claim(name: string, value: number, most: number): boolean {
  console.log(`ratio ${name} = ${value} (at most ${most}): ${value <= most ? 'ok' : 'FAILED'}`)
  return value <= most
}

async function run(): Promise<boolean> {
  let server = await startServer({ dataDir: await aDataDir() })
  const all: Mischief[] = []
  // What was lost after one kill may look well again after the next: it counts all the same.
  const lost = new Set<string>()
  for (let n = 1; n <= rounds; n++) {
    const { next, mischief, problems } = await round(server, n)
    server = next
    all.push(mischief)
    for (const problem of problems) lost.add(problem)
  }
  for (const mischief of all) for (const problem of await verify({ ...mischief, urls: [server.url] })) lost.add(problem)
  const { sound, said } = await fsck({ DATA_DIR: server.dataDir })
  console.log(`fsck: ${said}`)
  await server.stop({ keep: true })
  await rm(server.dataDir, { recursive: true, force: true })
  for (const problem of lost) console.log(`  ${problem}`)
  console.log(`${all.reduce((sum, { confirmed }) => sum + confirmed, 0)} confirmed calls, ${rounds} kills`)
  return [claim('lost', lost.size, 0), claim('damage found by fsck', sound ? 0 : 1, 0)].every(Boolean)
}

process.exitCode = (await run()) ? 0 : 1
