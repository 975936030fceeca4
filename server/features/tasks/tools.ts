import { z } from 'zod'
import { clockText } from '../../lib/clock-text.ts'
import { notFound } from '../../lib/errors.ts'
import { instantIn } from '../calendar/index.ts'
import { noteChange, ofOthers, say, shownName, sourceOf, type Tool, tool } from '../tools/index.ts'
import { changeTask, createTask } from './change.ts'
import { findTask, listTasks } from './queries.ts'

const createTaskTool = tool({
  name: 'create_task',
  risk: 'reversible',
  description: 'Make a task, with a due date and somebody who does it where they are known.',
  input: z.object({
    title: z.string().trim().min(1).max(1000),
    due_at: z
      .string()
      .max(40)
      .nullable()
      .default(null)
      .describe('ISO 8601; without an offset in the owner’s time zone'),
    assignee: z.string().max(200).default(''),
    source_object_id: z.uuid().nullable().default(null),
  }),
  async sentence(_, __, { title, due_at, assignee }) {
    const more = [assignee, due_at?.replace('T', ' ')]
      .filter(Boolean)
      .map(part => shownName(part!))
      .join(', ')
    const name = shownName(title)
    return {
      en: `Make a task "${name}"${more ? ` (${more})` : ''}`,
      ru: `Создать задачу «${name}»${more ? ` (${more})` : ''}`,
    }
  },
  touches: ({ source_object_id }) => ({ reads: source_object_id ? [source_object_id] : [] }),
  async act(context, runContext, { title, due_at, assignee, source_object_id }) {
    const sources = source_object_id ? [await sourceOf(context, runContext, source_object_id)] : []
    const dueAt = due_at === null ? null : new Date(instantIn(['body', 'due_at'], due_at, runContext.zone).utc)
    const made = await createTask(context, runContext.actor, {
      title,
      assignee,
      dueAt,
      sourceObjectId: source_object_id,
      madeOf: runContext.madeOf,
    })
    await noteChange(context, runContext, {
      subject: 'task',
      subjectId: made.id,
      field: 'made',
      before: null,
      after: made.title,
    })
    const due = made.due_at ? clockText(runContext.zone, made.due_at.getTime(), runContext.actor.language) : ''
    return {
      data: { task_id: made.id, number: made.number, title: made.title, due_at: made.due_at?.toISOString() ?? null },
      says: say(runContext, {
        en: `Task ${made.number}: "${made.title}"${due ? `, due ${due}` : ''}${assignee ? `, ${assignee}` : ''}.`,
        ru: `Задача ${made.number}: «${made.title}»${due ? `, срок ${due}` : ''}${assignee ? `, ${assignee}` : ''}.`,
      }),
      ...ofOthers(sources),
    }
  },
})

const closeTaskTool = tool({
  name: 'close_task',
  risk: 'reversible',
  description: 'Mark a task as done.',
  input: z.object({ task_id: z.uuid() }),
  async sentence(context, { actor }, { task_id }) {
    const task = await findTask(context.db, actor, task_id)
    if (!task) throw notFound('task')
    const name = shownName(task.title)
    return {
      en: `Mark task ${task.number} "${name}" as done`,
      ru: `Отметить задачу ${task.number} «${name}» выполненной`,
    }
  },
  touches: () => ({}),
  async act(context, runContext, { task_id }) {
    const before = await findTask(context.db, runContext.actor, task_id)
    const task = await changeTask(context, runContext.actor, task_id, { status: 'done' })
    if (before?.status !== 'done')
      await noteChange(context, runContext, {
        subject: 'task',
        subjectId: task_id,
        field: 'status',
        before: 'open',
        after: 'done',
      })
    return {
      data: { task_id, status: task.status },
      says: say(runContext, {
        en: `Task ${task.number} "${task.title}" is done.`,
        ru: `Задача ${task.number} «${task.title}» выполнена.`,
      }),
      given: task.given_ids,
    }
  },
})

const listTasksTool = tool({
  name: 'list_tasks',
  risk: 'read',
  outside: { name: 'tasks' },
  description: 'Tasks, open ones first.',
  input: z.object({ status: z.enum(['open', 'done', 'all']).default('open') }),
  async sentence() {
    return { en: 'Look at the tasks', ru: 'Посмотреть задачи' }
  },
  async look(context, runContext, { status }) {
    const found = await listTasks(context.db, runContext.actor, status, 50)
    const lines = found.map(task => {
      const due = task.due_at ? `, ${clockText(runContext.zone, task.due_at.getTime(), runContext.actor.language)}` : ''
      return `- ${task.number}. ${task.title}${task.assignee ? ` (${task.assignee})` : ''}${due}`
    })
    return {
      data: {
        items: found.map(({ id, number, title, assignee, due_at, status: state }) => ({
          task_id: id,
          number,
          title,
          assignee,
          due_at,
          status: state,
        })),
      },
      says: lines.length > 0 ? lines.join('\n') : say(runContext, { en: 'There are no tasks.', ru: 'Задач нет.' }),
      foreign: found.some(task => task.made_from === 'others'),
      given: found.flatMap(task => task.given_ids),
    }
  },
})

export const taskTools: Tool[] = [listTasksTool, createTaskTool, closeTaskTool]
