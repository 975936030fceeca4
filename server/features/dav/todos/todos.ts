import { createHash } from 'node:crypto'
import type { Actor, Context, Needs } from '../../../context.ts'
import { notFound } from '../../../lib/errors.ts'
import { escapeXml } from '../../../lib/xml.ts'
import { findSettings } from '../../settings/index.ts'
import { changeTask, findTask, listTasks, MAX_TITLE, type Task } from '../../tasks/index.ts'
import type { DavProperties } from '../kernel/properties.ts'
import { CALDAV, DAV, named } from '../kernel/xml.ts'
import { readTodo, todoText } from './text.ts'

/** Tasks for calendar programs: they are seen, ticked off, renamed and put off there, and made and removed here. */

/** The open ones, and of the done ones the newest. */
const MOST = 1000
const NAME = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.ics$/i

export interface Todo {
  name: string
  etag: string
  text: string
}

const todoOf = (task: Task): Todo => {
  const text = todoText(task)
  return { name: `${task.id}.ics`, etag: `"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`, text }
}

export const todosOf = async (context: Needs<'db'>, actor: Actor): Promise<Todo[]> =>
  (await listTasks(context.db, actor, 'all', MOST)).map(todoOf)

export async function findTodo(context: Needs<'db'>, actor: Actor, name: string): Promise<Todo | undefined> {
  const id = NAME.exec(name)?.[1]?.toLowerCase()
  const task = id && (await findTask(context.db, actor, id))
  return task ? todoOf(task) : undefined
}

/** Changes with any of them. */
export const tagOf = (todos: Todo[]): string =>
  createHash('sha256')
    .update(todos.map(({ name, etag }) => `${name}${etag}`).join())
    .digest('hex')
    .slice(0, 32)

export const todoProperties = ({ name, etag, text }: Todo): DavProperties => ({
  [named(DAV, 'resourcetype')]: () => '',
  [named(DAV, 'getetag')]: () => escapeXml(etag),
  [named(DAV, 'getcontenttype')]: () => 'text/calendar; charset=utf-8; component=vtodo',
  [named(DAV, 'displayname')]: () => escapeXml(name),
  [named(CALDAV, 'calendar-data')]: () => escapeXml(text),
  [named(DAV, 'getcontentlength')]: () => String(Buffer.byteLength(text)),
})

export type TodoOutcome = { kind: 'changed'; etag: string } | { kind: 'forbidden' | 'stale' | 'invalid' }

/** Only what is there can be changed, and of it the name, the due date and whether it is done. */
export async function putTodo(
  context: Context,
  actor: Actor,
  name: string,
  { text, ifMatch, ifNone }: { text: string; ifMatch: string | undefined; ifNone: string | undefined },
): Promise<TodoOutcome> {
  const found = await findTodo(context, actor, name)
  if (!found) return { kind: ifMatch === undefined ? 'forbidden' : 'stale' }
  if (ifNone === '*' || (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== found.etag)) return { kind: 'stale' }
  const { timezone } = await findSettings(context.db, actor.ownerId)
  const read = readTodo(text, timezone || 'UTC')
  const id = NAME.exec(name)![1]!.toLowerCase()
  if (!read || read.uid.toLowerCase() !== id || read.title === '') return { kind: 'invalid' }
  const { title, status, dueAt } = read
  await changeTask(context, actor, id, {
    status,
    dueAt,
    ...(title === undefined ? {} : { title: title.slice(0, MAX_TITLE) }),
  })
  const after = await findTodo(context, actor, name)
  if (!after) throw notFound('task')
  return { kind: 'changed', etag: after.etag }
}
