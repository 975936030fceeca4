import { mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { aPerson, type Person, until } from '../test/support/client.ts'
import { filesUnder } from '../test/support/commands.ts'
import { aDataDir, startServer } from '../test/support/server.ts'
import { pdf } from '../test/web/files.ts'

/**
 * npm run bench -- footprint [MB] [files of each]: memory of all processes of the service, and disk, with 1, 10 and 100 people, in a
 * memory cgroup of so many MB (1024), with what a small machine sets. Each person's files are read, found, and one question is
 * answered. The limit is that nothing is killed. Needs root and a cgroup that can be made.
 */

const LIMIT_MB = Number(process.argv[2] ?? 1024)
const FILES = Number(process.argv[3] ?? 4)
const MB = 1024 ** 2
const CGROUP = join('/sys/fs/cgroup/memory', `dossier-footprint-${process.pid}`)

const number = (name: string) => Number(readFileSync(join(CGROUP, name), 'utf8'))
const stat = (name: string) =>
  Number(new RegExp(`^${name} (\\d+)`, 'm').exec(readFileSync(join(CGROUP, 'memory.stat'), 'utf8'))?.[1] ?? 0)
const killed = () => Number(/^oom_kill (\d+)/m.exec(readFileSync(join(CGROUP, 'memory.oom_control'), 'utf8'))?.[1] ?? 0)

mkdirSync(CGROUP)
writeFileSync(join(CGROUP, 'memory.limit_in_bytes'), String(LIMIT_MB * MB))
const dataDir = await aDataDir()
const from = join('/sys/fs/cgroup/memory', /:memory:(.*)/.exec(readFileSync('/proc/self/cgroup', 'utf8'))![1]!)
// What is started while this program is in it stays there.
writeFileSync(join(CGROUP, 'cgroup.procs'), String(process.pid))
const server = await startServer({ dataDir, env: { WORKERS: '1', DATABASE_POOL: '5', CHECK_REPLIES: 'off' } })
writeFileSync(join(from, 'cgroup.procs'), String(process.pid))

let peak = 0
let measuring = true
const watching = (async () => {
  while (measuring) {
    peak = Math.max(peak, stat('total_rss'))
    await sleep(50)
  }
})()

async function fill(person: Person, seed: number): Promise<void> {
  for (let n = 0; n < FILES; n++) {
    const text = `Invoice ${seed}-${n} of the harbour office. The rent of berth ${seed * 31 + n} is ${100 + n} euros a month.`
    if (n % 2) await person.upload(`invoice ${seed}-${n}.pdf`, pdf([text.slice(0, 60)]))
    else await person.upload(`note ${seed}-${n}.txt`, `${text}\n`.repeat(40))
  }
}

const bytesUnder = async (folder: string) =>
  (await filesUnder(folder)).reduce(
    (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.blocks ?? 0) * 512,
    0,
  )

const people: Person[] = []
try {
  for (const count of [1, 10, 100]) {
    peak = 0
    while (people.length < count) {
      const person = await aPerson(server.url)
      people.push(person)
      await fill(person, people.length)
    }
    for (const person of people)
      await until(async () => (await person.get('/v1/processing')).body.pending === 0, 'the files to be read', 900)
    const last = people.at(-1)!
    const found = (await last.get('/v1/search?q=harbour')).body.items.length
    const { body } = await last.post('/v1/ask', { question: `What is the rent of berth ${count * 31}?` })
    await sleep(3000)
    const rest = stat('total_rss')
    console.log(
      `${count} people, ${count * FILES} files: at rest ${(rest / MB).toFixed(0)} MB, peak ${(peak / MB).toFixed(0)} MB of ${LIMIT_MB}; ` +
        `database ${((await bytesUnder(join(dataDir, 'postgres'))) / MB).toFixed(0)} MB, files ${((await bytesUnder(join(dataDir, 'blobs'))) / MB).toFixed(1)} MB; ` +
        `found ${found}, answered ${JSON.stringify(body?.answer ?? body).length > 2}, killed ${killed()}, limit met ${number('memory.failcnt')}`,
    )
  }
  if (killed() > 0) {
    console.log('FAILED: something was killed for memory')
    process.exitCode = 1
  }
} finally {
  measuring = false
  await watching
  await server.stop()
  await sleep(500)
  rmdirSync(CGROUP)
}
