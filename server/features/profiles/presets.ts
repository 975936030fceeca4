import type { Words } from '../../lib/language.ts'
import { TOOLSETS } from './toolsets.ts'

export interface Profile {
  slug: string
  name: string
  description: string
  icon: string
  instructions: string
  toolsets: string[]
  model: string
  is_custom: boolean
}

export interface Preset {
  slug: string
  name: Words
  description: Words
  icon: string
  toolsets: string[]
}

export const ICONS = [
  'sparkles',
  'search',
  'folder',
  'calendar',
  'check',
  'file-text',
  'briefcase',
  'scale',
  'home',
  'heart',
  'plane',
  'code',
]

const ALL = TOOLSETS.map(({ slug }) => slug)

/** The first is there for everybody; the others are also beginnings for roles of one's own. */
export const PRESETS: Preset[] = [
  {
    slug: 'assistant',
    name: { en: 'Assistant', ru: 'Помощник' },
    description: {
      en: 'Does everything: files, documents, calendar, tasks.',
      ru: 'Умеет всё: файлы, документы, календарь, задачи.',
    },
    icon: 'sparkles',
    toolsets: ALL,
  },
  {
    slug: 'librarian',
    name: { en: 'Librarian', ru: 'Библиотекарь' },
    description: { en: 'Finds, reads and sorts files.', ru: 'Находит, читает и раскладывает файлы.' },
    icon: 'search',
    toolsets: ['reading', 'files'],
  },
  {
    slug: 'secretary',
    name: { en: 'Secretary', ru: 'Секретарь' },
    description: { en: 'Keeps the calendar and the tasks.', ru: 'Ведёт календарь и задачи.' },
    icon: 'calendar',
    toolsets: ['reading', 'calendar', 'tasks', 'memory'],
  },
  {
    slug: 'clerk',
    name: { en: 'Document clerk', ru: 'Делопроизводитель' },
    description: { en: 'Converts, assembles and works on PDF files.', ru: 'Преобразует, собирает и обрабатывает PDF.' },
    icon: 'file-text',
    toolsets: ['reading', 'documents'],
  },
]

export const DEFAULT_SLUG = 'assistant'
