import { store, useStore } from '../lib/store.ts'

/** Which files are chosen, and where the keyboard stands. */

interface Chosen {
  ids: ReadonlySet<string>
  /** From where a range is drawn. */
  anchor: string | undefined
  /** The row that has the focus. */
  cursor: string | undefined
}

const NONE: Chosen = { ids: new Set(), anchor: undefined, cursor: undefined }
const chosen = store<Chosen>(NONE)

export const selection = {
  store: chosen,
  get: () => chosen.get(),
  clear: () => chosen.set(now => (now.ids.size === 0 ? now : { ...now, ids: new Set(), anchor: undefined })),
  reset: () => chosen.set(NONE),
  only: (id: string) => chosen.set({ ids: new Set([id]), anchor: id, cursor: id }),
  many: (ids: Iterable<string>) => chosen.set(now => ({ ...now, ids: new Set(ids) })),
  toggle: (id: string) =>
    chosen.set(now => {
      const ids = new Set(now.ids)
      if (!ids.delete(id)) ids.add(id)
      return { ids, anchor: id, cursor: id }
    }),
  /** From the anchor to here, in the order that is shown. */
  range: (id: string, order: readonly string[]) =>
    chosen.set(now => {
      const from = order.indexOf(now.anchor ?? id)
      const to = order.indexOf(id)
      if (from < 0 || to < 0) return { ids: new Set([id]), anchor: id, cursor: id }
      const ids = new Set(order.slice(Math.min(from, to), Math.max(from, to) + 1))
      return { ids, anchor: now.anchor, cursor: id }
    }),
  moveTo: (id: string) => chosen.set(now => ({ ...now, cursor: id })),
}

export const useSelectedIds = () => useStore(chosen, now => now.ids)
export const useIsSelected = (id: string) => useStore(chosen, now => now.ids.has(id))
export const useIsCursor = (id: string) => useStore(chosen, now => now.cursor === id)
