import { whenConfirmNeeded } from '../../api/call.ts'
import { store } from '../../lib/store.ts'

/** A proof is asked for: whoever shows the dialog says how it ended. */
export const confirming = store<((done: boolean) => void) | undefined>(undefined)

whenConfirmNeeded(
  () =>
    new Promise<boolean>(settle => {
      confirming.get()?.(false)
      // Wrapped: a store takes a function for a change of what it has.
      confirming.set(() => (done: boolean) => {
        confirming.set(undefined)
        settle(done)
      })
    }),
)
