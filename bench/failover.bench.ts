import { setTimeout as sleep } from 'node:timers/promises'
import { aPerson, type Person, until } from '../test/support/client.ts'
import { begin, gather, verify } from '../test/support/mischief.ts'
import { fsck } from '../test/support/processes.ts'
import { startPair } from '../test/support/replica.ts'
import { type RunningServer, startServer } from '../test/support/server.ts'

/**
 * A PostgreSQL that is killed while people change much, and its streaming replica that takes its place under the same address; the
 * service runs on. Synchronous: nothing that was answered is lost. Asynchronous: what the replica had not got is lost, which
 * is counted; all the rest goes on, and in both every job ends and events are told again.
 */

/** Events of one person, over and over from the last one received, as a browser does it. */
function listen(person: Person, url: string) {
  const received = new Set<string>()
  const abort = new AbortController()
  let last = ''
  const listening = (async () => {
    while (!abort.signal.aborted) {
      const headers = { authorization: `Bearer ${person.token}`, ...(last && { 'last-event-id': last }) }
      try {
        const stream = await fetch(`${url}/v1/events`, { headers, signal: abort.signal })
        for await (const text of stream.body!.pipeThrough(new TextDecoderStream())) {
          for (const [, id] of text.matchAll(/^id: ?(.+)$/gm)) last = id!
          for (const [, id] of text.matchAll(/"object_id":"([^"]+)"/g)) received.add(id!)
        }
      } catch {}
      await sleep(200)
    }
  })()
  return {
    received,
    async end() {
      abort.abort()
      await listening
    },
  }
}

async function run(synchronous: boolean): Promise<boolean> {
  const name = synchronous ? 'synchronous' : 'asynchronous'
  const pair = await startPair({ synchronous })
  const env = { DATABASE_URL: pair.url, SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }
  const server: RunningServer = await startServer({ env })
  try {
    const mischief = await gather([server.url], 4)
    const anna = await aPerson(server.url)
    const events = listen(anna, server.url)
    const told = async (file: string) => {
      const { id } = await until(async () => {
        const sent = await anna.send(file, `the text of ${file}`).catch(() => undefined)
        return sent?.status === 201 && (sent.body as { id: string })
      }, 'an upload')
      await until(async () => events.received.has(id), `the event of ${file}`)
    }
    await told('before.txt')
    const stop = begin(mischief)
    await sleep(4000)
    const began = performance.now()
    await pair.failOver()
    await told('after.txt')
    console.log(`${name}: served and told again ${((performance.now() - began) / 1000).toFixed(1)} s after the kill`)
    await sleep(4000)
    await stop()
    const outcome = await verify(mischief).catch((error: Error) => [error.message])
    const { sound, said } = await fsck({ ...env, DATA_DIR: server.dataDir })
    console.log(`${name}: ${mischief.confirmed} calls answered, ${mischief.unknown} not; fsck: ${said}`)
    for (const problem of outcome.slice(0, 20)) console.log(`  ${problem}`)
    await events.end()
    if (!synchronous) {
      console.log(`${name}: ${outcome.length} of ${mischief.confirmed} answered changes were not as answered`)
      return claim(`${name}, the service runs on`, server.process.exitCode === null ? 0 : 1, 0)
    }
    return [claim(`${name}, lost`, outcome.length, 0), claim(`${name}, damage`, sound ? 0 : 1, 0)].every(Boolean)
  } finally {
    await server.stop()
    await pair.stop()
  }
}

function claim(what: string, value: number, most: number): boolean {
  console.log(`ratio ${what} = ${value} (at most ${most}): ${value <= most ? 'ok' : 'FAILED'}`)
  return value <= most
}

const outcomes = []
for (const synchronous of [true, false]) outcomes.push(await run(synchronous))
process.exitCode = outcomes.every(Boolean) ? 0 : 1
