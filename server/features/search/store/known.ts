/**
 * The words that an owner's index is known to have, so that each file need not ask for its thousand again. What was forgotten
 * since is not known any more: the count of that, from the transaction in which the words are held, tells.
 */

interface Known {
  forgotten: number
  terms: Set<string>
}

/** Of all owners together; then it begins anew. */
const MOST = 150_000

const owners = new Map<string, Known>()
let size = 0

export const isKnown = (ownerId: string, term: string): boolean => owners.get(ownerId)?.terms.has(term) === true

/** These are in the index, and committed. True when what was known before still holds. */
export function learn(ownerId: string, forgotten: number, terms: string[]): boolean {
  if (size > MOST) forgetAll()
  const known = owners.get(ownerId)
  const holds = known === undefined || known.forgotten === forgotten
  if (!holds) size -= known.terms.size
  const kept = holds && known ? known : { forgotten, terms: new Set<string>() }
  owners.set(ownerId, kept)
  size -= kept.terms.size
  for (const term of terms) kept.terms.add(term)
  size += kept.terms.size
  return holds
}

function forgetAll(): void {
  owners.clear()
  size = 0
}
