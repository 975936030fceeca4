import { comesWithMenus } from '../ui/menu.tsx'
import type * as Lists from './menu-lists.ts'

/** Asked for inside of an opened menu: the lists have come with it. */

let lists: typeof Lists

comesWithMenus(async () => {
  lists = await import('./menu-lists.ts')
})

export const fileMenu: typeof Lists.fileMenu = (...given) => lists.fileMenu(...given)
export const trashMenu: typeof Lists.trashMenu = (...given) => lists.trashMenu(...given)
export const folderMenu: typeof Lists.folderMenu = (...given) => lists.folderMenu(...given)
export const themeMenu: typeof Lists.themeMenu = (...given) => lists.themeMenu(...given)
