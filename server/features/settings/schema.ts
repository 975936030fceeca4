import { z } from 'zod'
import { boolean, freeForm, text } from '../../lib/shapes.ts'
import { isTimeZone } from '../../lib/time-zones.ts'

const renameMode = z.enum(['auto', 'dont_rename', 'manual'])

/** On the page alone, also by mail, or not at all. */
const noticeWay = z.enum(['page', 'mail', 'none'])

const prefs = z
  .object({
    language: z.enum(['ru', 'en']),
    agent_confirm: z.enum(['destructive', 'all']),
    notices: z.object({ mention: noticeWay, reply: noticeWay, grant: noticeWay }).partial(),
  })
  .partial()
  .loose()

export const settingsUpdate = z
  .object({
    auto_rename_mode: renameMode,
    calendar_reminders_messenger: boolean(),
    chat_memory: boolean(),
    proactive: boolean(),
    timezone: text({ max: 64 }).refine(name => name === '' || isTimeZone(name), { params: { type: 'value_error' } }),
    ui: freeForm(),
    prefs,
  })
  .partial()

export type SettingsUpdate = z.output<typeof settingsUpdate>

export const settings = z
  .object({
    auto_rename_mode: renameMode,
    calendar_reminders_messenger: z.boolean(),
    chat_memory: z.boolean(),
    prefs: freeForm(),
    proactive: z.boolean(),
    timezone: z.string(),
    ui: freeForm(),
  })
  .meta({ id: 'SettingsOut' })
