import { words } from '../../lib/i18n.ts'

/** What somebody did, with the name of the file, or of whom the folder was opened to. */
type Deed = (name: string, before: string) => string

const en: Record<string, Deed> = {
  added: name => `added ${name}`,
  changed: name => `changed ${name}`,
  renamed: (name, before) => `renamed ${before} to ${name}`,
  moved: name => `moved ${name}`,
  trashed: name => `moved ${name} to trash`,
  restored: name => `restored ${name}`,
  commented: name => `commented on ${name}`,
  opened: name => `shared the folder with ${name}`,
  closed: name => `stopped sharing the folder with ${name}`,
}

const ru: Record<string, Deed> = {
  added: name => `добавлен файл ${name}`,
  changed: name => `изменён файл ${name}`,
  renamed: (name, before) => `файл ${before} переименован в ${name}`,
  moved: name => `перемещён файл ${name}`,
  trashed: name => `файл ${name} удалён в корзину`,
  restored: name => `восстановлен файл ${name}`,
  commented: name => `комментарий к файлу ${name}`,
  opened: name => `открыт доступ: ${name}`,
  closed: name => `закрыт доступ: ${name}`,
}

export const diaryWords = words(
  {
    title: 'Activity',
    by: ' ',
    more: 'Show earlier',
    none: 'Nothing yet. What you and others do in shared folders will be listed here.',
    somebody: 'Former user',
    deeds: en,
  },
  {
    title: 'История действий',
    by: ' — ',
    more: 'Показать раньше',
    none: 'Пока пусто. Здесь появится то, что вы и другие делаете в общих папках.',
    somebody: 'Бывший пользователь',
    deeds: ru,
  },
)
