import { v7 as uuidv7 } from 'uuid'
import type { Actor, Needs } from '../../context.ts'
import { AppError, notFound } from '../../lib/errors.ts'
import { assertFilter, filterOf } from '../objects/index.ts'
import {
  deleteSearch,
  findSearch,
  insertSearch,
  MOST,
  type SavedSearch,
  type SavedSearchContent,
  updateSearch,
  type Veil,
} from './queries.ts'

const tooMany = () =>
  new AppError('conflict', 'too_many_searches', {
    en: `There are ${MOST} saved searches already. Delete one first.`,
    ru: `Сохранено уже ${MOST} поисков. Сначала удалите лишний.`,
  })

/** Made while the zone is open, its words may speak of what is hidden. */
const veilOf = (actor: Actor, { filters }: Pick<SavedSearchContent, 'filters'>): Veil => ({
  objectIds: [filters.collection_id, filters.theme_id].filter(id => typeof id === 'string'),
  hidden: actor.unlocked,
})

export async function saveSearch(context: Needs<'db'>, actor: Actor, search: SavedSearchContent): Promise<SavedSearch> {
  await assertFilter(context, actor, filterOf(search.filters))
  const made = await insertSearch(context.db, actor, uuidv7(), { ...search, ...veilOf(actor, search) })
  if (!made) throw tooMany()
  return made
}

export async function editSearch(
  context: Needs<'db'>,
  actor: Actor,
  id: string,
  edit: Partial<SavedSearchContent>,
): Promise<SavedSearch> {
  const before = await findSearch(context.db, actor, id)
  if (!before) throw notFound('search')
  if (edit.filters) await assertFilter(context, actor, filterOf(edit.filters))
  const given = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined))
  const content: SavedSearchContent = { ...before, ...given }
  // Renaming with the zone open hides nothing that was seen before.
  const veil = veilOf(actor, content)
  const saved = await updateSearch(context.db, actor, id, {
    ...content,
    ...veil,
    hidden: veil.hidden && Boolean(edit.filters),
  })
  if (!saved) throw notFound('search')
  return saved
}

export async function dropSearch(context: Needs<'db'>, actor: Actor, id: string): Promise<void> {
  if (!(await deleteSearch(context.db, actor, id))) throw notFound('search')
}
