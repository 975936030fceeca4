import type { Words } from '../../../lib/language.ts'
import { answeringTools } from '../../ask/tools.ts'
import { calendarTools } from '../../calendar/tools.ts'
import { documentTools } from '../../documents/tools.ts'
import { memoryTools } from '../../memory/tools.ts'
import { readingTools } from '../../search/tools.ts'
import { sharingTools } from '../../share/tools.ts'
import { taskTools } from '../../tasks/tools.ts'
import type { Tool } from '../../tools/tool.ts'
import { fileTools } from './files.ts'
import { webTools } from './web.ts'

export interface Toolset {
  slug: string
  name: Words
  description: Words
  tools: Tool[]
}

export const TOOLSETS: Toolset[] = [
  {
    slug: 'reading',
    name: { en: 'Reading', ru: 'Чтение' },
    description: { en: 'Finds, reads and sums up files.', ru: 'Находит, читает и пересказывает файлы.' },
    tools: [...readingTools, ...answeringTools],
  },
  {
    slug: 'files',
    name: { en: 'Files', ru: 'Файлы' },
    description: {
      en: 'Renames, moves, tags, hides, makes folders, moves to the trash and back.',
      ru: 'Переименовывает, перемещает, помечает, прячет, создаёт папки, убирает в корзину и возвращает.',
    },
    tools: fileTools,
  },
  {
    slug: 'documents',
    name: { en: 'Documents', ru: 'Документы' },
    description: {
      en: 'Converts, works on PDF files and puts files together.',
      ru: 'Преобразует, обрабатывает PDF и собирает файлы.',
    },
    tools: documentTools,
  },
  {
    slug: 'calendar',
    name: { en: 'Calendar', ru: 'Календарь' },
    description: {
      en: 'Shows, makes, changes and cancels events.',
      ru: 'Показывает, создаёт, меняет и отменяет события.',
    },
    tools: calendarTools,
  },
  {
    slug: 'tasks',
    name: { en: 'Tasks', ru: 'Задачи' },
    description: {
      en: 'Makes and closes tasks, also from meeting records.',
      ru: 'Создаёт и закрывает задачи, в том числе по записям встреч.',
    },
    tools: taskTools,
  },
  {
    slug: 'sharing',
    name: { en: 'Sharing', ru: 'Доступ' },
    description: { en: 'Makes public links.', ru: 'Открывает файлы по ссылке.' },
    tools: sharingTools,
  },
  {
    slug: 'web',
    name: { en: 'Web', ru: 'Интернет' },
    description: { en: 'Searches the web, after asking you.', ru: 'Ищет в интернете, спросив вас.' },
    tools: webTools,
  },
  {
    slug: 'memory',
    name: { en: 'Memory', ru: 'Память' },
    description: { en: 'Remembers what you say of yourself.', ru: 'Помнит, что вы о себе рассказали.' },
    tools: memoryTools,
  },
]

const BY_NAME = new Map(TOOLSETS.flatMap(({ tools }) => tools.map((tool): [string, Tool] => [tool.name, tool])))

export const toolNamed = (name: string): Tool | undefined => BY_NAME.get(name)

export const toolsOf = (slugs: string[]): Tool[] =>
  TOOLSETS.filter(({ slug }) => slugs.includes(slug)).flatMap(({ tools }) => tools)
