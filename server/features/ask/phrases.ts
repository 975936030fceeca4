import type { Language } from '../../lib/language.ts'
import { asText } from './clean.ts'
import { type LocalAnswer, SURE } from './local/answer.ts'
import type { NearMiss } from './local/near.ts'
import type { WebSource } from './reply.ts'

/** The frame around what is quoted, in the language of the question. */

const FRAMES: Record<
  Language,
  {
    files: string
    near: string
    across: string
    nothing: string
    noMemory: string
    web: string
    failed: string
    leftOut: (owners: number) => string
    open: (part: string) => string
    instead: (miss: NearMiss) => string
  }
> = {
  ru: {
    files: 'Вот что сказано в файлах:',
    near: 'Точного ответа может не быть. Ближе всего к вопросу:',
    across: 'Ответ нашёлся в файле на другом языке:',
    nothing: 'В ваших файлах ответа на этот вопрос не нашлось.',
    noMemory: 'Без доступа к файлам и без модели ответить нечем. Разрешите искать в файлах или подключите модель.',
    web: 'В файлах ответа не нашлось. В сети об этом пишут:',
    failed: 'Модель не ответила, поэтому ответ собран без неё.',
    leftOut: owners => `Не просмотрены папки, открытые вам другими людьми (ещё владельцев: ${owners}).`,
    open: part => `На вопрос «${part}» ответа в файлах не нашлось.`,
    instead: ({ asked, there, filename }) =>
      there.length > 0
        ? `Ближе всего файл «${filename}», но в нём ${there.join(', ')}, а не ${asked}.`
        : `Ближе всего файл «${filename}», но «${asked}» в нём нет.`,
  },
  en: {
    files: 'This is what the files say:',
    near: 'There may be no exact answer. Closest to the question:',
    across: 'The answer was found in a file in another language:',
    nothing: 'Your files do not answer this question.',
    noMemory:
      'Without access to the files and without a model there is nothing to answer with. Allow the files, or connect a model.',
    web: 'The files do not answer it. On the web it is said:',
    failed: 'The model did not answer, so this was put together without it.',
    leftOut: owners =>
      `Folders shared with you by ${owners} more ${owners === 1 ? 'person' : 'people'} were not looked through.`,
    open: part => `The files do not answer “${part}”.`,
    instead: ({ asked, there, filename }) =>
      there.length > 0
        ? `The nearest file is “${filename}”, but it has ${there.join(', ')}, not ${asked}.`
        : `The nearest file is “${filename}”, but “${asked}” is not in it.`,
  },
}

export const phrases = (language: Language) => FRAMES[language]

/** Verbatim sentences, each with its number. Only what a browser would follow is taken out of them. */
export function quoted({ quotes, across, confidence, open = [] }: LocalAnswer, language: Language): string {
  const frame = FRAMES[language]
  const lines = quotes.map(({ text, reading }, i) => `${asText((reading ?? text).replaceAll(/\s+/gu, ' '))} [${i + 1}]`)
  const opening = confidence < SURE ? frame.near : across ? frame.across : frame.files
  return [opening, ...lines, ...open.map(part => asText(frame.open(part)))].join('\n\n')
}

/** That the files do not answer, and what they have instead. */
export const notThere = ({ instead }: LocalAnswer, language: Language): string =>
  [FRAMES[language].nothing, ...(instead ? [asText(FRAMES[language].instead(instead))] : [])].join(' ')

export const fromWeb = (pages: WebSource[], language: Language): string =>
  [FRAMES[language].web, ...pages.slice(0, 3).map(({ title, snippet }) => asText(`${title}: ${snippet}`))].join('\n\n')
