import { useEffect, useRef } from 'react'
import { filtersOf, type LibrarySearch } from '../../files/search.ts'
import { selection, useSelectedIds } from '../../files/selection.ts'

/** A few chosen files fit into the address; more stay in memory. */
export function useSelectionInAddress(
  search: LibrarySearch,
  change: (next: Partial<LibrarySearch>, replace: boolean) => void,
) {
  const chosen = useSelectedIds()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read once, when the place is entered
  useEffect(() => {
    selection.reset()
    if (search.sel) selection.many(search.sel.split('.'))
    return selection.reset
  }, [])
  // Also when the browser goes back: nothing is done to files of a list that is no longer shown.
  const list = JSON.stringify(filtersOf(search))
  const shown = useRef(list)
  useEffect(() => {
    if (shown.current !== list) selection.clear()
    shown.current = list
  }, [list])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the selection is written
  useEffect(() => {
    const wanted = chosen.size > 0 && chosen.size <= 20 ? [...chosen].join('.') : undefined
    const timer = setTimeout(() => wanted !== search.sel && change({ sel: wanted }, true), 250)
    return () => clearTimeout(timer)
  }, [chosen])
}
