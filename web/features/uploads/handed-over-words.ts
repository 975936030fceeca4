import { pluralEn, pluralRu, words } from '../../lib/i18n.ts'

export const handedWords = words(
  {
    title: (n: number) => pluralEn(n, { one: 'Add this file to your library?', other: 'Add # files to your library?' }),
    take: 'Add',
    cancel: 'Cancel',
    lost: 'What you shared did not arrive. Go back to the other app and share it again.',
  },
  {
    title: n =>
      pluralRu(n, {
        one: 'Добавить файл в библиотеку?',
        few: 'Добавить # файла в библиотеку?',
        many: 'Добавить # файлов в библиотеку?',
      }),
    take: 'Добавить',
    cancel: 'Отмена',
    lost: 'То, чем вы поделились, не дошло. Вернитесь в другое приложение и поделитесь ещё раз.',
  },
)
