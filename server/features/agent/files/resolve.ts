import type { Actor, Needs } from '../../../context.ts'
import { type Named, namesInScope, type Scope } from './queries.ts'
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
