import { pluralEn, pluralRu, words } from '../../lib/i18n.ts'

interface DeedNames {
  name: string
  before: string
  from: string
  to: string
}

type Deeds = Record<string, (told: DeedNames) => string>

const en: Deeds = {
  added: ({ name }) => `Added ${name}`,
  changed: ({ name }) => `Changed ${name}`,
  renamed: ({ name, before }) => `Renamed ${before} to ${name}`,
  moved: ({ name, from, to }) => `Moved ${name} from ${from} to ${to}`,
  deleted: ({ name }) => `Deleted ${name}`,
  restored: ({ name }) => `Restored ${name}`,
  removed: ({ name }) => `Permanently deleted ${name}`,
}

const ru: Deeds = {
  added: ({ name }) => `Добавлено: ${name}`,
  changed: ({ name }) => `Изменено: ${name}`,
  renamed: ({ name, before }) => `Переименовано: ${before} → ${name}`,
  moved: ({ name, from, to }) => `Перемещено: ${name}, «${from}» → «${to}»`,
  deleted: ({ name }) => `Удалено: ${name}`,
  restored: ({ name }) => `Восстановлено: ${name}`,
  removed: ({ name }) => `Удалено навсегда: ${name}`,
}

export const deviceDiaryWords = words(
  {
    open: 'Device log',
    title: (device: string) => `Device log: ${device}`,
    none: 'This device has not changed anything in the last 30 days',
    deeds: en,
    top: 'All files',
    more: 'Show earlier',
    span: 'Undo what it did',
    spans: { '': 'Choose a time', '1': 'In the last hour', '24': 'In the last 24 hours', '168': 'In the last 7 days' },
    fromHere: 'Undo from here',
    ask: (since: string) =>
      `Everything this device did since ${since} will be undone: deleted files come back, changed ones get their earlier version, moved ones return. What you or others have changed since stays as it is.`,
    undo: 'Undo',
    cancel: 'Cancel',
    working: 'Undoing…',
    done: (n: number) => pluralEn(n, { one: '# action undone', other: '# actions undone' }),
    left: (n: number) => pluralEn(n, { one: '# was left as it is', other: '# were left as they are' }),
    undone: 'Undone',
    why: {
      changed_since: 'Not undone: it has been changed since',
      gone: 'Not undone: it, or its earlier version or folder, no longer exists',
      not_empty: 'Not undone: there is something in it now',
    },
  },
  {
    open: 'Журнал устройства',
    title: device => `Журнал устройства: ${device}`,
    none: 'За последние 30 дней это устройство ничего не меняло',
    deeds: ru,
    top: 'Все файлы',
    more: 'Показать раньше',
    span: 'Отменить сделанное',
    spans: { '': 'Выберите время', '1': 'За последний час', '24': 'За последние сутки', '168': 'За последние 7 дней' },
    fromHere: 'Отменить начиная отсюда',
    ask: since =>
      `Всё, что это устройство сделало с ${since}, будет отменено: удалённые файлы вернутся, изменённые получат прежнюю версию, перемещённые окажутся на прежнем месте. То, что с тех пор изменили вы или другие, останется как есть.`,
    undo: 'Отменить действия',
    cancel: 'Не отменять',
    working: 'Отменяем…',
    done: n => pluralRu(n, { one: 'Отменено # действие', few: 'Отменено # действия', many: 'Отменено # действий' }),
    left: n => pluralRu(n, { one: '# осталось как есть', few: '# остались как есть', many: '# остались как есть' }),
    undone: 'Отменено',
    why: {
      changed_since: 'Не отменено: с тех пор изменилось',
      gone: 'Не отменено: файла, прежней версии или папки больше нет',
      not_empty: 'Не отменено: внутри уже что-то есть',
    },
  },
)
