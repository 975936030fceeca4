import type { Context } from '../../../context.ts'
import { clockText } from '../../../lib/clock-text.ts'
import type { When } from '../../../lib/when/find.ts'
import { isStopWord, wordsOf } from '../../../lib/words.ts'
import { eventsBetween } from '../../calendar/index.ts'
import { listTasks } from '../../tasks/index.ts'
import { clockNow, type RunContext, say } from '../../tools/index.ts'
import type { Command } from '../grammar/command.ts'
import type { Plan } from './call.ts'

/** Events, reminders and tasks out of words. */

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MORNING = 9 * HOUR

/** On a clock of the owner's; the zone is added where it is kept. */
const local = (clock: number) => new Date(clock).toISOString().slice(0, 19)

const ask = (runContext: RunContext, en: string, ru: string): Plan => ({
  text: say(runContext, { en, ru }),
  calls: [],
  asks: true,
})
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export async function planEvent(context: Context, runContext: RunContext, command: Command): Promise<Plan> {
  if (command.intent === 'agenda') return planAgenda(runContext, command)
  if (command.intent === 'reschedule' || command.intent === 'cancel_event')
    return planChange(context, runContext, command)
  const { when, target } = command
  if (target === '') return ask(runContext, 'What should it be called?', 'Как это назвать?')
  if (!when)
    return command.intent === 'remind'
      ? ask(runContext, 'When should I remind you?', 'Когда напомнить?')
      : ask(runContext, 'When is it?', 'Когда это?')
  const input = command.intent === 'remind' ? reminderOf(when, target) : eventOf(when, target)
  return { text: '', calls: [{ name: 'create_event', input }] }
}

const startOf = (when: When) => (when.hasTime ? when.start : when.start + MORNING)

const reminderOf = (when: When, title: string) => ({
  title: capital(title),
  starts_at: local(startOf(when)),
  ends_at: local(startOf(when)),
  rrule: when.rrule,
  reminders: [0],
})

function eventOf(when: When, title: string) {
  const base = { title: capital(title), rrule: when.rrule }
  if (!when.hasTime)
    return {
      ...base,
      starts_at: local(when.start),
      ends_at: local(Math.max(when.end, when.start + DAY)),
      all_day: true,
    }
  const end = when.end > when.start ? when.end : when.start + HOUR
  return { ...base, starts_at: local(when.start), ends_at: local(end), reminders: [15] }
}

function planAgenda(runContext: RunContext, { when, target }: Command): Plan {
  if (!when && /задач|to-?do|tasks?/iu.test(target)) return { text: '', calls: [{ name: 'list_tasks', input: {} }] }
  if (!when) return { text: '', calls: [{ name: 'show_agenda', input: {} }] }
  const start = when.hasTime ? Math.floor(when.start / DAY) * DAY : when.start
  const end = when.hasTime ? start + DAY : Math.max(when.end, start + DAY)
  const today = Math.floor(clockNow(runContext) / DAY) * DAY
  return {
    text: '',
    calls: [
      { name: 'show_agenda', input: { since: local(Math.max(start, Math.min(today, start))), until: local(end) } },
    ],
  }
}

const terms = (text: string) =>
  new Set(
    wordsOf(text)
      .filter(({ word }) => !isStopWord(word))
      .map(({ term }) => term),
  )

/** Words for any event; the title need not have them where others tell which one is meant. */
const ANY_EVENT = terms('встреча встречу созвон звонок событие совещание meeting call event appointment')

/** Whether the title has all that was said: what lacks a word is another one. */
const fits = (title: string, target: string) => {
  const [has, wanted] = [terms(title), terms(target)]
  const missing = [...wanted].filter(term => !has.has(term))
  return wanted.size > missing.length && missing.every(term => ANY_EVENT.has(term))
}

const isOn = (when: When | undefined, clock: number) =>
  when !== undefined && clock >= Math.floor(when.start / DAY) * DAY && clock < Math.max(when.end, when.start + DAY)

async function planChange(context: Context, runContext: RunContext, { intent, when, target }: Command): Promise<Plan> {
  const { events } = await eventsBetween(context, runContext.actor, {
    since: local(clockNow(runContext) - DAY),
    limit: 500,
  })
  const named = events
    .filter(({ status, title }) => status !== 'cancelled' && fits(title, target))
    .sort((a, b) => a.starts_ms - b.starts_ms)
  const then = intent === 'cancel_event' ? named.filter(({ starts_clock }) => isOn(when, starts_clock)) : []
  const fitting = then.length > 0 ? then : named
  const [best] = fitting
  if (!best)
    return ask(runContext, `There is no event "${target}" in the calendar.`, `В календаре нет события «${target}».`)
  if (fitting.some(({ id }) => id !== best.id)) {
    const list = fitting
      .slice(0, 5)
      .map(
        ({ title, starts_ms }) =>
          `- ${title}, ${clockText(runContext.zone, starts_ms, runContext.actor.language, false)}`,
      )
      .join('\n')
    const question = ask(
      runContext,
      `Several events fit. Which one?\n${list}`,
      `Подходят несколько событий. Какое из них?\n${list}`,
    )
    return { ...question, given: fitting.slice(0, 5).flatMap(({ given_ids }) => given_ids) }
  }
  const given = best.given_ids
  if (intent === 'cancel_event')
    return { text: '', calls: [{ name: 'cancel_event', input: { event_id: best.id } }], given }
  if (!when) return ask(runContext, 'To what time?', 'На какое время?')
  const clock = when.hasTime ? when.start : when.start + (best.starts_clock % DAY)
  const input = {
    event_id: best.id,
    starts_at: local(clock),
    ends_at: local(when.hasTime && when.end > when.start ? when.end : clock + best.duration),
  }
  return { text: '', calls: [{ name: 'change_event', input }], given }
}

export async function planTask(
  context: Context,
  runContext: RunContext,
  { intent, when, target, assignee }: Command,
): Promise<Plan> {
  if (intent === 'task') {
    if (target === '') return ask(runContext, 'What is to be done?', 'Что нужно сделать?')
    const due = when && (when.hasTime ? when.start : when.end - 60_000)
    return {
      text: '',
      calls: [{ name: 'create_task', input: { title: capital(target), due_at: due ? local(due) : null, assignee } }],
    }
  }
  const tasks = await listTasks(context.db, runContext.actor, 'open', 200)
  const number = /^(?:№\s*|#\s*|номер\s+|number\s+)?(\d+)$/iu.exec(target.trim())?.[1]
  const found = number
    ? tasks.filter(task => task.number === Number(number))
    : tasks.filter(task => fits(task.title, target))
  if (found.length === 0)
    return ask(runContext, `There is no open task "${target}".`, `Открытой задачи «${target}» нет.`)
  const given = found.flatMap(task => task.given_ids)
  if (found.length > 1) {
    const list = found.map(task => `- ${task.number}. ${task.title}`).join('\n')
    return { ...ask(runContext, `Several tasks fit:\n${list}`, `Подходят несколько задач:\n${list}`), given }
  }
  return { text: '', calls: [{ name: 'close_task', input: { task_id: found[0]!.id } }], given }
}
