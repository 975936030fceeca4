import { useCallback, useMemo, useState } from 'react'
import { CHUNK, isCountable, type ListingKey, useChunks, type useListing } from '../../files/files.ts'
import { entryOf, type LibraryEntry } from './entry.ts'

/** So many lines behind the last that has come the next page is waited for; further away the lines are asked for by their place. */
const NEAR = 1000

/** So many pieces are held beside what was read from the beginning. */
const MOST = 6

interface Asked {
  listing: ReturnType<typeof useListing>
  /** Lines above the files: the folders. */
  above: LibraryEntry[]
}

/**
 * All lines of a list in their places. Where one has jumped over many that have not come, there are holes between them: nobody
 * waits for a thousand pages to see the last one.
 */
export function useEntries(key: ListingKey, { listing, above }: Asked) {
  const name = JSON.stringify(key)
  const [asked, ask] = useState({ name, chunks: [] as number[] })
  const chunks = asked.name === name && listing.hasNextPage ? asked.chunks : NO_CHUNKS
  const pieces = useChunks(key, chunks)
  const entries = useMemo(() => {
    const all: LibraryEntry[] = [...above, ...listing.items.map(entryOf)]
    for (const [at, files] of pieces)
      files.forEach((file, n) => {
        all[above.length + at * CHUNK + n] ??= entryOf(file)
      })
    return all
  }, [above, listing.items, pieces])

  const { hasNextPage, isFetching, fetchNextPage, items } = listing
  const come = items.length
  const countable = isCountable(key)
  const need = useCallback(
    (from: number, to: number) => {
      if (!hasNextPage) return
      const [first, last] = [Math.max(0, from - above.length), Math.max(0, to - above.length)]
      if (!countable || first < come + NEAR) {
        if (!isFetching) void fetchNextPage()
        return
      }
      const wanted: number[] = []
      for (let at = Math.floor(first / CHUNK); at <= Math.floor(last / CHUNK); at++) wanted.push(at)
      ask(now => {
        const held = now.name === name ? now.chunks : NO_CHUNKS
        return wanted.every(at => held.includes(at))
          ? now
          : { name, chunks: [...held.filter(at => !wanted.includes(at)), ...wanted].slice(-MOST) }
      })
    },
    [hasNextPage, isFetching, fetchNextPage, come, countable, above.length, name],
  )
  return { entries, need }
}

const NO_CHUNKS: number[] = []
