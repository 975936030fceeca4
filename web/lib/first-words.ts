import { language, pluralEn, pluralRu } from './language.ts'

/** The words of the first screen. The app itself says them by the same names. */

export const firstEn = {
  library: 'Library',
  allFiles: 'All files',
  search: 'Search',
  ask: 'Ask',
  add: 'Add',
  calendar: 'Calendar',
  searchEverything: 'Search',
  upload: 'Upload',
  placeholder: 'Ask a question, or say what to do',
  emptyTitle: 'Ask your files, or have something done',
  emptyText: 'Every answer cites the exact passages. Deleting and sharing always wait for your approval.',
  page: (n: number) => `page ${n}`,
  examples: { files: ['When does the lease end?', 'What did we agree on about the deposit?'] },
  files: (n: number) => pluralEn(n, { one: '# file', other: '# files' }),
}

export const firstRu: typeof firstEn = {
  library: 'Библиотека',
  allFiles: 'Все файлы',
  search: 'Поиск',
  ask: 'Спросить',
  add: 'Добавить',
  calendar: 'Календарь',
  searchEverything: 'Поиск',
  upload: 'Загрузить',
  placeholder: 'Спросите или скажите, что сделать',
  emptyTitle: 'Спросите о своих файлах или поручите дело',
  emptyText: 'К каждому ответу приложены точные цитаты. Удаление и общий доступ — только с вашего подтверждения.',
  page: (n: number) => `страница ${n}`,
  examples: { files: ['Когда кончается аренда?', 'О чём договорились про залог?'] },
  files: (n: number) => pluralRu(n, { one: '# файл', few: '# файла', many: '# файлов' }),
}

export const firstWords = () => (language() === 'ru' ? firstRu : firstEn)
