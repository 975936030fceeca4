import { DocumentRefused } from '../../ports/documents.ts'

export const damagedPdf = () =>
  new DocumentRefused('damaged', {
    en: 'The PDF file is damaged and could not be repaired.',
    ru: 'Файл PDF повреждён, и починить его не удалось.',
  })

export const tooHeavy = () =>
  new DocumentRefused('too_heavy', {
    en: 'The file is too heavy: working on it takes more time or memory than it may.',
    ru: 'Файл слишком тяжёлый: работа с ним занимает больше времени или памяти, чем можно.',
  })

export const lockedPdf = () =>
  new DocumentRefused('locked', {
    en: 'The PDF file has a password. Give the right one in `password`.',
    ru: 'Файл PDF защищён паролем. Укажите верный в поле `password`.',
  })
