import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../context.ts'
import { readText } from '../../objects/index.ts'
import { fileOf, type RunContext, runContextAt } from '../../tools/index.ts'

/** Most files are read within seconds; a long recording is answered without. */
const PATIENCE_MS = 60_000
const LOOK_MS = 100
/** Of each file, for a model; more of it is read by a tool. */
const BEGINNING = 6000

/** One's own, or one that somebody has given. */
async function attached(context: Context, runContext: RunContext, id: string) {
  const at = await runContextAt(context, runContext, { as: 'viewer', object: id })
  const file = await fileOf(context, at, id).catch(() => undefined)
  return file && { file, actor: at.actor }
}

/** The question is about what came with it: it is thought about when that has been read. */
export async function attachmentsRead(context: Context, runContext: RunContext, signal: AbortSignal): Promise<void> {
  const isPending = async (id: string) => (await attached(context, runContext, id))?.file.status === 'pending'
  const end = Date.now() + PATIENCE_MS
  for (const id of runContext.scope.attachmentIds)
    while (Date.now() < end && !signal.aborted && (await isPending(id))) await sleep(LOOK_MS)
}

/** What the attached files say, as data. */
export async function attachedTexts(context: Context, runContext: RunContext): Promise<object[]> {
  const texts: object[] = []
  for (const id of runContext.scope.attachmentIds) {
    const { file, actor } = (await attached(context, runContext, id)) ?? {}
    if (!file || !actor || file.status === 'pending') continue
    const letters = [...(await readText(context, actor, id)).text]
    const text = letters.slice(0, BEGINNING).join('')
    texts.push({ object_id: id, filename: file.filename, text, total: letters.length })
  }
  return texts
}
