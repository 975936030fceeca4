import type { Actor, Needs } from '../../context.ts'
import { withOffset } from '../../lib/time-zones.ts'
import { findSettings } from '../settings/index.ts'
import { eventsTitled, peopleNamed, tasksTitled } from './queries.ts'

/** What is not a file and has these words in its name: people and companies of the files, events, tasks. */
export async function thingsNamed(context: Needs<'db'>, actor: Actor, text: string) {
  const wanted = text.trim()
  if (wanted === '') return { people: [], events: [], tasks: [] }
  const { db } = context
  const [{ timezone }, people, events, tasks] = await Promise.all([
    findSettings(db, actor.ownerId),
    peopleNamed(db, actor, wanted),
    eventsTitled(db, actor, wanted),
    tasksTitled(db, actor, wanted),
  ])
  const here = (moment: Date | null) => moment && withOffset(timezone || 'UTC', moment.getTime())
  return {
    people,
    events: events.map(event => ({ ...event, starts_at: here(event.starts_at)! })),
    tasks: tasks.map(task => ({ ...task, due_at: here(task.due_at) })),
  }
}
