import type { SearchCandidate } from './queries.ts'
import type { SearchTerm } from './terms.ts'

export const hasBit = (mask: number, bit: number) => Math.floor(mask / 2 ** bit) % 2 === 1

/** Rows that only a guess at the spelling has led to say so. */
export function withGuesses(list: SearchTerm[], rows: SearchCandidate[]): SearchCandidate[] {
  if (!list.some(({ guessed }) => guessed)) return rows
  const present = list.filter(({ frequency }) => frequency > 0)
  return rows.map(row => ({ ...row, guessed: !present.some(({ guessed }, i) => !guessed && hasBit(row.mask, i)) }))
}
