import type { Actor, Needs } from '../../context.ts'
import { isId, isPlainText, readCursor, writeCursor } from '../../lib/cursor.ts'
import { getCollection } from './change.ts'
import {
  collectionsById,
  collectionsNamed,
  type FolderPage,
  listCollections,
  pageOfCollections,
  withAllAbove,
} from './listing/queries.ts'
import { asTree } from './present.ts'
import type { Collection } from './queries.ts'

const DEFAULT_LIMIT = 200

type FolderPlace = Pick<Collection, 'name' | 'id'>

const isFolderPlace = ({ name, id }: FolderPlace) => isPlainText(name) && isId(id)

export interface FoldersAsked {
  /** `root` is the top. */
  parent_id?: string
  /** At the top, what was put into this theme; `none`: into none. */
  theme_id?: string
  limit?: number
  cursor?: string
  /** Exactly these. */
  ids?: string[]
  /** And all above them. */
  above?: boolean
  /** Words of the name. */
  q?: string
  /** The whole name, within one folder or at the top. */
  name?: string
  hidden?: 'only'
  /** This one and all below it. */
  within?: string
}

export interface Folders {
  items: Collection[]
  next_cursor: string | null
}

/** The whole tree, or a page of one level, or a page of all; or those that are asked for by id or by name. */
export async function listFolders(context: Needs<'db'>, actor: Actor, asked: FoldersAsked): Promise<Folders> {
  if (asked.within) {
    const { within, limit = DEFAULT_LIMIT, ...rest } = asked
    return listFolders(context, await boundTo(context, actor, within), { ...rest, limit })
  }
  if (asked.ids) return { items: await foldersAsked(context, actor, asked.ids, asked.above), next_cursor: null }
  if (Object.values(asked).every(value => value === undefined))
    return { items: await asTree(await listCollections(context.db, actor)), next_cursor: null }
  const { limit = DEFAULT_LIMIT, q } = asked
  // Which of their folders are in which theme is not told to others.
  const page = pageAsked(actor.guest ? { ...asked, theme_id: undefined } : asked)
  if (page.parent) await getCollection(context, actor, page.parent)
  if (q?.trim()) {
    const words = q.split(/[\s/]+/).filter(Boolean)
    const items = words.length > 0 ? await collectionsNamed(context.db, actor, words, { ...page, limit }) : []
    return { items, next_cursor: null }
  }
  const found = await pageOfCollections(context.db, actor, { ...page, limit: limit + 1 })
  const items = found.slice(0, limit)
  const last = found.length > limit ? items.at(-1) : undefined
  return { items, next_cursor: last ? writeCursor({ name: last.name, id: last.id }) : null }
}

/** Nothing outside of the folder exists for whoever looks so. */
export async function boundTo(context: Needs<'db'>, actor: Actor, within: string): Promise<Actor> {
  await getCollection(context, actor, within)
  return { ...actor, bound: { collectionId: within } }
}

async function foldersAsked(context: Needs<'db'>, actor: Actor, ids: string[], above = false): Promise<Collection[]> {
  const wanted = above ? (await withAllAbove(context.db, actor, ids)).map(({ id }) => id) : ids
  return collectionsById(context.db, actor, wanted)
}

function pageAsked({ parent_id, theme_id, name, hidden, cursor }: FoldersAsked): Omit<FolderPage, 'limit'> {
  const isAtTop = parent_id === 'root' || (parent_id === undefined && theme_id !== undefined)
  return {
    parent: isAtTop ? null : parent_id,
    theme: theme_id === 'none' ? null : theme_id,
    name,
    onlyHidden: hidden === 'only',
    after: cursor === undefined ? undefined : readCursor<FolderPlace>(cursor, isFolderPlace),
  }
}
