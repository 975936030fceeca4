import type { Words } from '../../lib/language.ts'

const EVERY: Record<string, [en: string, ens: string, ru: string, rus: string]> = {
  HOURLY: ['every hour', 'hours', 'каждый час', 'ч.'],
  DAILY: ['every day', 'days', 'каждый день', 'дн.'],
  WEEKLY: ['every week', 'weeks', 'каждую неделю', 'нед.'],
  MONTHLY: ['every month', 'months', 'каждый месяц', 'мес.'],
  YEARLY: ['every year', 'years', 'каждый год', 'г.'],
}
const DAYS: Record<string, [string, string]> = {
  MO: ['Mon', 'пн'],
  TU: ['Tue', 'вт'],
  WE: ['Wed', 'ср'],
  TH: ['Thu', 'чт'],
  FR: ['Fri', 'пт'],
  SA: ['Sat', 'сб'],
  SU: ['Sun', 'вс'],
}

/** How an event repeats, in words to put behind its time; nothing for one that does not. */
export function repeatsIn(rrule: string): Words {
  const rule = new Map(rrule.split(';').map(part => part.split('=') as [string, string]))
  const every = EVERY[rule.get('FREQ') ?? '']
  if (!every) return rrule === '' ? { en: '', ru: '' } : { en: ', repeating', ru: ', с повторением' }
  const [en, ens, ru, rus] = every
  const step = Number(rule.get('INTERVAL') ?? 1)
  const days = (rule.get('BYDAY') ?? '').split(',').flatMap(day => (DAYS[day] ? [DAYS[day]] : []))
  const on = (n: 0 | 1) => (days.length > 0 ? ` (${days.map(day => day[n]).join(', ')})` : '')
  const count = rule.get('COUNT')
  return {
    en: `, ${step > 1 ? `every ${step} ${ens}` : en}${on(0)}${count ? `, ${count} times` : ''}`,
    ru: `, ${step > 1 ? `раз в ${step} ${rus}` : ru}${on(1)}${count ? `, всего ${count}` : ''}`,
  }
}
