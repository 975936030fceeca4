import { words } from '../lib/i18n.ts'

export const apiWords = words(
  {
    offline: 'The service does not answer. Check the connection and try again.',
    broken: 'Something broke on our side. Try again in a moment.',
  },
  {
    offline: 'Сервис не отвечает. Проверьте связь и повторите.',
    broken: 'У нас что-то сломалось. Повторите через минуту.',
  },
)
