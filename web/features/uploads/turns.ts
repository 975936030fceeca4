/** Of all tabs and the worker one sends a file: who has its turn. A tab that is closed gives its turns up. */

const ends = new Map<string, () => void>()
const awaited = new Set<string>()

/** As sw-uploads.js calls it, too. */
const nameOf = (id: string) => `dossier-upload-${id}`

/** Resolves once it is this tab's turn; never, where another one sends the file to its end. Without locks it always is. */
export function awaitTurn(id: string): Promise<void> {
  // Only pages that came over a safe line have them, as they alone have a worker.
  const { locks } = navigator as { locks?: LockManager }
  if (!locks) return Promise.resolve()
  awaited.add(id)
  return new Promise((mine, failed) => {
    locks
      .request(nameOf(id), () => {
        mine()
        return new Promise<void>(over => ends.set(id, over))
      })
      .catch(failed)
  })
}

export const isAwaited = (id: string): boolean => awaited.has(id)

export function endTurn(id: string): void {
  awaited.delete(id)
  ends.get(id)?.()
  ends.delete(id)
}
