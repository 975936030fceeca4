import { parseDuration } from '../../lib/icalendar/lines.ts'
import { MAX_REMINDER_MINUTES } from './schema.ts'

const MINUTE = 60_000

/** The minutes before the start that an alarm stands for; undefined when it is an alarm of another kind. */
export function alarmMinutes(lines: string[]): number | undefined {
  const trigger = lines.find(line => /^TRIGGER[;:]/i.test(line))
  const action = lines
    .find(line => /^ACTION:/i.test(line))
    ?.slice(7)
    .trim()
    .toUpperCase()
  if (!trigger || (action !== 'DISPLAY' && action !== 'AUDIO' && action !== 'EMAIL')) return undefined
  if (/RELATED=END|VALUE=DATE-TIME/i.test(trigger)) return undefined
  const duration = parseDuration(trigger.slice(trigger.indexOf(':') + 1))
  if (!duration) return undefined
  const minutes = -(duration.days * 1440 + duration.ms / MINUTE)
  return Number.isInteger(minutes) && minutes >= 0 && minutes <= MAX_REMINDER_MINUTES ? minutes : undefined
}
