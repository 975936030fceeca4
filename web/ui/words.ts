import { words } from '../lib/i18n.ts'

export const uiWords = words(
  {
    close: 'Close',
    cancel: 'Cancel',
    save: 'Save',
    retry: 'Try again',
    messages: 'Messages',
    showPassword: 'Show the password',
    hidePassword: 'Hide the password',
    requestId: (id: string) => `Request ${id}`,
    copy: 'Copy',
    copied: 'Copied',
  },
  {
    close: 'Закрыть',
    cancel: 'Отмена',
    save: 'Сохранить',
    retry: 'Повторить',
    messages: 'Сообщения',
    showPassword: 'Показать пароль',
    hidePassword: 'Скрыть пароль',
    requestId: id => `Запрос ${id}`,
    copy: 'Скопировать',
    copied: 'Скопировано',
  },
)
