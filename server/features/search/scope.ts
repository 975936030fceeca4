import type { Actor, Needs } from '../../context.ts'
import { AppError } from '../../lib/errors.ts'
import type { Words } from '../../lib/language.ts'
import { getCollection, getTheme } from '../collections/index.ts'
import { assertDocType, DOC_TYPES, type FactFilter, KINDS, usesFacts } from '../objects/index.ts'
import { type Filter, type FilterName, periodOf, type Question } from './parse.ts'
import { keysOf } from './profile.ts'
import { foldersNamed, type SearchScope } from './queries.ts'
import { kindCalled, typeCalled, unknownKind, unknownType } from './values.ts'

export interface Limits {
  /** Nothing but these, chat attachments among them. */
  objectIds?: string[]
  collectionId?: string
  themeId?: string
  kind?: string
  docType?: string
  /** The other filters of the library. */
  facts?: FactFilter
  owners?: number
}

/** Where to look, out of the call's own parameters and the operators in the question. Hints tell of what led nowhere. */
export async function scopeOf(
  context: Needs<'db'>,
  actor: Actor,
  limits: Limits,
  question: Question,
): Promise<{ scope: SearchScope; hints: Hint[] }> {
  if (limits.collectionId) await getCollection(context, actor, limits.collectionId)
  if (limits.themeId) await getTheme(context, actor, limits.themeId)
  if (limits.docType) assertDocType(limits.docType)
  const { objectIds, collectionId, themeId, owners } = limits
  const facts = limits.facts && usesFacts(limits.facts) ? limits.facts : undefined
  const scope: SearchScope = { shelf: objectIds ? 'active' : 'listed', objectIds, collectionId, themeId, facts, owners }
  const hints: Hint[] = []
  for (const filter of question.filters) await TAKE[filter.name](scope, filter, { context, actor, hints })
  // What the call asks for and what the question asks for must both hold.
  if (limits.kind) scope.kinds = both(scope.kinds, limits.kind)
  if (limits.docType) scope.docTypes = both(scope.docTypes, limits.docType)
  if (question.withoutWords.length > 0) {
    const keyOf = keysOf(actor.ownerId)
    scope.withoutKeys = question.withoutWords.map(({ term }) => keyOf(term))
  }
  return { scope, hints }
}

export interface Hint {
  code: 'no_such_folder' | 'unknown_operator' | 'value_missing' | 'phrase_not_found' | 'owners_left_out'
  operator: string
  value: string
}

const both = (chosen: string[] | undefined, value: string) =>
  chosen === undefined || chosen.includes(value) ? [value] : []

const joined = (list: string[] | undefined, ...values: string[]) => [...(list ?? []), ...values]

interface Taking {
  context: Needs<'db'>
  actor: Actor
  hints: Hint[]
}

type Take = (scope: SearchScope, filter: Filter, taking: Taking) => Promise<void>

const TAKE: Record<FilterName, Take> = {
  async type(scope, { value, not }) {
    const type = typeCalled(value)
    if (!(DOC_TYPES as readonly string[]).includes(type)) throw unknownType(value)
    if (not) scope.notDocTypes = joined(scope.notDocTypes, type)
    else scope.docTypes = joined(scope.docTypes, type)
  },
  async kind(scope, { value, not }) {
    const kind = kindCalled(value)
    if (!(KINDS as readonly string[]).includes(kind)) throw unknownKind(value)
    if (not) scope.notKinds = joined(scope.notKinds, kind)
    else scope.kinds = joined(scope.kinds, kind)
  },
  async tag(scope, { value, not }) {
    const tag = value.toLowerCase()
    if (not) scope.notTags = joined(scope.notTags, tag)
    else scope.tags = joined(scope.tags, tag)
  },
  async in(scope, { value, not }, { context, actor, hints }) {
    const found = await foldersNamed(context.db, actor, value)
    if (found.length === 0) hints.push({ code: 'no_such_folder', operator: 'in', value })
    const ids = found.map(({ id }) => id)
    if (not) scope.notFolders = joined(scope.notFolders, ...ids)
    else scope.folders = joined(scope.folders, ...ids)
  },
  async before(scope, { value }) {
    scope.before = periodNamed(WORDS.before, value).from
  },
  async after(scope, { value }) {
    scope.after = periodNamed(WORDS.after, value).from
  },
}

const WORDS = { before: { en: 'before', ru: 'до' }, after: { en: 'after', ru: 'после' } }

function periodNamed(operator: Words, value: string) {
  const period = periodOf(value)
  if (period) return period
  const [given, { en, ru }] = [value.slice(0, 50), operator]
  throw new AppError('senseless', 'unknown_date', {
    en: `"${en}:${given}" names no date. Write ${en}:"31 March 2026" or ${en}:2026.`,
    ru: `«${ru}:${given}» не называет дату. Напишите ${ru}:31.03.2026 или ${ru}:2026.`,
  })
}
