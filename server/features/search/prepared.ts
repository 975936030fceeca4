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
  stems: string[]
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

/** A dictionary of a large language has about so many stems; more in one file are noise, which is still found as it is written. */
const MOST_STEMS = 50_000

export function prepareText({ ownerId, text, pages, marked }: ToPrepare): PreparedText {
  const keyOf = keysOf(ownerId)
  const stems = new Set<string>()
  let truncated = false
  const chunks = chunksOf(text, pages).map(({ text: body, ...chunk }) => {
    const maker = bodyProfile(body)
    for (const stem of maker.counts.keys()) {
      if (!isKept(stem)) continue
      if (stems.size < MOST_STEMS) stems.add(stem)
      else truncated ||= !stems.has(stem)
    }
    return { ...chunk, profile: packed(maker.make(keyOf)) }
  })
  return { text, chunks, stems: [...stems], headings: allHeadings(text, marked), truncated }
}

export const isKept = (stem: string): boolean => stem.length >= 2 && stem.length <= 40 && !isStopWord(stem)
