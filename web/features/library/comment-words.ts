import { words } from '../../lib/i18n.ts'

export const commentWords = words(
  {
    title: 'Comments',
    say: 'Add a comment',
    send: 'Send',
    edit: 'Edit the comment',
    remove: 'Delete the comment',
    edited: 'edited',
    page: (n: number) => `page ${n}`,
  },
  {
    title: 'Комментарии',
    say: 'Добавить комментарий',
    send: 'Отправить',
    edit: 'Изменить комментарий',
    remove: 'Удалить комментарий',
    edited: 'изменён',
    page: n => `с. ${n}`,
  },
)
