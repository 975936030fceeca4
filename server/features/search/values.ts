import { AppError } from '../../lib/errors.ts'
import { normalise } from '../../lib/words.ts'
import { DOC_TYPES, KINDS } from '../objects/index.ts'

/** What types of documents and kinds of files are called by people, one and many, beside the words of the interface. */

type Named = Record<string, string[]>

const TYPES: Named = {
  contract: ['contracts', 'договор', 'договоры'],
  invoice: ['invoices', 'счёт', 'счета'],
  act: ['acts', 'акт', 'акты'],
  letter: ['letters', 'письмо', 'письма'],
  report: ['reports', 'отчёт', 'отчёты'],
  statement: ['statements', 'выписка', 'выписки'],
  receipt: ['receipts', 'чек', 'чеки'],
  resume: ['résumé', 'résumés', 'резюме'],
  presentation: ['presentations', 'презентация', 'презентации'],
  manual: ['manuals', 'инструкция', 'инструкции'],
  article: ['articles', 'статья', 'статьи'],
  note: ['notes', 'заметка', 'заметки'],
  form: ['forms', 'бланк', 'бланки'],
  certificate: ['certificates', 'справка', 'справки'],
  spreadsheet: ['spreadsheets', 'таблица', 'таблицы'],
  photo: ['photos', 'фото', 'фотография', 'фотографии'],
  recording: ['recordings', 'запись', 'записи'],
  code: ['код'],
  other: ['other files', 'другое', 'другие файлы'],
}

const KIND_NAMES: Named = {
  document: ['documents', 'документ', 'документы'],
  spreadsheet: ['sheets', 'таблица', 'таблицы'],
  presentation: ['slides', 'презентация', 'презентации'],
  text: ['текст', 'тексты'],
  image: ['pictures', 'картинка', 'картинки', 'изображения'],
  audio: ['sound', 'звук'],
  video: ['видео'],
  email: ['mail', 'письмо', 'письма', 'почта'],
  archive: ['archives', 'архив', 'архивы'],
  other: ['прочее'],
}

const readerOf = (named: Named) => {
  const values = new Map(
    Object.entries(named).flatMap(([value, names]) => names.map((name): [string, string] => [normalise(name), value])),
  )
  return (typed: string): string => values.get(normalise(typed)) ?? typed.toLowerCase()
}

/** The value that is meant; what nobody calls anything so stays as it was typed. */
export const typeCalled = readerOf(TYPES)
export const kindCalled = readerOf(KIND_NAMES)

const russian = (named: Named, value: string) => named[value]?.find(name => name >= 'а') ?? value

export const unknownType = (value: string) =>
  new AppError('senseless', 'unknown_doc_type', {
    en: `There is no type "${value.slice(0, 50)}". Known: ${DOC_TYPES.join(', ')}.`,
    ru: `Нет типа документа «${value.slice(0, 50)}». Известны: ${DOC_TYPES.map(type => russian(TYPES, type)).join(', ')}.`,
  })

export const unknownKind = (value: string) =>
  new AppError('senseless', 'unknown_kind', {
    en: `There is no kind "${value.slice(0, 50)}". Known: ${KINDS.join(', ')}.`,
    ru: `Нет вида «${value.slice(0, 50)}». Известны: ${KINDS.map(kind => russian(KIND_NAMES, kind)).join(', ')}.`,
  })
