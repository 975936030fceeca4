import { readFileSync } from 'node:fs'
import {
  aMemoryGroup,
  aSmallDisk,
  bringFiles,
  canMount,
  hasMemoryGroups,
  notReady,
  type Outcome,
  outcomes,
  samePerson,
} from '../test/support/adversity.ts'
import { aPerson, type Person, until } from '../test/support/client.ts'
import { helpersOf, signal } from '../test/support/processes.ts'
import { type RunningServer, startServer } from '../test/support/server.ts'
import { canSpeak, Studio } from '../test/support/speech.ts'

/** Children that are killed, too little memory, no room and no temp folder: no sound file is blamed, and all are read. */

const FILES = 40
const KILLS = 5
/** More than kills: no recording is hit twice. */
const RECORDINGS = 8
const PATIENCE_S = 900
const CALM_MS = 30_000
/** Old documents are read by both. */
const OFFICE = new Set(['reader', 'soffice.bin'])

function claim(name: string, all: Outcome[]): void {
  const left = notReady(all)
  console.log(`${name}: ${all.length - left.length} of ${all.length} ready: ${left.length > 0 ? 'MISSED' : 'ok'}`)
  for (const { filename, status, error } of left) console.log(`  ${filename}: ${status}, ${error}`)
  if (left.length > 0) process.exitCode = 1
}

function kindOf(line: string): string | undefined {
  if (line.includes('bwrap')) return undefined
  return /adapters\/([\w-]+)\/child\.js/.exec(line)?.[1] ?? /(soffice\.bin|tesseract|ffmpeg)/.exec(line)?.[1]
}

async function killed(): Promise<void> {
  const server = await startServer()
  try {
    const anna = await aPerson(server.url)
    const met = new Map<string, number>()
    const seen = new Set<number>()
    let done = false
    let calm = 0
    // Of what is done one after the other, each is hit once at most.
    const kills = { left: Number.POSITIVE_INFINITY }
    const isDue = (pid: number, kind: string) =>
      kills.left > 0 &&
      !seen.has(pid) &&
      (met.get(kind) ?? 0) < KILLS &&
      (!OFFICE.has(kind) || performance.now() >= calm)
    const killer = (async () => {
      while (!done) {
        for (const { pid, line } of helpersOf(server)) {
          const kind = kindOf(line)
          if (!kind || !isDue(pid, kind)) continue
          // An old document takes long, and is begun again at once: it must not be hit a second time.
          if (OFFICE.has(kind)) calm = performance.now() + CALM_MS
          seen.add(pid)
          met.set(kind, (met.get(kind) ?? 0) + 1)
          kills.left -= 1
          signal(pid, 'SIGKILL')
          break
        }
        // Never twice on one file: the next one has begun.
        await new Promise(resolve => setTimeout(resolve, 1500))
      }
    })()
    await bringFiles(anna, FILES)
    const recordings = canSpeak ? await bringSpeech(anna) : []
    await outcomes(anna, PATIENCE_S)
    const tasks = await work(anna, recordings, kills)
    const all = await outcomes(anna, PATIENCE_S)
    done = true
    await killer
    console.log(`killed: ${[...met].map(([kind, n]) => `${kind} ${n}`).join(', ')}`)
    claim('children killed', all)
    claim('operations whose children were killed', tasks)
  } finally {
    await server.stop()
  }
}

/** What is done to files that were read, one after the other: PDF operations, speakers and questions. */
async function work(person: Person, recordings: string[], kills: { left: number }): Promise<Outcome[]> {
  const told: Outcome[] = []
  const { items } = (await person.get('/v1/objects?limit=200')).body as { items: { id: string; filename: string }[] }
  const papers = items.filter(({ filename }) => filename.endsWith('.pdf'))
  const follow = async (filename: string, status: string) => {
    const task = await until(
      async () => {
        const { body } = await person.get(status)
        return body.done && body
      },
      filename,
      PATIENCE_S,
    )
    told.push({ filename, status: task.ok ? 'ready' : 'failed', error: JSON.stringify(task) })
  }
  for (let n = 0; n < 3 * KILLS; n++) {
    kills.left = 1
    const { id, filename } = papers[n % papers.length]!
    const { body } = await person.post(`/v1/objects/${id}/pdf/watermark`, { text: `Draft ${n}` })
    await follow(`watermark ${n} of ${filename}`, `/v1/objects/${id}/pdf-status/${body.task_id}`)
    kills.left = 1
    const { status } = await person.post('/v1/ask', { query: `What does the contract say about term ${n}?` })
    told.push({ filename: `question ${n}`, status: status === 200 ? 'ready' : 'failed', error: `HTTP ${status}` })
  }
  for (const id of recordings) {
    kills.left = 1
    const { body } = await person.post(`/v1/objects/${id}/diarize`, { speakers: 2 })
    await follow(`speakers of ${id}`, `/v1/objects/${id}/diarize-status/${body.task_id}`)
  }
  return told
}

async function bringSpeech(person: Person): Promise<string[]> {
  const studio = new Studio()
  const ids: string[] = []
  for (let n = 0; n < RECORDINGS; n++) {
    const file = studio.speak(`This is the recording number ${n}. It was made for a test.`)
    ids.push((await person.upload(`speech ${n}.wav`, readFileSync(file) as Buffer<ArrayBuffer>)).id)
  }
  return ids
}

async function shortOfMemory(): Promise<void> {
  if (!hasMemoryGroups) return console.log('SKIPPED: this machine gives no memory groups')
  const group = aMemoryGroup(700)
  let server: RunningServer = await startServer()
  const dataDir = server.dataDir
  try {
    group.take(server)
    const anna = await aPerson(server.url)
    await bringFiles(anna, FILES / 2).catch(error => console.log(`  an upload: ${error.message}`))
    await outcomes(anna, 180).catch(error => console.log(`  in 700 MB: ${error.message}`))
    console.log(`  killed for want of memory: ${group.kills()}`)
    group.lift()
    if (server.process.exitCode !== null) server = await startServer({ dataDir })
    const person = samePerson(server, anna)
    await person.post('/v1/processing/retry-failed')
    claim('700 MB of memory, then more', await outcomes(person, PATIENCE_S))
  } finally {
    await server.stop()
    group.remove()
  }
}

async function withoutTempFolder(): Promise<void> {
  const server = await startServer({ env: { TMPDIR: '/nowhere/at/all' } })
  try {
    const anna = await aPerson(server.url)
    await bringFiles(anna, FILES)
    claim('no temp folder', await outcomes(anna, PATIENCE_S))
  } finally {
    await server.stop()
  }
}

async function fullDisk(): Promise<void> {
  if (!canMount) return console.log('SKIPPED: this machine gives no mounts')
  const disk = await aSmallDisk(500)
  let server = await startServer({ dataDir: disk.folder })
  try {
    const anna = await aPerson(server.url)
    await bringFiles(anna, FILES)
    await disk.fill()
    await new Promise(resolve => setTimeout(resolve, 20_000))
    const health = await anna.get('/health/deep').catch(() => undefined)
    console.log(`  while it is full: /health/deep ${health?.status ?? 'no answer'}`)
    disk.free()
    if (server.process.exitCode !== null) {
      console.log(`  the service stopped: ${server.output().trim().split('\n').at(-1)?.slice(0, 300)}`)
      server = await startServer({ dataDir: disk.folder })
    }
    claim('a full disk, then room', await outcomes(samePerson(server, anna), PATIENCE_S))
  } finally {
    await server.stop({ keep: true })
    disk.remove()
  }
}

const scenes = { killed, memory: shortOfMemory, temp: withoutTempFolder, disk: fullDisk }
const only = process.argv[2]
for (const [name, scene] of Object.entries(scenes)) if (!only || only === name) await scene()
