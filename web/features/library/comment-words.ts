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
    people: 'People who can see the file',
    reply: (name: string) => `Reply to ${name}`,
    replyTo: (name: string) => `In reply to ${name}`,
    noReply: 'Do not reply',
    somebody: 'somebody without access',
  },
  {
    title: 'Комментарии',
    say: 'Добавить комментарий',
    send: 'Отправить',
    edit: 'Изменить комментарий',
    remove: 'Удалить комментарий',
    edited: 'изменён',
    page: n => `с. ${n}`,
    people: 'Кому виден файл',
    reply: name => `Ответить: ${name}`,
    replyTo: name => `Ответ: ${name}`,
    noReply: 'Не отвечать',
    somebody: 'пользователь без доступа',
  },
)
