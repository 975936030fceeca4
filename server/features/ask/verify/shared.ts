import type { Word } from '../../../lib/words.ts'
import type { Day } from './days.ts'
import type { Quantity } from './figures.ts'
import { isSameName, type Name } from './names.ts'
import type { Against } from './parties.ts'
import type { ClaimReading } from './reading.ts'

/** What all the rules need. */

export const missing = (why: string, otherwise = false): Against => ({ why, otherwise })
export const wrong = (why: string): Against => ({ why, otherwise: true })

export const shown = ({ value }: Quantity) => String(value)
export const written = ({ day, month, year, weekday }: Day) =>
  [day, month, year, weekday && `weekday ${weekday}`].filter(Boolean).join('.')

export const containsName = ({ words }: Pick<ClaimReading, 'words'>, name: Word) =>
  words.some(({ word }) => isSameName(name.word, word))

/** Names in a row: "Ирина Зайцева". */
export function phrasesOf({ text, names }: ClaimReading): Name[][] {
  const phrases: Name[][] = []
  for (const name of names) {
    const last = phrases.at(-1)?.at(-1)
    if (last && /^\s$/u.test(text.slice(last.end, name.start))) phrases.at(-1)!.push(name)
    else phrases.push([name])
  }
  return phrases
}

/** Names of the passage that the claim does not have, unless it has another part of the same name. */
export const strangersIn = (claim: ClaimReading, span: ClaimReading): Name[] =>
  phrasesOf(span)
    .filter(phrase => !phrase.some(name => containsName(claim, name)))
    .flat()
