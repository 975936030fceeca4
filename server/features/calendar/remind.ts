import { v5 as uuidv5 } from 'uuid'
import { z } from 'zod'
import { type Context, inTransaction } from '../../context.ts'
import { type Handler, handle, job, type RunJob } from '../../jobs/declare.ts'
import { enqueue } from '../../jobs/queue.ts'
import type { Language } from '../../lib/language.ts'
import { localOf, utcOf } from '../../lib/time-zones.ts'
import { emit } from '../events/index.ts'
import { dayNames } from './days.ts'
import { iso } from './present.ts'
import { type DueEvent, noteReminded, takeDue } from './queries.ts'
import { nextReminder, type Reminder, remindersBetween } from './reminders.ts'

/** After a standstill reminders of the last day still come; older ones would only confuse. */
const MAX_AGE_MS = 24 * 3_600_000
const BATCH = 50
const PER_EVENT = 20

const letter = z.object({
  id: z.string(),
  to: z.string(),
  title: z.string(),
  location: z.string(),
  language: z.enum(['ru', 'en']),
  tz: z.string(),
  start: z.number(),
  allDay: z.boolean(),
})
type Letter = z.infer<typeof letter>

/** Not in the main queue: there long readings may hold every slot when the hour comes. */
export const remind = job('calendar.remind', z.object({}), { queue: 'outbound' })
export const mailReminder = job('calendar.mail', letter, { queue: 'outbound', attempts: 6 })
export const messageReminder = job('calendar.message', letter, { queue: 'outbound', attempts: 6 })

/**
 * Each batch is one transaction: it locks the events, sends out what is due, enqueues the mail jobs and notes up to
 * when the event is done. A process that dies in the middle has done nothing; another one that runs at the same time
 * skips the locked rows.
 */
async function remindAll(context: Context, _payload: unknown, { signal }: RunJob): Promise<{ reminded: number }> {
  let reminded = 0
  while (!signal.aborted) {
    const due = await inTransaction(context, async tx => {
      const now = Date.now()
      const events = await takeDue(tx.db, now, BATCH)
      for (const event of events) reminded += await remindOf(tx, event, now)
      return events.length
    })
    if (due < BATCH) break
  }
  return { reminded }
}

async function remindOf(tx: Context, event: DueEvent, now: number): Promise<number> {
  const since = Math.max(event.reminded_ms, now - MAX_AGE_MS)
  const reminders = event.disabled ? [] : remindersBetween(event, since, now).slice(-PER_EVENT)
  for (const reminder of reminders) await sendReminder(tx, event, reminder)
  await noteReminded(tx.db, event, now, nextReminder(event, now))
  return reminders.length
}

async function sendReminder(tx: Context, event: DueEvent, { minutes, occurrence }: Reminder): Promise<void> {
  const shown = occurrence.override ?? event
  await emit(tx, {
    ownerId: event.owner_id,
    type: 'reminder.due',
    madeOf: { objectIds: event.object_ids, givenIds: event.given_ids, hidden: event.is_hidden, from: event.made_from },
    data: {
      event_id: event.id,
      number: event.number,
      title: shown.title,
      location: shown.location,
      starts_at: iso(occurrence.start),
      ends_at: iso(occurrence.end),
      occurrence_at: iso(occurrence.clock === event.starts_clock ? event.starts_ms : utcOf(event.tz, occurrence.clock)),
      all_day: shown.all_day,
      minutes,
    },
  })
  // Letters and messages are read wherever they lie.
  if (event.hidden) return
  const note: Letter = {
    // The same reminder has the same id, whoever sends it and how often.
    id: uuidv5(`${occurrence.clock} ${minutes} ${occurrence.start}`, event.id),
    to: event.email,
    title: shown.title,
    location: shown.location,
    language: event.language === 'ru' ? 'ru' : 'en',
    tz: event.timezone || event.tz,
    start: occurrence.start,
    allDay: shown.all_day,
  }
  if (tx.mail.isOn) await enqueue(tx, mailReminder, event.owner_id, note)
  if (event.by_messenger && tx.messenger.isOn) await enqueue(tx, messageReminder, event.owner_id, note)
}

const SUBJECT: Record<Language, string> = { ru: 'Напоминание', en: 'Reminder' }
const ALL_DAY: Record<Language, string> = { ru: 'весь день', en: 'all day' }
const WHERE: Record<Language, string> = { ru: 'Где', en: 'Where' }

/** "Planning: Today, 10:00 (Europe/Moscow)" */
function textOf({ title, location, language, tz, start, allDay }: Letter): string {
  const clock = localOf(tz, start)
  const { day_label, weekday } = dayNames(language, localOf(tz, Date.now()))(clock)
  const time = allDay ? ALL_DAY[language] : `${new Date(clock).toISOString().slice(11, 16)} (${tz})`
  const lines = [title, `${day_label}, ${weekday}, ${time}`, location && `${WHERE[language]}: ${location}`]
  return lines.filter(Boolean).join('\n')
}

async function sendLetter(context: Context, note: Letter): Promise<void> {
  const subject = `${SUBJECT[note.language]}: ${note.title}`.replace(/[\r\n]+/g, ' ')
  await context.mail.send({ to: note.to, subject, text: textOf(note), messageId: `${note.id}@dossier` })
}

async function sendMessage(context: Context, note: Letter, { ownerId }: RunJob): Promise<void> {
  if (await context.messenger.reaches(ownerId)) await context.messenger.send(ownerId, textOf(note))
}

export const calendarHandlers: Handler[] = [
  handle(remind, remindAll),
  handle(mailReminder, sendLetter),
  handle(messageReminder, sendMessage),
]
