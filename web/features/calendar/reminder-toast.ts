import type { Schemas } from '../../api/openapi.ts'
import { formatMoment } from '../../lib/format.ts'
import { toast } from '../../ui/toast.tsx'
import { calendarWords } from './words.ts'

export function remind({ title, starts_at }: Schemas['ReminderDueEvent'], openCalendar: () => void): void {
  const t = calendarWords.now()
  toast(t.reminder(title, formatMoment(starts_at)), { action: { text: t.open, run: openCalendar } })
}
