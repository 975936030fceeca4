import { z } from 'zod'
import { type Actor, type Context, inTransaction } from '../../../context.ts'
import { type Handler, handle, job, type RunJob } from '../../../jobs/declare.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { clockText } from '../../../lib/clock-text.ts'
import { localOf, utcOf } from '../../../lib/time-zones.ts'
import { recordAnswer } from '../../agent/index.ts'
import { agenda } from '../../calendar/index.ts'
import { listTasks } from '../../tasks/index.ts'
import { ownerActor } from '../../work/index.ts'
import { claimDay, type DigestReader, newFiles, readersAt } from './queries.ts'

const MORNING = 8
const DAY = 86_400_000

export const agentDigest = job('agent.digest', z.object({}), { queue: 'outbound' })
export const agentDigestSend = job('agent.digest-send', z.object({ text: z.string() }), {
  queue: 'outbound',
  attempts: 6,
})

/** The day, in a few lines; empty when there is nothing to say. */
export async function digestOf(
  context: Context,
  actor: Actor,
  zone: string,
): Promise<{ text: string; mentions: string[] }> {
  const ru = actor.language === 'ru'
  const today = Math.floor(localOf(zone, Date.now()) / DAY) * DAY
  const bounds = [today, today + DAY].map(clock => new Date(utcOf(zone, clock)).toISOString())
  const { items } = await agenda(context, actor, {
    since: bounds[0],
    until: bounds[1],
    include_tasks: false,
    limit: 20,
  })
  const tasks = (await listTasks(context.db, actor, 'open', 50)).filter(
    ({ due_at }) => due_at && due_at.getTime() < utcOf(zone, today + DAY),
  )
  const files = await newFiles(context.db, actor)
  const unnamed = files.filter(({ suggested_name }) => suggested_name !== null)
  const parts = [
    items.length > 0 && [
      ru ? '**Сегодня**' : '**Today**',
      ...items.map(
        item =>
          `- ${item.all_day ? '' : `${clockText(zone, Date.parse(item.starts_at), 'en').slice(11)} `}${item.title}`,
      ),
    ],
    tasks.length > 0 && [
      ru ? '**Задачи со сроком**' : '**Tasks that are due**',
      ...tasks.map(task => `- ${task.number}. ${task.title}`),
    ],
    files.length > 0 && [ru ? '**Новые файлы**' : '**New files**', ...files.map(({ filename }) => `- ${filename}`)],
    unnamed.length > 0 && [
      ru ? '**Предлагаю**' : '**I suggest**',
      ...unnamed.map(({ filename, suggested_name }) =>
        ru ? `- переименовать «${filename}» в «${suggested_name}»` : `- renaming "${filename}" to "${suggested_name}"`,
      ),
    ],
  ]
  const text = parts.flatMap(part => (part ? [part.join('\n')] : [])).join('\n\n')
  return { text, mentions: files.map(({ id }) => id) }
}

/**
 * One transaction writes the digest, the note that it was made and the job that sends it, so there is one a day
 * whatever dies.
 */
async function makeFor(context: Context, reader: DigestReader): Promise<void> {
  const zone = reader.timezone || 'UTC'
  await inTransaction(context, async tx => {
    if (!(await claimDay(tx.db, reader.owner_id, zone))) return
    const actor = {
      ...(await ownerActor(tx, reader.owner_id, reader.language === 'ru' ? 'ru' : 'en')),
      unlocked: false,
    }
    const { text, mentions } = await digestOf(tx, actor, zone)
    if (text === '') return
    const query = actor.language === 'ru' ? 'Сводка дня' : 'Digest of the day'
    await recordAnswer(tx, actor, { query, answer: text, mentions })
    if (tx.messenger.isOn) await enqueue(tx, agentDigestSend, actor.ownerId, { text })
  })
}

export async function makeDigests(context: Context): Promise<void> {
  for (const reader of await readersAt(context.db, MORNING)) await makeFor(context, reader)
}

async function send(context: Context, { text }: { text: string }, { ownerId }: RunJob): Promise<void> {
  if (await context.messenger.reaches(ownerId)) await context.messenger.send(ownerId, text.replaceAll('**', ''))
}

export const digestHandlers: Handler[] = [handle(agentDigest, makeDigests), handle(agentDigestSend, send)]
