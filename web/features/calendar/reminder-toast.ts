import { formatMoment } from '../../lib/format.ts'
import { toast } from '../../ui/toast.tsx'
import { calendarWords } from './words.ts'

export function remind(event: Record<string, unknown>, openCalendar: () => void): void {
  const t = calendarWords.now()
  const starts = typeof event.starts_at === 'string' ? formatMoment(event.starts_at) : ''
  toast(t.reminder(String(event.title ?? ''), starts), { action: { text: t.open, run: openCalendar } })
}
