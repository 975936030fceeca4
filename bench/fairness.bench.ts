import { setTimeout as sleep } from 'node:timers/promises'
import { aPerson, type Person } from '../test/support/client.ts'
import { startServer } from '../test/support/server.ts'

/** What one user waits for the list and for a search while another pours files in: npm run bench -- fairness [files] [clients]. */

const FILES = Number(process.argv[2] ?? 3_000)
const CLIENTS = Number(process.argv[3] ?? 4)
const OWN_FILES = 100
const IDLE_MS = 20_000
const EVERY_MS = 25
const MOST = 3
/** Below this nobody notices. */
const FLOOR_MS = 50

const ASKED = { list: '/v1/objects', search: '/v1/search?q=friday' }

type Waits = Record<keyof typeof ASKED, number>

async function p99While(person: Person, work: Promise<unknown>): Promise<Waits> {
  let isDone = false
  const ended = work.finally(() => {
    isDone = true
  })
  const p99 = async (path: string) => {
    const times: number[] = []
    while (!isDone) {
      const began = performance.now()
      const { status } = await person.get(path)
      if (status !== 200) throw new Error(`answered ${status}`)
      times.push(performance.now() - began)
      await sleep(EVERY_MS)
    }
    return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
  }
  const [list, search] = await Promise.all([p99(ASKED.list), p99(ASKED.search), ended])
  return { list, search }
}

/** All of them sent by several clients at once, and read. */
async function pour(person: Person): Promise<void> {
  let next = 0
  const client = async () => {
    while (next < FILES) {
      const n = next++
      await person.upload(
        `poured ${n}.txt`,
        `Note ${n}. The parcel of order ${n * 7} comes on Friday, says the sender.`,
      )
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  while ((await person.get('/v1/processing')).body.pending > 0) await sleep(250)
}

const server = await startServer({ env: { CHECK_REPLIES: 'off' } })
try {
  const [anna, bert] = [await aPerson(server.url), await aPerson(server.url)]
  for (let n = 0; n < OWN_FILES; n++) {
    const { id } = await anna.upload(`letter ${n}.txt`, `Letter ${n}: come on Friday.`)
    await anna.read(id)
  }
  const idle = await p99While(anna, sleep(IDLE_MS))
  const began = performance.now()
  const beside = await p99While(anna, pour(bert))
  console.log(`${FILES} files of another were sent and read in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  for (const name of Object.keys(ASKED) as (keyof Waits)[]) {
    const ratio = beside[name] / Math.max(FLOOR_MS, idle[name])
    console.log(`${name}: p99 ${idle[name].toFixed(0)} ms idle, ${beside[name].toFixed(0)} ms beside it`)
    console.log(
      `ratio ${name} beside = ${ratio.toFixed(2)} (at most ${MOST.toFixed(2)}): ${ratio > MOST ? 'MISSED' : 'ok'}`,
    )
    if (ratio > MOST) process.exitCode = 1
  }
} finally {
  await server.stop()
}
