import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '../server/db/connect.ts'
import { startEmbeddedPostgres } from '../server/db/embedded.ts'
import { crash } from '../test/support/agent-crash.ts'
import { aDataDir, ROOT } from '../test/support/server.ts'

/** kill -9 of the agent's worker at random, across pauses, decisions and tools; the limit is nothing double or lost. `--rounds=1000` */

const rounds = Number(process.argv.find(given => given.startsWith('--rounds='))?.slice(9) ?? 1000)
const ROUND = 50

async function run(): Promise<boolean> {
  const dataDir = await aDataDir()
  const cluster = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const connection = connect(cluster.url, { max: 8, onError: () => {} })
  // The built server has the migrations beside it; what is compiled for benches has not.
  const { migrate } = await import(join(ROOT, 'dist/server/db/migrate.js'))
  await migrate(connection.db)
  let [kills, runs, struck] = [0, 0, 0]
  const problems: string[] = []
  while (kills < rounds) {
    const report = await crash(connection.db, cluster.url, Math.min(ROUND, rounds - kills))
    kills += report.kills
    runs += report.runs
    struck += report.struck
    problems.push(...report.problems)
    console.log(
      `${kills}/${rounds} kills, ${runs} runs, ${struck} kills in the middle of work, ${problems.length} problems`,
    )
    for (const problem of report.problems) console.log(`  ${problem}`)
  }
  await connection.close()
  await cluster.stop()
  await rm(dataDir, { recursive: true, force: true })
  console.log(
    `ratio effects double or lost = ${problems.length} (at most 0): ${problems.length === 0 ? 'ok' : 'FAILED'}`,
  )
  return problems.length === 0
}

process.exitCode = (await run()) ? 0 : 1
