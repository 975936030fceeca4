/** @module-tag long */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { startEmbeddedPostgres } from '../server/db/embedded.ts'
import { aPerson, type Json, Person, until } from './support/client.ts'
import { aLongText } from './support/pdf-samples.ts'
import { fsck, killTree, queryOnce } from './support/processes.ts'
import { aDataDir, startServer } from './support/server.ts'
import { sampled } from './support/whole.ts'

vi.setConfig({ testTimeout: 240_000 })

const at = (person: Person, url: string) => new Person(person.email, person.password, person.token, person.id, url)

test('kill -9 in the middle of a task: exactly one result, and nothing half-made', async ({ onTestFinished }) => {
  const dataDir = await aDataDir()
  let server = await startServer({ dataDir })
  const folder = mkdtempSync(join(tmpdir(), 'dossier-crash-'))
  onTestFinished(async () => {
    await server.stop({ keep: true })
    await rm(dataDir, { recursive: true, force: true })
    rmSync(folder, { recursive: true })
  })
  const { url } = await startEmbeddedPostgres({ dataDir, log: () => {} })
  let anna = await aPerson(server.url)
  const { id } = await anna.upload('long.pdf', aLongText(sampled(15, 40)))
  await anna.read(id)
  const box = { x0: 0.1, y0: 0.1, x1: 0.3, y1: 0.15 }
  const boxes = Array.from({ length: 3 }, (_, n) => ({ page: n + 1, ...box }))
  for (const [op, body] of [['redact', { boxes }]] as const) {
    const { body: accepted } = await anna.post(`/v1/objects/${id}/pdf/${op}`, body)
    const task = accepted.task_id
    const jobs = () => queryOnce(url, `select state from jobs where id = '${task}'`)
    await until(async () => /STARTED|SUCCESS/.test(String((await jobs())[0]?.state)), 'the task to begin')
    await killTree(server)
    server = await startServer({ dataDir })
    anna = at(anna, server.url)
    const record: Json = await until(
      async () => {
        const now = (await anna.get(`/v1/objects/${id}/pdf-status/${task}`)).body
        return now.done && now
      },
      `${op} after the crash`,
      120,
    )
    expect({ op, ...record }).toMatchObject({ op, ok: true })
    expect(record.object_ids).toHaveLength(1)
    const { items } = (await anna.get('/v1/objects')).body
    expect(items.map(item => item.id).toSorted()).toEqual([id, record.object_ids[0]].toSorted())
    const answer = await fetch(`${server.url}/v1/objects/${record.object_ids[0]}/content`, {
      headers: { authorization: `Bearer ${anna.token}` },
    })
    const path = join(folder, `${op}.pdf`)
    writeFileSync(path, Buffer.from(await answer.arrayBuffer()))
    expect(spawnSync('qpdf', ['--check', path]).status).toBe(0)
    await anna.delete(`/v1/objects/${record.object_ids[0]}`)
    await anna.delete(`/v1/objects/${record.object_ids[0]}/permanent`)
  }
  expect(await fsck({ DATA_DIR: dataDir })).toMatchObject({ sound: true })
  expect(readdirSync(folder)).toHaveLength(1)
})
