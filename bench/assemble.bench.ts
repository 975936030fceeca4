import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { aPerson, type Person, until } from '../test/support/client.ts'
import { aPdf, numberedPages } from '../test/support/pdf.ts'
import { startServer } from '../test/support/server.ts'
import type { Schemas } from '../web/api/openapi.ts'

/** Two hundred files into one: the memory of the service and of each of its children, beside that of twenty files. */

const [FEW, MANY] = [20, 200]
const server = await startServer()

/** The resident memory of the service, and of its largest child, in megabytes. */
function memory(): { service: number; child: number } {
  const found = { service: 0, child: 0 }
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      const mb = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
      if (Number(pid) === server.process.pid) found.service = mb
      else if (status.includes(`PPid:\t${server.process.pid}\n`) && !/^Name:\s+postgres/m.test(status))
        found.child = Math.max(found.child, mb)
    } catch {}
  }
  return found
}

async function assemble(person: Person, ids: string[]) {
  const peak = { service: 0, child: 0 }
  const began = performance.now()
  const watch = setInterval(() => {
    const now = memory()
    peak.service = Math.max(peak.service, now.service)
    peak.child = Math.max(peak.child, now.child)
  }, 50)
  const { body } = await person.post('/v1/objects/assemble', { object_ids: ids, sort: 'order' })
  const record = await until(
    async () => {
      const now = (await person.get(`/v1/tasks-status/${body.task_id}`)).body
      return now.done && now
    },
    'the assembly',
    600,
  )
  clearInterval(watch)
  const { skipped } = record.report as Schemas['AssemblyReport']
  if (!record.ok || skipped.length > 0) throw new Error(JSON.stringify(record))
  return { ...peak, seconds: (performance.now() - began) / 1000 }
}

let isMissed = false
try {
  const anna = await aPerson(server.url)
  const ids: string[] = []
  for (let n = 0; n < MANY; n++) {
    const picture = await sharp({
      create: {
        width: 1600,
        height: 1200,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 9 },
      },
    })
      .jpeg()
      .withMetadata({ density: 72 + n })
      .toBuffer()
    const file = n % 4 === 0 ? new Uint8Array(picture) : aPdf(numberedPages(10 + (n % 7)))
    ids.push((await anna.upload(n % 4 === 0 ? `p${n}.jpg` : `f${n}.pdf`, file)).id)
  }
  for (const id of ids) await anna.read(id, 300)
  await assemble(anna, ids.slice(0, FEW))
  const few = await assemble(anna, ids.slice(0, FEW))
  const many = await assemble(anna, ids)
  for (const [count, made] of [
    [FEW, few],
    [MANY, many],
  ] as const)
    console.log(
      `${count} files: ${made.seconds.toFixed(1)} s, the service ${made.service.toFixed(0)} MB at most, its largest child ${made.child.toFixed(0)} MB`,
    )
  for (const part of ['service', 'child'] as const) {
    const ratio = many[part] / few[part]
    isMissed ||= ratio > 1.5
    console.log(`  ratio of the ${part} = ${ratio.toFixed(2)} (at most 1.50): ${ratio > 1.5 ? 'MISSED' : 'ok'}`)
  }
} finally {
  await server.stop()
}
process.exitCode = isMissed ? 1 : 0
