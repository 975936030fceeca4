import type { Needs } from '../../context.ts'
import { type FoundPassage, passages } from './queries.ts'

export const placeOf = ({ object_id, ord }: { object_id: string; ord: number }) => `${object_id} ${ord}`

export async function readTexts(
  context: Needs<'db'>,
  ownerId: string,
  places: { object_id: string; ord: number }[],
  texts: Map<string, FoundPassage>,
): Promise<void> {
  const missing = places.filter(place => !texts.has(placeOf(place)))
  if (missing.length === 0) return
  for (const passage of await passages(context.db, ownerId, missing)) texts.set(placeOf(passage), passage)
}
