import { words } from '../lib/i18n.ts'

export const apiWords = words(
  {
    offline: 'The service does not answer. Check the connection and try again.',
    missing: 'Fill this in.',
    tooShort: (n: number) => (n === 1 ? 'Fill this in.' : `Use at least ${n} characters.`),
    tooLong: (n: number) => `Use at most ${n} characters.`,
    broken: 'Something broke on our side. Try again in a moment.',
  },
  {
    offline: 'Сервис не отвечает. Проверьте связь и повторите.',
    missing: 'Заполните это поле.',
    tooShort: n => (n === 1 ? 'Заполните это поле.' : `Не короче ${n} символов.`),
    tooLong: n => `Не длиннее ${n} символов.`,
    broken: 'У нас что-то сломалось. Повторите через минуту.',
  },
)
