import { onEvents } from '../../api/events.ts'

/** A reminder that is due is said wherever one is; the words for it come only then. */
export const followReminders = (openCalendar: () => void): (() => void) =>
  onEvents(events => {
    const due = events.filter(event => event.type === 'reminder.due')
    if (due.length === 0) return
    void import('./reminder-toast.ts').then(({ remind }) => {
      for (const event of due) remind(event, openCalendar)
    })
  })
