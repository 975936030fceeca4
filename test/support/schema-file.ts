import { sql } from 'kysely'
import { type DatabaseConnection, rows } from '../../server/db/connect.ts'

interface Column {
  table: string
  name: string
  type: string
  required: boolean
  hasDefault: boolean
  /** What a check constraint allows, as PostgreSQL writes it down. */
  allowed: string | null
}

/** How values of a PostgreSQL type arrive, by the parsers of db/connect.ts. */
const TYPES: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  numeric: 'string',
  xid8: 'string',
  boolean: 'boolean',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  real: 'number',
  'double precision': 'number',
  bytea: 'Buffer',
  date: 'Date',
  'timestamp with time zone': 'Date',
  jsonb: 'unknown',
}

/** The text of server/db/schema.ts: every table of the migrated database. */
export async function schemaFile(db: DatabaseConnection['db']): Promise<string> {
  const columns = await rows<Column>(
    db,
    sql`select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
        a.attnotnull as required, a.atthasdef or a.attidentity <> '' as "hasDefault",
        (select pg_get_constraintdef(k.oid) from pg_constraint k
          where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
            and pg_get_constraintdef(k.oid) ~ '= ANY' limit 1) as allowed
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped and c.relname not like 'kysely%'
      order by c.relname, a.attnum`,
  )
  const body = [...new Set(columns.map(column => column.table))].map(table => {
    const own = columns.filter(column => column.table === table)
    return `  ${table}: {\n${own.map(column => `    ${column.name}: ${typeOf(column)}\n`).join('')}  }\n`
  })
  return `${HEAD}export interface Schema {\n${body.join('')}}\n`
}

const HEAD = `import type { Generated } from 'kysely'

/** Every table, made from the migrated database: UPDATE_DOCS=1 npx vitest run server/db/schema.test.ts writes it anew. */
`

function typeOf({ name, table, type, required, hasDefault, allowed }: Column): string {
  const [, base = type, array] = /^(.*?)(\[\])?$/.exec(type) ?? []
  const known = TYPES[base]
  if (!known) throw new Error(`${table}.${name} is of type ${type}: say in test/support/schema-file.ts how it arrives`)
  const literals = allowed && [...allowed.matchAll(/'([^']*)'::text/g)].map(([, value]) => `'${value}'`)
  const single = literals ? literals.join(' | ') : known
  const one = array ? `${single}[]` : single
  const nullable = required || one === 'unknown' ? one : `${one} | null`
  return hasDefault ? `Generated<${nullable}>` : nullable
}
