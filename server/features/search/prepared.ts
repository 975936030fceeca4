import { isStopWord } from '../../lib/words.ts'
import { chunksOf, type PageStart } from './chunks.ts'
import { allHeadings, bodyProfile, keysOf, type PackedProfile, packed } from './profile.ts'

/** A chunk as the index keeps it; its text is the span of the whole, in UTF-16 units. */
export interface PreparedChunk {
  ord: number
  start: number
  end: number
  charStart: number
  charEnd: number
  page: number | null
  profile: PackedProfile
}

export interface PreparedText {
  text: string
  chunks: PreparedChunk[]
  /** The words by which slips are found, without repetition. */
  terms: string[]
  headings: string[]
  /** There were more words than are kept to find slips by. */
  truncated: boolean
}

export interface ToPrepare {
  ownerId: string
  text: string
  pages: PageStart[]
  /** Where the format says that a heading is. */
  marked: { char_start: number; char_end: number }[]
}

/** A dictionary of a large language has about so many terms; more in one file are noise, which is still found as it is written. */
const MOST_TERMS = 50_000

export function prepareText({ ownerId, text, pages, marked }: ToPrepare): PreparedText {
  const keyOf = keysOf(ownerId)
  const terms = new Set<string>()
  let truncated = false
  const chunks = chunksOf(text, pages).map(({ text: body, ...chunk }) => {
    const maker = bodyProfile(body)
    for (const term of maker.counts.keys()) {
      if (!isKept(term)) continue
      if (terms.size < MOST_TERMS) terms.add(term)
      else truncated ||= !terms.has(term)
    }
    return { ...chunk, profile: packed(maker.make(keyOf)) }
  })
  return { text, chunks, terms: [...terms], headings: allHeadings(text, marked), truncated }
}

export const isKept = (term: string): boolean => term.length >= 2 && term.length <= 40 && !isStopWord(term)
