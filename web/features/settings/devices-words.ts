import { words } from '../../lib/i18n.ts'

export const devicesWords = words(
  {
    title: 'Connect a device',
    text: 'Your files as a folder in Finder, Explorer or another program, and in sync with a computer or a phone.',
    name: 'Device',
    nameHint: 'For example "Laptop" or "Phone"',
    connect: 'Connect',
    ready: 'Enter this in the program. The password is shown only once.',
    address: 'Address of the folder',
    server: 'Server address for the Nextcloud app',
    user: 'User name',
    password: 'Password',
    scan: 'For the Nextcloud app on a phone: choose "Log in with QR code" and scan this.',
    steps: {
      windows: [
        'Windows',
        'In Explorer, right-click This PC and choose Map network drive. Enter the address of the folder, tick "Connect using different credentials", then the user name and the password.',
      ],
      mac: [
        'macOS',
        'In Finder, press ⌘K, enter the address of the folder and choose Connect. Then enter the user name and the password.',
      ],
      linux: [
        'Linux',
        'In Files, choose Other Locations and enter the address with davs:// instead of https:// (dav:// for http://).',
      ],
      sync: [
        'Keep a folder in sync',
        'Install the Nextcloud desktop app, choose Log in and enter the server address; or use rclone with WebDAV and vendor "nextcloud".',
      ],
    } satisfies Record<string, [string, string]>,
    devices: 'Connected devices',
    devicesText: 'A device that is disconnected loses access at once. Files it has already copied stay on it.',
    none: 'No devices yet',
    disconnect: 'Disconnect',
    disconnected: 'Disconnected',
    used: (day: string) => `last contact ${day}`,
    never: 'no contact yet',
    stopped: (files: number) =>
      `This device tried to delete many files at once (${files} or more) and was stopped. Nothing more is deleted until you allow it. Deleted files are in the trash.`,
    allow: 'Allow deleting for an hour',
  },
  {
    title: 'Подключить устройство',
    text: 'Ваши файлы как папка в Finder, Проводнике или другой программе — и синхронизация с компьютером или телефоном.',
    name: 'Устройство',
    nameHint: 'Например, «Ноутбук» или «Телефон»',
    connect: 'Подключить',
    ready: 'Введите это в программе. Пароль показывается один раз.',
    address: 'Адрес папки',
    server: 'Адрес сервера для приложения Nextcloud',
    user: 'Имя пользователя',
    password: 'Пароль',
    scan: 'Для приложения Nextcloud на телефоне: выберите вход по QR-коду и отсканируйте его.',
    steps: {
      windows: [
        'Windows',
        'В Проводнике щёлкните правой кнопкой «Этот компьютер» и выберите «Подключить сетевой диск». Введите адрес папки, отметьте «Использовать другие учётные данные», затем имя и пароль.',
      ],
      mac: ['macOS', 'В Finder нажмите ⌘K, введите адрес папки и нажмите «Подключиться». Затем введите имя и пароль.'],
      linux: [
        'Linux',
        'В «Файлах» откройте «Другие места» и введите адрес с davs:// вместо https:// (dav:// для http://).',
      ],
      sync: [
        'Синхронизация папки',
        'Установите приложение Nextcloud для компьютера, нажмите «Войти» и укажите адрес сервера; или настройте rclone: WebDAV, vendor «nextcloud».',
      ],
    },
    devices: 'Подключённые устройства',
    devicesText: 'Отключённое устройство сразу теряет доступ. Уже скопированные файлы на нём останутся.',
    none: 'Пока нет устройств',
    disconnect: 'Отключить',
    disconnected: 'Отключено',
    used: (day: string) => `последняя связь ${day}`,
    never: 'ещё не связывалось',
    stopped: (files: number) =>
      `Устройство пыталось удалить сразу много файлов (${files} или больше) и было остановлено. Без вашего разрешения оно больше ничего не удалит. Удалённое лежит в корзине.`,
    allow: 'Разрешить удаление на час',
  },
)
