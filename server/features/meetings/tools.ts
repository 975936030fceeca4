import { z } from 'zod'
import { clockText } from '../../lib/clock-text.ts'
import { invalid } from '../../lib/errors.ts'
import { noteChange, ofOthers, say, shownName, sourceOf, type Tool, tool } from '../tools/index.ts'
import { tasksFromFile } from './make.ts'

const tasksFromFileTool = tool({
  name: 'tasks_from_file',
  risk: 'reversible',
  description:
    'Find the tasks that a meeting record or a text gives out, and make them, each with the passage that proves it.',
  input: z.object({ object_id: z.uuid() }),
  async sentence(context, runContext, { object_id }) {
    const name = shownName((await sourceOf(context, runContext, object_id)).file.filename)
    return { en: `Make the tasks that "${name}" gives out`, ru: `Создать задачи, которые даны в «${name}»` }
  },
  touches: ({ object_id }) => ({ reads: [object_id] }),
  async act(context, runContext, { object_id }) {
    const source = await sourceOf(context, runContext, object_id)
    const { file } = source
    if (file.status === 'pending')
      throw invalid(['body', 'object_id'], 'value_error', {
        en: 'The file is still being read. Try again in a while.',
        ru: 'Файл ещё читается. Повторите чуть позже.',
      })
    const { made, known } = await tasksFromFile(context, runContext, source)
    for (const { task } of made)
      await noteChange(context, runContext, {
        subject: 'task',
        subjectId: task.id,
        field: 'made',
        before: null,
        after: task.title,
      })
    const lines = made.map(({ task, passage }) => {
      const due = task.due_at ? `, ${clockText(runContext.zone, task.due_at.getTime(), runContext.actor.language)}` : ''
      return `- ${task.number}. ${task.title}${task.assignee ? ` (${task.assignee})` : ''}${due}\n  > ${passage.snippet}`
    })
    const head =
      made.length > 0
        ? {
            en: `Made ${made.length === 1 ? 'a task' : `${made.length} tasks`} from "${file.filename}":`,
            ru: `Создал задач из «${file.filename}»: ${made.length}.`,
          }
        : known > 0
          ? {
              en: `All tasks of "${file.filename}" are there already.`,
              ru: `Все задачи из «${file.filename}» уже созданы.`,
            }
          : { en: `I found no tasks in "${file.filename}".`, ru: `В «${file.filename}» задач не нашёл.` }
    return {
      data: {
        tasks: made.map(({ task, passage }) => ({
          task_id: task.id,
          title: task.title,
          assignee: task.assignee,
          due_at: task.due_at,
          passage,
        })),
        known,
      },
      says: [say(runContext, head), ...lines].join('\n'),
      citations: made.map(({ passage }, n) => ({
        ...passage,
        index: n + 1,
        filename: file.filename,
        title: '',
        doc_type: '',
      })),
      ...ofOthers([source]),
      foreign: source.reader.guest !== undefined,
    }
  },
})

export const meetingTools: Tool[] = [tasksFromFileTool]
