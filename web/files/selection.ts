import { store, useStore } from '../lib/store.ts'
import { toast } from '../ui/toast.tsx'
import { libraryWords } from './words.ts'

/** Which files are chosen, and where the keyboard stands. */

interface Chosen {
  ids: ReadonlySet<string>
  /** From where a range is drawn. */
  anchor: string | undefined
  /** The row that has the focus. */
  cursor: string | undefined
}

/** In an order: files that have not come yet. */
export const GAP = ''

const NONE: Chosen = { ids: new Set(), anchor: undefined, cursor: undefined }
const chosen = store<Chosen>(NONE)

export const selection = {
  store: chosen,
  get: () => chosen.get(),
  clear: () => chosen.set(now => (now.ids.size === 0 ? now : { ...now, ids: new Set(), anchor: undefined })),
  reset: () => chosen.set(NONE),
  only: (id: string) => chosen.set({ ids: new Set([id]), anchor: id, cursor: id }),
  many: (ids: readonly string[]) => chosen.set(now => ({ ...now, ids: new Set(ids.filter(id => id !== GAP)) })),
  /** All of these; where all of them are chosen already, the others stay chosen too. */
  all: (ids: readonly string[]) => {
    const chosenNow = chosen.get().ids
    if (!ids.every(id => id === GAP || chosenNow.has(id))) selection.many(ids)
  },
  toggle: (id: string) =>
    chosen.set(now => {
      const ids = new Set(now.ids)
      if (!ids.delete(id)) ids.add(id)
      return { ids, anchor: id, cursor: id }
    }),
  /** From the anchor to here, in the order that is shown. A part of what was meant is never chosen: then it says so. */
  range: (id: string, order: readonly string[]): boolean => {
    const { anchor = id } = chosen.get()
    const [from, to] = [order.indexOf(anchor), order.indexOf(id)]
    const isKnown = from >= 0 && to >= 0
    const ids = isKnown ? order.slice(Math.min(from, to), Math.max(from, to) + 1) : order
    if (ids.includes(GAP)) return selection.showGap()
    chosen.set({ ids: new Set(isKnown ? ids : [id]), anchor: isKnown ? anchor : id, cursor: id })
    return true
  },
  showGap: (): false => {
    toast(libraryWords.now().rangeGap, { wrong: true })
    return false
  },
  moveTo: (id: string) => chosen.set(now => ({ ...now, cursor: id })),
}

export const useSelectedIds = () => useStore(chosen, now => now.ids)
export const useIsSelected = (id: string) => useStore(chosen, now => now.ids.has(id))
export const useIsCursor = (id: string) => useStore(chosen, now => now.cursor === id)
