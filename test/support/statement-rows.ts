import { createReadStream, statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { type Json, until } from './client.ts'

/** How many rows each statement of a server has read, as the private PostgreSQL itself writes it into its log. */

export interface RowsRead {
  query: string
  rows: number
}

/** For connections that are made from now on; not for those that say otherwise (`EXPLAIN_NOTHING`). */
export async function explainAll(sql: pg.Client): Promise<void> {
  const { rows } = await sql.query('select current_database() as name')
  const settings = {
    session_preload_libraries: "'auto_explain'",
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
  }
  for (const [name, value] of Object.entries(settings))
    await sql.query(`alter database "${rows[0].name}" set ${name} = ${value}`)
}

export const EXPLAIN_NOTHING = 'set auto_explain.log_min_duration = -1'

/** What was read since the call before. */
export function readingLog(dataDir: string): () => Promise<RowsRead[]> {
  const path = join(dataDir, 'postgres/postgres.log')
  let from = statSync(path).size
  return async () => {
    const { plans, length } = await until(async () => {
      const part = await text(createReadStream(path, { start: from }))
      // Plans are written over several lines that begin with a tab; the last one may still be under way.
      const found = [...part.matchAll(/plan:\n((?:\t.*\n)+)/g)].map(([, json]) => parsed(json!))
      return found.every(plan => plan) && { plans: found, length: Buffer.byteLength(part) }
    }, 'the plans to be written')
    from += length
    return plans.map(plan => ({ query: plan['Query Text'], rows: rowsOf(plan.Plan) }))
  }
}

function parsed(json: string): Json {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Rows that the scans of a plan took from tables and indexes, whether they were used or not; a bitmap gathers all before the first. */
function rowsOf(node: Json): number {
  const loops = node['Actual Loops'] ?? 1
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const own =
    node['Relation Name'] || node['Node Type'] === 'Bitmap Index Scan'
      ? ((node['Actual Rows'] ?? 0) + removed) * loops
      : 0
  return own + (node.Plans ?? []).reduce((sum: number, child: Json) => sum + rowsOf(child), 0)
}
