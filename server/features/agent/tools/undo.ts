import { z } from 'zod'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../lib/errors.ts'
import { undoChange } from '../../changes/index.ts'
import { type RunContext, say, shownName, type Tool, tool } from '../../tools/index.ts'
import { type DoneRun, doneBefore } from './queries.ts'

const nothing = () =>
  new AppError('conflict', 'nothing_to_undo', {
    en: 'There is nothing to undo: the assistant has changed nothing, or it is undone already.',
    ru: 'Отменять нечего: помощник ничего не менял, или всё уже отменено.',
  })

const theirs = () =>
  new AppError('forbidden', 'not_owner', {
    en: 'What was changed in a folder of somebody else only its owner can undo.',
    ru: 'Сделанное в чужой папке может отменить только её владелец.',
  })

/** All that came of the last request that is not undone yet, and is the person's own to undo. */
async function lastDone(context: Pick<Context, 'db'>, runContext: RunContext): Promise<DoneRun & { others: boolean }> {
  const done = await doneBefore(context.db, runContext.actor, runContext.runId)
  const [last] = done
  if (!last) throw nothing()
  const all = done.filter(({ run_id }) => run_id === last.run_id)
  const own = all.filter(({ is_own }) => is_own)
  if (own.length === 0) throw theirs()
  return { ...last, others: own.length < all.length, change_ids: own.flatMap(({ change_ids }) => change_ids) }
}

const undo = tool({
  name: 'undo',
  risk: 'reversible',
  description: 'Take back everything that the last request to the assistant has changed.',
  input: z.object({}),
  async sentence(context, runContext) {
    const asked = shownName((await lastDone(context, runContext)).query)
    return { en: `Undo what was done for "${asked}"`, ru: `Отменить сделанное по просьбе «${asked}»` }
  },
  touches: () => ({}),
  async act(context, runContext) {
    const last = await lastDone(context, runContext)
    const undone: string[] = []
    let refusal: AppError | undefined
    // The last change first: a folder is empty again when its files are back.
    for (const id of last.change_ids)
      try {
        await undoChange(context, runContext.actor, id, runContext.undoers ?? {})
        undone.push(id)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        refusal = error
      }
    if (refusal && undone.length === 0) throw refusal
    const asked = shownName(last.query)
    const left = last.change_ids.length - undone.length
    const words = refusal
      ? {
          en: `Undone in part: "${asked}". ${left} could not be undone: ${refusal.words.en}`,
          ru: `Отменил частично: «${asked}». Не удалось отменить: ${left}. ${refusal.words.ru}`,
        }
      : { en: `Undone: "${asked}".`, ru: `Отменил: «${asked}».` }
    const says = [say(runContext, words), ...(last.others ? [say(runContext, theirs().words)] : [])]
    return { data: { undone }, says: says.join(' ') }
  },
})

export const undoTools: Tool[] = [undo]
