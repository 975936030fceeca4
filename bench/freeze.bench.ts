import { aPerson, type Person } from '../test/support/client.ts'
import { hostileInputs } from '../test/support/hostile-inputs.ts'
import { longestTurn, sharePlace, watching } from '../test/support/loop.ts'
import { startServer } from '../test/support/server.ts'

/** Hostile and huge inputs one after the other, while somebody else looks at /health and at their own list. */

const TURN_LIMIT_S = 0.2
const TIMES_IDLE = 10
const FLOOR_MS = 50
const NEVER_MS = 1000
const IDLE_MS = 4000

const only = process.argv[2]
const server = await startServer({ env: { LOG_LEVEL: 'warn' } })
const failures: string[] = []
try {
  const attacker = await aPerson(server.url)
  const victim = await aPerson(server.url)
  for (let n = 0; n < 20; n++) await victim.upload(`note ${n}.txt`, `Письмо ${n}`)
  const place = { base: server.url, share: await sharePlace(await aPerson(server.url)) }
  const idle = await watching(server.url, victim, () => new Promise(resolve => setTimeout(resolve, IDLE_MS)))
  console.log(`idle: health p99 ${idle.health.p99.toFixed(1)} ms, list p99 ${idle.list.p99.toFixed(1)} ms`)
  let worst = await longestTurn(server.url)
  const all = { health: [] as number[], list: [] as number[] }
  for (const input of hostileInputs()) {
    if (only && !input.name.includes(only)) continue
    const began = performance.now()
    const seen = await watching(server.url, victim, async () => {
      await input.run(attacker, place).catch(error => failures.push(`${input.name}: ${error.message}`))
      await settled(attacker)
    })
    all.health.push(...seen.health.all)
    all.list.push(...seen.list.all)
    const turn = await longestTurn(server.url)
    const grown = turn.cpu > worst.cpu ? `  longest turn now ${(turn.cpu * 1000).toFixed(0)} ms of processor` : ''
    worst = turn
    const took = ((performance.now() - began) / 1000).toFixed(1)
    console.log(
      `${input.name}: ${took} s, health most ${seen.health.most.toFixed(0)} ms, list most ${seen.list.most.toFixed(0)} ms${grown}`,
    )
  }
  const p99 = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0
  claim('longest turn of the main thread, of 200 ms of processor', worst.cpu / TURN_LIMIT_S)
  claim('p99 of /health, of ten times idle', p99(all.health) / Math.max(FLOOR_MS, TIMES_IDLE * idle.health.p99))
  claim("p99 of another's list, of ten times idle", p99(all.list) / Math.max(FLOOR_MS, TIMES_IDLE * idle.list.p99))
  claim('the longest wait of anybody, of a second', Math.max(...all.health, ...all.list) / NEVER_MS)
} finally {
  for (const failure of failures) console.log(`FAILED ${failure}`)
  const held = server
    .output()
    .split('\n')
    .filter(line => line.includes('event loop was held'))
  for (const line of held.slice(0, 20)) console.log(line.slice(0, 900))
  await server.stop()
}

function claim(name: string, ratio: number) {
  console.log(`ratio ${name} = ${ratio.toFixed(2)} (at most 1.00): ${ratio > 1 ? 'MISSED' : 'ok'}`)
  if (ratio > 1) process.exitCode = 1
}

/** What was sent is read, described and indexed before the next comes. */
async function settled(person: Person): Promise<void> {
  for (let look = 0; look < 600; look++) {
    const { body } = await person.get('/v1/processing')
    if (body?.pending === 0) return
    await new Promise(resolve => setTimeout(resolve, 250))
  }
}
