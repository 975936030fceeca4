import { readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import {
  type CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely'
import type { Schema } from '../../server/db/schema.ts'
import { anything, type Chance, type Making, type Module, makeValue, moduleAt, type Node } from './made-up-values.ts'
import { marks, rawOf } from './marked-sql.ts'

/**
 * Every statement that the sources can make. Each template is known by its place; the functions that use templates are called
 * with values made up from their types, again and again, and what they would send is collected instead of sent.
 */

const ROOT = resolve(import.meta.dirname, '../..')

export interface Template {
  place: string
  file: string
  raw: string
}

/** All templates of the server, found by reading its sources. */
export function templatesOf(folder: string): Template[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !/\.(test|contract)\.ts$/.test(name))
    .map(name => join(ROOT, folder, name))
    .flatMap(path => {
      const module = moduleAt(path)
      const file = relative(ROOT, path)
      return tagged(module.body).map(node => ({
        file,
        place: `${file}:${module.text.slice(0, node.start).split('\n').length}`,
        raw: rawOf(node.quasi.quasis.map((quasi: Node) => quasi.value.raw)),
      }))
    })
}

function tagged(node: Node): Node[] {
  if (Array.isArray(node)) return node.flatMap(tagged)
  if (typeof node !== 'object' || node === null) return []
  const inside = Object.values(node).flatMap(tagged)
  return node.type === 'TaggedTemplateExpression' && node.tag.name === 'sql' ? [node, ...inside] : inside
}

/** Which templates a statement is made of. */
export const templatesIn = (statement: string): string[] =>
  [...statement.matchAll(/\/\*@(\d+)\*\//g)].map(([, number]) => marks[Number(number)]!)

export const keyOf = ({ file, raw }: Template): string => `${file}\0${raw}`

/** The template around a position of a statement. */
export function templateAt(statement: string, position: number): string | undefined {
  return templatesIn(statement.slice(0, position)).at(-1)
}

const ROUNDS = 60

/** Calls every exported function of these modules; answers the distinct statements. */
export async function statementsOf(files: string[], seed: number): Promise<Set<string>> {
  const statements = new Set<string>()
  const chance = chanceFrom(seed)
  const db = collecting(statements, chance)
  const { sql } = await import('kysely')
  // Whatever a fragment stands for: a query in brackets, or a table and its rows.
  const fragment = () => (chance.below(2) ? sql`select 1` : sql`objects`)
  const making: Making = {
    chance,
    known: {
      Db: () => db,
      RawBuilder: fragment,
      Fragment: fragment,
      Beside: () => (saved: unknown) => [
        sql`delivered as (select 1 from ${saved}), forwarded as (select 1)`,
        sql`named as (select 1)`,
      ],
      Needs: () => ({ db }),
      Job: () => ({ name: '1', queue: '1', attempts: 1, payload: { parse: (payload: unknown) => payload } }),
      OwnedTable: () =>
        chance.below(2)
          ? { name: 'collections', columns: ['id'], key: ['id'], refers_to: [], self_columns: ['parent_id'] }
          : { name: 'settings', columns: ['timezone'], key: [], refers_to: [], self_columns: [] },
      KeptTable: () =>
        ['tasks', 'calendar_overrides', 'ask_sessions', 'themes', 'tag_colors', 'pins', 'settings'][chance.below(7)],
      Owner: () => (chance.below(2) ? '1' : sql`'1'::uuid`),
    },
  }
  for (const file of files) {
    const module = moduleAt(join(ROOT, file))
    const exported = (await import(join(ROOT, file))) as Record<string, unknown>
    for (const [name, value] of Object.entries(exported)) {
      if (typeof value !== 'function' || /^class\b/.test(String(value))) continue
      const params = parametersOf(module, name)
      for (let round = 0; round < ROUNDS; round++) {
        const args = params.map(param => argument(param, module, making))
        await follow(() => value(...args), db, statements, 0)
      }
    }
  }
  return statements
}

function argument(param: Node, module: Module, making: Making): unknown {
  if (param.type === 'AssignmentPattern' || param.optional) if (making.chance.below(2) === 0) return undefined
  const pattern = param.type === 'AssignmentPattern' ? param.left : param
  return makeValue(pattern.typeAnnotation?.typeAnnotation, module, making)
}

/** What a function answers may be a statement that others run, or an object of functions. */
async function follow(run: () => unknown, db: Kysely<Schema>, statements: Set<string>, depth: number): Promise<void> {
  try {
    const result = await run()
    // What is answered a page at a time sends nothing until somebody reads.
    if (typeof result === 'object' && result !== null && Symbol.asyncIterator in result)
      for await (const _ of result as AsyncIterable<unknown>) break
    if (isFragment(result)) {
      const { sql } = result.compile(db)
      const [begin] = /\w+( as)?/.exec(sql.replaceAll(/\/\*@\d+\*\//g, '')) ?? ['']
      if (/^(select|with|insert|update|delete)\b/.test(begin)) statements.add(sql)
      if (begin.endsWith(' as')) statements.add(`with ${sql} select 1`)
    } else if (typeof result === 'object' && result !== null && depth < 1)
      for (const method of Object.values(result))
        if (typeof method === 'function') await follow(() => method('1', 1, 1), db, statements, depth + 1)
  } catch {
    // Not all values make sense; whether all templates were reached is asked at the end.
  }
}

const isFragment = (value: unknown): value is RawBuilder<unknown> =>
  typeof value === 'object' && value !== null && 'toOperationNode' in value && 'compile' in value

function parametersOf(module: Module, name: string): Node[] {
  for (const statement of module.body) {
    const node = statement.declaration ?? statement
    if (node.type === 'FunctionDeclaration' && node.id?.name === name) return node.params
    const found = node.declarations?.find?.((declaration: Node) => declaration.id.name === name)
    if (found?.init?.params) return found.init.params
  }
  return []
}

function chanceFrom(seed: number): Chance {
  let state = seed
  return {
    below(limit) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      return (state >>> 8) % limit
    },
  }
}

/** A database that notes what it is asked, and answers with no rows or with one of anything. */
function collecting(statements: Set<string>, chance: Chance): Kysely<Schema> {
  const connection = {
    async executeQuery(query: CompiledQuery) {
      statements.add(query.sql)
      return { rows: chance.below(3) === 0 ? [] : [anything()], numAffectedRows: 1n } as never
    },
    streamQuery(): never {
      throw new Error('nothing is streamed')
    },
  }
  const nothing = async () => {}
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: db => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        init: nothing,
        acquireConnection: async () => connection,
        beginTransaction: nothing,
        commitTransaction: nothing,
        rollbackTransaction: nothing,
        releaseConnection: nothing,
        destroy: nothing,
      }),
    },
  })
}
