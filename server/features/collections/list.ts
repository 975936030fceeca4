import type { Actor, Needs } from '../../context.ts'
import { invalid } from '../../lib/errors.ts'
import { getCollection } from './change.ts'
import { asTree } from './present.ts'
import { type Collection, listCollections, pageOfCollections } from './queries.ts'

const DEFAULT_LIMIT = 200

export interface FoldersAsked {
  /** `root` is the top. */
  parent_id?: string
  limit?: number
  cursor?: string
}

export interface Folders {
  items: Collection[]
  next_cursor: string | null
}

/** The whole tree, or a page of one level, or a page of all. */
export async function listFolders(context: Needs<'db'>, actor: Actor, asked: FoldersAsked): Promise<Folders> {
  const { parent_id, limit = DEFAULT_LIMIT, cursor } = asked
  if (parent_id === undefined && asked.limit === undefined && cursor === undefined)
    return { items: asTree(await listCollections(context.db, actor)), next_cursor: null }
  const parent = parent_id === 'root' ? null : parent_id
  if (parent) await getCollection(context, actor, parent)
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const found = await pageOfCollections(context.db, actor, { parent, after, limit: limit + 1 })
  const items = found.slice(0, limit)
  const last = found.length > limit ? items.at(-1) : undefined
  return { items, next_cursor: last ? writeCursor(last) : null }
}

const writeCursor = ({ name, id }: Collection): string =>
  Buffer.from(JSON.stringify({ name, id })).toString('base64url')

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/

function readCursor(text: string): { name: string; id: string } {
  try {
    const { name, id } = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (typeof name === 'string' && !name.includes('\0') && UUID.test(id)) return { name, id }
  } catch {
    // Falls through to the one answer for every cursor that we did not make.
  }
  throw invalid(
    ['query', 'cursor'],
    'value_error',
    {
      en: 'The cursor does not belong to this list. Begin again without it.',
      ru: 'Курсор не от этого списка. Начните без него.',
    },
    text,
  )
}
