import { AppError } from '../../lib/errors.ts'
import type { ModelFailed } from '../../ports/models.ts'

export const blank = () =>
  new AppError('senseless', 'blank_query', {
    en: 'The question has only blanks. Write what you want to know.',
    ru: 'В вопросе одни пробелы. Напишите, что хотите узнать.',
  })

export function failed({ fault, message }: ModelFailed): AppError {
  if (fault === 'slow' || fault === 'cancelled')
    return new AppError('timed_out', 'ask_deadline', {
      en: 'The model took too long. Ask something shorter or narrow the question to some files; the same text would take as long again.',
      ru: 'Модель отвечала слишком долго. Спросите короче или выберите файлы; тот же текст займёт столько же времени.',
    })
  return new AppError('upstream', 'model_failed', {
    en: `The model did not answer: ${message} Check the connection, or ask with the files allowed.`,
    ru: `Модель не ответила: ${message} Проверьте подключение или разрешите искать в файлах.`,
  })
}
