import type { Language } from '../../lib/language.ts'

/** The common tasks, as words to begin with. */

interface Template {
  name: string
  title: { en: string; ru: string }
  description: { en: string; ru: string }
  argument?: { name: string; description: { en: string; ru: string } }
  text: { en: string; ru: string }
}

const TEMPLATES: Template[] = [
  {
    name: 'answer_from_files',
    title: { en: 'Answer from my files', ru: 'Ответить по моим файлам' },
    description: { en: 'An answer with its sources', ru: 'Ответ со ссылками на источники' },
    argument: { name: 'question', description: { en: 'What you want to know', ru: 'Что нужно узнать' } },
    text: {
      en: 'Answer this question from my files: «{}». Use the tool ask; where it is unsure, look with search and read_file. Quote the passage and name the file for every statement, and say so when the files do not tell.',
      ru: 'Ответь на вопрос по моим файлам: «{}». Используй инструмент ask; если он не уверен, ищи через search и read_file. К каждому утверждению приведи цитату и назови файл, а если в файлах этого нет — так и скажи.',
    },
  },
  {
    name: 'summarise_file',
    title: { en: 'Summarise a file', ru: 'Кратко пересказать файл' },
    description: { en: 'What it is about, and what follows from it', ru: 'О чём он и что из него следует' },
    argument: { name: 'file', description: { en: 'Its name, or what it is about', ru: 'Название или о чём он' } },
    text: {
      en: 'Find the file «{}» with search, read it to its end with read_file, and tell me in short: what it is, the parties, sums and dates in it, and what I have to do.',
      ru: 'Найди файл «{}» через search, прочитай его до конца через read_file и коротко расскажи: что это, какие в нём стороны, суммы и даты и что мне нужно сделать.',
    },
  },
  {
    name: 'plan_day',
    title: { en: 'My day', ru: 'Мой день' },
    description: { en: 'What is on, and what is due', ru: 'Что запланировано и что пора сделать' },
    text: {
      en: 'Look at agenda and tasks. Tell me what is on today, what is overdue and what is due this week, and which of my files belong to it (search).',
      ru: 'Посмотри agenda и tasks. Скажи, что сегодня, что просрочено и что нужно сделать на этой неделе, и какие мои файлы к этому относятся (search).',
    },
  },
  {
    name: 'compare_files',
    title: { en: 'Compare two versions', ru: 'Сравнить две версии' },
    description: { en: 'What has changed between them', ru: 'Что между ними изменилось' },
    argument: { name: 'files', description: { en: 'Which ones', ru: 'Какие именно' } },
    text: {
      en: 'Find these files: «{}». Read them whole with read_file and list what differs: sums, dates, duties, who is named. Quote both places for each difference.',
      ru: 'Найди файлы: «{}». Прочитай их целиком через read_file и перечисли отличия: суммы, даты, обязанности, кто назван. К каждому отличию приведи обе цитаты.',
    },
  },
]

export const promptList = (language: Language) =>
  TEMPLATES.map(({ name, title, description, argument }) => ({
    name,
    title: title[language],
    description: description[language],
    ...(argument
      ? { arguments: [{ name: argument.name, description: argument.description[language], required: true }] }
      : {}),
  }))

export function promptText(language: Language, name: string, given: Record<string, string>): string | undefined {
  const found = TEMPLATES.find(template => template.name === name)
  if (!found) return undefined
  if (!found.argument) return found.text[language]
  const value = given[found.argument.name]
  return value === undefined ? undefined : found.text[language].replace('{}', () => value.slice(0, 4000))
}
