import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aDatabase } from './support/database.ts'
import { keyOf, statementsOf, templateAt, templatesIn, templatesOf } from './support/statements.ts'

/** Every piece of SQL in the sources, prepared by the real database: a column that was renamed names its places here. */

vi.mock('kysely', async original => {
  const kysely = await original<typeof import('kysely')>()
  const { marking } = await import('./support/marked-sql.ts')
  return { ...kysely, sql: marking(kysely.sql) }
})

let database: Awaited<ReturnType<typeof aDatabase>>
let client: pg.Client
beforeAll(async () => {
  database = await aDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.close()
})

/** Pieces put together in a way that the code never does. */
const SYNTAX_ERROR = '42601'

const unmarked = (statement: string) => statement.replaceAll(/\/\*@\d+\*\//g, '')
const OF_CURSORS = /^\s*(fetch|close) /
const DECLARING = /^(\s*(?:\/\*@\d+\*\/)?\s*)declare .*? cursor for/

const templates = templatesOf('server')
const placesOf = (key: string) => templates.filter(template => keyOf(template) === key).map(({ place }) => place)

test('every statement can be prepared, and every template is in one of them', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const prepared = new Set<string>()
  const refused = new Set<string>()
  const missed = () => templates.filter(template => !prepared.has(keyOf(template)))
  // What is behind a rare choice of values takes more of them.
  for (let seed = 1; seed <= 10 && missed().length > 0; seed++)
    for (const statement of await statementsOf([...new Set(missed().map(({ file }) => file))], seed)) {
      // What a cursor reads is a statement; moving and closing it is none.
      const error = OF_CURSORS.test(unmarked(statement)) ? undefined : await prepare(statement.replace(DECLARING, '$1'))
      if (error) for (const complaint of complaintsOf(statement, error)) refused.add(complaint)
      else for (const key of templatesIn(statement)) prepared.add(key)
    }
  expect([...refused].sort()).toEqual([])
  expect(missed().map(({ place }) => place)).toEqual([])
  expect(templates.length).toBeGreaterThan(500)
})

function complaintsOf(statement: string, error: pg.DatabaseError): string[] {
  if (error.code === SYNTAX_ERROR) return []
  const at = templateAt(statement, Number(error.position ?? PREPARE.length) - PREPARE.length)
  // A fragment that was made up may not fit where it was put; it has no place.
  return at ? placesOf(at).map(place => `${place}: ${error.message}`) : [`${statement}: ${error.message}`]
}

const PREPARE = 'prepare it as '

async function prepare(statement: string): Promise<pg.DatabaseError | undefined> {
  try {
    await client.query(PREPARE + statement)
    await client.query('deallocate it')
    return undefined
  } catch (error) {
    return error as pg.DatabaseError
  }
}
