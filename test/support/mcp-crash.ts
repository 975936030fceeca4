import { setTimeout as sleep } from 'node:timers/promises'
import { aPerson, type Json, Person, until } from './client.ts'
import { callTool, mcpClient, sayInPage, tokenOf } from './mcp.ts'
import { aDataDir, type RunningServer, startServer } from './server.ts'

export interface Report {
  calls: number
  kills: number
  /** Done before anybody said yes. */
  early: number
  /** Not exactly once after the yes. */
  wrong: Json[]
}

/**
 * Calls that remove a file are asked for again and again while the service is killed with -9 between them: before the yes, at the
 * yes, and after it. The ledger says how often each was carried out.
 */
export async function mcpCrash(calls: number, kills: number): Promise<Report> {
  const dataDir = await aDataDir()
  let server: RunningServer = await startServer({ dataDir })
  const report: Report = { calls, kills: 0, early: 0, wrong: [] }
  try {
    const first = await aPerson(server.url)
    const token = await tokenOf(first)
    const person = () => new Person(first.email, first.password, first.token, first.id, server.url)
    const files: string[] = []
    for (let n = 0; n < calls; n++) files.push((await first.upload(`file ${n}.txt`, `text ${n}`)).id)
    const due = (n: number) => n % Math.max(1, Math.floor((2 * calls) / kills)) === 0
    const again = async () => {
      await server.kill()
      report.kills++
      server = await startServer({ dataDir })
    }
    const ask = async (id: string) =>
      (await callTool(await mcpClient(token, server.url), 'trash_file', { object_id: id })).structuredContent
    const runs = new Map<string, string>()
    for (const [n, id] of files.entries()) {
      const asked = [ask(id), ask(id), ask(id)].map(promise => promise.catch(() => undefined))
      if (due(n)) {
        await sleep(Math.random() * 60)
        await again()
      }
      await Promise.all(asked)
      const reply = await ask(id)
      if (reply.status !== 'waiting') report.wrong.push({ id, told: reply })
      runs.set(id, reply.run_id)
    }
    for (const id of files) if ((await person().get(`/v1/objects/${id}`)).status !== 200) report.early++
    for (const [n, id] of files.entries()) {
      const yes = sayInPage(person(), runs.get(id)!, true).catch(() => 0)
      if (due(n)) {
        await sleep(Math.random() * 60)
        await again()
      }
      await yes
      // Where the kill came before the yes was received, it is sent again; a second yes is refused.
      if ((await ask(id)).status === 'waiting') await sayInPage(person(), runs.get(id)!, true)
      const reply = await until(async () => {
        const state = await ask(id)
        return state.status === 'done' && state
      }, 'the outcome')
      if (reply.run_id !== runs.get(id)) report.wrong.push({ id, told: reply })
    }
    const { body } = await person().get('/v1/changes?by=agent&limit=200')
    for (const id of files) {
      const done = body.items.filter(({ object_id, field }) => object_id === id && field === 'trashed')
      if (done.length !== 1) report.wrong.push({ id, done: done.length })
    }
    return report
  } finally {
    await server.stop()
  }
}
