import type { ListedPages, Picked } from './listed.ts'
import { selection } from './selection.ts'
import { zone } from './zone.ts'

/** Chosen files that the list has not: read by themselves when all of a long list are chosen. */
let far: ReadonlyMap<string, Picked> = new Map()

export function selectFar(found: ReadonlyMap<string, Picked>): void {
  far = found
  selection.many([...found.keys()])
}

/** As the lists are changed. */
export function patchFar(ids: ReadonlySet<string>, change: (now: Picked) => Partial<Picked>): void {
  if (far.size > 0) far = new Map([...far].map(([id, file]) => [id, ids.has(id) ? { ...file, ...change(file) } : file]))
}

/** What was read is no longer how it is. */
export function forgetFar(): void {
  if (far.size > 0) selection.clear()
}

selection.store.subscribe(() => {
  if (selection.get().ids.size === 0) far = new Map()
})

// Names of what is hidden do not outlive the open zone.
zone.subscribe(() => {
  if (zone.get() === 'locking') selection.reset()
})

/** The chosen files: as the list has them, or as they were read. */
export function chosenFrom(shown: Iterable<ListedPages | undefined>): Picked[] {
  const { ids } = selection.get()
  const chosen = new Map<string, Picked>()
  for (const file of shown) if (file && ids.has(file.id)) chosen.set(file.id, file)
  if (chosen.size < ids.size)
    for (const id of ids) {
      const file = far.get(id)
      if (file && !chosen.has(id)) chosen.set(id, file)
    }
  return [...chosen.values()]
}
