// A process that works on the runs of a database until it is killed: the product's own loop, with a model that says what it is
// told. Started with the folder of the compiled server and the address of the database.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const [, , folder, url] = process.argv
const from = path => import(join(folder, path))
const { connect } = await from('db/connect.js')
const { createSignals } = await from('context.js')
const { readConfig } = await from('config.js')
const { readTables } = await from('tables.js')
const { performRun } = await from('features/agent/runs/perform.js')
const { sql } = await import('kysely')

const connection = connect(url, { max: 6, onError: () => {} })
const config = readConfig({ LLM_BASE_URL: 'http://model.invalid/v1', LLM_MODEL: 'm' })
const log = { debug() {}, info() {}, warn() {}, error() {} }

/** First four calls, two of which wait for a yes; then a word at the end. */
async function generate(_, { messages }) {
  const used = { prompt_tokens: 1000, completion_tokens: 100 }
  const asked = messages.findLast(message => message.role === 'user').content
  const done = messages.some(message => message.role === 'tool')
  if (done) return { text: 'All of it is decided.', toolCalls: [], used, model: 'm' }
  const [, name, object_id] = /^(\S+) (\S+)/.exec(asked)
  const call = (tool, input) => ({ id: tool, name: tool, input, invalid: false })
  const toolCalls = [
    call('create_task', { title: name }),
    call('create_event', { title: name, starts_at: '2027-01-01T10:00:00' }),
    call('trash_file', { object_id }),
    call('share_file', { object_id }),
  ]
  return { text: 'I will do four things.', toolCalls, used, model: 'm' }
}

const context = {
  config,
  log,
  db: connection.db,
  signals: createSignals(),
  models: { generate },
  secrets: { keyIds: ['k'], seal: text => `sealed ${text}`, open: text => text.slice(7) },
  passwords: { hash: async text => text },
  tables: await readTables(config),
}

process.send?.('ready')
const busy = new Set()
for (;;) {
  const { rows } = await sql`select owner_id, id from agent_runs where status = 'running' limit 20`.execute(context.db)
  for (const { owner_id: ownerId, id } of rows) {
    if (busy.has(id)) continue
    busy.add(id)
    performRun(context, id, { ownerId, signal: new AbortController().signal })
      .catch(error => console.error(error))
      .finally(() => busy.delete(id))
  }
  await sleep(5)
}
