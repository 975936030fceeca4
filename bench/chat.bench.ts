import { furnish, ROWS, tryRow } from '../test/support/chat-table.ts'
import { aPerson } from '../test/support/client.ts'
import { startServer } from '../test/support/server.ts'

/**
 * 120 commands in both languages, a third of them in two steps or fitting several files: each is done right or asked about, none
 * is carried out wrongly, and each change is undone from the message.
 */

const server = await startServer({ env: { RATE_LIMITS: 'off' } })
const anna = await aPerson(server.url)
await furnish(anna)
const wrong: string[] = []
for (const row of ROWS) {
  const fault = await tryRow(anna, row)
  if (fault) wrong.push(`${row.text}: ${fault}`)
}
const hard = ROWS.filter(({ kind }) => kind !== 'one').length
console.log(
  `${ROWS.length} commands, ${hard} in steps or fitting several files: ${ROWS.length - wrong.length} right and undone`,
)
for (const line of wrong) console.log(`  ${line}`)
await server.stop()
if (wrong.length > 0) process.exitCode = 1
