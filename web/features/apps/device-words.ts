import { words } from '../../lib/i18n.ts'

export const deviceWords = words(
  {
    title: 'Connect a device',
    wants: (name: string) => `Allow “${name}” to access your files?`,
    text: 'The app will be able to open, change and delete your files. Deleted files go to the trash. It never sees hidden files and does not learn your password.',
    careful: 'Allow it only if you have just started signing in on your own device.',
    allow: 'Allow',
    deny: 'Deny',
    allowed: 'The device is connected. You can close this page and go back to the app.',
    denied: 'Access was denied. You can close this page.',
    over: 'This request has expired or was already answered. Start signing in again in the app.',
  },
  {
    title: 'Подключение устройства',
    wants: name => `Разрешить «${name}» доступ к вашим файлам?`,
    text: 'Приложение сможет открывать, изменять и удалять файлы. Удалённое попадает в корзину. Скрытых файлов оно не видит и вашего пароля не узнаёт.',
    careful: 'Разрешайте, только если вы сами сейчас входите на своём устройстве.',
    allow: 'Разрешить',
    deny: 'Отклонить',
    allowed: 'Устройство подключено. Закройте эту страницу и вернитесь в приложение.',
    denied: 'Доступ отклонён. Страницу можно закрыть.',
    over: 'Запрос устарел или на него уже ответили. Начните вход в приложении заново.',
  },
)
