import { words } from '../../lib/i18n.ts'

export const noticeWords = words(
  {
    title: 'Notifications',
    unread: (count: number) => `Notifications: ${count} new`,
    none: 'Nothing yet. You will see here who mentions you, replies to you or shares a folder with you.',
    somebody: 'Somebody',
    kinds: {
      mention: (thing: string) => `mentioned you in a comment on “${thing}”`,
      reply: (thing: string) => `replied to your comment on “${thing}”`,
      grant: (thing: string) => `shared the folder “${thing}” with you`,
    },
    isNew: 'new',
    more: 'Show earlier',
    settings: 'Notification settings',
  },
  {
    title: 'Уведомления',
    unread: count => `Уведомления: новых ${count}`,
    none: 'Пока ничего. Здесь видно, кто вас упоминает, отвечает вам или открывает вам папку.',
    somebody: 'Кто-то',
    kinds: {
      mention: thing => `упоминает вас в комментарии к файлу «${thing}»`,
      reply: thing => `отвечает на ваш комментарий к файлу «${thing}»`,
      grant: thing => `открывает вам папку «${thing}»`,
    },
    isNew: 'новое',
    more: 'Показать раньше',
    settings: 'Выбрать, о чём сообщать',
  },
)
