import type { Undoers } from '../changes/index.ts'
import { getEvent } from './change.ts'
import { changeEvent, deleteEvent } from './edit.ts'
import { eventUpdate } from './schema.ts'

export const calendarUndoers: Undoers = {
  async event(context, actor, { subject_id, before, after }) {
    const event = await getEvent(context, actor, subject_id)
    const now: Record<string, unknown> = {
      title: event.title,
      starts_at: new Date(event.starts_ms).toISOString(),
      ends_at: new Date(event.ends_ms).toISOString(),
      location: event.location,
      status: event.status,
    }
    if (!Object.entries(after as object).every(([key, value]) => now[key] === value)) return false
    await changeEvent(context, actor, { id: subject_id }, eventUpdate.parse(before))
    return true
  },
  async 'event.made'(context, actor, { subject_id }) {
    await getEvent(context, actor, subject_id)
    await deleteEvent(context, actor, subject_id, {})
    return true
  },
}
