export { entryOf, type LibraryEntry } from './entry.ts'
export { Listing } from './listing.tsx'
export { Asked, Library, LibraryPage, loadAllOfList } from './page.tsx'
export { Pins } from './pins.tsx'
export { SharedWithMe } from './shared-with-me.tsx'
export { Shelves, useOnShelf } from './shelves.tsx'
export { Tree } from './tree.tsx'

export const loadAbout = () => import('./about.tsx')
