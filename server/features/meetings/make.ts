import { createHash } from 'node:crypto'
import type { Actor, Context } from '../../context.ts'
import { localOf, utcOf } from '../../lib/time-zones.ts'
import { findWhen } from '../../lib/when/find.ts'
import { wordsOf } from '../../lib/words.ts'
import { readText, type StoredObject } from '../objects/index.ts'
import { createTask, type Task } from '../tasks/index.ts'
import type { RunContext, ToolCitation } from '../tools/index.ts'
import { secondsOf } from '../transcripts/index.ts'
import { extractTasks, type FoundTask } from './extract.ts'
import { chunkAt, insertSource, knownMarks, lockSource } from './queries.ts'

export interface MadeTask {
  task: Task
  passage: Omit<ToolCitation, 'index' | 'filename' | 'title' | 'doc_type'>
}

/** The same words of the same person make the same mark, wherever they stand in the file. */
const markOf = ({ title, assignee }: FoundTask) =>
  createHash('sha256')
    .update(
      wordsOf(`${assignee} | ${title}`)
        .map(({ term }) => term)
        .join(' '),
    )
    .digest('hex')
    .slice(0, 32)

const DAY = 86_400_000
const YEAR = 366 * DAY
const HEADING = 300

/** "К пятнице" counts from the day of the meeting: the one its heading names, else the day the file came. */
function dayOf(text: string, file: StoredObject, zone: string): number {
  const came = localOf(zone, file.created_at.getTime())
  const heading = text.slice(0, HEADING).split('\n').slice(0, 3).join('\n')
  const named = findWhen(heading, came, 'back')
  if (!named?.hasDate || named.isStretch || Math.abs(named.start - came) >= YEAR || named.start > came) return came
  // "This week" and "three days ago" say nothing of the day on which they were said: only a date with a number stays where it is.
  const words = named.ranges.map(([start, end]) => heading.slice(start, end)).join(' ')
  const isDate = /\d/u.test(words) && findWhen(heading, came + DAY, 'back')?.start === named.start
  return isDate ? named.start : came
}

/** In the caller's transaction; what was made from this file before is not made again. A given one is read as its owner's guest. */
export async function tasksFromFile(
  context: Pick<Context, 'db' | 'signals'>,
  { actor, zone, madeOf }: RunContext,
  { file, reader }: { file: StoredObject; reader: Actor },
): Promise<{ made: MadeTask[]; known: number }> {
  await lockSource(context.db, actor, file.id)
  const { text } = await readText(context, reader, file.id)
  const marks = await knownMarks(context.db, actor, file.id)
  const made: MadeTask[] = []
  let known = 0
  for (const found of extractTasks(text, dayOf(text, file, zone))) {
    const mark = markOf(found)
    if (marks.has(mark)) {
      known++
      continue
    }
    marks.add(mark)
    const dueAt = found.due === null ? null : new Date(utcOf(zone, found.due))
    const [said] = await secondsOf(context, file.owner_id, [
      { objectId: file.id, charStart: found.start, charEnd: found.end },
    ])
    const seconds = said?.start_s ?? found.seconds
    const place = { mark, start: found.start, end: found.end, seconds }
    const task = await createTask(context, actor, {
      title: found.title,
      assignee: found.assignee,
      dueAt,
      sourceObjectId: file.id,
      passage: place,
      madeOf,
    })
    if (!reader.guest) await insertSource(context.db, actor, file.id, { ...place, taskId: task.id })
    made.push({
      task,
      passage: {
        object_id: file.id,
        ord: await chunkAt(context.db, reader, file.id, found.start),
        char_start: found.start,
        char_end: found.end,
        start_s: seconds,
        end_s: said?.end_s ?? null,
        page: null,
        snippet: found.snippet,
      },
    })
  }
  return { made, known }
}
