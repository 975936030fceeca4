import type { Described, Description } from '../../ports/describer.ts'
import { describe } from './describe.ts'

/** Lives in a process of its own: its dictionaries are large and its work is long. */

export interface Question {
  id: number
  source: Described
}

export type Answer = { id: number } & ({ description: Description } | { failed: string })

/** One after the other, in the order of asking: so the parent knows which text a crash is to be laid to. */
let turn: Promise<unknown> = Promise.resolve()

process.on('message', ({ id, source }: Question) => {
  turn = turn
    .then(() => describe(source))
    .then(
      description => process.send?.({ id, description } satisfies Answer),
      (error: Error) => process.send?.({ id, failed: error.message } satisfies Answer),
    )
})
// The parent is gone: so is the reason to be here.
process.on('disconnect', () => process.exit(0))
