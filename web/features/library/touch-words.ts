import { words } from '../../lib/i18n.ts'

export const touchWords = words(
  { trash: 'Move to trash', favorite: 'Favourites', unfavorite: 'Not a favourite', refresh: 'Refresh' },
  { trash: 'В корзину', favorite: 'В избранное', unfavorite: 'Убрать из избранного', refresh: 'Обновить' },
)
