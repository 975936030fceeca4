import { pluralEn, pluralRu, words } from '../../lib/i18n.ts'

export const offlineWords = words(
  {
    away: 'You are offline. What you have opened before can still be read; nothing can be changed.',
    title: 'You are offline',
    text: (n: number) =>
      n === 0
        ? 'Nothing was opened on this device yet. Everything needs the connection.'
        : `${pluralEn(n, { one: 'This file was opened', other: 'These # files were opened' })} on this device and can be read. Everything else needs the connection.`,
    files: 'What can be read',
    folders: 'Folders',
    all: 'All files',
    nothingHere: 'No file of this folder was seen on this device.',
    needsLink: 'Needs the connection',
    count: (n: number) => pluralEn(n, { one: '# file can be read', other: '# files can be read' }),
    retry: 'Try again',
    back: 'All of them',
    opened: (when: string) => `opened ${when}`,
    words: 'The words of the recording. Its sound needs the connection.',
  },
  {
    away: 'Нет связи. То, что вы уже открывали, можно читать; менять ничего нельзя.',
    title: 'Нет связи',
    text: n =>
      n === 0
        ? 'На этом устройстве ещё ничего не открывали. Для всего нужна связь.'
        : `${pluralRu(n, { one: 'Этот файл открывали на этом устройстве, его', few: 'Эти # файла открывали на этом устройстве, их', many: 'Эти # файлов открывали на этом устройстве, их' })} можно читать. Для остального нужна связь.`,
    files: 'Что можно прочитать',
    folders: 'Папки',
    all: 'Все файлы',
    nothingHere: 'Список файлов этой папки на этом устройстве ещё не открывали.',
    needsLink: 'Нужна связь',
    count: n =>
      pluralRu(n, { one: 'можно прочитать # файл', few: 'можно прочитать # файла', many: 'можно прочитать # файлов' }),
    retry: 'Повторить',
    back: 'Все файлы',
    opened: when => `открыт ${when}`,
    words: 'Слова записи. Для звука нужна связь.',
  },
)
