import { pluralEn, pluralRu, words } from '../../lib/i18n.ts'

export const importWords = words(
  {
    title: 'Import',
    text: 'Bring your files from another service. What you already have stays as it is, and nothing is added twice.',
    from: 'From',
    choose: 'Choose a file',
    importing: 'Importing',
    looking: 'Checking',
    dryRun: 'Only check what would be added',
    sources: {
      dossier: 'Another Dossier',
      folder: 'A ZIP with folders',
      takeout: 'Google Takeout',
      nextcloud: 'Nextcloud',
      paperless: 'Paperless-ngx',
      mbox: 'Mail (mbox)',
    },
    hints: {
      dossier: 'The archive from Settings → Export.',
      folder: 'Any ZIP. Folders and names stay as they are.',
      takeout: 'The ZIP from Google Takeout: Drive, Photos and Mail. Several parts are imported one after another.',
      nextcloud: 'A folder downloaded as ZIP, or the export of your account.',
      paperless: 'The ZIP made by document_exporter. Titles, correspondents, tags and dates come along.',
      mbox: 'An .mbox file, or a ZIP with .mbox and .eml files. Every message becomes a file.',
    },
    added: (n: number) => pluralEn(n, { one: '# file added', other: '# files added' }),
    wouldAdd: (n: number, size: string) =>
      `${pluralEn(n, { one: '# file would be added', other: '# files would be added' })} (${size}). Nothing has changed yet.`,
    skipped: (n: number) => pluralEn(n, { one: '# file is already here', other: '# files are already here' }),
    failed: (n: number) =>
      pluralEn(n, { one: '# file could not be imported:', other: '# files could not be imported:' }),
  },
  {
    title: 'Импорт',
    text: 'Перенесите файлы из другого сервиса. То, что уже есть, не изменится, и ничего не добавится дважды.',
    from: 'Откуда',
    choose: 'Выбрать файл',
    importing: 'Импортируем',
    looking: 'Проверяем',
    dryRun: 'Только проверить, что добавится',
    sources: {
      dossier: 'Другой Dossier',
      folder: 'ZIP с папками',
      takeout: 'Google Takeout (Архиватор)',
      nextcloud: 'Nextcloud',
      paperless: 'Paperless-ngx',
      mbox: 'Почта (mbox)',
    },
    hints: {
      dossier: 'Архив из раздела «Настройки → Экспорт».',
      folder: 'Любой ZIP. Папки и названия сохранятся.',
      takeout: 'ZIP из Google Takeout: Диск, Фото и Почта. Если частей несколько, загрузите их по очереди.',
      nextcloud: 'Папка, скачанная как ZIP, или экспорт учётной записи.',
      paperless: 'ZIP из document_exporter. Названия, корреспонденты, теги и даты сохранятся.',
      mbox: 'Файл .mbox или ZIP с файлами .mbox и .eml. Каждое письмо станет отдельным файлом.',
    },
    added: n => pluralRu(n, { one: 'Добавлен # файл', few: 'Добавлено # файла', many: 'Добавлено # файлов' }),
    wouldAdd: (n, size) =>
      `${pluralRu(n, { one: 'Добавится # файл', few: 'Добавится # файла', many: 'Добавится # файлов' })} (${size}). Пока ничего не изменилось.`,
    skipped: n => pluralRu(n, { one: '# файл уже есть', few: '# файла уже есть', many: '# файлов уже есть' }),
    failed: n =>
      pluralRu(n, {
        one: 'Не удалось импортировать # файл:',
        few: 'Не удалось импортировать # файла:',
        many: 'Не удалось импортировать # файлов:',
      }),
  },
)
