export { followReminders } from './reminders.ts'
export { readCalendarSearch } from './search.ts'

export const loadCalendarPage = () => import('./page.tsx').then(({ CalendarPage }) => ({ default: CalendarPage }))
