import { words } from '../lib/i18n.ts'

export const pinWords = words(
  {
    undo: 'Undo',
    title: 'Pinned',
    pin: 'Pin',
    unpin: 'Unpin',
    up: 'Move up',
    down: 'Move down',
    dropHere: 'Drop here to pin',
    pinned: (name: string) => `“${name}” pinned`,
    unpinned: (name: string) => `“${name}” unpinned`,
    moved: (name: string) => `“${name}” moved`,
  },
  {
    undo: 'Отменить',
    title: 'Закреплено',
    pin: 'Закрепить',
    unpin: 'Открепить',
    up: 'Выше',
    down: 'Ниже',
    dropHere: 'Перетащите сюда, чтобы закрепить',
    pinned: name => `Закреплено: «${name}»`,
    unpinned: name => `Откреплено: «${name}»`,
    moved: name => `Перемещено: «${name}»`,
  },
)
