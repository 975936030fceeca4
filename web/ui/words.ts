import { firstEn, firstRu } from '../lib/first-words.ts'
import { words } from '../lib/i18n.ts'

export const uiWords = words(
  {
    close: 'Close',
    language: 'Language',
    cancel: 'Cancel',
    save: 'Save',
    retry: 'Try again',
    messages: 'Messages',
    showPassword: 'Show the password',
    hidePassword: 'Hide the password',
    requestId: (id: string) => `Request ${id}`,
    copy: 'Copy',
    copied: 'Copied',
    nowhere: 'There is nothing at this address',
    nowhereText: 'The link may be old, or mistyped.',
    library: firstEn.library,
    looks: { system: 'System', light: 'Light', dark: 'Dark' },
  },
  {
    close: 'Закрыть',
    language: 'Язык',
    cancel: 'Отмена',
    save: 'Сохранить',
    retry: 'Повторить',
    messages: 'Сообщения',
    showPassword: 'Показать пароль',
    hidePassword: 'Скрыть пароль',
    requestId: id => `Запрос ${id}`,
    copy: 'Скопировать',
    copied: 'Скопировано',
    nowhere: 'По этому адресу ничего нет',
    nowhereText: 'Ссылка устарела, или в ней опечатка.',
    library: firstRu.library,
    looks: { system: 'Как в системе', light: 'Светлое', dark: 'Тёмное' },
  },
)
