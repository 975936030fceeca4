import type { Language } from '../../lib/language.ts'
import { asText } from './clean.ts'
import { type LocalAnswer, SURE } from './local/answer.ts'
import type { WebSource } from './reply.ts'

/** The frame around what is quoted, in the language of the question. */

const FRAMES: Record<
  Language,
  { files: string; near: string; across: string; nothing: string; noMemory: string; web: string; failed: string }
> = {
  ru: {
    files: 'Вот что сказано в файлах:',
    near: 'Прямого ответа может и не быть; ближе всего к вопросу в файлах:',
    across: 'Ответ нашёлся в файле на другом языке:',
    nothing: 'В ваших файлах ответа на этот вопрос не нашлось.',
    noMemory: 'Без доступа к файлам и без модели ответить нечем. Разрешите искать в файлах или подключите модель.',
    web: 'В файлах ответа не нашлось. В сети об этом пишут:',
    failed: 'Модель не ответила, поэтому ответ собран без неё.',
  },
  en: {
    files: 'This is what the files say:',
    near: 'This may not answer it directly; nearest to the question the files say:',
    across: 'The answer was found in a file in another language:',
    nothing: 'Your files do not answer this question.',
    noMemory:
      'Without access to the files and without a model there is nothing to answer with. Allow the files, or connect a model.',
    web: 'The files do not answer it. On the web it is said:',
    failed: 'The model did not answer, so this was put together without it.',
  },
}

export const phrases = (language: Language) => FRAMES[language]

/** Verbatim sentences, each with its number. Only what a browser would follow is taken out of them. */
export function quoted({ quotes, across, confidence }: LocalAnswer, language: Language): string {
  const frame = FRAMES[language]
  const lines = quotes.map(({ text }, i) => `${asText(text.replaceAll(/\s+/gu, ' '))} [${i + 1}]`)
  const opening = confidence < SURE ? frame.near : across ? frame.across : frame.files
  return [opening, ...lines].join('\n\n')
}

export const fromWeb = (pages: WebSource[], language: Language): string =>
  [FRAMES[language].web, ...pages.slice(0, 3).map(({ title, snippet }) => asText(`${title}: ${snippet}`))].join('\n\n')
