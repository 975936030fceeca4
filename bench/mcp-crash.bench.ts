import { mcpCrash } from '../test/support/mcp-crash.ts'

/** Removing calls over MCP while the service is killed with -9; the limit is nothing early, double or lost. `--calls=100` */

const given = (name: string, usual: number) =>
  Number(process.argv.find(each => each.startsWith(`--${name}=`))?.slice(name.length + 3) ?? usual)

const { calls, kills, early, wrong } = await mcpCrash(given('calls', 100), given('kills', 40))
console.log(`${calls} calls, ${kills} kills, ${early} before the yes, ${wrong.length} not exactly once after it`)
for (const each of wrong) console.log(`  ${JSON.stringify(each)}`)
const bad = early + wrong.length
console.log(`ratio effects early, double or lost = ${bad} (at most 0): ${bad === 0 ? 'ok' : 'FAILED'}`)
process.exitCode = bad === 0 ? 0 : 1
