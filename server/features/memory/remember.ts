import { v7 as uuidv7 } from 'uuid'
import { type Actor, inTransaction, type Needs } from '../../context.ts'
import type { MadeOf } from '../../db/visibility.ts'
import { factOf, likeness } from './facts.ts'
import { insertMemory, lockMemories, type Memory, memoriesOf, supersede, touchMemory } from './queries.ts'

const SAME = 0.85
const MOST = 500

/** Said again it is only newer; said otherwise about the same thing, the new words hold and the old are history. */
export async function remember(
  context: Needs<'db' | 'signals'>,
  actor: Actor,
  { statement, input, madeOf }: { statement: string; input: string; madeOf: MadeOf },
): Promise<{ id: string; isNew: boolean; replaced: Memory | undefined }> {
  return inTransaction(context, async tx => {
    await lockMemories(tx.db, actor)
    const fact = factOf(statement)
    const known = await memoriesOf(tx.db, actor)
    const same = known.find(({ memory }) => likeness(memory, fact.memory) >= SAME && !contradicts(memory, fact.memory))
    if (same) {
      await touchMemory(tx.db, actor, same.id)
      return { id: same.id, isNew: false, replaced: undefined }
    }
    const replaced = known.find(
      ({ slot, memory }) =>
        (fact.slot !== '' && slot === fact.slot) ||
        (likeness(memory, fact.memory) >= SAME && contradicts(memory, fact.memory)),
    )
    const id = uuidv7()
    await insertMemory(tx.db, actor, { id, ...fact, input: [...input].slice(0, 8000).join(''), madeOf })
    if (replaced) await supersede(tx.db, actor, replaced.id, id)
    const oldest = known.slice(MOST - 1)
    for (const { id: old } of oldest) await supersede(tx.db, actor, old, id)
    return { id, isNew: true, replaced }
  })
}

/** Most words are the same, and one of the two says no. */
const NO = /(?<![\p{L}])(?:не|нет|никогда|not|never|don't|do not|no longer|больше не)(?![\p{L}])/iu
const contradicts = (a: string, b: string) => NO.test(a) !== NO.test(b)
