import { words } from '../lib/i18n.ts'

export const paletteWords = words(
  {
    placeholder: 'Files, people, events, commands',
    actions: 'Actions',
    places: 'Go to',
    upload: 'Upload files',
    uploadFolder: 'Upload a folder',
    newFolder: 'New folder',
    newTheme: 'New theme',
    switchLook: 'Switch light and dark',
    switchLanguage: 'Переключить на русский',
    keys: 'Keys',
    tour: 'Show me around',
  },
  {
    placeholder: 'Файлы, люди, события, команды',
    actions: 'Действия',
    places: 'Перейти',
    upload: 'Загрузить файлы',
    uploadFolder: 'Загрузить папку',
    newFolder: 'Новая папка',
    newTheme: 'Новая тема',
    switchLook: 'Переключить светлое и тёмное',
    switchLanguage: 'Switch to English',
    keys: 'Клавиши',
    tour: 'Показать, что здесь есть',
  },
)
