#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { COMMANDS, UsageError } from './commands.js'
import { DossierError } from './index.js'

const USAGE = `dossier login URL < token            keep address and token (mode 0600)
dossier put PATH... [--into FOLDER]   bring files and folders; safe to repeat
dossier get ID|FOLDER/NAME [--output PATH]
dossier ls [FOLDER]
dossier search WORDS...
dossier ask QUESTION...
dossier watch FOLDER [--into FOLDER] [--every SECONDS] [--once]
dossier export [--output PATH]
--json prints results as JSON, one to a line. Exit codes: 0 done, 1 failed in part or not found, 2 wrong use, 3 refused, 4 no connection.`

/** Bytes so far, on a terminal only. */
function progressLine() {
  let bytes = 0
  let last = 0
  return added => {
    bytes += added
    if (!process.stderr.isTTY || Date.now() - last < 200) return
    last = Date.now()
    process.stderr.write(`\r${(bytes / 1024 / 1024).toFixed(1)} MB `)
  }
}

async function run() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      into: { type: 'string' },
      output: { type: 'string', short: 'o' },
      every: { type: 'string' },
      once: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const [name, ...rest] = positionals
  if (values.help) return void console.log(USAGE)
  const command = Object.hasOwn(COMMANDS, name ?? '') ? COMMANDS[name] : undefined
  if (!command) throw new UsageError(USAGE)
  const tell = told => {
    if (values.json) console.log(JSON.stringify(told))
    else if (told.state !== 'present')
      console.error(`${told.state}\t${told.path}${told.error ? `: ${told.error}` : ''}`)
  }
  const { text, ...result } = await command({ ...values, rest, tell, progress: progressLine() })
  if (process.stderr.isTTY) process.stderr.write('\r')
  console.log(values.json ? JSON.stringify(result) : text)
  if (result.failed) process.exitCode = 1
}

function codeOf(error) {
  if (error instanceof UsageError || error.code?.startsWith?.('ERR_PARSE_ARGS')) return 2
  if (error instanceof DossierError) return error.status === 401 || error.status === 403 ? 3 : 1
  return error instanceof TypeError && error.message === 'fetch failed' ? 4 : 1
}

run().catch(error => {
  console.error(
    error instanceof TypeError && error.message === 'fetch failed' ? 'The server does not answer.' : error.message,
  )
  process.exitCode = codeOf(error)
})
