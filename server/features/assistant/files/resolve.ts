import type { Actor, Needs } from '../../../context.ts'
import { normalise, stemOf, wordsOf } from '../../../lib/words.ts'
import { type Named, namesInScope, type Place, placesInScope, type Scope } from '../../tools/index.ts'
import { chosen, matching, parseReference } from './reference.ts'

export interface Looking {
  actor: Actor
  scope: Scope
  /** Clock time where the owner is. */
  now: number
}

/** The file that the words mean; several when they fit equally well, none when nothing fits. */
export async function resolveFile(
  context: Needs<'db'>,
  { actor, scope, now }: Looking,
  words: string,
): Promise<Named[]> {
  const reference = parseReference(words, now)
  const files = await namesInScope(context.db, actor, scope, { dates: reference.period !== undefined })
  return chosen(reference, matching(reference, files)).map(({ file }) => file)
}

/** All that the words mean: "все акты", "счета за октябрь". */
export async function resolveFiles(
  context: Needs<'db'>,
  { actor, scope, now }: Looking,
  words: string,
): Promise<Named[]> {
  const reference = parseReference(words, now)
  const files = await namesInScope(context.db, actor, scope, { dates: reference.period !== undefined })
  return matching(reference, files).map(({ file }) => file)
}

export async function resolveTrashed(
  context: Needs<'db'>,
  { actor, scope, now }: Looking,
  words: string,
): Promise<Named[]> {
  const reference = parseReference(words, now)
  const files = await namesInScope(context.db, actor, scope, { dates: false, shelf: 'trash' })
  return chosen(reference, matching(reference, files)).map(({ file }) => file)
}

const stems = (text: string) => wordsOf(text).map(({ stem }) => stem)

/** A folder by its name in any form. */
export async function resolvePlace(context: Needs<'db'>, { actor, scope }: Looking, words: string): Promise<Place[]> {
  const plain = words
    .replace(/["«»“”„]/gu, '')
    .replace(/^(?:папк[уаеи]|тем[уаеы]|folder|the)\s+/iu, '')
    .trim()
  const places = await placesInScope(context.db, actor, scope)
  const same = places.filter(({ name }) => normalise(name) === normalise(plain))
  if (same.length > 0) return same
  const wanted = new Set(stems(plain))
  return places.filter(({ name }) => {
    const has = stems(name)
    return (
      has.length > 0 && has.length === wanted.size && has.every(stem => wanted.has(stem) || wanted.has(stemOf(stem)))
    )
  })
}
