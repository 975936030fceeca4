import { isUnlocked } from '../../files/zone.ts'
import { kept } from '../../lib/store.ts'

/** What was looked for in this browser, the latest first: the words alone, gone with the session. */

const MOST = 8

export const searched = kept<string[]>('searched', [])

export function noteSearch(text: string): void {
  const words = text.trim()
  // While the hidden zone is open nothing is written down.
  if (words.length < 2 || words.length > 200 || isUnlocked()) return
  searched.set(now => [words, ...now.filter(each => each.toLowerCase() !== words.toLowerCase())].slice(0, MOST))
}

export const forgetSearches = (): void => searched.set([])
