import { itemOf, items } from './items.ts'
import { recall, recallOne } from './keep.ts'
import { adopt, owner } from './queue.ts'
import { awaitTurn, endTurn, isAwaited } from './turns.ts'

/** After a reload: what was not finished is there again and goes on by itself, unless another tab or the worker sends it. */
export async function recover(): Promise<void> {
  for (const { id, owner: whose } of await recall())
    if (whose === owner() && !itemOf(id) && !isAwaited(id)) void takeUp(id)
}

/** The turn may come much later, when somebody else is signed in. */
async function takeUp(id: string): Promise<void> {
  await awaitTurn(id)
  const kept = await recallOne(id)
  if (!kept || kept.owner !== owner()) return endTurn(id)
  const { file, paused, refused: _refused, ...rest } = kept
  const state = !file ? 'lost' : paused ? 'paused' : kept.met ? 'asking' : 'waiting'
  items.set(now => [...now, { ...rest, sent: 0, state, isAgain: true, isKept: file !== undefined }])
  adopt(id, file)
}
