import type { Words } from '../../lib/language.ts'

/** What a role may use: tools by their names, in sets that a person can tell apart. */
export interface Toolset {
  slug: string
  name: Words
  description: Words
  tools: string[]
}

export const TOOLSETS: Toolset[] = [
  {
    slug: 'reading',
    name: { en: 'Reading', ru: 'Чтение' },
    description: { en: 'Finds, reads and sums up files.', ru: 'Находит, читает и пересказывает файлы.' },
    tools: ['search_files', 'list_files', 'read_file', 'summarise_file', 'ask_files'],
  },
  {
    slug: 'files',
    name: { en: 'Files', ru: 'Файлы' },
    description: {
      en: 'Renames, moves, tags, hides, makes folders, moves to the trash and back.',
      ru: 'Переименовывает, перемещает, помечает, прячет, создаёт папки, убирает в корзину и возвращает.',
    },
    tools: [
      'rename_file',
      'move_file',
      'tag_file',
      'hide_file',
      'unhide_file',
      'make_folder',
      'make_theme',
      'trash_file',
      'restore_file',
      'undo',
    ],
  },
  {
    slug: 'documents',
    name: { en: 'Documents', ru: 'Документы' },
    description: {
      en: 'Converts, works on PDF files and puts files together.',
      ru: 'Преобразует, обрабатывает PDF и собирает файлы.',
    },
    tools: ['convert_file', 'pdf_operation', 'assemble_files', 'undo'],
  },
  {
    slug: 'calendar',
    name: { en: 'Calendar', ru: 'Календарь' },
    description: {
      en: 'Shows, makes, changes and cancels events.',
      ru: 'Показывает, создаёт, меняет и отменяет события.',
    },
    tools: ['show_agenda', 'create_event', 'change_event', 'cancel_event', 'undo'],
  },
  {
    slug: 'tasks',
    name: { en: 'Tasks', ru: 'Задачи' },
    description: {
      en: 'Makes and closes tasks, also from meeting records.',
      ru: 'Создаёт и закрывает задачи, в том числе по записям встреч.',
    },
    tools: ['list_tasks', 'create_task', 'close_task', 'tasks_from_file', 'undo'],
  },
  {
    slug: 'sharing',
    name: { en: 'Sharing', ru: 'Доступ' },
    description: { en: 'Makes public links.', ru: 'Открывает файлы по ссылке.' },
    tools: ['share_file', 'undo'],
  },
  {
    slug: 'web',
    name: { en: 'Web', ru: 'Интернет' },
    description: { en: 'Searches the web, after asking you.', ru: 'Ищет в интернете, спросив вас.' },
    tools: ['web_search', 'fetch_page'],
  },
  {
    slug: 'memory',
    name: { en: 'Memory', ru: 'Память' },
    description: { en: 'Remembers what you say of yourself.', ru: 'Помнит, что вы о себе рассказали.' },
    tools: ['recall', 'remember', 'forget', 'undo'],
  },
]
