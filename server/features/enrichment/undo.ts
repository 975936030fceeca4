import type { Undoers } from '../changes/index.ts'
import { lockPlace } from '../collections/index.ts'
import { getObject, putBackFile } from '../objects/index.ts'
import { correctEnrichment } from './correct.ts'

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Taking back what was said of a file, its name and its place. */
export const enrichmentUndoers: Undoers = {
  async object(context, actor, change) {
    if (change.field === 'collection_id' && change.before) await lockPlace(context, actor, String(change.before))
    return putBackFile(context.db, actor, change.subject_id, change)
  },
  async 'object.keywords'(context, actor, { subject_id, before, after }) {
    const file = await getObject(context, actor, subject_id)
    if (!same(file.enrichment?.keywords ?? [], after)) return false
    await correctEnrichment(context, actor, subject_id, { keywords: before as string[] })
    return true
  },
}
